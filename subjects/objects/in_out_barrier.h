/* A barrier made of a lock and a condition variable, as libuv has for systems without one: threads are counted in, and
 * when all are there they are counted out.
 *
 * A thread that comes for the next round waits until all have left.  Mistake, by macro:
 *     IN_OUT_BARRIER_ENTERS  it does not: those who still wait for the count to be 0 see it count up again, and wait
 * for a round that never gets complete */
#ifndef SUBJECTS_IN_OUT_BARRIER_H
#define SUBJECTS_IN_OUT_BARRIER_H

#include <pthread.h>

struct in_out_barrier {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int threads, in, out;
};

static inline void in_out_barrier_init(struct in_out_barrier *b, int threads) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
    b->threads = threads;
    b->in = b->out = 0;
}

static inline void in_out_barrier_wait(struct in_out_barrier *b) {
    pthread_mutex_lock(&b->lock);
#ifndef IN_OUT_BARRIER_ENTERS
    while (b->out) pthread_cond_wait(&b->changed, &b->lock);
#endif
    if (++b->in == b->threads) {
        b->in = 0;
        b->out = b->threads;
        pthread_cond_broadcast(&b->changed);
    } else
        while (b->in) pthread_cond_wait(&b->changed, &b->lock);
    if (--b->out == 0) pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

#endif
