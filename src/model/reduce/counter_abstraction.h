/* Any number of copies of a process: counting them instead of listing them.
 *
 * Paper: Liu, Chen, Liu, Sun, section 4.2 (process counter abstraction); Pnueli, Xu, Zuck: Liveness with
 * (0,1,oo)-counter abstraction (CAV 2002); Geeraerts, Raskin, Van Begin: Expand, enlarge and check (JCSS 2006), whose
 * scheme this is.
 *
 * The copies of `|||{..}@P()` have no names, so a state consists of the shared part, and for each local state (location
 * and registers) the number of copies in it.  In the first state there are any number of copies, so those that have not
 * begun (or have come back to where they began) are not counted: enough of them are there.  All other copies are
 * counted exactly up to `exact`; beyond, they are `many`.
 *
 * *Every run of any number of copies is here.* Follow it step by step: where the real number of copies in a local state
 * is at most `exact` and always was, the count is that number; else it is `many` (see below), and a copy there can do
 * everything that a real one can.  Steps of other processes see only the shared part.  So if nothing is wrong here,
 * nothing is wrong with any number of copies, for every `exact`.
 *
 * *Not every run here is a real one*: of `many` that are only exact + 1, more than these can leave.  So a violation is
 * searched for with real copies, and while it is not there but here, `exact` and the number of real copies grow
 * (verify.c).  Runs that are not real may also bring values that no real run has, without end; so a search that takes
 * many more states than the real copies did is broken off, and the next one is allowed more.  This terminates, in both
 * ways, for properties of traces and of reachable values, if there are finitely many of these with real copies:
 * - If something is wrong with n copies, real copies show it at the latest when there are n of them.
 * - If nothing is wrong: adding copies takes no step away, so the sets of states that are covered by reachable ones
 *   have finitely many greatest elements, with numbers or `any` for each local state (Karp and Miller).  Let no number
 *   there be greater than `exact`.  Then by induction each state here is covered by one of them: a count that grows
 *   beyond `exact` is `any` in the one that covers it.  So everything here is covered by real states.
 *
 * *Not monotone*: whether nothing can happen, and whether all copies have ended, depends on copies that are not there.
 * So for these `many` stays truthful: from `many` a copy leaves many or exactly `exact` behind.  And at any time it may
 * turn out that no copies are left that have not begun (to *close* the abstraction, a hidden step): then only the
 * counted copies take steps.  Where neither these nor a copy that has not begun can take a step, nor that copy end, it
 * may also turn out that one such copy is left, which is counted then: the rest may be ready to end, and cannot without
 * it. Again every real run is here, and with it every real deadlock: its state, closed, with one copy that has not
 * begun if there are any.  The search may then not terminate, and reports a limit; it never answers wrongly.
 */
#ifndef LC_MODEL_REDUCE_COUNTER_ABSTRACTION_H
#define LC_MODEL_REDUCE_COUNTER_ABSTRACTION_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/intern.h"
#include "model/compile/system_parts.h"

typedef struct lcm_counter_abstraction {
    lcm_lts lts; /* first; a state is one of the system with its only copy where it began, then a number in `lists` */
    const lcm_system *system;
    uint32_t field, each; /* of the copy: its location, then its registers */
    int32_t exact;
    bool truthful, closes;
    int32_t *start;   /* the local state in which copies begin */
    uint64_t allowed; /* states to look at; after these: */
    _Atomic uint64_t looked_at;
    volatile int stop;               /* for the limits of the search: this was too much, or another reason to stop */
    const volatile int *others_stop; /* may be NULL */
    pthread_mutex_t lock;
    lc_intern lists; /* is the abstraction open?  then for each local state, sorted: its values, how many are there */
} lcm_counter_abstraction;

/* Why copies of this system, which was made with one, without reductions, cannot be counted; NULL: they can. */
const char *lcm_counter_abstraction_refuses(const lcm_system *);

/* `closes`: it matters whether anything can happen.  False when memory is out.  The system must stay as it is. */
bool lcm_counter_abstraction_init(lcm_counter_abstraction *, const lcm_system *, uint32_t exact, bool closes);
static inline bool lcm_counter_abstraction_was_too_large(const lcm_counter_abstraction *c) {
    return atomic_load(&c->looked_at) > c->allowed;
}
void lcm_counter_abstraction_free(lcm_counter_abstraction *);

#endif
