/* A queue for a number of threads.  Whoever wants an element waits while there is none; when all threads wait so, none
 * will ever come, and all are told that it is over.  Until all have left, nobody begins to wait again.
 *
 * Mistake, by macro:
 *     TERMINATING_AT_ONCE  it is said to be over whenever the queue is empty */
#ifndef SUBJECTS_TERMINATING_QUEUE_H
#define SUBJECTS_TERMINATING_QUEUE_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { TERMINATING_ELEMENTS = 16 };

struct terminating_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int threads, waiting, leaving, first, end;
    long elements[TERMINATING_ELEMENTS];
};

static inline void terminating_queue_init(struct terminating_queue *q, int threads) {
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    q->threads = threads;
    q->waiting = q->leaving = q->first = q->end = 0;
}

static inline void terminating_queue_enqueue(struct terminating_queue *q, long x) {
    pthread_mutex_lock(&q->lock);
    assert(q->end < TERMINATING_ELEMENTS);
    q->elements[q->end++] = x;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

/* False: it is over. */
static inline bool terminating_queue_dequeue(struct terminating_queue *q, long *x) {
    pthread_mutex_lock(&q->lock);
    while (q->leaving) pthread_cond_wait(&q->changed, &q->lock);
    q->waiting++;
    if (q->first == q->end && q->waiting == q->threads) {
        q->leaving = q->threads;
        pthread_cond_broadcast(&q->changed);
    }
#ifndef TERMINATING_AT_ONCE
    while (q->first == q->end && !q->leaving) pthread_cond_wait(&q->changed, &q->lock);
#endif
    q->waiting--;
    bool over = q->leaving || q->first == q->end;
    if (!over) *x = q->elements[q->first++];
    else if (q->leaving && --q->leaving == 0) pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    return !over;
}

#endif
