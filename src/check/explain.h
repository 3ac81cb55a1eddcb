/* Explaining a violation: the smallest failing prefix, the operations that conflict, what could have been instead. */
#ifndef LC_CHECK_EXPLAIN_H
#define LC_CHECK_EXPLAIN_H

#include "check/minimize.h"
#include "check/result.h"
#include "check/sequential.h"

/* The smallest prefix of a violated part that is violated, for a criterion that is prefix-closed.  The prefix of
 * `holds` events is known to hold.  The answer is in events of the part, 0 if a limit was reached first. */
uint32_t lc_smallest_prefix(lc_decide *, void *context, const lc_part *, uint32_t holds);
lc_outcome lc_decide_linearizable(void *search, const lc_part *);
lc_outcome lc_decide_sequential(void *sequencer, const lc_part *);

/* Fills in a violation of linearizability from the smallest failing prefix of a part.  The search's allowance bounds
 * what is spent on making the conflict small. */
void lc_explain(lc_violation *, lc_search *, const lc_part *prefix, uint64_t allowance);

/* The same for all objects at once: only the conflict and, where real time counts, the end of the prefix. */
void lc_explain_whole(lc_violation *, lc_sequencer *, const lc_part *prefix, uint64_t allowance);

lc_violation *lc_violation_new(void);
void lc_violation_free(lc_violation *);

#endif
