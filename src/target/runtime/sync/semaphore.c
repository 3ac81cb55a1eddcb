/* Semaphores of POSIX.
 *
 * A thread that waits competes with the other waiting threads, on the first byte of the object.  Posting is kept apart,
 * in another word: it disturbs no thread that could have gone on without it.  A thread that takes the last one comes
 * after all that was posted so far, because without any of it there would have been none left; one that leaves n comes
 * after all but the last n that were posted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <stdarg.h>

#include "target/runtime/explorer.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/world/ipc.h"

typedef struct semaphore {
    uint32_t value;
    uint32_t state;       /* 0, or DESTROYED */
    uint64_t release_key; /* not used: it only stands for them */
} semaphore;
_Static_assert(sizeof(semaphore) <= sizeof(sem_t), "it must fit");

enum { DESTROYED = 0xdd, VALUE_MAX = 0x7fffffff };

static bool is_positive(const void *s) { return ((const semaphore *)s)->value > 0; }

bool lct_waits_for_semaphore(const lct_thread *t, lct_waited *w) {
    if (t->ready != is_positive) return false;
    *w = (lct_waited){.what = "semaphore", .object = (uintptr_t)t->ready_argument};
    return true;
}

static semaphore *check(sem_t *object, const char *function, uintptr_t pc) {
    semaphore *s = (semaphore *)object;
    lct_object(s, sizeof *object, pc);
    if (s->state == DESTROYED)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)s, "%s: the semaphore has been destroyed", function);
    if (s->state || s->value > VALUE_MAX)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)s, "%s: the semaphore was never initialized", function);
    return s;
}

static int fails(int error) {
    errno = error;
    return -1;
}

static void took(semaphore *s, uint8_t shown, const char *function, uintptr_t pc) {
    lct_has_effect();
    s->value--;
    lct_acquires(&s->release_key, 1);
    lct_trace_object(shown, s, s->value + 1, s->value, pc, function);
}

static void comes_after_posts(const semaphore *s) {
    if (s->value == 1) lct_explorer.comes_after(&s->release_key, 1);
    else lct_explorer.comes_after_release(&s->release_key, s->value);
}

static int timed(sem_t *object, lct_deadline deadline, const char *function, uintptr_t pc) {
    semaphore *s = check(object, function, pc);
    if (!lct_time_valid(deadline.time)) return fails(EINVAL);
    (void)lct_is_whole(true);
    bool taken = lct_until_time(LCT_ACQUIRE, s, sizeof *s, is_positive, s, deadline, pc);
    check(object, function, pc);
    if (!taken) {
        lct_explorer.was_read();
        lct_trace_object(LCT_STEP_TIMEOUT, s, 0, 0, pc, function);
        return fails(ETIMEDOUT);
    }
    comes_after_posts(s);
    took(s, LCT_STEP_ACQUIRE, function, pc);
    return 0;
}

LCT_REPLACES int sem_init(sem_t *object, int shared, unsigned value) {
    (void)shared;
    if (value > VALUE_MAX) return fails(EINVAL);
    lct_has_effect();
    lct_object(object, sizeof *object, LCT_CALLER);
    *(semaphore *)object = (semaphore){.value = value};
    return 0;
}

/* The threads that wait for it and cannot go on yet. */
static lct_mask waiters(const semaphore *s) {
    lct_mask found = 0;
    if (!lct_m.in_code || is_positive(s)) return 0;
    for (unsigned i = 0; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].ready == is_positive && lct_m.threads[i].ready_argument == s) found |= lct_bit(i);
    return found;
}

LCT_REPLACES int sem_destroy(sem_t *object) {
    semaphore *s = check(object, "sem_destroy", LCT_CALLER);
    lct_act(LCT_WRITE, LCT_STEP_NOTE, s, sizeof *s, LCT_CALLER);
    check(object, "sem_destroy", LCT_CALLER);
    lct_mask left = waiters(s);
    if (left)
        lct_machine_fail(LCT_FAILS_MISUSE, LCT_CALLER, (uintptr_t)s, "sem_destroy: %s still waits for the semaphore",
                         lct_thread_name(lct_first(left)));
    s->state = DESTROYED;
    return 0;
}

LCT_REPLACES int sem_wait(sem_t *object) {
    uintptr_t pc = LCT_CALLER;
    semaphore *s = check(object, "sem_wait", pc);
    lct_until(LCT_ACQUIRE, LCT_STEP_ACQUIRE, s, is_positive, s, pc);
    check(object, "sem_wait", pc);
    comes_after_posts(s);
    took(s, LCT_STEP_ACQUIRE, "sem_wait", pc);
    return 0;
}

LCT_ATTEMPT(int, sem_trywait, sem_t *object) {
    uintptr_t pc = LCT_CALLER;
    semaphore *s = check(object, "sem_trywait", pc);
    (void)lct_is_whole(true);
    lct_attempt(s, sizeof *s, pc);
    check(object, "sem_trywait", pc);
    if (is_positive(s)) {
        took(s, LCT_STEP_TRY, "sem_trywait", pc);
        return 0;
    }
    lct_explorer.was_read();
    lct_trace_object(LCT_STEP_TRY_FAILED, s, 0, 0, pc, "sem_trywait");
    return fails(EAGAIN);
}

LCT_REPLACES int sem_timedwait(sem_t *restrict object, const struct timespec *restrict time) {
    return timed(object, (lct_deadline){CLOCK_REALTIME, time}, "sem_timedwait", LCT_CALLER);
}

LCT_REPLACES int sem_clockwait(sem_t *restrict object, clockid_t clock, const struct timespec *restrict time) {
    return timed(object, (lct_deadline){clock, time}, "sem_clockwait", LCT_CALLER);
}

LCT_REPLACES int sem_post(sem_t *object) {
    uintptr_t pc = LCT_CALLER;
    semaphore *s = check(object, "sem_post", pc);
    lct_act(LCT_RELEASE, LCT_STEP_RELEASE, lct_is_whole(false) ? (void *)s : &s->release_key, 1, pc);
    check(object, "sem_post", pc);
    if (s->value == VALUE_MAX)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)s, "sem_post: the semaphore is at its largest value, %d",
                         VALUE_MAX);
    s->value++;
    lct_contributes(&s->release_key, 1);
    lct_trace_object(LCT_STEP_RELEASE, s, s->value - 1, s->value, pc, "sem_post");
    return 0;
}

LCT_ATTEMPT(int, sem_getvalue, sem_t *restrict object, int *restrict value) {
    uintptr_t pc = LCT_CALLER;
    semaphore *s = check(object, "sem_getvalue", pc);
    (void)lct_is_whole(true);
    lct_point(LCT_READ, LCT_STEP_TRY, (uintptr_t)s, sizeof *s, true, pc); /* it does not acquire */
    check(object, "sem_getvalue", pc);
    *value = (int)s->value;
    lct_trace_object(LCT_STEP_LOAD, s, s->value, s->value, pc, "sem_getvalue");
    return 0;
}

/* ---- with a name: see world/ipc.c ---- */

LCT_REPLACES sem_t *sem_open(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    unsigned value = va_arg(more, unsigned);
    va_end(more);
    (void)mode;
    sem_t *found = lct_named_open(name, flags, value, LCT_CALLER);
    return found ? found : SEM_FAILED;
}

LCT_REPLACES int sem_close(sem_t *s) {
    (void)s;
    return 0;
}

LCT_REPLACES int sem_unlink(const char *name) {
    int error = lct_named_unlink(name, LCT_CALLER);
    return error ? fails(error) : 0;
}
