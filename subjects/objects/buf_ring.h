/* A ring for many producers and many consumers (FreeBSD's buf_ring): a thread reserves a cell by moving the head of its
 * side, fills or empties it, and moves the tail when all who came before have done so.
 *
 * Heads and tails count on, and the cell is what their low bits say.  Mistake, by macro:
 *     BUF_RING_MASKED  heads and tails are the low bits only: after as many values as there are cells a head is as
 *                      before, and the compare-and-swap of somebody who has read it before succeeds (ABA) */
#ifndef SUBJECTS_BUF_RING_H
#define SUBJECTS_BUF_RING_H

#include <stdatomic.h>
#include <stdbool.h>

#ifndef BUF_RING_CELLS
#define BUF_RING_CELLS 2u /* a power of two; one of them stays free */
#endif

struct buf_ring {
    atomic_uint head_in, tail_in, head_out, tail_out;
    long cells[BUF_RING_CELLS];
};

static inline unsigned buf_ring_after(unsigned position) {
#ifdef BUF_RING_MASKED
    return (position + 1) % BUF_RING_CELLS;
#else
    return position + 1;
#endif
}

static inline bool buf_ring_is_full(unsigned in, unsigned out) {
    return (in + 1) % BUF_RING_CELLS == out % BUF_RING_CELLS;
}

static inline void buf_ring_init(struct buf_ring *r) { *r = (struct buf_ring){0}; }

/* Waits while the ring is full. */
static inline void buf_ring_enq(struct buf_ring *r, long value) {
    unsigned in = atomic_load(&r->head_in);
    do
        while (buf_ring_is_full(in, atomic_load(&r->tail_out))) in = atomic_load(&r->head_in);
    while (!atomic_compare_exchange_weak(&r->head_in, &in, buf_ring_after(in)));
    r->cells[in % BUF_RING_CELLS] = value;
    while (atomic_load(&r->tail_in) != in) {}
    atomic_store(&r->tail_in, buf_ring_after(in)); /* takes effect here */
}

static inline bool buf_ring_deq(struct buf_ring *r, long *value) {
    unsigned out = atomic_load(&r->head_out);
    do
        if (out == atomic_load(&r->tail_in)) return false;                          /* takes effect here if empty, */
    while (!atomic_compare_exchange_weak(&r->head_out, &out, buf_ring_after(out))); /* else here */
    *value = r->cells[out % BUF_RING_CELLS];
    while (atomic_load(&r->tail_out) != out) {}
    atomic_store(&r->tail_out, buf_ring_after(out));
    return true;
}

#endif
