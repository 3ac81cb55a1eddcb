/* Barriers.
 *
 * Arriving is a step, a write to the barrier: who comes last is told so, so that the order matters.  The last one goes
 * on at once; the others have a second step, which is enabled when the round is over and comes after the last arrival.
 * That step touches nothing, so that those who are slow to leave do not get in the way of the next round. */
#include <errno.h>
#include <pthread.h>

#include "target/runtime/sync/sync.h"

typedef struct barrier {
    uint32_t count;   /* how many it takes */
    uint32_t arrived; /* of this round */
    lc_mask waiting;  /* who they are */
    uint16_t state;   /* INITIALISED, or anything else */
    uint32_t round;   /* who leaves late must not seem to come after those of the next */
} barrier;
_Static_assert(sizeof(barrier) <= sizeof(pthread_barrier_t), "it must fit");

enum { INITIALISED = 0xba77 };

static void check(const barrier *b, const char *function, uintptr_t pc) {
    lc_object(b, sizeof(pthread_barrier_t), pc);
    if (b->state != INITIALISED)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)b, "%s: the barrier was not initialised, or has been destroyed",
                        function);
}

LC_REPLACES int pthread_barrier_init(pthread_barrier_t *restrict object,
                                     const pthread_barrierattr_t *restrict attributes, unsigned count) {
    (void)attributes;
    if (!count) return EINVAL;
    lc_has_effect();
    lc_object(object, sizeof *object, LC_CALLER);
    *(barrier *)object = (barrier){.count = count, .state = INITIALISED};
    return 0;
}

/* Who has not left yet does not need the barrier any more. */
LC_REPLACES int pthread_barrier_destroy(pthread_barrier_t *object) {
    static const char function[] = "pthread_barrier_destroy";
    barrier *b = (barrier *)object;
    check(b, function, LC_CALLER);
    lc_act(LC_WRITE, LC_STEP_NOTE, b, 1, LC_CALLER);
    check(b, function, LC_CALLER);
    if (b->arrived)
        lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, (uintptr_t)b, "%s: %u threads still wait at the barrier", function,
                        b->arrived);
    b->state = 0;
    return 0;
}

static bool round_is_over(const void *thread) { return lc_is_woken((unsigned)(uintptr_t)thread); }

/* The object that the step is on may be gone, but not while its round is not over. */
bool lc_waits_for_barrier(const lc_thread *t, lc_waited *w) {
    if (t->ready != round_is_over) return false;
    const barrier *b = (const barrier *)t->pending.address;
    *w = (lc_waited){.what = "barrier", .object = (uintptr_t)b, .come = b->arrived, .of = b->count};
    return true;
}

LC_REPLACES int pthread_barrier_wait(pthread_barrier_t *object) {
    static const char function[] = "pthread_barrier_wait";
    uintptr_t pc = LC_CALLER;
    barrier *b = (barrier *)object;
    check(b, function, pc);
    lc_act(LC_WRITE, LC_STEP_WAIT, b, 1, pc);
    check(b, function, pc);
    unsigned me = lc_me();
    b->arrived++;
    const char *round = (const char *)b + b->round % 2;
    lc_contributes(round, 1);
    lc_told(LC_STEP_WAIT, b, b->arrived - 1, b->arrived, pc, function);
    if (b->arrived == b->count) {
        lc_acquires(round, 1);
        for (lc_mask left = b->waiting; left; left &= (lc_mask)(left - 1)) lc_wake((unsigned)__builtin_ctz(left));
        b->arrived = 0;
        b->waiting = 0;
        b->round++;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    b->waiting |= lc_bit(me);
    lc_until(LC_LOCAL, LC_STEP_WAIT, b, round_is_over, (const void *)(uintptr_t)me, pc);
    lc_wakes_up();
    lc_acquires(round, 1);
    lc_told(LC_STEP_ACQUIRE, b, 0, 0, pc, function);
    return 0;
}
