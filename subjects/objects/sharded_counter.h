/* A counter in two shards, so that threads do not get into each other's way.
 *
 * `get` must see both shards at one moment.  Here a lock sees to that; mistakes, by macro:
 *     SHARDED_COUNTER_NO_LOCK   get reads one shard and then the other: it may miss an early change of the first and
 *                               see a later one of the second
 *     SHARDED_COUNTER_OWN_SHARD get reads the shard of its own thread only.  No two threads touch the same memory, so
 *                               a reduction which looks at memory alone takes one execution for all */
#ifndef SUBJECTS_SHARDED_COUNTER_H
#define SUBJECTS_SHARDED_COUNTER_H

#include <pthread.h>
#include <stdatomic.h>

enum { SHARDED_COUNTER_SHARDS = 2 };

struct sharded_counter {
    pthread_mutex_t lock;
    atomic_long shards[SHARDED_COUNTER_SHARDS];
};

static inline void sharded_counter_init(struct sharded_counter *c) {
    pthread_mutex_init(&c->lock, NULL);
    for (int i = 0; i < SHARDED_COUNTER_SHARDS; i++) atomic_store(&c->shards[i], 0);
}

/* `me` is the number of the calling thread. */
static inline void sharded_counter_add(struct sharded_counter *c, int me, long amount) {
#if defined SHARDED_COUNTER_NO_LOCK || defined SHARDED_COUNTER_OWN_SHARD
    atomic_fetch_add(&c->shards[me % SHARDED_COUNTER_SHARDS], amount);
#else
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->shards[me % SHARDED_COUNTER_SHARDS], amount);
    pthread_mutex_unlock(&c->lock);
#endif
}

static inline long sharded_counter_get(struct sharded_counter *c, int me) {
#if defined SHARDED_COUNTER_OWN_SHARD
    return atomic_load(&c->shards[me % SHARDED_COUNTER_SHARDS]);
#elif defined SHARDED_COUNTER_NO_LOCK
    (void)me;
    long first = atomic_load(&c->shards[0]);
    return first + atomic_load(&c->shards[1]);
#else
    (void)me;
    pthread_mutex_lock(&c->lock);
    long sum = atomic_load(&c->shards[0]) + atomic_load(&c->shards[1]);
    pthread_mutex_unlock(&c->lock);
    return sum;
#endif
}

#endif
