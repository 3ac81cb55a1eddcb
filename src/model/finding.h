/* The result of a search of a model. */
#ifndef LC_MODEL_FINDING_H
#define LC_MODEL_FINDING_H

#include "lang/syntax.h"
#include "model/lts.h"

typedef enum lcm_answer {
    LCM_HOLDS,
    LCM_FAILS,
    LCM_UNDECIDED, /* a limit was reached, or the user stopped it */
    LCM_BROKEN     /* the model itself fails: `path` leads to the step, `failure` has the reason and the owner */
} lcm_answer;

typedef enum lcm_reason {
    LCM_R_NONE,
    LCM_R_TRACE,          /* the specification cannot do the last step of the path */
    LCM_R_REFUSAL,        /* the last state is stable and refuses an event that the specification must accept */
    LCM_R_DIVERGENCE,     /* the path ends in a loop of hidden steps */
    LCM_R_DEADLOCK,       /* nothing can happen, and the process has not ended */
    LCM_R_TERMINATION,    /* the process ends */
    LCM_R_NONDETERMINISM, /* after the same visible steps `label` can happen and be refused */
    LCM_R_REACHED,        /* the last state satisfies the condition */
    LCM_R_NOT_REACHED,
    LCM_R_CYCLE,     /* the path ends in a loop that the formula forbids */
    LCM_R_PREFIX,    /* the formula is false for every continuation of the path */
    LCM_R_TOO_LARGE, /* the formula for an automaton, or the number of processes to be fair to each */
    LCM_R_COPIES,    /* right for so many copies, and not known for more */
    LCM_R_TIME,
    LCM_R_MEMORY,
    LCM_R_INTERRUPTED
} lcm_reason;

/* A run: states[0], moves[0], states[1], ...: one state more than moves. */
typedef struct lcm_path {
    uint32_t words;
    LC_VEC(lcm_move) moves;
    LC_VEC(uint32_t) states;
    uint32_t loop; /* the state the last one leads back to: it equals the last; UINT32_MAX: the run just ends */
} lcm_path;
static inline const uint32_t *lcm_path_state(const lcm_path *p, uint32_t i) {
    return p->states.at + (size_t)i * p->words;
}

/* One table declares each figure once: name in --json, description. */
#define LCM_FIGURES(X)                                                                                                 \
    X(states, "states of the implementation")                                                                          \
    X(transitions, "steps taken")                                                                                      \
    X(pairs, "pairs of a state and a set of states of the specification")                                              \
    X(pruned, "pairs left out because one with less is there")                                                         \
    X(specification_states, "states of the specification")                                                             \
    X(normal_states, "sets of states of the specification")                                                            \
    X(depth, "steps to the farthest state")                                                                            \
    X(automaton_states, "states of the formula's automaton")                                                           \
    X(merged_values, "values that are interchangeable")                                                                \
    X(store_bytes, "bytes that hold states and pairs")

typedef struct lcm_figures {
#define LCM_FIGURE_MEMBER(name, what) uint64_t name;
    LCM_FIGURES(LCM_FIGURE_MEMBER)
#undef LCM_FIGURE_MEMBER
} lcm_figures;

typedef struct lcm_finding {
    lcm_answer answer;
    lcm_reason reason;
    lcm_path path;
    lcm_failure failure;
    bool by_specification; /* LCM_BROKEN: path and failure are the specification's */
    lcm_label label;       /* LCM_R_NONDETERMINISM */
    bool has_best;         /* where the best is looked for: there is one, or one so far if it is LCM_UNDECIDED, */
    int32_t best;          /* with this value */
    /* LCM_R_TRACE: the steps of the specification in place of the last step; LCM_R_REFUSAL: the steps of the last
     * state. */
    LC_VEC(lcm_label) allowed;
    lcm_figures figures;
} lcm_finding;

void lcm_finding_init(lcm_finding *);
void lcm_finding_free(lcm_finding *);

/* Limits of a search, and its progress callback.  All may be zero. */
typedef struct lcm_search_limits {
    lc_budget *budget;
    uint32_t jobs;   /* threads; 0: one */
    double deadline; /* of lc_now(); 0: none */
    const volatile int *stop;
    const struct lcm_native_maker *native; /* maker of native code of systems, see native.h; NULL: none */
    bool antichain;                        /* leave out pairs that other pairs cover */
    uint32_t batch;      /* number of pairs expanded before the result is checked; 0: the default.  For tests */
    uint64_t most_pairs; /* as if there were no memory for more; 0: any number */
    const struct lcm_ranks *ranks; /* the ranks of a common search, see model/wire/ranks.h; NULL: no other rank */
    void (*progress)(void *, const lcm_figures *, uint64_t waiting);
    void *progress_context;
} lcm_search_limits;

typedef enum lcm_semantics { LCM_TRACES, LCM_FAILURES, LCM_FAILURES_DIVERGENCES } lcm_semantics;

/* Does every behaviour of the first belong to the second?  Both share an alphabet. */
void lcm_search_refines(const lcm_lts *implementation, const lcm_lts *specification, lcm_semantics,
                        const lcm_search_limits *, lcm_finding *);
void lcm_search_deadlock(const lcm_lts *, const lcm_search_limits *, lcm_finding *);
void lcm_search_divergence(const lcm_lts *, const lcm_search_limits *, lcm_finding *);
void lcm_search_determinism(const lcm_lts *, const lcm_search_limits *, lcm_finding *);
void lcm_search_termination(const lcm_lts *, const lcm_search_limits *, lcm_finding *);
/* Is there a state where condition `n` of the system holds?  LCM_HOLDS: yes, and the path leads there. */
void lcm_search_reach(const lcm_lts *, uint32_t condition, const lcm_search_limits *, lcm_finding *);
/* The same of condition 0, and of all such states one where the value of condition 1 is best, on a shortest way. */
void lcm_search_best(const lcm_lts *, lcm_best, const lcm_search_limits *, lcm_finding *);

#endif
