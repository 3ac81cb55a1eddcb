/* The C11 happens-before order, and the data races it leaves.
 *
 * Happens-before is that of C11: the order within each thread, and the order of synchronization: starting and joining
 * threads, locks and the like, atomic operations as far as their memory orders go, fences, and free with a malloc that
 * gives out the same memory again.  Two accesses to the same bytes race if they are of different threads, one of them
 * writes, one of them is not atomic, and neither happens before the other.  This order has nothing to do with that of
 * happens.c, which also contains the mere temporal order of conflicting steps; here relaxed operations order nothing.
 *
 * Equivalent executions have the same order, so that one of each class is enough to find all races there are.
 *
 * Times are counted in ticks of each thread, which end when it releases something: an access at tick k of thread t
 * happens before a step of u if u's clock has k or more for t (Flanagan and Freund: FastTrack, PLDI 2009).  Of each
 * byte the last plain write is kept, and of each thread the last plain read, atomic read and atomic write: atomic
 * accesses need no order among themselves, so that one of them does not represent the rest.
 *
 * Changes are made when they happen, not afterwards, and noted in a log, so that they can be undone: all state is the
 * result of the log, and a mark of it (kept for each step, in lct_node) suffices to come back.  In the part of an
 * execution that is known already nothing is done.
 */
#ifndef LC_TARGET_RUNTIME_ORDER_H
#define LC_TARGET_RUNTIME_ORDER_H

#include "target/runtime/machine.h"

void lct_order_init(void);
void lct_order_clear(void);         /* nothing has happened yet */
void lct_order_undo(uint32_t mark); /* back to when lct_order_mark (order_parts.h) was this */
/* The part of it that matters for the future: equal for two moments with the same future. */
struct lct_tape;
void lct_order_save(struct lct_tape *);
/* Has something turned out to matter that was left out before? */
bool lct_order_matters_more(void);

/* Is what the current thread does now to be looked at? */
static inline bool lct_order_matters(void) {
    return (lct_m.races || lct_m.weak) && lct_m.watching && !lct_is_prefix() && !lct_m.speculating && !lct_m.frozen &&
           lct_m.in_code;
}

/* ---- threads ---- */

void lct_order_born(unsigned thread);  /* the current thread starts it */
void lct_order_ended(unsigned thread); /* and has waited for its end */

/* ---- locks and the like, by any of their bytes; called once it is certain that the call succeeds ---- */

void lct_acquires(const volatile void *object, uint32_t size);
void lct_releases(const volatile void *object, uint32_t size);    /* alone: it comes after all earlier releases */
void lct_contributes(const volatile void *object, uint32_t size); /* one of many, and an acquire comes after all */

/* ---- atomic operations, after they were done; orders as in C11 ---- */
/* Of these, lct_order_atomic and lct_race_access are to be called only where lct_order_matters. */

typedef enum lct_atomic { LCT_ATOMIC_LOAD, LCT_ATOMIC_STORE, LCT_ATOMIC_RMW } lct_atomic;
void lct_order_atomic(lct_atomic, uintptr_t address, uint32_t size, int order, uintptr_t pc);
void lct_order_fence(int order);
/* The same under a weak memory model, where the clock that an acquire joins is that of the version it reads
 * (versions.h): `learnt` is that of the version, `head` that of the thread's last write there, both as published, or
 * -1. */
typedef struct lct_order_published {
    int32_t sync; /* the clock that an acquire of the new version joins */
    int32_t head; /* the part of it that is the thread's own */
} lct_order_published;
/* How it takes part in data races. */
typedef enum lct_raced {
    LCT_RACED_ATOMIC,
    LCT_RACED_ASSEMBLY, /* a plain access that it races with is no failure, but is to be a step */
    LCT_RACED_NOT
} lct_raced;
lct_order_published lct_order_version(lct_atomic, uintptr_t address, uint32_t size, int order, int32_t learnt,
                                      int32_t head, lct_raced, uintptr_t pc);
enum { LCT_ORDER_MOST = 24 }; /* bytes of one such operation, or of an object that is acquired */
/* The same for accesses of inline assembly.  They are unknown to C11, so they race with nothing; they order as much as
 * x86 does, on which their author relies: loads acquire, stores release. */
void lct_order_assembly(lct_atomic, uintptr_t address, uint32_t size);
/* Any number of bytes, read and written at once. */
void lct_order_region(uintptr_t address, uint64_t size, uintptr_t pc);

/* ---- plain accesses ---- */

typedef enum lct_touch {
    LCT_TOUCH_READ,
    LCT_TOUCH_WRITE,
    LCT_TOUCH_FREE,
    LCT_TOUCH_ALLOCATE, /* under the models of C11: a block is there only for accesses after its allocation */
    LCT_TOUCH_LOAD,
    LCT_TOUCH_STORE,
    LCT_TOUCH_CALL, /* these are no accesses: what a thread wrote before a call, and read behind a return */
    LCT_TOUCH_RETURN
} lct_touch;
/* The last two are of volatile variables: relaxed atomics, as the kernel takes them; in programs with atomics in inline
 * assembly (lct_m.assembly) they are taken for those. */
void lct_race_access(lct_touch, uintptr_t address, uint64_t size, uintptr_t pc);

/* ---- a race that was found ---- */

/* Only one between these two places counts; 0: any. */
void lct_race_wanted(uintptr_t pc, uintptr_t other);

enum { LCT_RACE_FRAMES = 24 };

typedef struct lct_race_side {
    uint8_t thread, touch; /* an lct_touch */
    bool modifies;         /* of an atomic one: it also reads */
    uintptr_t address, pc;
    uint64_t size;
    uint64_t trace_length; /* number of steps reported by then, if any are */
    uint32_t frame_count;  /* 0: not known */
    uintptr_t frames[LCT_RACE_FRAMES];
} lct_race_side;

/* The latest: the access that came first, and the one that races with it. */
extern lct_race_side lct_race[2] __attribute__((visibility("hidden")));

#endif
