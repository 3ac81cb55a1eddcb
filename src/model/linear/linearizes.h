/* `#assert P() linearizes S`, with points or without, and `#assert P() progresses S`, from the assertion to the
 * finding. */
#ifndef LC_MODEL_LINEAR_LINEARIZES_H
#define LC_MODEL_LINEAR_LINEARIZES_H

#include <lince/error.h>

#include "model/compile/system.h"
#include "model/finding.h"
#include "model/linear/linear.h"

/* An answer, and the data for reporting it.  Its parts point at each other, so it stays where it is. */
typedef struct lcm_linearization {
    lcm_finding
        finding; /* of progress: `allowed` has the returns of which one must be possible at the end of the path */
    /* With points: they are wrong, but the process is linearizable.  The answer is LCM_FAILS, and the path leads to a
     * point that does not have the declared effect.  Where the process is not linearizable either, this is false, and
     * the path is one of calls and returns without regard to the points. */
    bool points_wrong;
    bool symmetric; /* identical processes were not distinguished */
    lcm_alphabet alphabet;
    lcm_system *system; /* whose states and steps the path has */
    lcm_linear *specification;
    lc_instance instance;
} lcm_linearization;

/* The status: the assertion makes no sense, the process cannot be compiled, the object cannot be evaluated.  In any
 * case it is to be freed. */
lince_status lcm_linearizes(lcm_linearization *, const lcm_model *, const lcm_assertion *, const lcm_choices *,
                            const lcm_search_limits *, lince_error *);
void lcm_linearization_free(lcm_linearization *);

#endif
