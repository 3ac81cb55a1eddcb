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

LC_REPLACES int thrd_create(thrd_t *id, thrd_start_t start, void *argument) {
    /* The result is in the same register either way; only its lower half is looked at. */
    void *(*function)(void *) = (void *(*)(void *))(void (*)(void))start;
    return status(lc_thread_create(id, NULL, function, argument, "thrd_create", LC_CALLER));
}

LC_REPLACES int thrd_join(thrd_t id, int *result) {
    void *value;
    int error = lc_thread_await(id, &value, "thrd_join", LC_CALLER);
    if (!error && result) *result = (int)(intptr_t)value;
    return status(error);
}

LC_REPLACES int thrd_detach(thrd_t id) { return status(lc_thread_detach(id, "thrd_detach", LC_CALLER)); }
LC_REPLACES void thrd_exit(int result) { lc_thread_leave((void *)(intptr_t)result, LC_CALLER); }
LC_REPLACES thrd_t thrd_current(void) { return lc_thread_id(lc_me()); }

LC_REPLACES void thrd_yield(void) {
    if (lc_m.in_code) lc_sleep(0, "thrd_yield", LC_CALLER);
}

LC_REPLACES int thrd_sleep(const struct timespec *time, struct timespec *left) {
    if (!lc_m.in_code) return nanosleep(time, left);
    if (time->tv_sec < 0 || !lc_time_valid(time)) return -2;
    lc_sleep(lc_time_of(CLOCK_PROCESS_CPUTIME_ID, time), "thrd_sleep", LC_CALLER);
    return 0;
}

/* ---- mutexes ---- */

LC_REPLACES int mtx_init(mtx_t *m, int type) {
    if (type & ~(mtx_plain | mtx_timed | mtx_recursive)) return thrd_error;
    lc_object(m, sizeof *m, LC_CALLER);
    lc_mutex_make(mutex(m), type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return thrd_success;
}

LC_REPLACES void mtx_destroy(mtx_t *m) { lc_mutex_destroy(mutex(m), "mtx_destroy", LC_CALLER); }
LC_ATTEMPT(int, mtx_lock, mtx_t *m) { return status(lc_mutex_lock(mutex(m), "mtx_lock", LC_CALLER)); }
LC_REPLACES int mtx_unlock(mtx_t *m) { return status(lc_mutex_unlock(mutex(m), "mtx_unlock", LC_CALLER)); }

LC_ATTEMPT(int, mtx_trylock, mtx_t *m) { return status(lc_mutex_try(mutex(m), "mtx_trylock", LC_CALLER)); }

LC_REPLACES int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict time) {
    return status(lc_mutex_timed(mutex(m), (lc_deadline){CLOCK_REALTIME, time}, "mtx_timedlock", LC_CALLER));
}

/* ---- condition variables ---- */

LC_REPLACES int cnd_init(cnd_t *c) {
    lc_object(c, sizeof *c, LC_CALLER);
    lc_cond_make(c, CLOCK_REALTIME);
    return thrd_success;
}

LC_REPLACES void cnd_destroy(cnd_t *c) { lc_cond_destroy(c, "cnd_destroy", LC_CALLER); }
LC_REPLACES int cnd_signal(cnd_t *c) { return status(lc_cond_signal(c, false, "cnd_signal", LC_CALLER)); }
LC_REPLACES int cnd_broadcast(cnd_t *c) { return status(lc_cond_signal(c, true, "cnd_broadcast", LC_CALLER)); }
LC_REPLACES int cnd_wait(cnd_t *c, mtx_t *m) { return status(lc_cond_wait(c, mutex(m), NULL, "cnd_wait", LC_CALLER)); }

LC_REPLACES int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict time) {
    return status(lc_cond_wait(c, mutex(m), &(lc_deadline){CLOCK_REALTIME, time}, "cnd_timedwait", LC_CALLER));
}

/* ---- the rest ---- */

LC_REPLACES void call_once(once_flag *once, void (*function)(void)) {
    pthread_once((pthread_once_t *)(void *)once, function);
}

LC_REPLACES int tss_create(tss_t *key, tss_dtor_t destructor) {
    return status(lc_key_create(key, destructor, LC_CALLER));
}
LC_REPLACES void tss_delete(tss_t key) { lc_key_delete(key, LC_CALLER); }
LC_REPLACES void *tss_get(tss_t key) { return lc_key_get(key); }
LC_REPLACES int tss_set(tss_t key, void *value) { return status(lc_key_set(key, value)); }
