/* A barrier that is used again and again: the last of N threads to arrive begins the next round and wakes the others.
 *
 * Mistake, by macro:
 *     ROUND_BARRIER_COUNT_ONLY  waiters look at the count instead of the round: a fast thread that arrives for the next
 *                               round makes the count nonzero again before a slow one has seen it at zero */
#ifndef SUBJECTS_ROUND_BARRIER_H
#define SUBJECTS_ROUND_BARRIER_H

#include <pthread.h>

struct round_barrier {
    pthread_mutex_t lock;
    pthread_cond_t next_round;
    int threads, arrived, round;
};

static inline void round_barrier_init(struct round_barrier *b, int threads) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->next_round, NULL);
    b->threads = threads;
    b->arrived = b->round = 0;
}

static inline void round_barrier_wait(struct round_barrier *b) {
    pthread_mutex_lock(&b->lock);
    int round = b->round;
    (void)round;
    if (++b->arrived == b->threads) {
        b->arrived = 0;
        b->round++;
        pthread_cond_broadcast(&b->next_round);
    } else {
#ifdef ROUND_BARRIER_COUNT_ONLY
        while (b->arrived) pthread_cond_wait(&b->next_round, &b->lock);
#else
        while (b->round == round) pthread_cond_wait(&b->next_round, &b->lock);
#endif
    }
    pthread_mutex_unlock(&b->lock);
}

#endif
