/* Shared by the modelled objects for synchronization.
 *
 * An object's state stands in the object itself, so that it is restored with the rest of the memory; all zero is its
 * state after a static initializer.  Data of a waiting thread is in lc_sync: an object may be gone by the time its last
 * waiter goes on.
 *
 * Each call is one step wherever it can be.  The kinds of access (lc_access) are chosen so that steps that depend on
 * each other are seen to, and no more than those:
 *   - a thread that must wait is not enabled (lc_wait), so that a step always succeeds; it comes after the step that
 *     enabled it;
 *   - an attempt that may fail is always enabled and conflicts with everything that has an influence on it (LC_WRITE;
 * if it failed, it merely looked: lc_explorer.was_read);
 *   - waiting until a time is such an attempt, too, because the time may be over at any moment.  But a loop that waits
 *     like this would then fail forever without another thread coming to run.  So each thread's time is over early only
 *     a few times an execution (lc_calls.early); later it waits without a limit, until no thread can go on: then the
 *     earliest deadline is over;
 *   - where only some of the earlier steps matter for a later one, they are kept apart by different bytes of the
 * object.
 */
#ifndef LC_TARGET_RUNTIME_SYNC_SYNC_H
#define LC_TARGET_RUNTIME_SYNC_SYNC_H

#include <time.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/machine.h"
#include "target/runtime/order.h"
#include "target/runtime/time.h"

typedef struct lc_sync_state {
    lc_mask woken;                /* threads that may stop waiting for a condition or a futex */
    int32_t woken_by[LC_THREADS]; /* the step that woke them */
    uint8_t spurious[LC_THREADS]; /* how often each may still wake up without reason */
    uint8_t early[LC_THREADS];    /* how often its time may still be over though other threads can go on */
    lc_mask patient;              /* threads that wait until a time */
    int64_t until[LC_THREADS];    /* which one */
    uint32_t waited;              /* how often all threads waited for a time to come */
    lc_mask parked;               /* threads that wait for a futex, */
    uintptr_t futex[LC_THREADS];  /* which one, */
    uint32_t bits[LC_THREADS];    /* and for which of its wake-ups */
    void *robust[LC_THREADS];     /* the robust mutex it took last, see robust.c */
} lc_sync_state;
extern lc_sync_state lc_sync __attribute__((visibility("hidden")));

/* How often a thread's time may be over early by default, and how often in all only deadlines pass before an execution
 * counts as one without progress. */
enum { LC_EARLY = 3, LC_WAITED = 64 };

void lc_sync_begin(void);
void lc_sync_thread(unsigned number);
void lc_robust_thread_end(void); /* the current one: locks that it still holds are orphaned */

static inline lc_mask lc_bit(unsigned thread) { return (lc_mask)(1u << thread); }
/* Code outside the code under test counts as the first thread. */
static inline unsigned lc_me(void) { return lc_m.in_code ? lc_m.current : 0; }

/* The object must not lie in memory that is not there (any more). */
static inline void lc_object(const void *object, size_t size, uintptr_t pc) {
    if (lc_m.in_code && __builtin_expect(lc_heap_bad((uintptr_t)object, size), false))
        lc_heap_complain((uintptr_t)object, size, true, pc);
}

/* A step that is always enabled, on `size` bytes of the object.  It ends a possible loop that waits (see retry.h).
 */
static inline void lc_act(lc_access access, uint8_t shown, const void *object, uint32_t size, uintptr_t pc) {
    lc_has_effect();
    lc_self()->reading = false;
    lc_self()->places = UINT64_MAX; /* if it turns out to have merely looked, earlier reads still count */
    lc_point(access, shown, (uintptr_t)object, size, true, pc);
    lc_has_effect();
}

/* An attempt: the same, but if it fails, then it may be part of such a loop.  To be followed by lc_has_effect if it
 * does not.  Functions that make attempts note the registers of their callers: see entry.S and LC_ATTEMPT. */
