/* The counting representation of a history: how many operations there are of each label and interval.
 *
 * Two histories are isomorphic iff their representations, in canonical intervals (history/interval.h), are equal.
 * (Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 6.1.)
 */
#ifndef LC_HISTORY_COUNTS_H
#define LC_HISTORY_COUNTS_H

#include "base/vec.h"

/* So many operations with this label have the interval [from, to]. */
typedef struct lc_count {
    uint32_t label, from, to;
    uint64_t count;
} lc_count;
typedef LC_VEC(lc_count) lc_counts;

/* By label, then interval; equal ones become one. */
void lc_counts_sort(lc_counts *);

#endif
