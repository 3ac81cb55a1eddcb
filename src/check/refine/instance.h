#ifndef LC_CHECK_REFINE_INSTANCE_H
#define LC_CHECK_REFINE_INSTANCE_H

#include "base/clock.h"
#include "check/parts.h"

/* "Psi_fv: x1 = enq(1), ...: an element was removed before ...", for a view (view.h) of length k that is not
 * linearizable; NULL: no formula that is known sees it.  To be freed. */
char *lc_refine_instance(const lc_part *seen, uint32_t k, lc_binding *, const lc_limits *, lc_budget *);

#endif
