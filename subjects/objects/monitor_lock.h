/* Locks of a mutex and a condition variable: one for a single holder, one for readers and writers, and a semaphore.
 *
 * Mistakes, by macro:
 *     MONITOR_FORGETS    no thread is woken when the lock becomes free
 *     MONITOR_LETS_IN    a writer does not wait for readers
 *     MONITOR_ONCE       a post wakes a thread only where the semaphore was zero: of two that wait, one stays asleep */
#ifndef SUBJECTS_MONITOR_LOCK_H
#define SUBJECTS_MONITOR_LOCK_H

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t monitor = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writers, value;

static inline void monitor_tell(bool free) {
#ifndef MONITOR_FORGETS
    if (free) pthread_cond_broadcast(&changed);
#else
    (void)free;
#endif
}

static inline void monitor_wrlock(void) {
    pthread_mutex_lock(&monitor);
#ifdef MONITOR_LETS_IN
    while (writers) pthread_cond_wait(&changed, &monitor);
#else
    while (writers || readers) pthread_cond_wait(&changed, &monitor);
#endif
    writers = 1;
    pthread_mutex_unlock(&monitor);
}

static inline void monitor_wrunlock(void) {
    pthread_mutex_lock(&monitor);
    writers = 0;
    monitor_tell(true);
    pthread_mutex_unlock(&monitor);
}

static inline void monitor_rdlock(void) {
    pthread_mutex_lock(&monitor);
    while (writers) pthread_cond_wait(&changed, &monitor);
    readers++;
    pthread_mutex_unlock(&monitor);
}

static inline void monitor_rdunlock(void) {
    pthread_mutex_lock(&monitor);
    monitor_tell(--readers == 0);
    pthread_mutex_unlock(&monitor);
}

static inline void monitor_wait(void) {
    pthread_mutex_lock(&monitor);
    while (!value) pthread_cond_wait(&changed, &monitor);
    value--;
    pthread_mutex_unlock(&monitor);
}

static inline void monitor_post(void) {
    pthread_mutex_lock(&monitor);
#ifdef MONITOR_ONCE
    if (value++ == 0) pthread_cond_signal(&changed);
#else
    value++;
    pthread_cond_signal(&changed);
#endif
    pthread_mutex_unlock(&monitor);
}

#endif
