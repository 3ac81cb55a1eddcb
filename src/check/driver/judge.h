/* Which algorithm decides a part: the polynomial one if there is one for it, else the one whose cost grows with the
 * concurrency only, else the search. */
#ifndef LC_CHECK_DRIVER_JUDGE_H
#define LC_CHECK_DRIVER_JUDGE_H

#include <lince/check.h>

#include "check/bounded_width/bounded_width.h"
#include "check/poly/poly.h"
#include "check/search/linearize.h"

/* Algorithms that gave an answer, as a set. */
enum { LC_BY_POLY = 1, LC_BY_WIDTH = 2, LC_BY_SEARCH = 4 };

/* Can be used for one part after another; it keeps its memory. */
typedef struct lc_judge {
    lc_binding *binding;
    lc_budget *budget;
    lince_algorithm algorithm;
    lc_search search;
    lc_poly poly;
    lc_bounded_width width;
    uint64_t allowance; /* configurations that may be visited for each answer; UINT64_MAX: any number */
    lc_halt halt;       /* after LC_HALTED */
    unsigned by;        /* the algorithms that gave the last answer */
} lc_judge;

void lc_judge_init(lc_judge *, lc_binding *, lince_algorithm, const lc_tuning *, const lc_limits *, lc_budget *);
void lc_judge_free(lc_judge *);

/* Only in polynomial time: LC_UNDECIDED if that is not possible.  It makes no labels. */
lc_outcome lc_judge_quickly(lc_judge *, const lc_part *);
/* Only the remaining algorithms. */
lc_outcome lc_judge_at_length(lc_judge *, const lc_part *);
/* Quickly or at length; never LC_UNDECIDED. */
lc_outcome lc_judge_part(lc_judge *, const lc_part *);

/* How many configurations may be visited for each answer from now on; UINT64_MAX: any number. */
void lc_judge_allow(lc_judge *, uint64_t configurations);
uint64_t lc_judge_visited(const lc_judge *);

/* After LC_HOLDS: the operations of the history in an order that explains the part. */
uint32_t lc_judge_order_count(const lc_judge *);
void lc_judge_copy_order(const lc_judge *, uint32_t *to);

/* The same as an lc_decide, with a judge for context. */
lc_outcome lc_decide_linearizable(void *judge, const lc_part *);

#endif
