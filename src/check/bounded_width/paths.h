/* The paths through the down-sets of a part, which stack.c finds and retrace.c follows back. */
#ifndef LC_CHECK_BOUNDED_WIDTH_PATHS_H
#define LC_CHECK_BOUNDED_WIDTH_PATHS_H

#include "base/intern.h"
#include "check/bounded_width/bounded_width.h"

/* A down-set of completed operations, and the pending ones used on the way to it. */
typedef struct lc_path_node {
    uint64_t mask;    /* operations that are taken, of those open at ... */
    uint32_t at;      /* ... the return that is due */
    uint32_t used;    /* a multiset: values of pending additions, `removals` for each pending removal */
    uint32_t helpers; /* how many these are */
    uint32_t tops;    /* where the cells that may be on top begin in `tops` */
    uint32_t count;   /* of them */
    uint32_t free;    /* those, at the front, that need not wait for something else */
    uint32_t gifts;   /* while it is being made: the latest gift, or LC_NO_GIFT */
} lc_path_node;

/* Cells have numbers; two are special. */
enum {
    LC_BOTTOM, /* nothing: the stack is empty */
    LC_BURIED  /* a value that will never be removed, so that it and the values below do not matter */
};

/* A cell for a node that is being made. */
typedef struct lc_gift {
    uint32_t cell;
    uint32_t pushed; /* LC_ANY_VALUE: it is on top; else this value is, and the cell below */
    uint32_t next;
} lc_gift;

#define LC_NO_NODE UINT32_MAX
#define LC_NO_GIFT UINT32_MAX
#define LC_NO_CELL UINT32_MAX

typedef LC_VEC(uint32_t) lc_numbers;

typedef struct lc_paths {
    lc_bounded_width *w;
    lc_budget *budget;
    const lc_moves *all;
    const lc_move *moves;

    /* The time line. */
    uint32_t slots, returns;
    lc_numbers rows;            /* per return: the move open in each slot, or LC_NO_MOVE */
    lc_numbers due;             /* per return: the slot of the move that returns */
    lc_numbers ends;            /* per return: where it is among the events; in the end LC_NEVER */
    lc_numbers removers_before; /* likewise: how many pending removals have been called */
    lc_numbers last_call;       /* per value: the call of its last removal, + 1 */

    LC_VEC(lc_path_node) nodes;
    lc_numbers layers; /* where the nodes with 0, 1, 2 ... operations begin */
    lc_numbers tops;
    lc_intern cells; /* a value and the cells that may be below, ascending */
    lc_multisets sets;
    uint32_t removals; /* the class of pending removals */
    uint32_t slack;    /* how many pending operations more than necessary may be used */
    bool cut;          /* some node used more */
    size_t cell_bytes, most_bytes;

    /* The layer that is being made. */
    LC_VEC(lc_gift) gifts;
    uint32_t *table; /* open addressing: nodes of this layer, + 1 */
    uint32_t table_size;
    LC_VEC(uint64_t) arrived, pushed; /* gifts of the node at hand: value and cell */
    lc_numbers better;                /* nodes with the same operations that used less */
    lc_numbers group;                 /* the cell that is being made */
    lc_numbers reach, levels;         /* see lc_find_levels */
    lc_numbers stamps;                /* per cell: when it was met last */
    uint32_t stamp;
} lc_paths;

static inline const uint32_t *lc_row(const lc_paths *p, const lc_path_node *n) {
    return p->slots ? p->rows.at + (size_t)n->at * p->slots : NULL;
}
/* Is there a move in this slot of the node's row that can be taken? */
static inline bool lc_can_take(const lc_path_node *n, const uint32_t *row, uint32_t slot) {
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

/* ---- nodes.c ---- */

/* Lays out the rows.  False: it is too large, or memory is out. */
bool lc_paths_lay_out(lc_paths *);
/* The table of the next layer, empty. */
bool lc_paths_clear_table(lc_paths *);
/* The node in the layer being made, which begins with `first`; LC_NO_NODE: out of memory. */
uint32_t lc_node_at(lc_paths *, uint32_t at, uint64_t mask, uint32_t used, uint32_t first);
/* Where taking the move in this slot leads. */
void lc_successor(const lc_paths *, const lc_path_node *, uint32_t slot, uint32_t *at, uint64_t *mask);
/* Is this value removed after these operations? */
bool lc_wanted(const lc_paths *, const lc_path_node *, uint32_t value);
/* The multiset with some more pending removals. */
uint32_t lc_use_removals(lc_paths *, uint32_t used, uint32_t count);
/* The pending addition that would help a removal of this value now; LC_NO_MOVE: none. */
uint32_t lc_helping_addition(const lc_paths *, const lc_path_node *, uint32_t value);

/* ---- cells.c ---- */

/* Makes the cells on top of a node from its gifts.  The nodes from `first` to it are settled already. */
void lc_settle(lc_paths *, uint32_t index, uint32_t first);
/* Fills in `reach`: the cells on top of a node, those that may be when a pending removal helps, or two ...; and
 * `levels`: where each kind begins. */
bool lc_find_levels(lc_paths *, const lc_path_node *);

/* ---- retrace.c ---- */

/* Puts the moves of a path to the last layer in order.  False: out of memory. */
bool lc_retrace(lc_paths *);

#endif
