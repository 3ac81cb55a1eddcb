/* Selection of the algorithm for a part of a synchronization object, by the declarations of its specification. */
#ifndef LC_CHECK_SYNC_JUDGE_H
#define LC_CHECK_SYNC_JUDGE_H

#include "check/driver/judge.h"
#include "check/sync/search.h"
#include "check/sync/stateless.h"
#include "check/sync/two_step.h"

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_sync_judge {
    lc_binding *binding;
    lc_budget *budget;
    lince_criterion criterion;
    lince_algorithm algorithm;
    bool progress;
    lc_judge plain; /* for objects whose operations take effect one by one */
    lc_sync_search search;
    lc_two_step two_step;
    lc_stateless stateless; /* for objects without state */
    uint64_t allowance;     /* how much effort each answer may be; UINT64_MAX: any */
    lc_sync_answer own;     /* of algorithms without an answer of their own */
    lc_sync_answer *answer; /* to the last question */
    const char *by;         /* the algorithm: `sweep`, `matching`, `cover`, `search`, `two-step`, ... */
    bool in_polynomial_time;
} lc_sync_judge;

void lc_sync_judge_init(lc_sync_judge *, lc_binding *, const lince_check_options *, lince_criterion, const lc_tuning *,
                        const lc_limits *, lc_budget *);
void lc_sync_judge_free(lc_sync_judge *);

/* From now on progress counts, or does not. */
void lc_sync_judge_decide(lc_sync_judge *, bool progress);
/* LC_UNDECIDED: the selected algorithm does not apply; the answer has the reason. */
lc_outcome lc_sync_judge_part(lc_sync_judge *, const lc_part *);
/* The same as an lc_decide, with a judge for context. */
lc_outcome lc_decide_sync(void *judge, const lc_part *);

/* How much effort each answer may be from now on, in configurations and the like; UINT64_MAX: any. */
void lc_sync_judge_allow(lc_sync_judge *, uint64_t more);
uint64_t lc_sync_judge_effort(const lc_sync_judge *);

#endif
