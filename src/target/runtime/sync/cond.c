/* Condition variables.
 *
 * Waiting takes three steps:
 *   1. the thread joins those who wait (a write to the condition);
 *   2. it gives the mutex back (a release of the mutex);
 *   3. once it has been woken and the mutex is free, it takes the mutex.
 * The first two are not one step, because a step is on one object, and both matter: the first to who signals, the
 * second to who tries to get the mutex.  They may be separate because the thread waits already while it still has the
 * mutex: who gets the mutex after it and then signals finds it waiting, which is what POSIX calls atomic, so no wake-up
 * is lost that cannot be lost in earnest.  A signal that is sent without the mutex may come before 1 and is lost then,
 * as in earnest. A signal between 1 and 2 wakes the thread before it has given the mutex back, which is what glibc
 * does, too.
 *
 * The third is one step, though waking up and taking the mutex are different things, because nobody can tell when the
 * thread woke up.  It comes after the signal that woke it (and not after other signals).  If it may also go on for
 * another reason (the time is over, or no reason at all), then that is a step of its own, a write to the condition: the
 * order of it and of a signal matters. */
#define _GNU_SOURCE
#include "target/runtime/sync/cond.h"

#include <errno.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/mutex.h"

typedef struct cond {
    lc_mask waiters;              /* those that wait and have not been woken */
    uint8_t clock;                /* of deadlines: 1 + its number, 0: CLOCK_REALTIME */
    uint8_t state;                /* 0, or DESTROYED */
    uint32_t zero;                /* stays so; to recognise what was never initialised */
    const pthread_mutex_t *mutex; /* of those who wait */
} cond;
_Static_assert(sizeof(cond) <= sizeof(pthread_cond_t), "it must fit");

enum { DESTROYED = 0xdd };

/* In a trace, what waiting does with the mutex. */
static const char gives_back[] = "unlock while waiting", takes_again[] = "lock after waiting";

static void check(const cond *c, const char *function, uintptr_t pc) {
    lc_object(c, sizeof(pthread_cond_t), pc);
    if (c->state == DESTROYED)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)c, "%s: the condition variable has been destroyed", function);
    if (c->state || c->zero)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)c, "%s: the condition variable was never initialised",
                        function);
}

static void check_mutex(const cond *c, const pthread_mutex_t *m, const char *function, uintptr_t pc) {
    if (c->waiters && c->mutex != m)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)c,
                        "%s: other threads wait for the same condition with another mutex", function);
}

/* What step 3 waits for stands on the waiting thread's own stack. */
typedef struct waiting {
    const cond *condition;
    const pthread_mutex_t *mutex;
    uint8_t thread;
} waiting;

static bool may_go_on(const void *argument) {
    const waiting *w = argument;
    return lc_is_woken(w->thread) && lc_mutex_is_free_for(w->mutex, w->thread);
}

static bool is_woken(const void *argument) { return lc_is_woken(((const waiting *)argument)->thread); }

/* Woken, or for no reason. */
static bool may_wake_up(const void *argument) {
    const waiting *w = argument;
    return lc_is_woken(w->thread) || lc_sync.spurious[w->thread];
}

bool lc_waits_for_cond(const lc_thread *t, lc_waited *waited) {
    if (t->ready != may_go_on && t->ready != is_woken && t->ready != may_wake_up) return false;
    const waiting *w = t->ready_argument;
    if (lc_is_woken(w->thread))
        *waited = (lc_waited){.what = "mutex", .object = (uintptr_t)w->mutex, .has = lc_mutex_owner(w->mutex)};
    else *waited = (lc_waited){.what = "condition variable", .object = (uintptr_t)w->condition};
    return true;
}

/* A step of its own at the end of waiting; true if it was woken. */
static bool stop_waiting(cond *c, unsigned me) {
    if (lc_is_woken(me)) {
        lc_explorer.was_read(); /* its time will never be over now */
        lc_wakes_up();
        return true;
    }
    c->waiters &= (lc_mask)~lc_bit(me);
    return false;
}

