/* Walkers that look for an order of a counter's operations: see counter_walk.c. */
#ifndef LC_CHECK_POLY_COUNTER_WALK_H
#define LC_CHECK_POLY_COUNTER_WALK_H

#include "base/bits.h"
#include "check/poly/counter_mixed.h"

enum { LC_CAMPS = 16, LC_HARD = 8, LC_MOST_WALKERS = 256 };

#define LC_NO_COUNT_OP UINT32_MAX

/* One step of a walker; those of all walkers form a tree. */
typedef struct lc_count_step {
    uint32_t op, before; /* LC_NO_COUNT_OP: none */
} lc_count_step;

typedef struct lc_walker {
    int64_t at;
    uint32_t last; /* step */
    bool lost;
} lc_walker;

/* Everything as it was before an event. */
typedef struct lc_camp {
    uint32_t event, change_count, want_count, free_count;
    void *all; /* the block from `done` on */
} lc_camp;

/* Open operations are held in slots; a set of them is a row of bits.  Operations are given by their places in `ops`. */
typedef struct lc_ramble {
    lc_tally *c;
    uint64_t random;
    int64_t trend;         /* 1: the counter goes up in the long run, or -1 */
    uint32_t words, count; /* of a row; of walkers */
    lc_walker *walkers;
    uint64_t *done; /* rows: the open operations that had their turn */
    LC_VEC(lc_count_step) steps;
    uint32_t *slot;                   /* per operation: as it was when that was called */
    uint32_t *changes, *wants, *free; /* open changes by their returns; open gets and fetch_adds; free slots */
    uint32_t change_count, want_count, free_count;
    uint8_t *weight; /* per member of `wants`: what it counts that it was passed */
    size_t bytes;    /* of the rows, the walkers and these lists */
    lc_camp camps[LC_CAMPS];
    uint32_t camp_count, furthest, losses, most_losses;
    uint32_t hard[LC_HARD]; /* the operations that walkers were lost at last */
} lc_ramble;

uint32_t lc_walk_chance(lc_ramble *, uint32_t below); /* a random number */
static inline const lc_count_op *lc_walk_op(const lc_ramble *w, uint32_t number) { return &w->c->ops.at[number]; }
static inline uint64_t *lc_walk_row(const lc_ramble *w, const lc_walker *k) {
    return w->done + (size_t)(k - w->walkers) * w->words;
}
static inline bool lc_had_turn(const lc_ramble *w, const lc_walker *k, uint32_t number) {
    return lc_bit(lc_walk_row(w, k), w->slot[number]);
}

/* Open gets that found the counter where the walker is have their turns. */
void lc_walk_look_around(lc_ramble *, lc_walker *);
/* The operation is about to return and has its turn.  False: it cannot. */
bool lc_walk_force(lc_ramble *, lc_walker *, uint32_t number);

#endif
