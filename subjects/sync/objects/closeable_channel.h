/* A synchronous channel that can be closed: from then on nobody waits, and nothing passes.
 *
 * Mistake, by macro:
 *     CLOSEABLE_RECHECKS  a sender whose value was taken looks whether the channel is closed by now, and if so says
 *                         that nothing has passed */
#ifndef SUBJECTS_CLOSEABLE_CHANNEL_H
#define SUBJECTS_CLOSEABLE_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>

enum closeable_channel_state { CLOSEABLE_FREE, CLOSEABLE_FULL, CLOSEABLE_TAKEN };

struct closeable_channel {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum closeable_channel_state state;
    bool closed;
    long value;
};

static inline void closeable_channel_init(struct closeable_channel *c) {
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    c->state = CLOSEABLE_FREE;
    c->closed = false;
}

static inline bool closeable_channel_await(struct closeable_channel *c, enum closeable_channel_state state) {
    while (c->state != state && !c->closed) pthread_cond_wait(&c->changed, &c->lock);
    return c->state == state;
}

static inline void closeable_channel_becomes(struct closeable_channel *c, enum closeable_channel_state state) {
    c->state = state;
    pthread_cond_broadcast(&c->changed);
}

/* False: it is closed. */
static inline bool closeable_channel_send(struct closeable_channel *c, long x) {
    pthread_mutex_lock(&c->lock);
    bool taken = closeable_channel_await(c, CLOSEABLE_FREE) && !c->closed;
    if (taken) {
        c->value = x;
        closeable_channel_becomes(c, CLOSEABLE_FULL);
        taken = closeable_channel_await(c, CLOSEABLE_TAKEN);
#ifdef CLOSEABLE_RECHECKS
        taken = taken && !c->closed;
#endif
        closeable_channel_becomes(c, CLOSEABLE_FREE);
    }
    pthread_mutex_unlock(&c->lock);
    return taken;
}

/* False: it is closed. */
static inline bool closeable_channel_receive(struct closeable_channel *c, long *x) {
    pthread_mutex_lock(&c->lock);
    bool full = closeable_channel_await(c, CLOSEABLE_FULL) && !c->closed;
    if (full) {
        *x = c->value;
        closeable_channel_becomes(c, CLOSEABLE_TAKEN);
    }
    pthread_mutex_unlock(&c->lock);
    return full;
}

static inline void closeable_channel_close(struct closeable_channel *c) {
    pthread_mutex_lock(&c->lock);
    c->closed = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

#endif
