/* The two orders of quasi linearizability while they grow: one that real time allows, one that the specification
 * allows.  Both end up with the same operations, and of each set none may be further from its place than the factor.
 *
 * The legal order leads.  An operation enters the real order only after it has entered the legal one, so that its place
 * there, and with it a deadline, is known.  (Operations in no set have neither, and enter the real order as soon as
 * those before them have.)
 */
#ifndef LC_CHECK_QUASI_ORDERS_H
#define LC_CHECK_QUASI_ORDERS_H

#include "check/quasi/line.h"

enum { LC_IN_LEGAL = 1, LC_IN_REAL = 2 };

typedef struct lc_quasi_orders {
    lc_budget *budget;
    const lc_quasi_line *line;
    uint32_t most[LC_FACTOR_SETS]; /* the factors */
    LC_VEC(uint32_t) legal, real;  /* the two orders */
    LC_VEC(uint8_t) where;         /* per operation: which of them it is in */
    LC_VEC(uint32_t) place;        /* per operation and set: its place in the legal order, from 1 */
    LC_VEC(uint32_t) between;      /* in the legal order, not in the real one, and in some set; in any order */
    uint32_t legal_count[LC_FACTOR_SETS], real_count[LC_FACTOR_SETS];
    uint32_t returned;                     /* so many first returns of the line are in the real order */
    uint32_t set_returned[LC_FACTOR_SETS]; /* the same of a set */
    uint32_t set_legal[LC_FACTOR_SETS];    /* the same for the legal order */
    uint32_t
        first_unused[LC_FACTOR_SETS + 1]; /* so many first calls of a set, and of the rest, are in the legal order */
    uint32_t rest_real;                   /* so many first calls of the rest are in the real order */
    uint32_t to_come;                     /* operations that return and are not in the legal order */
    uint32_t low_legal, low_real;         /* so many first operations of all are in the orders */
    uint32_t high;                        /* none from here on is in either; the caller restores it */
} lc_quasi_orders;

void lc_quasi_orders_init(lc_quasi_orders *, lc_budget *);
void lc_quasi_orders_free(lc_quasi_orders *);
/* Empty orders over this line.  False: out of memory. */
bool lc_quasi_orders_begin(lc_quasi_orders *, const lc_quasi_line *, const lc_factors *, uint32_t sought);

void lc_quasi_append_legal(lc_quasi_orders *, uint32_t op);
void lc_quasi_append_real(lc_quasi_orders *, uint32_t op);
/* Back to how they were when they had these lengths. */
void lc_quasi_cut(lc_quasi_orders *, uint32_t legal, uint32_t real);

static inline bool lc_quasi_in(const lc_quasi_orders *o, uint32_t op, uint8_t which) { return o->where.at[op] & which; }
static inline uint32_t lc_quasi_place(const lc_quasi_orders *o, uint32_t op, uint32_t set) {
    return o->place.at[op * o->line->set_count + set];
}

/* Does real time allow that an operation comes next? */
static inline bool lc_quasi_available(const lc_quasi_orders *o, uint32_t op) {
    const lc_quasi_op *x = &o->line->ops.at[op];
    return x->before <= o->returned && (x->after == LC_NONE || lc_quasi_in(o, x->after, LC_IN_REAL));
}
/* The last place in the real order of a set where it may still come. */
uint32_t lc_quasi_deadline(const lc_quasi_orders *, uint32_t op, uint32_t set);

/* Appends to the real order the operations that can only gain by being appended now.  False: out of memory. */
void lc_quasi_settle(lc_quasi_orders *);
/* Is completion still possible, as far as counting places shows? */
bool lc_quasi_hopeful(const lc_quasi_orders *);
/* May this be the next of a set in the real order?  `front` gets those worth trying.  False: out of memory. */
typedef LC_VEC(uint32_t) lc_quasi_choices;
bool lc_quasi_front(const lc_quasi_orders *, uint32_t set, lc_quasi_choices *front);

#endif
