/* A condition variable over the system call futex.
 *
 * Waiting is sleeping until a number changes that was read while the mutex was still held.  Mistake, by macro:
 *     FUTEX_COND_FLAG  the number is a flag, as it was in the C library musl: waiting sets it to 1, signalling to 0.  A
 *                      thread that was woken but finds that another has begun to wait meanwhile, and has set the flag
 *                      again, believes that it was not meant and goes back to sleep */
#ifndef SUBJECTS_FUTEX_COND_H
#define SUBJECTS_FUTEX_COND_H

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

struct futex_cond {
    atomic_int signals;
};

/* Comes back at some time after a broadcast, perhaps also before. */
static inline void futex_cond_wait(struct futex_cond *c, pthread_mutex_t *held) {
#ifdef FUTEX_COND_FLAG
    int before = 1;
    atomic_store(&c->signals, before);
#else
    int before = atomic_load(&c->signals);
#endif
    pthread_mutex_unlock(held);
    do syscall(SYS_futex, &c->signals, FUTEX_WAIT_PRIVATE, before, NULL, NULL, 0);
    while (atomic_load(&c->signals) == before);
    pthread_mutex_lock(held);
}

static inline void futex_cond_broadcast(struct futex_cond *c) {
#ifdef FUTEX_COND_FLAG
    atomic_store(&c->signals, 0);
#else
    atomic_fetch_add(&c->signals, 1);
#endif
    syscall(SYS_futex, &c->signals, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

#endif
