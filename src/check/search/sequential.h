/* Sequential consistency: one order of all operations that respects each thread's own order and every specification.
 *
 * With real time added, the same search decides linearizability where objects cannot be checked one by one: where their
 * operations touch, or where the order of the operations is none of intervals. */
#ifndef LC_CHECK_SEARCH_SEQUENTIAL_H
#define LC_CHECK_SEARCH_SEQUENTIAL_H

#include "base/meter.h"
#include "check/search/linearize.h"

typedef struct lc_sequencer {
    lc_budget *budget;
    lc_binding *binding;
    lc_tuning tuning;
    lc_meter meter; /* of `visited` */
    bool real_time; /* also keep the order of operations (lc_comes_before): linearizability, all objects at once */
    const uint64_t *past; /* with it, per operation: a mask of those that come before it, in place of that order, which
                           * it extends; NULL: none */
    uint64_t visited, cut;
    lc_halt halt;
    LC_VEC(lc_space) spaces; /* one an object */
    LC_VEC(uint32_t) order;  /* history numbers of the operations, if it holds */
} lc_sequencer;

bool lc_sequencer_init(lc_sequencer *, lc_binding *, const lc_tuning *, const lc_limits *, lc_budget *);
void lc_sequencer_free(lc_sequencer *);

/* `whole` holds the events of all objects. */
lc_outcome lc_sequence(lc_sequencer *, const lc_part *whole);

#endif
