/* A synchronous channel whose receivers say which values they want.  Each sender has a slot of its own while it waits,
 * so that values nobody wants keep nobody from passing on others.
 *
 * Mistakes, by macro:
 *     FILTER_IGNORES   a receiver takes whatever is there
 *     FILTER_QUEUES    a sender waits until the value before its own was taken, though somebody may want only its own
 *     FILTER_ONE_FLAG  a slot whose value was taken counts as free at once: the next sender fills it before the last
 *                      one has looked, and that one takes the new value for its own and waits on */
#ifndef SUBJECTS_FILTER_CHANNEL_H
#define SUBJECTS_FILTER_CHANNEL_H

#include <assert.h>
#include <pthread.h>

enum { FILTER_SENDERS = 4 };

enum filter_state {
    FILTER_FREE,
    FILTER_FULL,
#ifdef FILTER_ONE_FLAG
    FILTER_TAKEN = FILTER_FREE
#else
    FILTER_TAKEN
#endif
};

struct filter_slot {
    enum filter_state state;
    long value;
};

struct filter_channel {
    pthread_mutex_t lock;
    pthread_cond_t full, taken;
    struct filter_slot slots[FILTER_SENDERS];
};

static inline void filter_channel_init(struct filter_channel *c) {
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->full, NULL);
    pthread_cond_init(&c->taken, NULL);
    for (int i = 0; i < FILTER_SENDERS; i++) c->slots[i].state = FILTER_FREE;
}

static inline struct filter_slot *filter_channel_slot(struct filter_channel *c) {
    struct filter_slot *slot = c->slots;
#ifdef FILTER_QUEUES
    while (slot->state != FILTER_FREE) pthread_cond_wait(&c->taken, &c->lock);
#else
    while (slot->state != FILTER_FREE) slot++;
    assert(slot < c->slots + FILTER_SENDERS);
#endif
    return slot;
}

static inline void filter_channel_send(struct filter_channel *c, long x) {
    pthread_mutex_lock(&c->lock);
    struct filter_slot *slot = filter_channel_slot(c);
    slot->value = x;
    slot->state = FILTER_FULL;
    pthread_cond_broadcast(&c->full);
    while (slot->state != FILTER_TAKEN) pthread_cond_wait(&c->taken, &c->lock);
    slot->state = FILTER_FREE;
#ifdef FILTER_QUEUES
    pthread_cond_broadcast(&c->taken);
#endif
    pthread_mutex_unlock(&c->lock);
}

static inline struct filter_slot *filter_channel_find(struct filter_channel *c, long low, long high) {
    for (struct filter_slot *slot = c->slots; slot < c->slots + FILTER_SENDERS; slot++) {
        if (slot->state != FILTER_FULL) continue;
#ifdef FILTER_IGNORES
        (void)low, (void)high;
        return slot;
#else
        if (low <= slot->value && slot->value <= high) return slot;
#endif
    }
    return NULL;
}

static inline long filter_channel_receive(struct filter_channel *c, long low, long high) {
    struct filter_slot *slot;
    pthread_mutex_lock(&c->lock);
    while (!(slot = filter_channel_find(c, low, high))) pthread_cond_wait(&c->full, &c->lock);
    long x = slot->value;
    slot->state = FILTER_TAKEN;
    pthread_cond_broadcast(&c->taken);
    pthread_mutex_unlock(&c->lock);
    return x;
}

#endif
