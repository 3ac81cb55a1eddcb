/* Walks of a specification through operations, one after another, for the checks of its declarations.  It may be
 * nondeterministic, so a walk is followed through the set of all states that it can be in after the results so far. */
#ifndef LC_SPEC_FACTS_WALK_H
#define LC_SPEC_FACTS_WALK_H

#include "base/vec.h"
#include "spec/spec.h"

/* A result that an operation may have, and a state that it may lead to. */
typedef struct lc_walk_outcome {
    lince_results results;
    uint32_t from, state;
} lc_walk_outcome;

/* An operation of a walk. */
typedef struct lc_walked {
    uint32_t method, argc;
    lince_value args[LINCE_ARGS_MAX];
    lince_results results; /* those that were chosen, if `happened` */
    bool happened;
} lc_walked;

typedef struct lc_walk {
    lc_runner runner;
    const uint32_t *rows; /* of the methods that operations are given by; NULL: the instance's own */
    lc_intern states;
    LC_VEC(uint32_t) now; /* all states that it may be in */
    LC_VEC(lc_walk_outcome) outcomes;
    size_t initial_size; /* of its first state, in bytes */
    bool cut;            /* there were too many states, and some are missing */
    bool failed;
    bool no_values; /* a state is not the row of values that the specification declares */
} lc_walk;

void lc_walk_init(lc_walk *, const lc_instance *, const uint32_t *rows, lince_values *);
void lc_walk_free(lc_walk *);
/* False: memory ran out, or running the specification failed. */
bool lc_walk_works(const lc_walk *);
/* Back to the initial states. */
void lc_walk_begin(lc_walk *);
/* The outcomes of an operation; its results do not count. */
void lc_walk_try(lc_walk *, const lc_walked *);
/* Takes the outcomes with these results. */
void lc_walk_take(lc_walk *, const lince_results *);

bool lc_same_results(const lince_results *, const lince_results *);
/* Among the outcomes; NULL: these results are impossible. */
const lince_results *lc_walk_find(const lc_walk *, const lince_results *);
/* Results in one walk that are impossible in the other; NULL: there are none. */
const lince_results *lc_walk_only(const lc_walk *, const lc_walk *other);

uint32_t lc_random_below(uint64_t *random, uint32_t count);

/* `push(1)`, or with its results `pop() → 1`. */
void lc_walked_print(lince_text *, const lc_walk *, const lc_walked *);
/* "returns 1", "returns 1 or 2", "has no step" */
void lc_outcomes_print(lince_text *, const lc_walk *);

#endif
