/* Explaining a violation: the smallest failing prefix, the operations that conflict, what could have been instead. */
#ifndef LC_CHECK_EXPLAIN_H
#define LC_CHECK_EXPLAIN_H

#include "check/linearize.h"
#include "check/result.h"
#include "check/sequential.h"

/* The smallest prefix of a violated part that is violated.  `not_before` is the return (counted in the part) before
 * which every prefix is known to hold.  The answer is in events of the part, 0 if a limit was reached first. */
uint32_t lc_smallest_prefix(lc_search *, const lc_part *, uint32_t not_before);

/* Fills in a violation of linearizability from the smallest failing prefix of a part.  The search's allowance bounds
 * what is spent on making the conflict small. */
void lc_explain(lc_violation *, lc_search *, const lc_part *prefix, uint64_t allowance);

/* The same where no prefix is to blame: only the conflict. */
void lc_explain_sequential(lc_violation *, lc_sequencer *, const lc_part *whole, uint64_t allowance);

lc_violation *lc_violation_new(void);
void lc_violation_free(lc_violation *);

#endif
