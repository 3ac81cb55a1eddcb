/* A barrier whose threads each bring a number and get the sum of all.
 *
 * Mistake, by macro:
 *     COMBINING_LATE  a thread reads the sum when it has already left, and the next round may have begun a new one */
#ifndef SUBJECTS_COMBINING_BARRIER_H
#define SUBJECTS_COMBINING_BARRIER_H

#include <pthread.h>

struct combining_barrier {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int threads, in, out;
    long sum;
};

static inline void combining_barrier_init(struct combining_barrier *b, int threads) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
    b->threads = threads;
    b->in = b->out = 0;
}

static inline long combining_barrier_sync(struct combining_barrier *b, long x) {
    pthread_mutex_lock(&b->lock);
    while (b->out) pthread_cond_wait(&b->changed, &b->lock);
    b->sum = b->in ? b->sum + x : x;
    if (++b->in == b->threads) {
        b->in = 0;
        b->out = b->threads;
        pthread_cond_broadcast(&b->changed);
    } else {
        while (b->in) pthread_cond_wait(&b->changed, &b->lock);
    }
    if (--b->out == 0) pthread_cond_broadcast(&b->changed);
#ifdef COMBINING_LATE
    pthread_mutex_unlock(&b->lock);
    pthread_mutex_lock(&b->lock);
#endif
    long sum = b->sum;
    pthread_mutex_unlock(&b->lock);
    return sum;
}

#endif
