/* Mutexes, in glibc's own struct and with the meaning its fields have there: __lock is 1 while a thread has it, __owner
 * is that thread's number + 1, __count how often it has it, __kind the kind given at initialization.  Of robust ones
 * more is in robust.c.
 *
 * Those with priorities and shared ones are treated as normal ones. */
#define _GNU_SOURCE
#include "target/runtime/sync/mutex.h"
#include "target/runtime/explorer.h"

#include <errno.h>

enum { DESTROYED = -1, KIND_BITS = 0x3ff, TYPE_BITS = 3 };

static int type_of(const pthread_mutex_t *m) { return m->__data.__kind & TYPE_BITS; }
static bool is_mine(const pthread_mutex_t *m) { return m->__data.__lock && m->__data.__owner == (int)lct_me() + 1; }
static bool is_free(const void *m) { return !((const pthread_mutex_t *)m)->__data.__lock; }

bool lct_mutex_is_mine(const pthread_mutex_t *m) { return is_mine(m); }
bool lct_mutex_is_free_for(const pthread_mutex_t *m, unsigned thread) {
    return is_free(m) || m->__data.__owner == (int)thread + 1;
}

lct_mask lct_mutex_owner(const pthread_mutex_t *m) {
    return m->__data.__lock ? lct_bit((unsigned)m->__data.__owner - 1) : 0;
}

void lct_mutex_check(const pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lct_object(m, sizeof *m, pc);
    if (m->__data.__kind == DESTROYED)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)m, "%s: the mutex has been destroyed", function);
    if (m->__data.__kind & ~KIND_BITS || (unsigned)m->__data.__lock > 1 || (unsigned)m->__data.__owner > LCT_THREADS)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)m, "%s: the mutex was never initialized", function);
}

int lct_mutex_taken_by(pthread_mutex_t *m, unsigned thread) {
    lct_acquires(m, 1);
    int error = lct_is_robust(m) ? lct_robust_taken(m, thread) : 0;
    if (error == ENOTRECOVERABLE) return error;
    m->__data.__lock = 1;
    m->__data.__owner = (int)thread + 1;
    m->__data.__count++;
    m->__data.__nusers = 1;
    return error;
}

static void given_back(pthread_mutex_t *m) {
    if (lct_is_robust(m)) lct_robust_given_back(m, lct_me());
    m->__data.__count--;
    m->__data.__owner = 0;
    m->__data.__nusers = 0;
    m->__data.__lock = 0;
}

/* No other thread can observe how often the owner has it, so that taking it once more is not a step. */
static int again(pthread_mutex_t *m, int error, const char *function, uintptr_t pc) {
    switch (type_of(m)) {
    case PTHREAD_MUTEX_RECURSIVE:
        lct_has_effect();
        m->__data.__count++;
        lct_trace_object(LCT_STEP_ACQUIRE, m, m->__data.__count - 1, m->__data.__count, pc, function);
        return 0;
    case PTHREAD_MUTEX_ERRORCHECK: return error;
    default:
        lct_machine_fail(LCT_FAILS_DEADLOCK, pc, (uintptr_t)m,
                         "%s: %s waits for itself: it already has the mutex, which is not recursive", function,
                         lct_thread_name(lct_me()));
    }
}

int lct_mutex_lock(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lct_mutex_check(m, function, pc);
    bool other_type = type_of(m) == PTHREAD_MUTEX_RECURSIVE || type_of(m) == PTHREAD_MUTEX_ERRORCHECK;
    if (is_mine(m) && (other_type || !lct_waits_for_itself())) return again(m, EDEADLK, function, pc);
    uint64_t state = lct_may_come_round(pc);
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, m, is_free, m, pc);
    lct_explorer.locks_with(state);
    lct_mutex_check(m, function, pc);
    int error = lct_mutex_taken_by(m, lct_me());
    lct_trace_object(LCT_STEP_ACQUIRE, m, 0, 1, pc, lct_robust_name(error, function));
    return error;
}

int lct_mutex_try(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lct_mutex_check(m, function, pc);
    if (is_mine(m)) {
        if (type_of(m) == PTHREAD_MUTEX_RECURSIVE) return again(m, EBUSY, function, pc);
        lct_trace_object(LCT_STEP_TRY_FAILED, m, 1, 1, pc, function);
        return EBUSY;
    }
    uint64_t state = lct_may_come_round(pc);
    lct_attempt(m, 1, pc);
    lct_explorer.locks_with(state);
    lct_mutex_check(m, function, pc);
    if (!is_free(m)) {
        lct_explorer.was_read();
        lct_explorer.tried_lock(false);
        lct_trace_object(LCT_STEP_TRY_FAILED, m, 1, 1, pc, function);
        return EBUSY;
    }
    lct_has_effect();
    lct_explorer.tried_lock(true);
    int error = lct_mutex_taken_by(m, lct_me());
    lct_trace_object(LCT_STEP_TRY, m, 0, 1, pc, lct_robust_name(error, function));
    return error;
}