int lc_cond_wait(void *object, pthread_mutex_t *m, const lc_deadline *deadline, const char *function, uintptr_t pc) {
    cond *c = object;
    if (!lc_m.in_code) lc_give_up("code that runs before the test waits for a condition variable");
    check(c, function, pc);
    if (!lc_mutex_is_mine(m))
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)m, "%s: %s does not have the mutex", function,
                        lc_thread_name(lc_me()));
    if (deadline && !lc_time_valid(deadline->time)) return EINVAL;
    unsigned me = lc_me();
    lc_act(LC_WRITE, LC_STEP_WAIT, c, 1, pc);
    check(c, function, pc);
    check_mutex(c, m, function, pc);
    c->mutex = m;
    c->waiters |= lc_bit(me);
    lc_told(LC_STEP_WAIT, c, 0, 0, pc, function);
    lc_mutex_unlock(m, gives_back, pc);

    waiting w = {c, m, (uint8_t)me};
    if (deadline) {
        lc_until_time(LC_WRITE, c, 1, is_woken, &w, *deadline, pc);
        bool woken = stop_waiting(c, me);
        if (!woken) lc_told(LC_STEP_TIMEOUT, c, 0, 0, pc, function);
        int error = lc_mutex_lock(m, takes_again, pc);
        return error || woken ? error : ETIMEDOUT;
    }
    if (lc_sync.spurious[me]) {
        lc_until(LC_WRITE, LC_STEP_WAIT, c, may_wake_up, &w, pc);
        if (!stop_waiting(c, me)) {
            lc_sync.spurious[me]--;
            lc_told(LC_STEP_WAIT, c, 0, 0, pc, "wakes up without a signal");
        }
        return lc_mutex_lock(m, takes_again, pc);
    }
    lc_until(LC_ACQUIRE, LC_STEP_ACQUIRE, m, may_go_on, &w, pc);
    lc_mutex_check(m, function, pc);
    lc_wakes_up();
    int error = lc_mutex_taken_by(m, me);
    lc_told(LC_STEP_ACQUIRE, m, 0, 1, pc, takes_again);
    return error;
}

int lc_cond_signal(void *object, bool all, const char *function, uintptr_t pc) {
    cond *c = object;
    check(c, function, pc);
    lc_act(LC_WRITE, LC_STEP_SIGNAL, c, 1, pc);
    check(c, function, pc);
    lc_mask woken = c->waiters;
    if (!woken) lc_explorer.was_read();
    else if (!all) woken = lc_bit(lc_choose_thread(woken, pc));
    c->waiters &= (lc_mask)~woken;
    lc_told(LC_STEP_SIGNAL, c, (uint64_t)__builtin_popcount(c->waiters | woken),
            (uint64_t)__builtin_popcount(c->waiters), pc, function);
    for (; woken; woken &= (lc_mask)(woken - 1)) lc_wake((unsigned)__builtin_ctz(woken));
    return 0;
}

void lc_cond_make(void *object, clockid_t clock) {
    lc_has_effect();
    *(cond *)object = (cond){.clock = (uint8_t)(clock + 1)};
}

int lc_cond_destroy(void *object, const char *function, uintptr_t pc) {
    cond *c = object;
    check(c, function, pc);
    lc_act(LC_WRITE, LC_STEP_NOTE, c, 1, pc);
    check(c, function, pc);
    if (c->waiters)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)c, "%s: %s still waits for the condition", function,
                        lc_thread_name((unsigned)__builtin_ctz(c->waiters)));
    c->state = DESTROYED;
    return 0;
}

/* ---- pthread_cond_* ---- */

LC_REPLACES int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attributes) {
    lc_object(c, sizeof *c, LC_CALLER);
    clockid_t clock = CLOCK_REALTIME;
    if (attributes) pthread_condattr_getclock(attributes, &clock);
    lc_cond_make(c, clock);
    return 0;
}

LC_REPLACES int pthread_cond_destroy(pthread_cond_t *c) {
    return lc_cond_destroy(c, "pthread_cond_destroy", LC_CALLER);
}

LC_REPLACES int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m) {
    return lc_cond_wait(c, m, NULL, "pthread_cond_wait", LC_CALLER);
}

LC_REPLACES int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                       const struct timespec *restrict time) {
    clockid_t clock = ((const cond *)c)->clock ? ((const cond *)c)->clock - 1 : CLOCK_REALTIME;
    return lc_cond_wait(c, m, &(lc_deadline){clock, time}, "pthread_cond_timedwait", LC_CALLER);
}

LC_REPLACES int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                                       const struct timespec *restrict time) {
    return lc_cond_wait(c, m, &(lc_deadline){clock, time}, "pthread_cond_clockwait", LC_CALLER);
}

LC_REPLACES int pthread_cond_signal(pthread_cond_t *c) {
    return lc_cond_signal(c, false, "pthread_cond_signal", LC_CALLER);
}

LC_REPLACES int pthread_cond_broadcast(pthread_cond_t *c) {
    return lc_cond_signal(c, true, "pthread_cond_broadcast", LC_CALLER);
}
