/* A barrier for a number of threads, which are counted in and counted out: nobody comes for the next round before all
 * have left the last one.
 *
 * Mistakes, by macro:
 *     BARRIER_RETURNS    nobody waits for anybody
 *     BARRIER_UNGUARDED  who wakes up does not look whether the round is complete; it may have woken for no reason
 *     BARRIER_REENTERS   the next round begins before all have left: they see the threads counted in again and wait on
 *     BARRIER_KEEPS      those who leave are not counted, so nobody ever comes in again */
#ifndef SUBJECTS_SYNC_BARRIER_H
#define SUBJECTS_SYNC_BARRIER_H

#include <pthread.h>

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int threads, in, out;
};

static inline void barrier_init(struct barrier *b, int threads) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
    b->threads = threads;
    b->in = b->out = 0;
}

static inline void barrier_sync(struct barrier *b) {
#ifdef BARRIER_RETURNS
    return;
#endif
    pthread_mutex_lock(&b->lock);
#ifndef BARRIER_REENTERS
    while (b->out) pthread_cond_wait(&b->changed, &b->lock);
#endif
    if (++b->in == b->threads) {
        b->in = 0;
        b->out = b->threads;
        pthread_cond_broadcast(&b->changed);
    } else {
#ifdef BARRIER_UNGUARDED
        pthread_cond_wait(&b->changed, &b->lock);
#else
        while (b->in) pthread_cond_wait(&b->changed, &b->lock);
#endif
    }
#ifndef BARRIER_KEEPS
    if (--b->out == 0) pthread_cond_broadcast(&b->changed);
#endif
    pthread_mutex_unlock(&b->lock);
}

#endif
