/* Operations and values in the sentence that gives the reason of a violation.  Of long texts both ends are printed: a
 * sentence that is cut as a whole would lose the part between two values, which is its point. */
#ifndef LC_CHECK_EXPLAIN_DESCRIBE_H
#define LC_CHECK_EXPLAIN_DESCRIBE_H

#include "base/text.h"
#include "history/history.h"

void lc_describe_value(lince_text *, const lince_values *, lince_value);
void lc_describe_results(lince_text *, const lince_history *, const lc_op *); /* `5`, or nothing */
void lc_describe_call(lince_text *, const lince_history *, const lc_op *);    /* `enq(5) by T1` */
void lc_describe_op(lince_text *, const lince_history *, const lc_op *);      /* `deq() → 5 by T2` */

#endif
