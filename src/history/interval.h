/* The interval order of a history.
 *
 * What precedes an operation is its past.  The pasts of a history are linearly ordered by inclusion, so numbering the
 * distinct ones 0, 1, 2 … gives time in its coarsest form, and each operation becomes an interval of such numbers:
 * from the number of its own past to that of the last past it does not belong to.  One operation precedes another iff
 * its interval ends before the other's begins.  The length of a history is the number of its last past.  (Bouajjani,
 * Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 6, after Rabinovitch and
 * Greenough.)
 */
#ifndef LC_HISTORY_INTERVAL_H
#define LC_HISTORY_INTERVAL_H

#include "history/history.h"

typedef struct lc_interval {
    uint32_t from, to;
} lc_interval;

typedef struct lc_intervals {
    lc_budget *budget;
    LC_VEC(lc_interval) at; /* per operation; those that failed did not happen and have none */
    uint32_t length;
} lc_intervals;

#define LC_NO_INTERVAL ((lc_interval){UINT32_MAX, 0})

/* The canonical representation, in one pass over the events.  False: out of memory. */
bool lc_intervals_of(lc_intervals *, const lince_history *, lc_budget *);
void lc_intervals_free(lc_intervals *);

static inline bool lc_interval_none(lc_interval i) { return i.from > i.to; }
static inline bool lc_interval_precedes(lc_interval a, lc_interval b) { return a.to < b.from; }

/* Does one operation belong to the past of another? */
static inline bool lc_in_past(const lc_intervals *i, uint32_t op, uint32_t of) {
    return !lc_interval_none(i->at.at[op]) && !lc_interval_none(i->at.at[of]) &&
           lc_interval_precedes(i->at.at[op], i->at.at[of]);
}

/* What A_k makes of an interval in a history of this length (lemma 6.5): of its time, all but the last k steps are one
 * moment, and nothing precedes what begins in it. */
static inline lc_interval lc_interval_recent(lc_interval i, uint32_t length, uint32_t k) {
    uint32_t older = length > k ? length - k : 0;
    return (lc_interval){i.from > older ? i.from - older : 0, i.to > older ? i.to - older : 0};
}
/* A_k of all of them. */
void lc_intervals_weaken(lc_intervals *, uint32_t k);

#endif
