/* A relaxed priority queue: a sorted array under a lock.  The K + 1 smallest values are a window; deq takes any of
 * them, and there is a new window only when all of the old one are gone, so that none is overtaken for ever.  A value
 * added meanwhile that is smaller than one of the window's joins it.
 *
 * Mistake, by macro (b2 of Round-Up's table):
 *     QUASI_PQUEUE_TOO_FAR  deq takes the value behind the window if there is one: more than K away from the smallest
 */
#ifndef SUBJECTS_QUASI_PQUEUE_H
#define SUBJECTS_QUASI_PQUEUE_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#include "pick.h"

#ifndef QUASI_PQUEUE_K
#define QUASI_PQUEUE_K 2
#endif

enum { QUASI_PQUEUE_SIZE = 16 };

struct quasi_pqueue {
    pthread_mutex_t lock;
    int count, window; /* how many there are, and how many of them are in the window */
    long values[QUASI_PQUEUE_SIZE];
};

static inline void quasi_pqueue_init(struct quasi_pqueue *q) {
    pthread_mutex_init(&q->lock, NULL);
    q->count = q->window = 0;
}

static inline void quasi_pqueue_enq(struct quasi_pqueue *q, long value) {
    pthread_mutex_lock(&q->lock);
    assert(q->count < QUASI_PQUEUE_SIZE);
    int at = q->count++;
    for (; at > 0 && q->values[at - 1] > value; at--) q->values[at] = q->values[at - 1];
    q->values[at] = value;
    if (at < q->window && q->window <= QUASI_PQUEUE_K) q->window++;
    pthread_mutex_unlock(&q->lock);
}

static inline bool quasi_pqueue_deq(struct quasi_pqueue *q, long *value) {
    pthread_mutex_lock(&q->lock);
    bool found = q->count > 0;
    if (found) {
        if (!q->window) q->window = q->count <= QUASI_PQUEUE_K ? q->count : QUASI_PQUEUE_K + 1;
        int at = pick(q->window);
#ifdef QUASI_PQUEUE_TOO_FAR
        if (q->count > QUASI_PQUEUE_K + 1) at = QUASI_PQUEUE_K + 1;
#endif
        *value = q->values[at];
        if (at < q->window) q->window--;
        q->count--;
        for (; at < q->count; at++) q->values[at] = q->values[at + 1];
    }
    pthread_mutex_unlock(&q->lock);
    return found;
}

#endif
