/* A part laid out for quasi linearizability: its operations, their order in time, and how far each may be moved.
 *
 * Of a set of methods, an operation comes at the earliest behind those of the set that had returned when it was called,
 * and at the latest behind those that had been called when it returned.  So in any order that real time allows its
 * place among the set, counted from 1, is between `earliest` and `latest`, and in a permutation that moves the set by
 * at most K places it is between earliest - K and latest + K.
 */
#ifndef LC_CHECK_QUASI_LINE_H
#define LC_CHECK_QUASI_LINE_H

#include "check/driver/parts.h"
#include "check/quasi/factors.h"

#define LC_NONE UINT32_MAX

typedef struct lc_quasi_op {
    uint32_t op; /* number in the history */
    uint32_t label;
    uint32_t sets;   /* of methods that it belongs to, a bit each */
    uint32_t before; /* how many operations had returned when it was called: the first so many in `returns` */
    uint32_t ends;   /* its place in `returns`; LC_NEVER: it is pending */
    uint32_t after;  /* an operation that it follows although they touch in an instant, or LC_NONE */
} lc_quasi_op;

/* Where an operation is in a set. */
typedef struct lc_quasi_range {
    uint32_t earliest, latest; /* latest is LC_NEVER for pending operations */
    uint32_t ends;             /* its place among the set's returns */
} lc_quasi_range;

typedef struct lc_quasi_set {
    LC_VEC(uint32_t) ops;     /* by their calls */
    LC_VEC(uint32_t) returns; /* those that return, in that order */
} lc_quasi_set;

typedef struct lc_quasi_line {
    lc_budget *budget;
    LC_VEC(lc_quasi_op) ops; /* by their calls */
    LC_VEC(uint32_t) returns;
    lc_quasi_set sets[LC_FACTOR_SETS];
    lc_quasi_set rest; /* the operations in no set */
    uint32_t set_count;
    LC_VEC(lc_quasi_range) ranges; /* per operation and set */
    bool disjoint;                 /* no operation is in two sets */
    bool complete;                 /* there is one set, and all are in it */
    bool tied;                     /* some operations touch in an instant */
} lc_quasi_line;

void lc_quasi_line_init(lc_quasi_line *, lc_budget *);
void lc_quasi_line_free(lc_quasi_line *);
/* False: out of memory. */
bool lc_quasi_line_build(lc_quasi_line *, const lc_part *, lc_binding *, const lc_factors *);

/* The operation with this number in the history; LC_NONE: it is not here. */
uint32_t lc_quasi_find(const lc_quasi_line *, uint32_t op);

static inline const lc_quasi_range *lc_quasi_range_of(const lc_quasi_line *l, uint32_t op, uint32_t set) {
    return &l->ranges.at[op * l->set_count + set];
}

#endif
