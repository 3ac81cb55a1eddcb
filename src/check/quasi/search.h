/* Is a part quasi linearizable? */
#ifndef LC_CHECK_QUASI_SEARCH_H
#define LC_CHECK_QUASI_SEARCH_H

#include "base/meter.h"
#include "check/quasi/elements.h"
#include "check/search/linearize.h"

typedef struct lc_quasi_frame {
    uint32_t state;
    uint32_t legal, real, high; /* the orders when it was made */
    uint32_t first;             /* of its candidates in `choices` */
    uint32_t count;
    uint32_t next, outcome; /* what to try next: a candidate, and which of its outcomes */
    uint32_t next_removal;
    uint8_t
        set; /* whose next operation in the real order is to be chosen, or LC_FACTOR_SETS: that of the legal order */
    bool ended;
} lc_quasi_frame;

/* Guesses at the legal order, and how the search gets on with them. */
enum { LC_QUASI_GUESSES = 6 };
typedef struct lc_quasi_guide {
    LC_VEC(uint32_t) due[LC_QUASI_GUESSES]; /* per guess and operation: what is due first is tried first */
    uint32_t count;                         /* of guesses */
    uint32_t which;                         /* is followed now, */
    uint32_t spread;                        /* with so much disorder */
    uint64_t seed;
    bool restless;     /* jump back when there is no progress, though that leaves something out */
    uint32_t deepest;  /* how long the legal order has been */
    uint64_t since;    /* configurations visited then */
    uint32_t attempts; /* to get further, */
    uint32_t trouble;  /* than this */
} lc_quasi_guide;

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_quasi_search {
    lc_budget *budget;
    lc_binding *binding;
    lc_meter meter; /* of `visited` */
    lc_halt halt;
    uint64_t visited, cut;
    bool forgets; /* configurations are visited each time they are met, to measure what it is worth to know them */

    lc_part part;
    lc_space space;
    lc_quasi_line line;
    lc_quasi_elements elements;
    lc_quasi_orders orders;
    lc_quasi_guide guide;
    bool ended; /* the legal order is complete */
    LC_VEC(lc_quasi_frame) path;
    lc_quasi_choices choices;
    lc_intern seen;         /* configurations */
    LC_VEC(uint32_t) words; /* the one that is being written down */

    struct lc_quasi_search *inner; /* for excerpts, see excerpt.c; NULL: not needed so far */
    LC_VEC(lc_event) excerpt;      /* if not empty after LC_VIOLATED: a few events that are violated already */
} lc_quasi_search;

void lc_quasi_search_init(lc_quasi_search *, lc_binding *, const lc_limits *, lc_budget *);
void lc_quasi_search_free(lc_quasi_search *);
lc_quasi_search *lc_quasi_search_new(lc_binding *, const lc_limits *, lc_budget *); /* NULL: out of memory */

/* Turn to this part.  False: out of memory. */
bool lc_quasi_begin(lc_quasi_search *, const lc_part *, const lc_factors *);
/* Decide it, with this factor for the set that is sought.  After LC_HOLDS the two orders are there, as operations of
 * the line, until the next call.  LC_UNDECIDED is never returned. */
lc_outcome lc_quasi_decide(lc_quasi_search *, const lc_factors *, uint32_t sought);
/* The same by nothing but going through all there is. */
lc_outcome lc_quasi_decide_thoroughly(lc_quasi_search *, const lc_factors *, uint32_t sought);
/* The same in short: LC_UNDECIDED if neither is plain. */
lc_outcome lc_quasi_decide_quickly(lc_quasi_search *, const lc_factors *, uint32_t sought);

#endif
