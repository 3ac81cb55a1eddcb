/* A barrier of those who are enrolled.  The round is complete when all of them are there, or when the last one missing
 * resigns; then all leave, and until they have, nobody comes in, enrols or resigns.
 *
 * Mistake, by macro:
 *     ENROLLABLE_REENTERS  a thread that comes does not wait until all have left: it is counted with those who are
 *                          still there, and goes through alone */
#ifndef SUBJECTS_ENROLLABLE_BARRIER_H
#define SUBJECTS_ENROLLABLE_BARRIER_H

#include <pthread.h>
#include <stdbool.h>

struct enrollable_barrier {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int enrolled, here;
    bool leaving;
};

static inline void enrollable_barrier_init(struct enrollable_barrier *b) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
    b->enrolled = b->here = 0;
    b->leaving = false;
}

static inline void enrollable_barrier_begin(struct enrollable_barrier *b) {
    pthread_mutex_lock(&b->lock);
#ifndef ENROLLABLE_REENTERS
    while (b->leaving) pthread_cond_wait(&b->changed, &b->lock);
#endif
}

static inline void enrollable_barrier_look(struct enrollable_barrier *b) {
    if (b->here == 0 || b->here < b->enrolled) return;
    b->leaving = true;
    pthread_cond_broadcast(&b->changed);
}

static inline void enrollable_barrier_sync(struct enrollable_barrier *b) {
    enrollable_barrier_begin(b);
    b->here++;
    enrollable_barrier_look(b);
    while (!b->leaving) pthread_cond_wait(&b->changed, &b->lock);
    if (--b->here == 0) {
        b->leaving = false;
        pthread_cond_broadcast(&b->changed);
    }
    pthread_mutex_unlock(&b->lock);
}

static inline void enrollable_barrier_enrol(struct enrollable_barrier *b) {
    enrollable_barrier_begin(b);
    b->enrolled++;
    pthread_mutex_unlock(&b->lock);
}

static inline void enrollable_barrier_resign(struct enrollable_barrier *b) {
    enrollable_barrier_begin(b);
    b->enrolled--;
    enrollable_barrier_look(b);
    pthread_mutex_unlock(&b->lock);
}

#endif
