/* Locks for many readers or one writer.
 *
 * Readers get it whenever no writer has it, as with glibc's default; other preferences are not modelled.
 *
 * The lock itself is the byte `writer`; each reader gives it back through a byte of its own.  So a reader does not come
 * after other readers, whose order does not matter, and a writer comes after all of them. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/sync.h"

typedef struct rwlock {
    uint8_t writer; /* its number + 1 */
    uint8_t state;  /* 0, or DESTROYED */
#if LCT_THREADS_MOST <= 16
    uint8_t readers[LCT_THREADS]; /* how often each has it */
#else
    struct {
        uint8_t thread, more;
    } again[3];                       /* readers that have it several times: the number + 1, and how often more */
    uint8_t readers[LCT_THREADS / 8]; /* a bit each */
#endif
} rwlock;
/* The kind of lock, which is not looked at but must not be taken for state, stands behind six ints or more. */
_Static_assert(sizeof(rwlock) <= 24, "it must fit");

enum { DESTROYED = 0xdd };

static bool is_read(const rwlock *l) {
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof l->readers; i++) sum |= l->readers[i];
    return sum;
}

/* The byte through which a reader gives it back: where several share one, their returns come one after another. */
static uint8_t *byte_of(rwlock *l, unsigned thread) { return &l->readers[thread % sizeof l->readers]; }

#if LCT_THREADS_MOST <= 16
static unsigned times_read(const rwlock *l, unsigned thread) { return l->readers[thread]; }

static bool read_times(rwlock *l, unsigned thread, unsigned times) {
    if (times > UINT8_MAX) return false;
    l->readers[thread] = (uint8_t)times;
    return true;
}
#else
enum { AGAIN = sizeof((rwlock *)NULL)->again / sizeof *((rwlock *)NULL)->again };

static unsigned times_read(const rwlock *l, unsigned thread) {
    if (!(l->readers[thread / 8] >> thread % 8 & 1)) return 0;
    for (unsigned i = 0; i < AGAIN; i++)
        if (l->again[i].thread == thread + 1) return 1u + l->again[i].more;
    return 1;
}

/* False: that often is beyond counting. */
static bool read_times(rwlock *l, unsigned thread, unsigned times) {
    unsigned i = 0, bit = 1u << thread % 8;
    while (i < AGAIN && l->again[i].thread != thread + 1) i++;
    if (i == AGAIN && times > 1)
        for (i = 0; i < AGAIN && l->again[i].thread;) i++;
    if (times > UINT8_MAX || (i == AGAIN && times > 1)) return false;
    l->readers[thread / 8] = (uint8_t)(times ? l->readers[thread / 8] | bit : l->readers[thread / 8] & ~bit);
    if (i == AGAIN) return true;
    l->again[i].thread = times > 1 ? (uint8_t)(thread + 1) : 0;
    l->again[i].more = times > 1 ? (uint8_t)(times - 1) : 0;
    return true;
}
#endif

static bool may_read(const void *l) { return !((const rwlock *)l)->writer; }
static bool may_write(const void *l) { return !((const rwlock *)l)->writer && !is_read(l); }

static lct_mask holders(const rwlock *l) {
    lct_mask found = l->writer ? lct_bit(l->writer - 1u) : 0;
    for (unsigned i = 0; i < LCT_THREADS; i++)
        if (times_read(l, i)) found |= lct_bit(i);
    return found;
}

bool lct_waits_for_rwlock(const lct_thread *t, lct_waited *w) {
    if (t->ready != may_read && t->ready != may_write) return false;
    *w = (lct_waited){.what = t->ready == may_read ? "lock (to read)" : "lock (to write)",
                      .object = (uintptr_t)t->ready_argument,
                      .has = holders(t->ready_argument)};
    return true;
}

static rwlock *check(pthread_rwlock_t *object, const char *function, uintptr_t pc) {
    rwlock *l = (rwlock *)object;
    lct_object(l, sizeof *object, pc);
    if (l->state == DESTROYED)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)l, "%s: the lock has been destroyed", function);
    if (l->state || l->writer > LCT_THREADS)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)l, "%s: the lock was never initialized", function);
    return l;
}

