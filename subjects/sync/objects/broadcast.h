/* Atomic broadcast: a sender and a number of receivers meet, and all receive its value.  The receivers are counted in,
 * and then all are counted out.
 *
 * Mistake, by macro:
 *     BROADCAST_OVERLAPS  a sender waits only while the last value is being received, not until all have left: those
 *                         who have not yet seen that they may leave wait on */
#ifndef SUBJECTS_BROADCAST_H
#define SUBJECTS_BROADCAST_H

#include <pthread.h>

enum broadcast_state { BROADCAST_FREE, BROADCAST_FULL, BROADCAST_LEAVING };

struct broadcast {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum broadcast_state state;
    int receivers, in, out;
    long value;
};

static inline void broadcast_init(struct broadcast *b, int receivers) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
    b->state = BROADCAST_FREE;
    b->receivers = receivers;
    b->in = b->out = 0;
}

static inline void broadcast_becomes(struct broadcast *b, enum broadcast_state state) {
    b->state = state;
    pthread_cond_broadcast(&b->changed);
}

static inline void broadcast_leave(struct broadcast *b) {
    while (b->state != BROADCAST_LEAVING) pthread_cond_wait(&b->changed, &b->lock);
    if (++b->out > b->receivers) {
        b->in = b->out = 0;
        broadcast_becomes(b, BROADCAST_FREE);
    }
    pthread_mutex_unlock(&b->lock);
}

static inline void broadcast_send(struct broadcast *b, long x) {
    pthread_mutex_lock(&b->lock);
#ifdef BROADCAST_OVERLAPS
    while (b->state == BROADCAST_FULL) pthread_cond_wait(&b->changed, &b->lock);
#else
    while (b->state != BROADCAST_FREE) pthread_cond_wait(&b->changed, &b->lock);
#endif
    b->value = x;
    broadcast_becomes(b, BROADCAST_FULL);
    broadcast_leave(b);
}

static inline long broadcast_receive(struct broadcast *b) {
    pthread_mutex_lock(&b->lock);
    while (b->state != BROADCAST_FULL) pthread_cond_wait(&b->changed, &b->lock);
    long x = b->value;
    if (++b->in == b->receivers) broadcast_becomes(b, BROADCAST_LEAVING);
    broadcast_leave(b);
    return x;
}

#endif
