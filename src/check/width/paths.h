/* What stack.c finds and retrace.c follows back: all the ways through the down-sets of a part. */
#ifndef LC_CHECK_WIDTH_PATHS_H
#define LC_CHECK_WIDTH_PATHS_H

#include "base/intern.h"
#include "check/width/width.h"

/* A down-set of completed operations, and the pending ones used on the way to it. */
typedef struct lc_node {
    uint64_t mask;  /* those taken of the operations open at */
    uint32_t at;    /* the return that is due */
    uint32_t used;  /* a multiset: values of pending additions, `removals` for each pending removal */
    uint32_t helpers; /* how many these are, times a constant */
    uint32_t tops;  /* where the cells that may be on top begin in `tops`; the free ones come first */
    uint32_t count; /* of them */
    uint32_t free;  /* those that need not wait for something else */
    uint32_t gifts; /* while it is being made: the latest gift */
} lc_node;

/* Cells have numbers; two are special. */
enum {
    LC_BOTTOM, /* nothing: the stack is empty */
    LC_BURIED  /* something that nobody will remove any more, so what it is and what is below do not matter */
};

/* A cell for a node that is being made. */
typedef struct lc_gift {
    uint32_t cell;
    uint32_t pushed; /* LC_ANY_VALUE: it is on top; else a value on top of it */
    uint32_t next;
} lc_gift;

#define LC_NO_GIFT UINT32_MAX
#define LC_NO_CELL UINT32_MAX

typedef LC_VEC(uint32_t) lc_numbers;

typedef struct lc_paths {
    lc_width *w;
    lc_budget *budget;
    const lc_moves *all;
    const lc_move *moves;

    /* The time line: for each return what is open before it, where, and who comes to help. */
    uint32_t slots, returns;
    lc_numbers rows;            /* per return: the move in each slot, or LC_NO_MOVE */
    lc_numbers due;             /* per return: the slot of the move that returns */
    lc_numbers ends;            /* per return, and one more: where it is among the events */
    lc_numbers removers_before; /* likewise: how many pending removals have been called */
    lc_numbers last_call;       /* per value: the call of its last removal, + 1 */

    LC_VEC(lc_node) nodes;
    lc_numbers layers; /* where the nodes with 0, 1, 2 ... operations taken begin */
    lc_numbers tops;
    lc_intern cells;  /* a value and the cells that may be below, ascending */
    lc_multisets sets;
    uint32_t removals; /* the class of pending removals */
    size_t cell_bytes, most_bytes;

    /* The layer that is being made. */
    LC_VEC(lc_gift) gifts;
    uint32_t *table; /* open addressing: nodes of this layer, + 1 */
    uint32_t table_size;
    LC_VEC(uint64_t) arrived, pushed; /* of the node at hand: values and cells */
    lc_numbers group;
    lc_numbers reach, levels; /* cells that come to light when pending removals help, and where each level begins */
    lc_numbers stamps;        /* per cell: when it was met last */
    uint32_t stamp;
} lc_paths;

static inline const uint32_t *lc_row(const lc_paths *p, const lc_node *n) {
    return p->rows.at + (size_t)n->at * p->slots;
}
/* Can this slot of a row be taken? */
static inline bool lc_slot_is_free(const lc_node *n, const uint32_t *row, uint32_t slot) {
    return row[slot] != LC_NO_MOVE && !(n->mask >> slot & 1);
}
static inline uint32_t lc_cell_value(const lc_paths *p, uint32_t cell) {
    return *(const uint32_t *)lc_intern_get(&p->cells, cell)->bytes;
}
static inline const uint32_t *lc_cell_below(const lc_paths *p, uint32_t cell, uint32_t *count) {
    const lc_interned *it = lc_intern_get(&p->cells, cell);
    *count = it->size / (uint32_t)sizeof(uint32_t) - 1;
    return (const uint32_t *)it->bytes + 1;
}

/* Where taking the move in this slot leads. */
void lc_successor(const lc_paths *, const lc_node *, uint32_t slot, uint32_t *at, uint64_t *mask);
/* Will anybody remove this value after these operations? */
bool lc_wanted(const lc_paths *, const lc_node *, uint32_t value);
/* Makes the cells on top of a node of the layer that begins with `first`, after those before it. */
void lc_settle(lc_paths *, uint32_t index, uint32_t first);
/* Fills in `reach` and `levels`: the cells on top, those that a pending removal leaves on top, two of them ... */
bool lc_find_levels(lc_paths *, const lc_node *);
/* The multiset with some more pending removals. */
uint32_t lc_use_removals(lc_paths *, uint32_t used, uint32_t count);
/* The pending addition that would help a removal of this value now; LC_NO_MOVE: none. */
uint32_t lc_helping_addition(const lc_paths *, const lc_node *, uint32_t value);

/* Puts the moves of a path to the last layer in order.  False: out of memory. */
bool lc_retrace(lc_paths *);

#endif
