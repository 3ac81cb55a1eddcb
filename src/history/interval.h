/* The interval order of a history.
 *
 * The past of an operation is the set of operations that precede it.  The pasts of a history are linearly ordered by
 * inclusion, so numbering the distinct ones 0, 1, 2 … gives time in its coarsest form, and each operation becomes an
 * interval of such numbers: from the number of its own past to that of the last past it does not belong to.  One
 * operation precedes another iff its interval ends before the other's begins.  The length of a history is the number of
 * its last past.  (Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 6,
 * after Rabinovitch and Greenough.)
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

#endif
