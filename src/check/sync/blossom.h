/* Changing a matching so that one operation more gets a partner. */
#ifndef LC_CHECK_SYNC_BLOSSOM_H
#define LC_CHECK_SYNC_BLOSSOM_H

#include "check/sync/graph.h"

/* The state of an operation in a search. */
typedef struct lc_blossom_node {
    uint32_t parent; /* the operation from which it was reached, at even distance */
    uint32_t base;   /* of the blossom it is in, or itself */
    bool even;       /* an alternating path of even length leads to it */
    bool listed, marked;
} lc_blossom_node;

typedef struct lc_blossom {
    lc_stateless *s;
    lc_sync_graph *g;
    LC_VEC(lc_blossom_node) nodes;
    LC_VEC(uint32_t) touched; /* those the search has met */
    LC_VEC(uint32_t) queue;   /* even ones, to be looked at */
    uint32_t needed_until;    /* an operation that returns later may lose its partner */
    uint64_t work, next_look; /* edges looked at so far; when to look at the clock */
} lc_blossom;

bool lc_blossom_init(lc_blossom *, lc_stateless *, lc_sync_graph *); /* false: out of memory */
void lc_blossom_free(lc_blossom *);

/* Gives x, which returned and has no partner, one: all operations that returned before and need theirs keep one.
 * LC_VIOLATED: that is impossible, and the answer has the competing operations.  LC_HALTED. */
lc_outcome lc_blossom_cover(lc_blossom *, uint32_t x);

#endif
