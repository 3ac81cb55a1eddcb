/* What a history tells about the values in a container: stays, and when it was found empty (patterns.h).
 *
 * Filled in operation by operation, or from a history of which only the last k steps are told apart.
 */
#ifndef LC_LOGIC_STAYS_H
#define LC_LOGIC_STAYS_H

#include "base/map64.h"
#include "logic/patterns.h"
#include "spec/bind.h"

#define LC_NO_OPERATION UINT32_MAX

/* One value. */
typedef struct lc_seen {
    lc_stay stay;
    uint32_t additions, removals;
    uint32_t add, remove, again; /* who did: the caller's numbers, `again` that of the second removal */
} lc_seen;

typedef struct lc_seen_empty {
    lc_interval when;
    uint32_t op;
} lc_seen_empty;

typedef struct lc_stays {
    lc_budget *budget;
    uint32_t k;
    lc_map64 index; /* value to number */
    LC_VEC(lc_seen) at;
    LC_VEC(lc_seen_empty) empties;
    uint32_t open[LC_MOST_STEPS + 1]; /* removals that have not returned, by the step in which they were called */
    bool partly;                      /* some operations are of another kind and were left out */
    bool repeated;                    /* some values are added more than once */
    bool exact;                       /* no pattern: then the history is good */
} lc_stays;

void lc_stays_init(lc_stays *, uint32_t k, lc_budget *); /* k <= LC_MOST_STEPS */
void lc_stays_clear(lc_stays *);
void lc_stays_free(lc_stays *);

/* Operations in any order, with intervals in 0..k; those that have not returned end at any step.  Values are the
 * caller's numbers.  Out of memory: the budget says so, and then nothing may be concluded. */
void lc_stays_add(lc_stays *, uint64_t value, lc_interval, bool returned, uint32_t op);
void lc_stays_remove(lc_stays *, uint64_t value, lc_interval, uint32_t op);
void lc_stays_empty(lc_stays *, lc_interval, uint32_t op);
void lc_stays_open_removal(lc_stays *, uint32_t from);
void lc_stays_other(lc_stays *); /* something else that changes nothing: a peek */
/* After the last one: what nobody removed gets its interval. */
void lc_stays_finish(lc_stays *);

/* A_k of the first `events` events, as far as they belong to `object`.  `intervals` are those of the whole history. */
void lc_stays_of(lc_stays *, const lc_binding *, uint32_t object, const lc_intervals *, uint32_t events);

#endif
