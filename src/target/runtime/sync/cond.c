/* Condition variables.
 *
 * Waiting takes three steps:
 *   1. the thread joins the waiting threads (a write to the condition);
 *   2. it gives the mutex back (a release of the mutex);
 *   3. once it has been woken and the mutex is free, it takes the mutex.
 * The first two are not one step, because a step is on one object, and both matter: the first to a thread that signals,
 * the second to one that tries to get the mutex.  They may be separate because the thread waits already while it still
 * has the mutex: a thread that gets the mutex after it and then signals finds it waiting, which POSIX calls atomic, so
 * no wake-up is lost that cannot be lost in earnest.  A signal that is sent without the mutex may come before 1 and is
 * lost then, as in earnest.  A signal between 1 and 2 wakes the thread before it has given the mutex back, as it does
 * in glibc.
 *
 * The third is one step, though waking up and taking the mutex are different things, because the moment of waking up
 * cannot be observed.  It comes after the signal that woke it (and not after other signals).  If it may also go on for
 * another reason (the time is over, or no reason at all), then that is a step of its own, a write to the condition: the
 * order of it and of a signal matters. */
#define _GNU_SOURCE
#include "target/runtime/sync/cond.h"

#include <errno.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/mutex.h"

typedef struct cond {
    lct_mask_inside waiters;      /* those that wait and have not been woken */
    uint8_t clock;                /* of deadlines: 1 + its number, 0: CLOCK_REALTIME */
    uint8_t state;                /* 0, or DESTROYED */
    uint32_t zero;                /* stays so; to recognize an object that was never initialized */
    const pthread_mutex_t *mutex; /* of the waiting threads */
} cond;
_Static_assert(sizeof(cond) <= sizeof(pthread_cond_t), "it must fit");

enum { DESTROYED = 0xdd };

/* In a trace, the effects of waiting on the mutex. */
static const char gives_back[] = "unlock while waiting", takes_again[] = "lock after waiting";

static void check(const cond *c, const char *function, uintptr_t pc) {
    lct_object(c, sizeof(pthread_cond_t), pc);
    if (c->state == DESTROYED)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)c, "%s: the condition variable has been destroyed", function);
    if (c->state || c->zero)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)c, "%s: the condition variable was never initialized",
                         function);
}

static void check_mutex(const cond *c, const pthread_mutex_t *m, const char *function, uintptr_t pc) {
    if (c->waiters && c->mutex != m)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)c,
                         "%s: other threads wait for the same condition with another mutex", function);
}

/* The condition of step 3 stands on the waiting thread's own stack. */
typedef struct waiting {
    const cond *condition;
    const pthread_mutex_t *mutex;
    uint8_t thread;
} waiting;

static bool may_go_on(const void *argument) {
    const waiting *w = argument;
    return lct_is_woken(w->thread) && lct_mutex_is_free_for(w->mutex, w->thread);
}

static bool is_woken(const void *argument) { return lct_is_woken(((const waiting *)argument)->thread); }

/* Woken, or for no reason. */
static bool may_wake_up(const void *argument) {
    const waiting *w = argument;
    return lct_is_woken(w->thread) || lct_sync.spurious[w->thread];
}

bool lct_waits_for_cond(const lct_thread *t, lct_waited *waited) {
    if (t->ready != may_go_on && t->ready != is_woken && t->ready != may_wake_up) return false;
    const waiting *w = t->ready_argument;
    if (lct_is_woken(w->thread))
        *waited = (lct_waited){.what = "mutex", .object = (uintptr_t)w->mutex, .has = lct_mutex_owner(w->mutex)};
    else *waited = (lct_waited){.what = "condition variable", .object = (uintptr_t)w->condition};
    return true;
}

/* A step of its own at the end of waiting; true if it was woken. */
static bool stop_waiting(cond *c, unsigned me) {
    if (lct_is_woken(me)) {
        lct_explorer.was_read(); /* its time will never be over now */
        lct_wakes_up();
        return true;
    }
    c->waiters &= (lct_mask)~lct_bit(me);
    return false;
}

