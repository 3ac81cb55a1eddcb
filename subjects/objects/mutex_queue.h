/* A ring of fixed size under a mutex.
 *
 * Mistake, by macro:
 *     MUTEX_QUEUE_EARLY_LOOK  deq looks whether there is anything before it locks, and believes it afterwards */
#ifndef SUBJECTS_MUTEX_QUEUE_H
#define SUBJECTS_MUTEX_QUEUE_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { MUTEX_QUEUE_SIZE = 8 };

struct mutex_queue {
    pthread_mutex_t lock;
    unsigned head, tail; /* how many were removed and added */
    long slots[MUTEX_QUEUE_SIZE];
};

static inline void mutex_queue_init(struct mutex_queue *q) {
    pthread_mutex_init(&q->lock, NULL);
    q->head = q->tail = 0;
}

static inline void mutex_queue_enq(struct mutex_queue *q, long value) {
    pthread_mutex_lock(&q->lock);
    assert(q->tail - q->head != MUTEX_QUEUE_SIZE);
    q->slots[q->tail++ % MUTEX_QUEUE_SIZE] = value;
    pthread_mutex_unlock(&q->lock);
}

static inline bool mutex_queue_deq(struct mutex_queue *q, long *value) {
#ifdef MUTEX_QUEUE_EARLY_LOOK
    bool found = q->head != q->tail;
    pthread_mutex_lock(&q->lock);
#else
    pthread_mutex_lock(&q->lock);
    bool found = q->head != q->tail;
#endif
    if (found) *value = q->slots[q->head++ % MUTEX_QUEUE_SIZE];
    pthread_mutex_unlock(&q->lock);
    return found;
}

#endif
