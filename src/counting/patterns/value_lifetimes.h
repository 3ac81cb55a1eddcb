/* Knowledge about the values in a container: stays, and the intervals at which it was found empty (patterns.h).
 * Windows (window.h) fill them in.
 */
#ifndef LC_COUNTING_PATTERNS_VALUE_LIFETIMES_H
#define LC_COUNTING_PATTERNS_VALUE_LIFETIMES_H

#include "counting/patterns/patterns.h"

#define LC_NO_OPERATION UINT32_MAX

/* One value. */
typedef struct lc_seen {
    lc_lifetime stay;
    uint32_t additions, removals;
    uint32_t add, remove, again; /* the operations: the caller's numbers, `again` that of the second removal */
} lc_seen;

typedef struct lc_seen_empty {
    lc_interval when;
    uint32_t op;
} lc_seen_empty;

typedef struct lc_lifetimes {
    lc_budget *budget;
    uint32_t k;
    LC_VEC(lc_seen) at;
    LC_VEC(lc_seen_empty) empties;
    uint32_t open[LC_MOST_STEPS + 1]; /* removals that have not returned, by the step in which they were called */
    bool partly;                      /* some operations are of another kind and were left out */
    bool repeated;                    /* some values are added more than once */
    bool exact;                       /* no pattern: then the history is good */
} lc_lifetimes;

void lc_lifetimes_init(lc_lifetimes *, uint32_t k, lc_budget *); /* k <= LC_MOST_STEPS */
void lc_lifetimes_clear(lc_lifetimes *);
void lc_lifetimes_free(lc_lifetimes *);

void lc_lifetimes_empty(lc_lifetimes *, lc_interval, uint32_t op);
/* After the last one: values that were not removed get their interval. */
void lc_lifetimes_finish(lc_lifetimes *);

#endif
