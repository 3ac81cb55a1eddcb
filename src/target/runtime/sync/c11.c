/* Threads of C11.  glibc's types are those of POSIX in different words. */
#include <errno.h>
#include <threads.h>

#include "target/runtime/sync/cond.h"
#include "target/runtime/sync/keys.h"
#include "target/runtime/sync/mutex.h"
#include "target/runtime/sync/thread.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t) &&
                   sizeof(once_flag) == sizeof(pthread_once_t) && sizeof(thrd_t) == sizeof(pthread_t),
               "types of C11 and POSIX differ");

static int status(int error) {
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM: return thrd_nomem;
    default: return thrd_error;
    }
}

static pthread_mutex_t *mutex(mtx_t *m) { return (pthread_mutex_t *)(void *)m; }

/* ---- threads ---- */

LCT_REPLACES int thrd_create(thrd_t *id, thrd_start_t start, void *argument) {
    /* The result is in the same register either way; only its lower half is looked at. */
    void *(*function)(void *) = (void *(*)(void *))(void (*)(void))start;
    return status(lct_thread_create(id, NULL, function, argument, "thrd_create", LCT_CALLER));
}

LCT_REPLACES int thrd_join(thrd_t id, int *result) {
    void *value;
    int error = lct_thread_await(id, &value, "thrd_join", LCT_CALLER);
    if (!error && result) *result = (int)(intptr_t)value;
    return status(error);
}

LCT_REPLACES int thrd_detach(thrd_t id) { return status(lct_thread_detach(id, "thrd_detach", LCT_CALLER)); }
LCT_REPLACES void thrd_exit(int result) {
    lct_thread_leave((void *)(intptr_t)result, LCT_CALLER, __builtin_frame_address(0));
}
LCT_REPLACES thrd_t thrd_current(void) { return lct_thread_id(lct_me()); }

LCT_REPLACES void thrd_yield(void) {
    if (lct_m.in_code) lct_sleep(0, "thrd_yield", LCT_CALLER);
}

LCT_REPLACES int thrd_sleep(const struct timespec *time, struct timespec *left) {
    if (!lct_m.in_code) return nanosleep(time, left);
    if (time->tv_sec < 0 || !lct_time_valid(time)) return -2;
    lct_sleep(lct_time_of(CLOCK_PROCESS_CPUTIME_ID, time), "thrd_sleep", LCT_CALLER);
    return 0;
}

/* ---- mutexes ---- */

LCT_REPLACES int mtx_init(mtx_t *m, int type) {
    if (type & ~(mtx_plain | mtx_timed | mtx_recursive)) return thrd_error;
    lct_object(m, sizeof *m, LCT_CALLER);
    lct_mutex_make(mutex(m), type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return thrd_success;
}

LCT_REPLACES void mtx_destroy(mtx_t *m) { lct_mutex_destroy(mutex(m), "mtx_destroy", LCT_CALLER); }
LCT_ATTEMPT(int, mtx_lock, mtx_t *m) { return status(lct_mutex_lock(mutex(m), "mtx_lock", LCT_CALLER)); }
LCT_REPLACES int mtx_unlock(mtx_t *m) { return status(lct_mutex_unlock(mutex(m), "mtx_unlock", LCT_CALLER)); }

LCT_ATTEMPT(int, mtx_trylock, mtx_t *m) { return status(lct_mutex_try(mutex(m), "mtx_trylock", LCT_CALLER)); }

LCT_REPLACES int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict time) {
    return status(lct_mutex_timed(mutex(m), (lct_deadline){CLOCK_REALTIME, time}, "mtx_timedlock", LCT_CALLER));
}

/* ---- condition variables ---- */

LCT_REPLACES int cnd_init(cnd_t *c) {
    lct_object(c, sizeof *c, LCT_CALLER);
    lct_cond_make(c, CLOCK_REALTIME);
    return thrd_success;
}

LCT_REPLACES void cnd_destroy(cnd_t *c) { lct_cond_destroy(c, "cnd_destroy", LCT_CALLER); }
LCT_REPLACES int cnd_signal(cnd_t *c) { return status(lct_cond_signal(c, false, "cnd_signal", LCT_CALLER)); }
LCT_REPLACES int cnd_broadcast(cnd_t *c) { return status(lct_cond_signal(c, true, "cnd_broadcast", LCT_CALLER)); }
LCT_REPLACES int cnd_wait(cnd_t *c, mtx_t *m) {
    return status(lct_cond_wait(c, mutex(m), NULL, "cnd_wait", LCT_CALLER));
}

LCT_REPLACES int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict time) {
    return status(lct_cond_wait(c, mutex(m), &(lct_deadline){CLOCK_REALTIME, time}, "cnd_timedwait", LCT_CALLER));
}

/* ---- the rest ---- */

LCT_REPLACES void call_once(once_flag *once, void (*function)(void)) {
    pthread_once((pthread_once_t *)(void *)once, function);
}

LCT_REPLACES int tss_create(tss_t *key, tss_dtor_t destructor) {
    return status(lct_key_create(key, destructor, LCT_CALLER));
}
LCT_REPLACES void tss_delete(tss_t key) { lct_key_delete(key, LCT_CALLER); }
LCT_REPLACES void *tss_get(tss_t key) { return lct_key_get(key); }
LCT_REPLACES int tss_set(tss_t key, void *value) { return status(lct_key_set(key, value)); }
