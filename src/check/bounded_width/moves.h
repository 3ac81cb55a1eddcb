/* A part of a queue or a stack, as the values that its operations move in and out. */
#ifndef LC_CHECK_BOUNDED_WIDTH_MOVES_H
#define LC_CHECK_BOUNDED_WIDTH_MOVES_H

#include "base/map64.h"
#include "check/driver/parts.h"

typedef enum lc_move_kind {
    LC_ADDS,
    LC_REMOVES,
    LC_FINDS_NONE /* it returned EMPTY */
} lc_move_kind;

#define LC_NO_MOVE   UINT32_MAX
#define LC_ANY_VALUE UINT32_MAX /* of a pending removal: unknown */

typedef struct lc_move {
    uint32_t op;        /* number in the history */
    uint32_t call, end; /* places among the events of the part; LC_NEVER: it is pending */
    uint32_t value;     /* a number below the number of values, or LC_ANY_VALUE */
    lc_move_kind kind;
    uint32_t slot; /* its bit while it is open; the previous owner of that bit, or LC_NO_MOVE: see lane.h */
    uint32_t previous;
} lc_move;

static inline bool lc_move_pends(const lc_move *m) { return m->end == LC_NEVER; }

/* Counters of a value. */
typedef struct lc_moved {
    uint32_t added;   /* how often, pending additions included */
    uint32_t removed; /* how often for certain */
    uint32_t pending; /* additions that are pending */
    uint32_t adders;  /* where they are in `adders` */
} lc_moved;

typedef struct lc_moves {
    lc_budget *budget;
    LC_VEC(lc_move) list;      /* by call */
    LC_VEC(uint32_t) events;   /* per event of the part: whose it is */
    LC_VEC(lc_moved) values;   /* per value */
    LC_VEC(uint32_t) adders;   /* pending additions, by value and then by call */
    LC_VEC(uint32_t) removers; /* pending removals, by call */
    lc_map64 number_of;        /* value to number */
} lc_moves;

void lc_moves_init(lc_moves *, lc_budget *);
void lc_moves_free(lc_moves *);

/* False: something in this part is not plain adding and removing, or memory is out. */
bool lc_moves_read(lc_moves *, const lc_binding *, const lc_part *);

#endif