static int taken_for_reading(rwlock *l, uint8_t shown, const char *function, uintptr_t pc) {
    lct_has_effect();
    unsigned held = times_read(l, lct_me());
    if (!read_times(l, lct_me(), held + 1)) {
        if (held == UINT8_MAX) return EAGAIN;
        lct_machine_fail(LCT_FAILS_LIMIT, pc, (uintptr_t)l, "%s: too many threads have the lock several times each",
                         function);
    }
    lct_acquires(&l->writer, 1);
    lct_trace_object(shown, l, held, held + 1u, pc, function);
    return 0;
}

static int taken_for_writing(rwlock *l, uint8_t shown, const char *function, uintptr_t pc) {
    lct_has_effect();
    l->writer = (uint8_t)(lct_me() + 1);
    lct_acquires(l, sizeof *l);
    lct_trace_object(shown, l, 0, 1, pc, function);
    return 0;
}

static int failed(const rwlock *l, int error, const char *function, uintptr_t pc) {
    lct_explorer.tried_lock(false);
    lct_trace_object(error == EBUSY ? LCT_STEP_TRY_FAILED : LCT_STEP_TIMEOUT, l, 1, 1, pc, function);
    return error;
}

static int read_lock(pthread_rwlock_t *object, const char *function, uintptr_t pc) {
    rwlock *l = check(object, function, pc);
    if (l->writer == lct_me() + 1) return EDEADLK;
    lct_until(LCT_SHARE, LCT_STEP_ACQUIRE, &l->writer, may_read, l, pc);
    check(object, function, pc);
    return taken_for_reading(l, LCT_STEP_ACQUIRE, function, pc);
}

static int write_lock(pthread_rwlock_t *object, const char *function, uintptr_t pc) {
    rwlock *l = check(object, function, pc);
    if (l->writer == lct_me() + 1) return EDEADLK;
    if (times_read(l, lct_me()) && !lct_waits_for_itself())
        lct_machine_fail(LCT_FAILS_DEADLOCK, pc, (uintptr_t)l, "%s: %s waits for itself: it has the lock for reading",
                         function, lct_thread_name(lct_me()));
    uint64_t state = lct_may_come_round(pc);
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, &l->writer, may_write, l, pc);
    lct_explorer.locks_with(state);
    lct_explorer.comes_after(l->readers, sizeof l->readers);
    check(object, function, pc);
    return taken_for_writing(l, LCT_STEP_ACQUIRE, function, pc);
}

/* Whether it works depends on writers alone; having it matters to writers alone: a read. */
static int try_read(pthread_rwlock_t *object, const char *function, uintptr_t pc) {
    rwlock *l = check(object, function, pc);
    (void)lct_is_whole(true);
    lct_point(LCT_READ, LCT_STEP_TRY, (uintptr_t)&l->writer, 1, true, pc);
    check(object, function, pc);
    return may_read(l) ? taken_for_reading(l, LCT_STEP_TRY, function, pc) : failed(l, EBUSY, function, pc);
}

/* This depends on readers, too, so that it counts as a write even if it fails: they do not. */
static int try_write(pthread_rwlock_t *object, const char *function, uintptr_t pc) {
    rwlock *l = check(object, function, pc);
    uint64_t state = lct_may_come_round(pc);
    (void)lct_is_whole(true);
    lct_act(LCT_WRITE, LCT_STEP_TRY, l, sizeof *l, pc);
    lct_explorer.locks_with(state);
    check(object, function, pc);
    if (may_write(l)) lct_explorer.tried_lock(true);
    return may_write(l) ? taken_for_writing(l, LCT_STEP_TRY, function, pc) : failed(l, EBUSY, function, pc);
}

static int timed_read(pthread_rwlock_t *object, lct_deadline deadline, const char *function, uintptr_t pc) {
    rwlock *l = check(object, function, pc);
    if (!lct_time_valid(deadline.time)) return EINVAL;
    if (l->writer == lct_me() + 1) return EDEADLK;
    (void)lct_is_whole(true);
    bool taken = lct_until_time(LCT_SHARE, &l->writer, 1, may_read, l, deadline, pc);
    check(object, function, pc);
    if (taken) return taken_for_reading(l, LCT_STEP_ACQUIRE, function, pc);
    lct_explorer.was_read();
    return failed(l, ETIMEDOUT, function, pc);
}

