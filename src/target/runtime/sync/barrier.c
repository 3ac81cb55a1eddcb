/* Barriers.
 *
 * Arriving is a step, a write to the barrier: the last thread to arrive learns this from the result, so that the order
 * matters.  The last one goes on at once; the other threads have a second step, which is enabled when the round is over
 * and comes after the last arrival.  That step touches nothing, so that threads that are slow to leave do not get in
 * the way of the next round. */
#include <errno.h>
#include <pthread.h>

#include "target/runtime/sync/sync.h"

typedef struct barrier {
    uint32_t count;          /* how many it takes */
    uint32_t arrived;        /* of this round */
    lct_mask_inside waiting; /* the threads inside */
    uint16_t state;          /* `INITIALIZED`, or anything else */
    uint32_t round;          /* a thread that leaves late must not seem to come after those of the next */
} barrier;
_Static_assert(sizeof(barrier) <= sizeof(pthread_barrier_t), "it must fit");

enum { INITIALIZED = 0xba77 };

static void check(const barrier *b, const char *function, uintptr_t pc) {
    lct_object(b, sizeof(pthread_barrier_t), pc);
    if (b->state != INITIALIZED)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)b,
                         "%s: the barrier was not initialized, or has been destroyed", function);
}

LCT_REPLACES int pthread_barrier_init(pthread_barrier_t *restrict object,
                                      const pthread_barrierattr_t *restrict attributes, unsigned count) {
    (void)attributes;
    if (!count) return EINVAL;
    lct_has_effect();
    lct_object(object, sizeof *object, LCT_CALLER);
    *(barrier *)object = (barrier){.count = count, .state = INITIALIZED};
    return 0;
}

/* A thread that has not left yet does not need the barrier any more. */
LCT_REPLACES int pthread_barrier_destroy(pthread_barrier_t *object) {
    static const char function[] = "pthread_barrier_destroy";
    barrier *b = (barrier *)object;
    check(b, function, LCT_CALLER);
    lct_act(LCT_WRITE, LCT_STEP_NOTE, b, 1, LCT_CALLER);
    check(b, function, LCT_CALLER);
    if (b->arrived)
        lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, (uintptr_t)b, "%s: %u threads still wait at the barrier",
                         function, b->arrived);
    b->state = 0;
    return 0;
}

static bool round_is_over(const void *thread) { return lct_is_woken((unsigned)(uintptr_t)thread); }

/* The object that the step is on may be gone, but not while its round is not over. */
bool lct_waits_for_barrier(const lct_thread *t, lct_waited *w) {
    if (t->ready != round_is_over) return false;
    const barrier *b = (const barrier *)t->pending.address;
    *w = (lct_waited){.what = "barrier", .object = (uintptr_t)b, .come = b->arrived, .of = b->count};
    return true;
}

LCT_REPLACES int pthread_barrier_wait(pthread_barrier_t *object) {
    static const char function[] = "pthread_barrier_wait";
    uintptr_t pc = LCT_CALLER;
    barrier *b = (barrier *)object;
    check(b, function, pc);
    lct_act(LCT_WRITE, LCT_STEP_WAIT, b, 1, pc);
    check(b, function, pc);
    unsigned me = lct_me();
    b->arrived++;
    const char *round = (const char *)b + b->round % 2;
    lct_contributes(round, 1);
    lct_trace_object(LCT_STEP_WAIT, b, b->arrived - 1, b->arrived, pc, function);
    if (b->arrived == b->count) {
        lct_acquires(round, 1);
        for (lct_mask left = b->waiting; left; left &= (lct_mask)(left - 1)) lct_wake(lct_first(left));
        b->arrived = 0;
        b->waiting = 0;
        b->round++;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    b->waiting |= lct_bit(me);
    lct_until(LCT_LOCAL, LCT_STEP_WAIT, b, round_is_over, (const void *)(uintptr_t)me, pc);
    lct_wakes_up();
    lct_acquires(round, 1);
    lct_trace_object(LCT_STEP_ACQUIRE, b, 0, 0, pc, function);
    return 0;
}
