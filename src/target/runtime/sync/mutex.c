/* Mutexes, in glibc's own struct and with the meaning its fields have there: __lock is 1 while somebody has it, __owner
 * is that thread's number + 1, __count how often it has it, __kind what the initialiser said.  Of robust ones more is
 * in robust.c.
 *
 * Those with priorities and shared ones are treated as normal ones. */
#define _GNU_SOURCE
#include "target/runtime/sync/mutex.h"
#include "target/runtime/explorer.h"

#include <errno.h>

enum { DESTROYED = -1, KIND_BITS = 0x3ff, TYPE_BITS = 3 };

static int type_of(const pthread_mutex_t *m) { return m->__data.__kind & TYPE_BITS; }
static bool is_mine(const pthread_mutex_t *m) { return m->__data.__lock && m->__data.__owner == (int)lc_me() + 1; }
static bool is_free(const void *m) { return !((const pthread_mutex_t *)m)->__data.__lock; }

bool lc_mutex_is_mine(const pthread_mutex_t *m) { return is_mine(m); }
bool lc_mutex_is_free_for(const pthread_mutex_t *m, unsigned thread) {
    return is_free(m) || m->__data.__owner == (int)thread + 1;
}

lc_mask lc_mutex_owner(const pthread_mutex_t *m) {
    return m->__data.__lock ? lc_bit((unsigned)m->__data.__owner - 1) : 0;
}

void lc_mutex_check(const pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lc_object(m, sizeof *m, pc);
    if (m->__data.__kind == DESTROYED)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)m, "%s: the mutex has been destroyed", function);
    if (m->__data.__kind & ~KIND_BITS || (unsigned)m->__data.__lock > 1 || (unsigned)m->__data.__owner > LC_THREADS)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)m, "%s: the mutex was never initialised", function);
}

int lc_mutex_taken_by(pthread_mutex_t *m, unsigned thread) {
    lc_acquires(m, 1);
    int error = lc_is_robust(m) ? lc_robust_taken(m, thread) : 0;
    if (error == ENOTRECOVERABLE) return error;
    m->__data.__lock = 1;
    m->__data.__owner = (int)thread + 1;
    m->__data.__count++;
    m->__data.__nusers = 1;
    return error;
}

static void given_back(pthread_mutex_t *m) {
    if (lc_is_robust(m)) lc_robust_given_back(m, lc_me());
    m->__data.__count--;
    m->__data.__owner = 0;
    m->__data.__nusers = 0;
    m->__data.__lock = 0;
}

/* Nobody else can tell how often the owner has it, so that taking it once more is not a step. */
static int again(pthread_mutex_t *m, int error, const char *function, uintptr_t pc) {
    switch (type_of(m)) {
    case PTHREAD_MUTEX_RECURSIVE:
        lc_has_effect();
        m->__data.__count++;
        lc_told(LC_STEP_ACQUIRE, m, m->__data.__count - 1, m->__data.__count, pc, function);
        return 0;
    case PTHREAD_MUTEX_ERRORCHECK: return error;
    default:
        lc_machine_fail(LC_FAILS_DEADLOCK, pc, (uintptr_t)m,
                        "%s: %s waits for itself: it already has the mutex, which is not recursive", function,
                        lc_thread_name(lc_me()));
    }
}

int lc_mutex_lock(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lc_mutex_check(m, function, pc);
    bool other_type = type_of(m) == PTHREAD_MUTEX_RECURSIVE || type_of(m) == PTHREAD_MUTEX_ERRORCHECK;
    if (is_mine(m) && (other_type || !lc_waits_for_itself())) return again(m, EDEADLK, function, pc);
    uint64_t state = lc_may_come_round(pc);
    lc_until(LC_ACQUIRE, LC_STEP_ACQUIRE, m, is_free, m, pc);
    lc_explorer.locks_with(state);
    lc_mutex_check(m, function, pc);
    int error = lc_mutex_taken_by(m, lc_me());
    lc_told(LC_STEP_ACQUIRE, m, 0, 1, pc, lc_robust_name(error, function));
    return error;
}

int lc_mutex_try(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lc_mutex_check(m, function, pc);
    if (is_mine(m)) {
        if (type_of(m) == PTHREAD_MUTEX_RECURSIVE) return again(m, EBUSY, function, pc);
        lc_told(LC_STEP_TRY_FAILED, m, 1, 1, pc, function);
        return EBUSY;
    }
    uint64_t state = lc_may_come_round(pc);
    lc_attempt(m, 1, pc);
    lc_explorer.locks_with(state);
    lc_mutex_check(m, function, pc);
    if (!is_free(m)) {
        lc_explorer.was_read();
        lc_explorer.tried_lock(false);
        lc_told(LC_STEP_TRY_FAILED, m, 1, 1, pc, function);
        return EBUSY;
    }
    lc_has_effect();
    lc_explorer.tried_lock(true);
    int error = lc_mutex_taken_by(m, lc_me());
    lc_told(LC_STEP_TRY, m, 0, 1, pc, lc_robust_name(error, function));
    return error;
}