static inline void lc_attempt(const void *object, uint32_t size, uintptr_t pc) {
    lc_point(LC_WRITE, LC_STEP_TRY, (uintptr_t)object, size, true, pc);
}
/* Before a lock is taken, or an attempt at it: who fails to get a second one often gives back the first and starts
 * over, as std::lock does (target/explore/locks.c).  What is returned goes to lc_explorer.locks_with after the step has
 * begun.
 */
static inline uint64_t lc_may_come_round(uintptr_t pc) {
    bool asked = lc_self()->tried && lc_m.retry && lc_m.watching && !lc_m.frozen && !lc_m.speculating;
    return asked ? lc_explorer.locks_again(pc) : 0;
}
#if defined __x86_64__ || defined __aarch64__
#define LC_ATTEMPT(type, name, ...)                                                                                    \
    type lc_call_##name(__VA_ARGS__);                                                                                  \
    type lc_call_##name(__VA_ARGS__)
#else
#define LC_ATTEMPT(type, name, ...) LC_REPLACES type name(__VA_ARGS__)
#endif

/* A step that is enabled when ready(argument) holds. */
static inline void lc_until(lc_access access, uint8_t shown, const void *object, lc_ready ready, const void *argument,
                            uintptr_t pc) {
    lc_has_effect();
    if (lc_m.in_code) lc_wait(access, shown, object, ready, argument, pc);
    else if (!ready(argument)) lc_give_up("code that runs before the test waits for something that cannot happen");
}

static inline void lc_told(uint8_t shown, const void *object, uint64_t before, uint64_t after, uintptr_t pc,
                           const char *function) {
    if (__builtin_expect(lc_m.tracing, false) && lc_m.in_code && !lc_m.speculating)
        lc_tell(shown, (uintptr_t)object, 0, before, after, pc, function);
}

/* One of these threads, each of which is tried. */
unsigned lc_choose_thread(lc_mask, uintptr_t pc);

/* The current step wakes a thread that waits until lc_is_woken. */
void lc_wake(unsigned thread);
static inline bool lc_is_woken(unsigned thread) { return lc_sync.woken & lc_bit(thread); }
/* The current thread goes on because it was woken: its current step comes after the one that did it. */
void lc_wakes_up(void);

/* The object for which a thread waits that cannot go on. */
typedef struct lc_waited {
    const char *what;  /* `mutex`; NULL: unknown */
    uintptr_t object;  /* where it is; 0: it is no object */
    lc_mask has;       /* its owner, or the thread that has to act first */
    unsigned come, of; /* of a barrier: how many have arrived of how many; else 0 */
} lc_waited;
lc_waited lc_waits_for(const lc_thread *);

/* Its parts, one for each kind of object: false if the thread waits for something else. */
bool lc_waits_for_mutex(const lc_thread *, lc_waited *);
bool lc_waits_for_cond(const lc_thread *, lc_waited *);
bool lc_waits_for_rwlock(const lc_thread *, lc_waited *);
bool lc_waits_for_spin(const lc_thread *, lc_waited *);
bool lc_waits_for_once(const lc_thread *, lc_waited *);
bool lc_waits_for_barrier(const lc_thread *, lc_waited *);
bool lc_waits_for_semaphore(const lc_thread *, lc_waited *);
bool lc_waits_for_futex(const lc_thread *, lc_waited *);
bool lc_waits_for_wire(const lc_thread *, lc_waited *);
bool lc_waits_for_signal(const lc_thread *, lc_waited *);
bool lc_waits_for_ipc(const lc_thread *, lc_waited *);
bool lc_waits_for_thread(const lc_thread *, lc_waited *);
bool lc_waits_for_join(const lc_thread *, lc_waited *); /* in machine.c */

/* The system call, with its arguments: as `syscall` returns. */
long lc_futex(const long *arguments, uintptr_t pc);

/* A deadline: a time of a clock.  NULL stands for none. */
typedef struct lc_deadline {
    clockid_t clock;
    const struct timespec *time;
} lc_deadline;
/* A step on `size` bytes of the object that is enabled when ready(argument) holds, or when the time is over.  True: it
 * is ready. */
bool lc_until_time(lc_access, const void *object, uint32_t size, lc_ready, const void *argument, lc_deadline,
                   uintptr_t pc);

#endif
