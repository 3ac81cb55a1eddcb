/* Parts of the decider for cells with cas (chain.c). */
#ifndef LC_CHECK_POLY_CHAIN_H
#define LC_CHECK_POLY_CHAIN_H

#include "base/map64.h"
#include "check/poly/runs.h"

#define LC_NO_LINK UINT32_MAX

typedef enum lc_cell_deed { LC_CELL_READ, LC_CELL_WRITE, LC_CELL_CAS, LC_CELL_REFUSED } lc_cell_deed;

/* An operation, pending ones that change nothing left out. */
typedef struct lc_cell_op {
    uint32_t op, called, returned;
    lc_cell_deed deed;
    lince_value from, to; /* the value that it found, the value that it wrote */
} lc_cell_op;

/* A value, with the operations that show when it was there.  Operations are given by their places in `ops`. */
typedef struct lc_chain_link {
    lince_value value;
    uint32_t writer;     /* LC_NO_OP: none so far, or it is the initial value */
    uint32_t taker;      /* the cas that replaced it, or LC_NO_OP */
    uint32_t found_by;   /* an operation that found it, or LC_NO_OP */
    uint32_t may_write;  /* a pending operation that would write it, or LC_NO_OP */
    uint32_t run, place; /* LC_NO_LINK: in no run; the place in the run counts from 0 */
} lc_chain_link;

typedef struct lc_cell {
    lc_poly *p;
    const lc_part *part;
    lince_value key;
    LC_VEC(lc_cell_op) ops;
    LC_VEC(lc_chain_link) links; /* the initial value first */
    LC_VEC(uint32_t) roots;      /* per run its first link */
    LC_VEC(uint32_t) to_do;      /* links that were found, whose writer may be a pending operation */
    lc_map64 of_value;           /* links */
    lc_runs runs;
    bool repeated; /* a pending operation may be another writer of a value: a violation may be none */
} lc_cell;

/* The link after this one, or LC_NO_LINK. */
static inline uint32_t lc_chain_next(const lc_cell *c, uint32_t link) {
    uint32_t taker = c->links.at[link].taker;
    return taker == LC_NO_OP ? LC_NO_LINK : lc_map64_get(&c->of_value, c->ops.at[taker].to);
}

/* For explanations: `a returned before b was called`, both blamed; the writers of a run up to and with this place. */
void lc_chain_blame(lc_cell *, uint32_t op);
void lc_chain_put_before(lc_cell *, uint32_t a, uint32_t b);
void lc_chain_blame_run(lc_cell *, uint32_t run, uint32_t place);
lc_outcome lc_chain_violated(lc_cell *);

/* Finds places for cas operations that were refused, in the order of all other operations (chain_refused.c). */
lc_outcome lc_chain_place_refused(lc_cell *);

#endif
