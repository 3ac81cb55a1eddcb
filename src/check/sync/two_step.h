/* Synchronization linearizability by way of linearizability. */
#ifndef LC_CHECK_SYNC_TWO_STEP_H
#define LC_CHECK_SYNC_TWO_STEP_H

#include "check/sync/answer.h"
#include "check/sync/two_step_spec.h"

/* Can be used for one part after another; it keeps its memory.  It must not be moved. */
typedef struct lc_two_step {
    lc_budget *budget;
    lc_binding *binding;
    lc_sync_answer answer;

    lc_two_step_spec spec;
    lince_history history;    /* of the steps, as far as the search looks at it */
    lc_binding steps;         /* operation 2i is the first step of the i-th operation of the part, 2i + 1 the second */
    LC_VEC(lc_event) events;  /* of the steps */
    LC_VEC(uint32_t) ops;     /* of the part, in the order of their calls */
    LC_VEC(uint32_t) returns; /* per operation of the part: its place among the returns; LC_NEVER: it has none */
    lc_search search;
} lc_two_step;

void lc_two_step_init(lc_two_step *, lc_binding *, const lc_tuning *, const lc_limits *, lc_budget *);
void lc_two_step_free(lc_two_step *);

/* LC_HOLDS, LC_VIOLATED or LC_HALTED, with the answer. */
lc_outcome lc_two_step_run(lc_two_step *, const lc_part *);

#endif
