/* A ring for one producer and one consumer: either side has an index that it alone moves.
 *
 * Mistake, by macro:
 *     SPSC_RING_INDEX_FIRST  the producer moves its index before the value is in its cell */
#ifndef SUBJECTS_SPSC_RING_H
#define SUBJECTS_SPSC_RING_H

#include <stdatomic.h>
#include <stdbool.h>

enum { SPSC_RING_CELLS = 2 };

struct spsc_ring {
    atomic_uint in, out;
    atomic_long cells[SPSC_RING_CELLS]; /* relaxed: the indices say who may use them */
};

static inline void spsc_ring_init(struct spsc_ring *r) { *r = (struct spsc_ring){0}; }

/* False if it is full. */
static inline bool spsc_ring_enq(struct spsc_ring *r, long value) {
    unsigned in = atomic_load_explicit(&r->in, memory_order_relaxed);
    if (in - atomic_load_explicit(&r->out, memory_order_acquire) == SPSC_RING_CELLS) return false;
#ifdef SPSC_RING_INDEX_FIRST
    atomic_store_explicit(&r->in, in + 1, memory_order_release);
    atomic_store_explicit(&r->cells[in % SPSC_RING_CELLS], value, memory_order_relaxed);
#else
    atomic_store_explicit(&r->cells[in % SPSC_RING_CELLS], value, memory_order_relaxed);
    atomic_store_explicit(&r->in, in + 1, memory_order_release);
#endif
    return true;
}

static inline bool spsc_ring_deq(struct spsc_ring *r, long *value) {
    unsigned out = atomic_load_explicit(&r->out, memory_order_relaxed);
    if (out == atomic_load_explicit(&r->in, memory_order_acquire)) return false;
    *value = atomic_load_explicit(&r->cells[out % SPSC_RING_CELLS], memory_order_relaxed);
    atomic_store_explicit(&r->out, out + 1, memory_order_release);
    return true;
}

#endif