int lc_mutex_timed(pthread_mutex_t *m, lc_deadline deadline, const char *function, uintptr_t pc) {
    lc_mutex_check(m, function, pc);
    if (!lc_time_valid(deadline.time)) return EINVAL;
    if (is_mine(m) && type_of(m) != PTHREAD_MUTEX_NORMAL && type_of(m) != PTHREAD_MUTEX_ADAPTIVE_NP)
        return again(m, EDEADLK, function, pc);
    bool taken = lc_until_time(LC_ACQUIRE, m, 1, is_free, m, deadline, pc);
    lc_mutex_check(m, function, pc);
    if (!taken) {
        lc_explorer.was_read();
        lc_explorer.tried_lock(false);
        lc_told(LC_STEP_TIMEOUT, m, 1, 1, pc, function);
        return ETIMEDOUT;
    }
    int error = lc_mutex_taken_by(m, lc_me());
    lc_told(LC_STEP_ACQUIRE, m, 0, 1, pc, lc_robust_name(error, function));
    return error;
}

int lc_mutex_unlock(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lc_mutex_check(m, function, pc);
    if (!is_mine(m)) {
        if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK || type_of(m) == PTHREAD_MUTEX_RECURSIVE || lc_is_robust(m))
            return EPERM;
        if (is_free(m)) lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)m, "%s: the mutex is not locked", function);
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)m, "%s: %s gives back a mutex that %s has", function,
                        lc_thread_name(lc_me()), lc_thread_name((unsigned)m->__data.__owner - 1));
    }
    if (m->__data.__count > 1) {
        lc_has_effect();
        m->__data.__count--;
        lc_told(LC_STEP_RELEASE, m, m->__data.__count + 1, m->__data.__count, pc, function);
        return 0;
    }
    lc_act(LC_RELEASE, LC_STEP_RELEASE, m, 1, pc);
    lc_mutex_check(m, function, pc);
    given_back(m);
    lc_releases(m, 1);
    lc_told(LC_STEP_RELEASE, m, 1, 0, pc, function);
    return 0;
}

bool lc_waits_for_mutex(const lc_thread *t, lc_waited *w) {
    if (t->ready != is_free) return false;
    const pthread_mutex_t *m = t->ready_argument;
    *w = (lc_waited){.what = "mutex", .object = (uintptr_t)m, .has = lc_mutex_owner(m)};
    return true;
}

void lc_mutex_orphan(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lc_act(LC_RELEASE, LC_STEP_RELEASE, m, 1, pc);
    m->__data.__count = 1;
    given_back(m);
    lc_releases(m, 1);
    lc_told(LC_STEP_RELEASE, m, 1, 0, pc, function);
}

void lc_mutex_make(pthread_mutex_t *m, int kind) {
    lc_has_effect();
    *m = (pthread_mutex_t){.__data = {.__kind = kind}};
}

int lc_mutex_destroy(pthread_mutex_t *m, const char *function, uintptr_t pc) {
    lc_mutex_check(m, function, pc);
    lc_act(LC_WRITE, LC_STEP_NOTE, m, 1, pc);
    lc_mutex_check(m, function, pc);
    if (!is_free(m)) {
        if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK) return EBUSY;
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)m, "%s: %s still has the mutex", function,
                        lc_thread_name((unsigned)m->__data.__owner - 1));
    }
    m->__data.__kind = DESTROYED;
    return 0;
}

/* ---- pthread_mutex_* ---- */

LC_REPLACES int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes) {
    lc_object(m, sizeof *m, LC_CALLER);
    int kind = PTHREAD_MUTEX_NORMAL;
    int robust = PTHREAD_MUTEX_STALLED;
    if (attributes) pthread_mutexattr_gettype(attributes, &kind);
    if (attributes) pthread_mutexattr_getrobust(attributes, &robust);
    lc_mutex_make(m, robust == PTHREAD_MUTEX_ROBUST ? kind | LC_MUTEX_ROBUST : kind);
    return 0;
}

LC_REPLACES int pthread_mutex_destroy(pthread_mutex_t *m) {
    return lc_mutex_destroy(m, "pthread_mutex_destroy", LC_CALLER);
}

LC_ATTEMPT(int, pthread_mutex_lock, pthread_mutex_t *m) { return lc_mutex_lock(m, "pthread_mutex_lock", LC_CALLER); }

LC_ATTEMPT(int, pthread_mutex_trylock, pthread_mutex_t *m) {
    return lc_mutex_try(m, "pthread_mutex_trylock", LC_CALLER);
}

LC_REPLACES int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict time) {
    return lc_mutex_timed(m, (lc_deadline){CLOCK_REALTIME, time}, "pthread_mutex_timedlock", LC_CALLER);
}

LC_REPLACES int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
                                        const struct timespec *restrict time) {
    return lc_mutex_timed(m, (lc_deadline){clock, time}, "pthread_mutex_clocklock", LC_CALLER);
}

LC_REPLACES int pthread_mutex_unlock(pthread_mutex_t *m) {
    return lc_mutex_unlock(m, "pthread_mutex_unlock", LC_CALLER);
}
