/* The smallest failing prefix of a history. */
#ifndef LC_CHECK_EXPLAIN_PREFIX_H
#define LC_CHECK_EXPLAIN_PREFIX_H

#include "check/driver/judge.h"
#include "check/explain/minimize.h"

/* The smallest prefix of a violated part that is violated, for a criterion that is prefix-closed.  The prefix of
 * `holds` events is known to hold.  The answer is in events of the part, 0 if a limit was reached first. */
uint32_t lc_smallest_prefix(lc_decide *, void *context, const lc_part *, uint32_t holds);

/* The same, by the answers of a judge; `sure` turns false if a smaller one might be violated as well, but that is too
 * hard to decide. */
uint32_t lc_smallest_judged_prefix(lc_judge *, const lc_part *, bool *sure);

/* The same in events of the history, for cutting the file there.  A part leaves out operations that failed; but before
 * its `fail` an operation may have happened, so the cut may have to come later.  `prefix` is the smallest prefix of the
 * part.  0: a limit was reached first. */
uint32_t lc_smallest_cut(lc_decide *, void *context, const lc_part *prefix, const lc_part *part, lc_binding *);

#endif
