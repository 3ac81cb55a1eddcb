/* A synchronous channel that tells both sides the number of the meeting.
 *
 * Mistakes, by macro:
 *     COUNTER_LATE      the sender reads the number when it has already left the slot to the next one
 *     COUNTER_EARLY     the sender draws its number before it is its turn
 *     COUNTER_ONE_FLAG  a slot whose value was taken counts as free at once: the next sender fills it before the last
 *                       one has looked, and that one takes the new value for its own and waits on */
#ifndef SUBJECTS_COUNTER_CHANNEL_H
#define SUBJECTS_COUNTER_CHANNEL_H

#include <pthread.h>
#include <stdatomic.h>

enum counter_channel_state {
    COUNTER_FREE,
    COUNTER_FULL,
#ifdef COUNTER_ONE_FLAG
    COUNTER_TAKEN = COUNTER_FREE
#else
    COUNTER_TAKEN
#endif
};

struct counter_channel {
    pthread_mutex_t lock;
    pthread_cond_t free, full, taken;
    enum counter_channel_state state;
    long value, number; /* what passes, and the how manieth it is */
    _Atomic long drawn; /* for the mistake only */
};

static inline void counter_channel_init(struct counter_channel *c) {
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->free, NULL);
    pthread_cond_init(&c->full, NULL);
    pthread_cond_init(&c->taken, NULL);
    c->state = COUNTER_FREE;
    c->number = 0;
    c->drawn = 0;
}

static inline long counter_channel_send(struct counter_channel *c, long x) {
#ifdef COUNTER_EARLY
    long number = ++c->drawn;
    pthread_mutex_lock(&c->lock);
    while (c->state != COUNTER_FREE) pthread_cond_wait(&c->free, &c->lock);
    c->number = number;
#else
    pthread_mutex_lock(&c->lock);
    while (c->state != COUNTER_FREE) pthread_cond_wait(&c->free, &c->lock);
    long number = ++c->number;
#endif
    c->value = x;
    c->state = COUNTER_FULL;
    pthread_cond_signal(&c->full);
    while (c->state != COUNTER_TAKEN) pthread_cond_wait(&c->taken, &c->lock);
    c->state = COUNTER_FREE;
    pthread_cond_signal(&c->free);
#ifdef COUNTER_LATE
    pthread_mutex_unlock(&c->lock);
    pthread_mutex_lock(&c->lock);
    number = c->number;
#endif
    pthread_mutex_unlock(&c->lock);
    return number;
}

static inline long counter_channel_receive(struct counter_channel *c, long *number) {
    pthread_mutex_lock(&c->lock);
    while (c->state != COUNTER_FULL) pthread_cond_wait(&c->full, &c->lock);
    long x = c->value;
    *number = c->number;
    c->state = COUNTER_TAKEN;
    pthread_cond_signal(&c->taken);
    pthread_mutex_unlock(&c->lock);
    return x;
}

#endif
