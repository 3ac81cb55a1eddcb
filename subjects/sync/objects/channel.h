/* A synchronous channel: whoever sends waits for whoever receives.  One slot, which is a sender's from when it is free
 * until the sender knows that its value was taken.
 *
 * Mistakes, by macro:
 *     CHANNEL_LEAVES       a sender does not wait for its value to be taken
 *     CHANNEL_ONE_FLAG     a slot whose value was taken counts as free at once: the next sender fills it before the
 *                          last one has looked, and that one takes the new value for its own and waits on
 *     CHANNEL_WRONG_SIGNAL a sender that leaves tells the receivers, not those who wait to send */
#ifndef SUBJECTS_CHANNEL_H
#define SUBJECTS_CHANNEL_H

#include <pthread.h>

enum channel_state {
    CHANNEL_FREE,
    CHANNEL_FULL,
#if defined CHANNEL_LEAVES || defined CHANNEL_ONE_FLAG
    CHANNEL_TAKEN = CHANNEL_FREE
#else
    CHANNEL_TAKEN
#endif
};

struct channel {
    pthread_mutex_t lock;
    pthread_cond_t free, full, taken;
    enum channel_state state;
    long value;
};

static inline void channel_init(struct channel *c) {
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->free, NULL);
    pthread_cond_init(&c->full, NULL);
    pthread_cond_init(&c->taken, NULL);
    c->state = CHANNEL_FREE;
}

static inline void channel_send(struct channel *c, long x) {
    pthread_mutex_lock(&c->lock);
    while (c->state != CHANNEL_FREE) pthread_cond_wait(&c->free, &c->lock);
    c->value = x;
    c->state = CHANNEL_FULL;
    pthread_cond_signal(&c->full);
#ifndef CHANNEL_LEAVES
    while (c->state != CHANNEL_TAKEN) pthread_cond_wait(&c->taken, &c->lock);
    c->state = CHANNEL_FREE;
#ifdef CHANNEL_WRONG_SIGNAL
    pthread_cond_signal(&c->full);
#else
    pthread_cond_signal(&c->free);
#endif
#endif
    pthread_mutex_unlock(&c->lock);
}

static inline long channel_receive(struct channel *c) {
    pthread_mutex_lock(&c->lock);
    while (c->state != CHANNEL_FULL) pthread_cond_wait(&c->full, &c->lock);
    long x = c->value;
    c->state = CHANNEL_TAKEN;
#ifdef CHANNEL_LEAVES
    pthread_cond_signal(&c->free);
#else
    pthread_cond_signal(&c->taken);
#endif
    pthread_mutex_unlock(&c->lock);
    return x;
}

#endif
