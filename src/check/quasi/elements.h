/* Pruning by the elements of a container in the search for a legal order: which additions need not be tried now, which
 * must not, and which to try first. */
#ifndef LC_CHECK_QUASI_ELEMENTS_H
#define LC_CHECK_QUASI_ELEMENTS_H

#include "base/map64.h"
#include "check/quasi/orders.h"

typedef struct lc_quasi_element {
    uint32_t add, remove; /* operations of the line; LC_NONE: it is never removed */
    bool plain;           /* one addition, at most one removal */
} lc_quasi_element;

typedef struct lc_quasi_elements {
    lc_budget *budget;
    const lc_quasi_line *line;
    const lc_binding *binding;
    bool tracked; /* it is a known container; else there are no elements here */
    bool alike;   /* it treats all values alike */
    bool fifo;    /* and removes them in the order they were added, */
    bool lifo;    /* or the other way round, */
    bool loose;   /* or in any order */
    bool leaking; /* some removal is pending: its element is unknown */
    bool one_set; /* all additions are in the same sets, and all removals are */
    uint32_t removal_sets;
    uint32_t unknown;                /* an operation that removes a value that is never added, or LC_NONE */
    LC_VEC(lc_quasi_element) at;     /* by the calls of their additions */
    LC_VEC(uint32_t) added, removed; /* per operation: the element it adds or removes, or LC_NONE */
    LC_VEC(uint32_t) by_removal;     /* plain elements by the returns of their removals */
    lc_map64 of_value;
} lc_quasi_elements;

/* The places in the legal order that a factor leaves an operation, counted among its set. */
typedef struct lc_quasi_window {
    uint32_t set; /* LC_NONE: it is in none, or in several, and may be anywhere */
    int64_t low, high;
} lc_quasi_window;
enum { LC_ANYWHERE = 1 << 30 };

void lc_quasi_elements_init(lc_quasi_elements *, lc_budget *);
void lc_quasi_elements_free(lc_quasi_elements *);
/* False: out of memory. */
bool lc_quasi_elements_build(lc_quasi_elements *, const lc_quasi_line *, const lc_binding *);

/* For a removal that does not exist, LC_NONE: after all removals. */
lc_quasi_window lc_quasi_window_of(const lc_quasi_elements *, uint32_t op, const uint32_t *most);

/* In which order to try: a guess that assumes these factors.  Per operation: the first due is tried first.  False: out
 * of memory. */
bool lc_quasi_foresee(const lc_quasi_elements *, const uint32_t *most, uint32_t *due);

/* Of `by_removal`, the first from here on whose addition (of a stack: removal) is not in the legal order. */
uint32_t lc_quasi_next_removal(const lc_quasi_elements *, const lc_quasi_orders *, uint32_t from);
/* Need an operation not be tried as the next of the legal order, because another one can do as well or must come
 * before? */
bool lc_quasi_needless(const lc_quasi_elements *, const lc_quasi_orders *, uint32_t next_removal, uint32_t op);

/* Is it plain that no orders exist with these factors?  Then why, as two operations. */
typedef struct lc_quasi_clash {
    uint32_t first, second;
} lc_quasi_clash;
bool lc_quasi_clashes(const lc_quasi_elements *, const uint32_t *most, lc_quasi_clash *);

#endif