int lct_mutex_timed(pthread_mutex_t *m, lct_deadline deadline, const char *function, uintptr_t pc) {
    lct_mutex_check(m, function, pc);
    if (!lct_time_valid(deadline.time)) return EINVAL;
    if (is_mine(m) && type_of(m) != PTHREAD_MUTEX_NORMAL && type_of(m) != PTHREAD_MUTEX_ADAPTIVE_NP)
        return again(m, EDEADLK, function, pc);
    bool taken = lct_until_time(LCT_ACQUIRE, m, 1, is_free, m, deadline, pc);
    lct_mutex_check(m, function, pc);
    if (!taken) {
        lct_explorer.was_read();
        lct_explorer.tried_lock(false);
        lct_trace_object(LCT_STEP_TIMEOUT, m, 1, 1, pc, function);
        return ETIMEDOUT;
    }
    int error = lct_mutex_taken_by(m, lct_me());
    lct_trace_object(LCT_STEP_ACQUIRE, m, 0, 1, pc, lct_robust_name(error, function));
    return error;
}

int lct_mutex_unlock(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lct_mutex_check(m, function, pc);
    if (!is_mine(m)) {
        if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK || type_of(m) == PTHREAD_MUTEX_RECURSIVE || lct_is_robust(m))
            return EPERM;
        if (is_free(m)) lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)m, "%s: the mutex is not locked", function);
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)m, "%s: %s gives back a mutex that %s has", function,
                         lct_thread_name(lct_me()), lct_thread_name((unsigned)m->__data.__owner - 1));
    }
    if (m->__data.__count > 1) {
        lct_has_effect();
        m->__data.__count--;
        lct_trace_object(LCT_STEP_RELEASE, m, m->__data.__count + 1, m->__data.__count, pc, function);
        return 0;
    }
    lct_act(LCT_RELEASE, LCT_STEP_RELEASE, m, 1, pc);
    lct_mutex_check(m, function, pc);
    given_back(m);
    lct_releases(m, 1);
    lct_trace_object(LCT_STEP_RELEASE, m, 1, 0, pc, function);
    return 0;
}

bool lct_waits_for_mutex(const lct_thread *t, lct_waited *w) {
    if (t->ready != is_free) return false;
    const pthread_mutex_t *m = t->ready_argument;
    *w = (lct_waited){.what = "mutex", .object = (uintptr_t)m, .has = lct_mutex_owner(m)};
    return true;
}

void lct_mutex_orphan(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lct_act(LCT_RELEASE, LCT_STEP_RELEASE, m, 1, pc);
    m->__data.__count = 1;
    given_back(m);
    lct_releases(m, 1);
    lct_trace_object(LCT_STEP_RELEASE, m, 1, 0, pc, function);
}

void lct_mutex_make(pthread_mutex_t *m, int kind) {
    lct_has_effect();
    *m = (pthread_mutex_t){.__data = {.__kind = kind}};
}

int lct_mutex_destroy(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lct_mutex_check(m, function, pc);
    lct_act(LCT_WRITE, LCT_STEP_NOTE, m, 1, pc);
    lct_mutex_check(m, function, pc);
    if (!is_free(m)) {
        if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK) return EBUSY;
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)m, "%s: %s still has the mutex", function,
                         lct_thread_name((unsigned)m->__data.__owner - 1));
    }
    m->__data.__kind = DESTROYED;
    return 0;
}

/* ---- pthread_mutex_* ---- */

LCT_REPLACES int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes) {
    lct_object(m, sizeof *m, LCT_CALLER);
    int kind = PTHREAD_MUTEX_NORMAL;
    int robust = PTHREAD_MUTEX_STALLED;
    if (attributes) pthread_mutexattr_gettype(attributes, &kind);
    if (attributes) pthread_mutexattr_getrobust(attributes, &robust);
    lct_mutex_make(m, robust == PTHREAD_MUTEX_ROBUST ? kind | LCT_MUTEX_ROBUST : kind);
    return 0;
}

LCT_REPLACES int pthread_mutex_destroy(pthread_mutex_t *m) {
    return lct_mutex_destroy(m, "pthread_mutex_destroy", LCT_CALLER);
}

LCT_ATTEMPT(int, pthread_mutex_lock, pthread_mutex_t *m) { return lct_mutex_lock(m, "pthread_mutex_lock", LCT_CALLER); }

LCT_ATTEMPT(int, pthread_mutex_trylock, pthread_mutex_t *m) {
    return lct_mutex_try(m, "pthread_mutex_trylock", LCT_CALLER);
}

LCT_REPLACES int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict time) {
    return lct_mutex_timed(m, (lct_deadline){CLOCK_REALTIME, time}, "pthread_mutex_timedlock", LCT_CALLER);
}

LCT_REPLACES int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
                                         const struct timespec *restrict time) {
    return lct_mutex_timed(m, (lct_deadline){clock, time}, "pthread_mutex_clocklock", LCT_CALLER);
}

LCT_REPLACES int pthread_mutex_unlock(pthread_mutex_t *m) {
    return lct_mutex_unlock(m, "pthread_mutex_unlock", LCT_CALLER);
}
