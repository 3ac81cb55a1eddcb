/* What a search of a model found. */
#ifndef LC_MODEL_FINDING_H
#define LC_MODEL_FINDING_H

#include "model/lts.h"

typedef enum lc_answer {
    LC_HOLDS,
    LC_FAILS,
    LC_UNDECIDED, /* a limit was reached, or the user stopped it */
    LC_BROKEN     /* the model itself fails: `path` leads to the step, `failure` says why */
} lc_answer;

typedef enum lc_reason {
    LC_R_NONE,
    LC_R_TRACE,          /* the specification cannot do the last step of the path */
    LC_R_REFUSAL,        /* the last state is stable and refuses what the specification must accept */
    LC_R_DIVERGENCE,     /* the path ends in a loop of hidden steps */
    LC_R_DEADLOCK,       /* nothing can happen, and the process has not ended */
    LC_R_TERMINATION,    /* the process ends */
    LC_R_NONDETERMINISM, /* after the same visible steps `label` can happen and be refused */
    LC_R_REACHED,        /* the last state satisfies the condition */
    LC_R_NOT_REACHED,
    LC_R_CYCLE, /* the path ends in a loop that the formula forbids */
    LC_R_TIME,
    LC_R_MEMORY,
    LC_R_INTERRUPTED
} lc_reason;

/* A run: states[0], moves[0], states[1], ...: one state more than moves. */
typedef struct lc_path {
    uint32_t words;
    LC_VEC(lc_move) moves;
    LC_VEC(uint32_t) states;
    uint32_t loop; /* the state the last one leads back to: it equals the last; UINT32_MAX: the run just ends */
} lc_path;
static inline const uint32_t *lc_path_state(const lc_path *p, uint32_t i) {
    return p->states.at + (size_t)i * p->words;
}

/* One table declares each figure once: name in --json, what it is. */
#define LC_FIGURES(X)                                                                                                  \
    X(states, "states of the implementation")                                                                          \
    X(transitions, "steps taken")                                                                                      \
    X(pairs, "pairs of a state and what the specification may be in")                                                  \
    X(pruned, "pairs left out because one with less is there")                                                         \
    X(specification_states, "states of the specification")                                                             \
    X(normal_states, "sets of states of the specification")                                                            \
    X(depth, "steps to the farthest state")                                                                            \
    X(automaton_states, "states of the formula's automaton")                                                           \
    X(store_bytes, "bytes that hold states and pairs")

typedef struct lc_figures {
#define LC_FIGURE_MEMBER(name, what) uint64_t name;
    LC_FIGURES(LC_FIGURE_MEMBER)
#undef LC_FIGURE_MEMBER
} lc_figures;

typedef struct lc_finding {
    lc_answer answer;
    lc_reason reason;
    lc_path path;
    lc_failure failure;
    lc_label label; /* LC_R_NONDETERMINISM */
    /* LC_R_TRACE: what the specification could have done instead of the last step; LC_R_REFUSAL: what the last state
     * can do. */
    LC_VEC(lc_label) allowed;
    lc_figures figures;
} lc_finding;

void lc_finding_init(lc_finding *);
void lc_finding_free(lc_finding *);

/* How far a search may go, and whom it tells how far it is.  All may be zero. */
typedef struct lc_search_limits {
    lc_budget *budget;
    uint32_t jobs;   /* threads; 0: one */
    double deadline; /* of lc_now(); 0: none */
    const volatile int *stop;
    bool antichain; /* leave out pairs that others cover */
    void (*progress)(void *, const lc_figures *, uint64_t waiting);
    void *progress_context;
} lc_search_limits;

typedef enum lc_semantics { LC_TRACES, LC_FAILURES, LC_FAILURES_DIVERGENCES } lc_semantics;

/* Does every behaviour of the first belong to the second?  Both share an alphabet. */
void lc_search_refines(const lc_lts *implementation, const lc_lts *specification, lc_semantics,
                       const lc_search_limits *, lc_finding *);
void lc_search_deadlock(const lc_lts *, const lc_search_limits *, lc_finding *);
void lc_search_divergence(const lc_lts *, const lc_search_limits *, lc_finding *);
void lc_search_determinism(const lc_lts *, const lc_search_limits *, lc_finding *);
void lc_search_termination(const lc_lts *, const lc_search_limits *, lc_finding *);
/* Is there a state where condition `n` of the system holds?  LC_HOLDS: yes, and the path leads there. */
void lc_search_reach(const lc_lts *, uint32_t condition, const lc_search_limits *, lc_finding *);

#endif
