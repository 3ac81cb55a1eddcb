/* refine(k) of a few operations as a history of their own.
 *
 * The conflict of a violation is found in A_k of the whole history (view.h).  The same operations alone take fewer
 * steps, so the last k steps reach further back, and more of their order is known: they are a violation, but perhaps at
 * an earlier return, or more of them than needed.  Here they are judged as they would be if they were cut out of the
 * history, after every return.  That takes quadratic time, which is for short histories only.
 */
#ifndef LC_CHECK_REFINE_ALONE_H
#define LC_CHECK_REFINE_ALONE_H

#include "check/driver/judge.h"
#include "check/explain/failing.h"

typedef struct lc_alone {
    lc_judge *judge;
    const lc_failing *failing; /* the failing prefix */
    uint32_t k;
    lc_event_list moments; /* scratch: the operations' events as they were, failures among them */
    lc_event_list view;    /* scratch */
    LC_VEC(uint32_t) step; /* scratch: of each moment */
} lc_alone;

/* Deciders of some operations of the failing prefix, in the order of the history, with an lc_alone for context: after
 * every return; and after every return but the last.  The caller sets the limits of the judge. */
lc_outcome lc_decide_alone(void *alone, const lc_part *);
lc_outcome lc_decide_rest_alone(void *alone, const lc_part *);
void lc_alone_free(lc_alone *);

#endif
