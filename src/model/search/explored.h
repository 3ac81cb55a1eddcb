/* The explored part of a system: states as numbers in the order they were met, and the steps of those that were
 * expanded.
 *
 * Searches that visit the same states several times (with different states of an automaton, or along some of the steps
 * only) compute the steps once for each.  Of a step the target and the label are kept; the rest is computed again when
 * a run is reported, because a system's steps are the same each time.
 */
#ifndef LC_MODEL_SEARCH_EXPLORED_H
#define LC_MODEL_SEARCH_EXPLORED_H

#include "base/meter.h"
#include "model/finding.h"
#include "model/search/store.h"

typedef struct lcm_step {
    uint32_t to;
    lcm_label label;
} lcm_step;

typedef struct lcm_explored {
    const lcm_lts *lts;
    const lcm_search_limits *limits;
    lc_budget *budget; /* the caller's, or: */
    lc_budget own;     /* without a limit, so that it is known when memory is out */
    lcm_walker *walker;
    lcm_moves moves;
    const uint32_t *conditions; /* of the system: up to 64 that are evaluated in each state */
    uint32_t condition_count;
    lcm_store states;
    uint32_t *words;          /* of the state at hand */
    LC_VEC(uint32_t) first;   /* for each state, its first step; NOT_YET if it is not expanded */
    LC_VEC(uint32_t) count;   /* and how many it has */
    LC_VEC(uint32_t) vague;   /* states where one of the conditions has no value */
    LC_VEC(uint64_t) facts;   /* the conditions that hold; empty if not requested */
    LC_VEC(uint64_t) enabled; /* the processes that can take a step; empty if not requested */
    LC_VEC(lcm_step) steps;
    LC_VEC(uint64_t) actors; /* of each step; empty if not requested */
    bool with_actors;
    bool by_event;            /* `actors` are labels, a bit each: */
    LC_VEC(lcm_label) labels; /* which; if there are too many the search ends */
    lc_meter meter;
    uint64_t rounds;
    lcm_reason halted; /* why the search must end: TIME, MEMORY, INTERRUPTED */
    uint32_t broken;   /* the state that has a step that fails, or a condition; UINT32_MAX: none has */
    lcm_failure failure;
    lcm_figures *figures;
} lcm_explored;

/* State 0 is the first state of the system, unless memory is out.  `figures` are kept up to date. */
void lcm_explored_init(lcm_explored *, const lcm_lts *, const uint32_t *conditions, uint32_t condition_count,
                       bool with_actors, const lcm_search_limits *, lcm_figures *);
void lcm_explored_free(lcm_explored *);

/* Is the search to go on?  Looks at the clock now and then. */
bool lcm_explored_goes_on(lcm_explored *, uint64_t waiting);
/* Finds the steps of a state, if that is not done yet.  False: the search cannot go on; see `halted` and `broken`. */
bool lcm_explored_visit(lcm_explored *, uint32_t state);
/* Do all conditions have a value there?  False: the search cannot go on. */
bool lcm_explored_clear(lcm_explored *, uint32_t state);
static inline bool lcm_explored_visited(const lcm_explored *e, uint32_t state) {
    return e->first.at[state] != UINT32_MAX;
}
static inline const lcm_step *lcm_explored_steps(const lcm_explored *e, uint32_t state) {
    return e->steps.at + e->first.at[state];
}

static inline uint64_t lcm_explored_facts(const lcm_explored *e, uint32_t state) {
    return e->condition_count ? e->facts.at[state] : 0;
}
static inline uint64_t lcm_explored_enabled(const lcm_explored *e, uint32_t state) {
    return e->with_actors ? e->enabled.at[state] : 0;
}

/* Runs, step by step: the first state, then steps by their numbers among those of the state. */
void lcm_explored_begin(lcm_explored *, lcm_path *);
void lcm_explored_follow(lcm_explored *, lcm_path *, uint32_t state, uint32_t step);

/* The answer of a search that could not go on.  The path to the broken state is for the caller to add. */
void lcm_explored_give_up(const lcm_explored *, lcm_finding *);
/* Called by a search before it returns: a finding made while memory ran out may be incomplete, so nothing is claimed
 * then. */
void lcm_explored_finish(const lcm_explored *, lcm_finding *);

#endif
