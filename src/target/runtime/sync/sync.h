/* Shared by the modelled objects for synchronization.
 *
 * An object's state stands in the object itself, so that it is restored with the rest of the memory; all zero is its
 * state after a static initializer.  Data of a waiting thread is in lct_sync: an object may be gone by the time its
 * last waiter goes on.
 *
 * Each call is one step wherever it can be.  The kinds of access (lct_access) are chosen so that steps that depend on
 * each other are seen to, and no more than those:
 *   - a thread that must wait is not enabled (lct_wait), so that a step always succeeds; it comes after the step that
 *     enabled it;
 *   - an attempt that may fail is always enabled and conflicts with everything that has an influence on it (LCT_WRITE;
 * if it failed, it merely looked: lct_explorer.was_read);
 *   - waiting until a time is such an attempt, too, because the time may be over at any moment.  But a loop that waits
 *     like this would then fail forever without another thread coming to run.  So each thread's time is over early only
 *     a few times an execution (lct_calls.early); later it waits without a limit, until no thread can go on: then the
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

typedef struct lct_sync_state {
    lct_mask woken;                /* threads that may stop waiting for a condition or a futex */
    int32_t woken_by[LCT_THREADS]; /* the step that woke them */
    uint8_t spurious[LCT_THREADS]; /* how often each may still wake up without reason */
    uint8_t early[LCT_THREADS];    /* how often its time may still be over though other threads can go on */
    lct_mask patient;              /* threads that wait until a time */
    int64_t until[LCT_THREADS];    /* which one */
    uint32_t waited;               /* how often all threads waited for a time to come */
    lct_mask parked;               /* threads that wait for a futex, */
    uintptr_t futex[LCT_THREADS];  /* which one, */
    uint32_t bits[LCT_THREADS];    /* and for which of its wake-ups */
    lct_mask queuing;              /* threads that are about to wait for a futex, and have its queue: see futex.c */
    void *robust[LCT_THREADS];     /* the robust mutex it took last, see robust.c */
} lct_sync_state;
extern lct_sync_state lct_sync __attribute__((visibility("hidden")));

/* How often a thread's time may be over early by default, and how often in all only deadlines pass before an execution
 * counts as one without progress. */
enum { LCT_EARLY = 3, LCT_WAITED = 64 };

void lct_sync_begin(void);
void lct_sync_thread(unsigned number);
/* A compare_exchange_weak of the current thread is to fail although it need not.  It may do so as often as a thread may
 * wake up without reason; on x86 it never does. */
bool lct_misses(void);
void lct_robust_thread_end(void); /* the current one: locks that it still holds are orphaned */

/* Code outside the code under test counts as the first thread. */
static inline unsigned lct_me(void) { return lct_m.in_code ? lct_m.current : 0; }

/* The object must not lie in memory that is not there (any more). */
static inline void lct_object(const void *object, size_t size, uintptr_t pc) {
    if (lct_m.in_code && __builtin_expect(lct_heap_bad((uintptr_t)object, size), false))
        lct_heap_complain((uintptr_t)object, size, true, pc);
}

/* A step that is always enabled, on `size` bytes of the object.  It ends a possible loop that waits (see retry.h).
 */
static inline void lct_act(lct_access access, uint8_t shown, const void *object, uint32_t size, uintptr_t pc) {
    lct_has_effect();
    lct_self()->reading = false;
    lct_self()->places = UINT64_MAX; /* if it turns out to have merely looked, earlier reads still count */
    lct_point(access, shown, (uintptr_t)object, size, true, pc);
    lct_has_effect();
}

/* An attempt: the same, but if it fails, then it may be part of such a loop.  To be followed by lct_has_effect if it
 * does not.  Functions that make attempts note the registers of their callers: see entry.S and LCT_ATTEMPT. */
static inline void lct_attempt(const void *object, uint32_t size, uintptr_t pc) {
    lct_point(LCT_WRITE, LCT_STEP_TRY, (uintptr_t)object, size, true, pc);
}
/* Before a lock is taken, or an attempt at it: a thread that fails to get a second one often gives back the first and
 * starts over, as std::lock does (target/explore/locks.c).  The returned state goes to lct_explorer.locks_with after
 * the step has begun.
 */
