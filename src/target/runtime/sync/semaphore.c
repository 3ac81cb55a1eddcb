/* Semaphores of POSIX.
 *
 * Who waits competes with others who wait, on the first byte of the object.  Posting is kept apart, in another
 * word: it disturbs nobody who could have gone on without it.  A thread that takes the last one comes after all that
 * was posted so far, because without any of it there would have been none left; one that leaves some does not. */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <stdarg.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/world/ipc.h"

typedef struct semaphore {
    uint32_t value;
    uint32_t state; /* 0, or DESTROYED */
    uint64_t posts; /* not used: it only stands for them */
} semaphore;
_Static_assert(sizeof(semaphore) <= sizeof(sem_t), "it must fit");

enum { DESTROYED = 0xdd, VALUE_MAX = 0x7fffffff };

static bool is_positive(const void *s) { return ((const semaphore *)s)->value > 0; }

bool lc_waits_for_semaphore(const lc_thread *t, lc_waited *w) {
    if (t->ready != is_positive) return false;
    *w = (lc_waited){.what = "semaphore", .object = (uintptr_t)t->ready_argument};
    return true;
}

static semaphore *check(sem_t *object, const char *function, uintptr_t pc) {
    semaphore *s = (semaphore *)object;
    lc_object(s, sizeof *object, pc);
    if (s->state == DESTROYED)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)s, "%s: the semaphore has been destroyed", function);
    if (s->state || s->value > VALUE_MAX)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)s, "%s: the semaphore was never initialised", function);
    return s;
}

static int fails(int error) {
    errno = error;
    return -1;
}

static void took(semaphore *s, uint8_t shown, const char *function, uintptr_t pc) {
    lc_has_effect();
    s->value--;
    lc_acquires(&s->posts, 1);
    lc_told(shown, s, s->value + 1, s->value, pc, function);
}

static int timed(sem_t *object, lc_deadline deadline, const char *function, uintptr_t pc) {
    semaphore *s = check(object, function, pc);
    if (!lc_time_valid(deadline.time)) return fails(EINVAL);
    bool taken = lc_until_time(LC_ACQUIRE, s, sizeof *s, is_positive, s, deadline, pc);
    check(object, function, pc);
    if (!taken) {
        lc_explorer.was_read();
        lc_told(LC_STEP_TIMEOUT, s, 0, 0, pc, function);
        return fails(ETIMEDOUT);
    }
    if (s->value == 1) lc_explorer.comes_after(&s->posts, 1);
    took(s, LC_STEP_ACQUIRE, function, pc);
    return 0;
}

LC_REPLACES int sem_init(sem_t *object, int shared, unsigned value) {
    (void)shared;
    if (value > VALUE_MAX) return fails(EINVAL);
    lc_has_effect();
    lc_object(object, sizeof *object, LC_CALLER);
    *(semaphore *)object = (semaphore){.value = value};
    return 0;
}

/* Who waits for it and cannot go on yet. */
static lc_mask waiters(const semaphore *s) {
    lc_mask found = 0;
    if (!lc_m.in_code || is_positive(s)) return 0;
    for (unsigned i = 0; i < lc_m.thread_count; i++)
        if (lc_m.threads[i].ready == is_positive && lc_m.threads[i].ready_argument == s) found |= lc_bit(i);
    return found;
}

LC_REPLACES int sem_destroy(sem_t *object) {
    semaphore *s = check(object, "sem_destroy", LC_CALLER);
    lc_act(LC_WRITE, LC_STEP_NOTE, s, sizeof *s, LC_CALLER);
    check(object, "sem_destroy", LC_CALLER);
    lc_mask left = waiters(s);
    if (left)
        lc_machine_fail(LC_FAILS_MISUSE, LC_CALLER, (uintptr_t)s, "sem_destroy: %s still waits for the semaphore",
                        lc_thread_name((unsigned)__builtin_ctz(left)));
    s->state = DESTROYED;
    return 0;
}

LC_REPLACES int sem_wait(sem_t *object) {
    uintptr_t pc = LC_CALLER;
    semaphore *s = check(object, "sem_wait", pc);
    lc_until(LC_ACQUIRE, LC_STEP_ACQUIRE, s, is_positive, s, pc);
    check(object, "sem_wait", pc);
    if (s->value == 1) lc_explorer.comes_after(&s->posts, 1);
    took(s, LC_STEP_ACQUIRE, "sem_wait", pc);
    return 0;
}

LC_ATTEMPT(int, sem_trywait, sem_t *object) {
    uintptr_t pc = LC_CALLER;
    semaphore *s = check(object, "sem_trywait", pc);
    lc_attempt(s, sizeof *s, pc);
    check(object, "sem_trywait", pc);
    if (is_positive(s)) {
        took(s, LC_STEP_TRY, "sem_trywait", pc);
        return 0;
    }
    lc_explorer.was_read();
    lc_told(LC_STEP_TRY_FAILED, s, 0, 0, pc, "sem_trywait");
    return fails(EAGAIN);
}

LC_REPLACES int sem_timedwait(sem_t *restrict object, const struct timespec *restrict time) {
    return timed(object, (lc_deadline){CLOCK_REALTIME, time}, "sem_timedwait", LC_CALLER);
}

LC_REPLACES int sem_clockwait(sem_t *restrict object, clockid_t clock, const struct timespec *restrict time) {
    return timed(object, (lc_deadline){clock, time}, "sem_clockwait", LC_CALLER);
}

LC_REPLACES int sem_post(sem_t *object) {
    uintptr_t pc = LC_CALLER;
    semaphore *s = check(object, "sem_post", pc);
    lc_act(LC_RELEASE, LC_STEP_RELEASE, &s->posts, 1, pc);
    check(object, "sem_post", pc);
    if (s->value == VALUE_MAX)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)s, "sem_post: the semaphore is at its largest value, %d",
                        VALUE_MAX);
    s->value++;
    lc_contributes(&s->posts, 1);
    lc_told(LC_STEP_RELEASE, s, s->value - 1, s->value, pc, "sem_post");
    return 0;
}

LC_ATTEMPT(int, sem_getvalue, sem_t *restrict object, int *restrict value) {
    uintptr_t pc = LC_CALLER;
    semaphore *s = check(object, "sem_getvalue", pc);
    lc_point(LC_READ, LC_STEP_LOAD, (uintptr_t)s, sizeof *s, true, pc);
    check(object, "sem_getvalue", pc);
    *value = (int)s->value;
    lc_told(LC_STEP_LOAD, s, s->value, s->value, pc, "sem_getvalue");
    return 0;
}

/* ---- with a name: see world/ipc.c ---- */

LC_REPLACES sem_t *sem_open(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    unsigned value = va_arg(more, unsigned);
    va_end(more);
    (void)mode;
    sem_t *found = lc_named_open(name, flags, value, LC_CALLER);
    return found ? found : SEM_FAILED;
}

LC_REPLACES int sem_close(sem_t *s) {
    (void)s;
    return 0;
}

LC_REPLACES int sem_unlink(const char *name) {
    int error = lc_named_unlink(name, LC_CALLER);
    return error ? fails(error) : 0;
}
