/* An exchanger whose first party gives up if nobody comes for a while.
 *
 * Mistakes, by macro:
 *     TIMEOUT_EXCHANGER_STAYS  who gives up still counts as there: the next one exchanges with somebody who has gone
 *     TIMEOUT_EXCHANGER_THIRD  a third, who comes before the first has seen the second, counts as a second */
#ifndef SUBJECTS_TIMEOUT_EXCHANGER_H
#define SUBJECTS_TIMEOUT_EXCHANGER_H

#include <pthread.h>
#include <stdbool.h>

#include "soon.h"

enum timeout_exchanger_stage { TIMEOUT_EXCHANGER_NOBODY, TIMEOUT_EXCHANGER_ONE, TIMEOUT_EXCHANGER_BOTH };

struct timeout_exchanger {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum timeout_exchanger_stage stage;
    long first, second;
};

static inline void timeout_exchanger_init(struct timeout_exchanger *e) {
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->changed, NULL);
    e->stage = TIMEOUT_EXCHANGER_NOBODY;
}

static inline bool timeout_exchanger_first(struct timeout_exchanger *e, long x, long *y) {
    struct timespec end = soon();
    e->first = x;
    e->stage = TIMEOUT_EXCHANGER_ONE;
    while (e->stage == TIMEOUT_EXCHANGER_ONE && !pthread_cond_timedwait(&e->changed, &e->lock, &end))
        ;
    bool met = e->stage == TIMEOUT_EXCHANGER_BOTH;
    if (met) *y = e->second;
#ifdef TIMEOUT_EXCHANGER_STAYS
    if (!met) return false;
#endif
    e->stage = TIMEOUT_EXCHANGER_NOBODY;
    pthread_cond_broadcast(&e->changed);
    return met;
}

/* False: nobody came. */
static inline bool timeout_exchanger_exchange(struct timeout_exchanger *e, long x, long *y) {
    bool met = true;
    pthread_mutex_lock(&e->lock);
#ifndef TIMEOUT_EXCHANGER_THIRD
    while (e->stage == TIMEOUT_EXCHANGER_BOTH) pthread_cond_wait(&e->changed, &e->lock);
#endif
    if (e->stage == TIMEOUT_EXCHANGER_NOBODY) {
        met = timeout_exchanger_first(e, x, y);
    } else {
        *y = e->first;
        e->second = x;
        e->stage = TIMEOUT_EXCHANGER_BOTH;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
    return met;
}

#endif