static inline uint64_t lct_may_come_round(uintptr_t pc) {
    bool asked = lct_self()->tried && lct_m.retry && lct_m.watching && !lct_m.frozen && !lct_m.speculating;
    return asked ? lct_explorer.locks_again(pc) : 0;
}
#if defined __x86_64__ || defined __aarch64__
#define LCT_ATTEMPT(type, name, ...)                                                                                   \
    type lct_call_##name(__VA_ARGS__);                                                                                 \
    type lct_call_##name(__VA_ARGS__)
#else
#define LCT_ATTEMPT(type, name, ...) LCT_REPLACES type name(__VA_ARGS__)
#endif

/* A step that is enabled when ready(argument) holds. */
static inline void lct_until(lct_access access, uint8_t shown, const void *object, lct_ready ready,
                             const void *argument, uintptr_t pc) {
    lct_has_effect();
    if (lct_m.in_code) lct_wait(access, shown, object, ready, argument, pc);
    else if (!ready(argument)) lct_give_up("code that runs before the test waits for something that cannot happen");
}

static inline void lct_trace_object(uint8_t shown, const void *object, uint64_t before, uint64_t after, uintptr_t pc,
                                    const char *function) {
    if (__builtin_expect(lct_m.tracing, false) && lct_m.in_code && !lct_m.speculating)
        lct_trace(shown, (uintptr_t)object, 0, before, after, pc, function);
}

/* Execution graphs have one order of all steps on the same bytes, and look for the place of a step in it.  Where bytes
 * of an object stand for its parts, no single order shows an attempt all that it depends on.  So once there is an
 * attempt at such an object, each of its steps is on its first byte.  `attempts`: now there is one. */
bool lct_is_whole(bool attempts);

/* One of these threads, each of which is tried. */
unsigned lct_choose_thread(lct_mask, uintptr_t pc);

/* The current step wakes a thread that waits until lct_is_woken. */
void lct_wake(unsigned thread);
static inline bool lct_is_woken(unsigned thread) { return lct_sync.woken & lct_bit(thread); }
/* The current thread goes on because it was woken: its current step comes after the one that did it. */
void lct_wakes_up(void);

/* The object for which a thread waits that cannot go on. */
typedef struct lct_waited {
    const char *what;  /* `mutex`; NULL: unknown */
    uintptr_t object;  /* where it is; 0: it is no object */
    lct_mask has;      /* its owner, or the thread that has to act first */
    unsigned come, of; /* of a barrier: how many have arrived of how many; else 0 */
} lct_waited;
lct_waited lct_waits_for(const lct_thread *);

/* Its parts, one for each kind of object: false if the thread waits for something else. */
bool lct_waits_for_mutex(const lct_thread *, lct_waited *);
bool lct_waits_for_cond(const lct_thread *, lct_waited *);
bool lct_waits_for_rwlock(const lct_thread *, lct_waited *);
bool lct_waits_for_spin(const lct_thread *, lct_waited *);
bool lct_waits_for_once(const lct_thread *, lct_waited *);
bool lct_waits_for_barrier(const lct_thread *, lct_waited *);
bool lct_waits_for_semaphore(const lct_thread *, lct_waited *);
bool lct_waits_for_futex(const lct_thread *, lct_waited *);
bool lct_waits_for_wire(const lct_thread *, lct_waited *);
bool lct_waits_for_signal(const lct_thread *, lct_waited *);
bool lct_waits_for_ipc(const lct_thread *, lct_waited *);
bool lct_waits_for_thread(const lct_thread *, lct_waited *);
bool lct_waits_for_join(const lct_thread *, lct_waited *); /* in machine.c */

/* The system call, with its arguments: as `syscall` returns. */
long lct_futex(const long *arguments, uintptr_t pc);

/* A deadline: a time of a clock.  NULL stands for none. */
typedef struct lct_deadline {
    clockid_t clock;
    const struct timespec *time;
} lct_deadline;
/* A step on `size` bytes of the object that is enabled when ready(argument) holds, or when the time is over.  True: it
 * is ready. */
bool lct_until_time(lct_access, const void *object, uint32_t size, lct_ready, const void *argument, lct_deadline,
                    uintptr_t pc);

#endif