int lct_cond_wait(void *object, pthread_mutex_t *m, const lct_deadline *deadline, const char *function, uintptr_t pc) {
    cond *c = object;
    if (!lct_m.in_code) lct_give_up("code that runs before the test waits for a condition variable");
    check(c, function, pc);
    if (!lct_mutex_is_mine(m))
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)m, "%s: %s does not have the mutex", function,
                         lct_thread_name(lct_me()));
    if (deadline && !lct_time_valid(deadline->time)) return EINVAL;
    unsigned me = lct_me();
    lct_act(LCT_WRITE, LCT_STEP_WAIT, c, 1, pc);
    check(c, function, pc);
    check_mutex(c, m, function, pc);
    c->mutex = m;
    c->waiters |= lct_bit(me);
    lct_trace_object(LCT_STEP_WAIT, c, 0, 0, pc, function);
    lct_mutex_unlock(m, gives_back, pc);

    waiting w = {c, m, (uint8_t)me};
    if (deadline) {
        lct_until_time(LCT_WRITE, c, 1, is_woken, &w, *deadline, pc);
        bool woken = stop_waiting(c, me);
        if (!woken) lct_trace_object(LCT_STEP_TIMEOUT, c, 0, 0, pc, function);
        int error = lct_mutex_lock(m, takes_again, pc);
        return error || woken ? error : ETIMEDOUT;
    }
    if (lct_sync.spurious[me]) {
        lct_until(LCT_WRITE, LCT_STEP_WAIT, c, may_wake_up, &w, pc);
        if (!stop_waiting(c, me)) {
            lct_sync.spurious[me]--;
            lct_trace_object(LCT_STEP_WAIT, c, 0, 0, pc, "wakes up without a signal");
        }
        return lct_mutex_lock(m, takes_again, pc);
    }
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, m, may_go_on, &w, pc);
    lct_mutex_check(m, function, pc);
    lct_wakes_up();
    int error = lct_mutex_taken_by(m, me);
    lct_trace_object(LCT_STEP_ACQUIRE, m, 0, 1, pc, takes_again);
    return error;
}

int lct_cond_signal(void *object, bool all, const char *function, uintptr_t pc) {
    cond *c = object;
    check(c, function, pc);
    lct_act(LCT_WRITE, LCT_STEP_SIGNAL, c, 1, pc);
    check(c, function, pc);
    lct_mask woken = c->waiters;
    if (!woken) lct_explorer.was_read();
    else if (!all) woken = lct_bit(lct_choose_thread(woken, pc));
    c->waiters &= (lct_mask)~woken;
    lct_trace_object(LCT_STEP_SIGNAL, c, (uint64_t)lct_count(c->waiters | woken), (uint64_t)lct_count(c->waiters), pc,
                     function);
    for (; woken; woken &= (lct_mask)(woken - 1)) lct_wake(lct_first(woken));
    return 0;
}

void lct_cond_make(void *object, clockid_t clock) {
    lct_has_effect();
    *(cond *)object = (cond){.clock = (uint8_t)(clock + 1)};
}

int lct_cond_destroy(void *object, const char *function, uintptr_t pc) {
    cond *c = object;
    check(c, function, pc);
    lct_act(LCT_WRITE, LCT_STEP_NOTE, c, 1, pc);
    check(c, function, pc);
    if (c->waiters)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)c, "%s: %s still waits for the condition", function,
                         lct_thread_name(lct_first(c->waiters)));
    c->state = DESTROYED;
    return 0;
}

/* ---- pthread_cond_* ---- */

LCT_REPLACES int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attributes) {
    lct_object(c, sizeof *c, LCT_CALLER);
    clockid_t clock = CLOCK_REALTIME;
    if (attributes) pthread_condattr_getclock(attributes, &clock);
    lct_cond_make(c, clock);
    return 0;
}

LCT_REPLACES int pthread_cond_destroy(pthread_cond_t *c) {
    return lct_cond_destroy(c, "pthread_cond_destroy", LCT_CALLER);
}

LCT_REPLACES int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m) {
    return lct_cond_wait(c, m, NULL, "pthread_cond_wait", LCT_CALLER);
}

LCT_REPLACES int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                        const struct timespec *restrict time) {
    clockid_t clock = ((const cond *)c)->clock ? ((const cond *)c)->clock - 1 : CLOCK_REALTIME;
    return lct_cond_wait(c, m, &(lct_deadline){clock, time}, "pthread_cond_timedwait", LCT_CALLER);
}

LCT_REPLACES int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                                        const struct timespec *restrict time) {
    return lct_cond_wait(c, m, &(lct_deadline){clock, time}, "pthread_cond_clockwait", LCT_CALLER);
}

LCT_REPLACES int pthread_cond_signal(pthread_cond_t *c) {
    return lct_cond_signal(c, false, "pthread_cond_signal", LCT_CALLER);
}

LCT_REPLACES int pthread_cond_broadcast(pthread_cond_t *c) {
    return lct_cond_signal(c, true, "pthread_cond_broadcast", LCT_CALLER);
}