static int timed_write(pthread_rwlock_t *object, lct_deadline deadline, const char *function, uintptr_t pc) {
    rwlock *l = check(object, function, pc);
    if (!lct_time_valid(deadline.time)) return EINVAL;
    if (l->writer == lct_me() + 1) return EDEADLK;
    (void)lct_is_whole(true);
    bool taken = lct_until_time(LCT_ACQUIRE, l, sizeof *l, may_write, l, deadline, pc);
    lct_explorer.comes_after(l->readers, sizeof l->readers);
    check(object, function, pc);
    return taken ? taken_for_writing(l, LCT_STEP_ACQUIRE, function, pc) : failed(l, ETIMEDOUT, function, pc);
}

/* ---- pthread_rwlock_* ---- */

LCT_REPLACES int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict attributes) {
    (void)attributes;
    lct_has_effect();
    lct_object(l, sizeof *l, LCT_CALLER);
    *l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    return 0;
}

LCT_REPLACES int pthread_rwlock_destroy(pthread_rwlock_t *object) {
    static const char function[] = "pthread_rwlock_destroy";
    rwlock *l = check(object, function, LCT_CALLER);
    lct_act(LCT_WRITE, LCT_STEP_NOTE, l, sizeof *l, LCT_CALLER);
    check(object, function, LCT_CALLER);
    if (!may_write(l))
        lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, (uintptr_t)l, "%s: %s still has the lock", function,
                         lct_thread_name(lct_first(holders(l))));
    l->state = DESTROYED;
    return 0;
}

LCT_REPLACES int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
    return read_lock(l, "pthread_rwlock_rdlock", LCT_CALLER);
}
LCT_ATTEMPT(int, pthread_rwlock_wrlock, pthread_rwlock_t *l) {
    return write_lock(l, "pthread_rwlock_wrlock", LCT_CALLER);
}

LCT_ATTEMPT(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *l) {
    return try_read(l, "pthread_rwlock_tryrdlock", LCT_CALLER);
}

LCT_ATTEMPT(int, pthread_rwlock_trywrlock, pthread_rwlock_t *l) {
    return try_write(l, "pthread_rwlock_trywrlock", LCT_CALLER);
}

LCT_REPLACES int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l, const struct timespec *restrict time) {
    return timed_read(l, (lct_deadline){CLOCK_REALTIME, time}, "pthread_rwlock_timedrdlock", LCT_CALLER);
}

LCT_REPLACES int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l, const struct timespec *restrict time) {
    return timed_write(l, (lct_deadline){CLOCK_REALTIME, time}, "pthread_rwlock_timedwrlock", LCT_CALLER);
}

LCT_REPLACES int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                            const struct timespec *restrict time) {
    return timed_read(l, (lct_deadline){clock, time}, "pthread_rwlock_clockrdlock", LCT_CALLER);
}

LCT_REPLACES int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                            const struct timespec *restrict time) {
    return timed_write(l, (lct_deadline){clock, time}, "pthread_rwlock_clockwrlock", LCT_CALLER);
}

LCT_REPLACES int pthread_rwlock_unlock(pthread_rwlock_t *object) {
    static const char function[] = "pthread_rwlock_unlock";
    uintptr_t pc = LCT_CALLER;
    rwlock *l = check(object, function, pc);
    unsigned held = times_read(l, lct_me());
    if (l->writer == lct_me() + 1) {
        lct_act(LCT_RELEASE, LCT_STEP_RELEASE, &l->writer, 1, pc);
        check(object, function, pc);
        l->writer = 0;
        lct_releases(&l->writer, 1);
        lct_trace_object(LCT_STEP_RELEASE, l, 1, 0, pc, function);
        return 0;
    }
    if (!held)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)l, "%s: %s does not have the lock", function,
                         lct_thread_name(lct_me()));
    if (held == 1) { /* no other thread can notice that it is held once less */
        lct_act(LCT_RELEASE, LCT_STEP_RELEASE, lct_is_whole(false) ? &l->writer : byte_of(l, lct_me()), 1, pc);
        check(object, function, pc);
    }
    lct_has_effect();
    read_times(l, lct_me(), held - 1);
    lct_contributes(byte_of(l, lct_me()), 1);
    lct_trace_object(LCT_STEP_RELEASE, l, held, held - 1, pc, function);
    return 0;
}
