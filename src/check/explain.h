/* Explaining a violation: the operations that conflict, what could have been instead, how far one could get. */
#ifndef LC_CHECK_EXPLAIN_H
#define LC_CHECK_EXPLAIN_H

#include "check/prefix.h"
#include "check/result.h"
#include "check/sequential.h"

lc_outcome lc_decide_sequential(void *sequencer, const lc_part *);

/* Fills in a violation of linearizability, but for how much of the history it takes, from a part and the number of
 * events of its smallest failing prefix, which took `visited` configurations to find.  `allowance` is how many may be
 * visited now. */
void lc_explain(lc_violation *, lc_judge *, const lc_part *, uint32_t fails, uint64_t visited, uint64_t allowance);

/* The same for all objects at once: only the conflict and, where real time counts, the order that works. */
void lc_explain_whole(lc_violation *, lc_sequencer *, const lc_part *prefix, uint64_t allowance);

lc_violation *lc_violation_new(bool thorough);
void lc_violation_free(lc_violation *);

#endif
