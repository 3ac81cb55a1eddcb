/* A synchronous channel whose operations give up after a while.  A sender whose time is up looks whether its value was
 * taken after all, and else takes it back.
 *
 * Mistake, by macro:
 *     TIMEOUT_CHANNEL_ONE_FLAG  a slot whose value was taken counts as free at once: a sender whose time is up sees the
 *                               next one's value there, takes it for its own, and says that nobody received it */
#ifndef SUBJECTS_TIMEOUT_CHANNEL_H
#define SUBJECTS_TIMEOUT_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>

#include "soon.h"

enum timeout_channel_state {
    TIMEOUT_CHANNEL_FREE,
    TIMEOUT_CHANNEL_FULL,
#ifdef TIMEOUT_CHANNEL_ONE_FLAG
    TIMEOUT_CHANNEL_TAKEN = TIMEOUT_CHANNEL_FREE
#else
    TIMEOUT_CHANNEL_TAKEN
#endif
};

struct timeout_channel {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum timeout_channel_state state;
    long value;
};

static inline void timeout_channel_init(struct timeout_channel *c) {
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    c->state = TIMEOUT_CHANNEL_FREE;
}

/* False: the time is up, and it is still in another state. */
static inline bool timeout_channel_await(struct timeout_channel *c, enum timeout_channel_state state,
                                         const struct timespec *end) {
    while (c->state != state)
        if (pthread_cond_timedwait(&c->changed, &c->lock, end)) return c->state == state;
    return true;
}

static inline void timeout_channel_becomes(struct timeout_channel *c, enum timeout_channel_state state) {
    c->state = state;
    pthread_cond_broadcast(&c->changed);
}

static inline bool timeout_channel_send(struct timeout_channel *c, long x) {
    struct timespec end = soon();
    bool taken = false;
    pthread_mutex_lock(&c->lock);
    if (timeout_channel_await(c, TIMEOUT_CHANNEL_FREE, &end)) {
        c->value = x;
        timeout_channel_becomes(c, TIMEOUT_CHANNEL_FULL);
        taken = timeout_channel_await(c, TIMEOUT_CHANNEL_TAKEN, &end);
        timeout_channel_becomes(c, TIMEOUT_CHANNEL_FREE);
    }
    pthread_mutex_unlock(&c->lock);
    return taken;
}

/* False: nobody sent anything. */
static inline bool timeout_channel_receive(struct timeout_channel *c, long *x) {
    struct timespec end = soon();
    pthread_mutex_lock(&c->lock);
    bool full = timeout_channel_await(c, TIMEOUT_CHANNEL_FULL, &end);
    if (full) {
        *x = c->value;
        timeout_channel_becomes(c, TIMEOUT_CHANNEL_TAKEN);
    }
    pthread_mutex_unlock(&c->lock);
    return full;
}

#endif
