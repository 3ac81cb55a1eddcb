/* Temporal formulas: does every run of a system satisfy one?
 *
 * A run is a sequence of states and the steps between them; every step counts, hidden ones too.  A condition is about
 * the state reached, an event about the step that led there (at the first state no event holds).  An event of the
 * formula is one label: `eat` is not `eat.0`.  Runs that end are continued as in ltl_product.h.
 *
 * With fairness only some runs count.  Weakly fair: a process that from some point on can always take a step takes
 * steps again and again.  Strongly fair: one that again and again can take a step does so again and again.  A process
 * takes a step when it takes part in it (lcm_move.actors).  Processes that share a bit can only be distinguished from
 * those with another bit: under strong fairness a formula that holds if they count as one holds.  Under weak fairness
 * it need not, because each may be disabled while another one is enabled.  A loop where one of them can move is not
 * claimed to be fair.
 *
 * The kinds of fairness are those of PAT (Sun, Liu, Dong, Pang, CAV 2009).  About events: the same of labels instead of
 * processes, all hidden steps being one; more than 63 labels are too many.  Global: of a state that a run comes to
 * again and again each step is taken again and again.  So from some point on a globally fair run is in a bottom
 * component of the system, and comes to all of it.
 *
 * Only states that can still lead to a run that breaks the formula are explored; errors of the model elsewhere are not
 * met.
 */
#ifndef LC_MODEL_LTL_LTL_H
#define LC_MODEL_LTL_LTL_H

#include "lang/syntax.h"
#include "model/finding.h"

typedef enum lcm_fairness {
    LCM_UNFAIR,
    LCM_WEAKLY_FAIR,
    LCM_STRONGLY_FAIR,
    LCM_EVENT_WEAKLY_FAIR,
    LCM_EVENT_STRONGLY_FAIR,
    LCM_GLOBALLY_FAIR
} lcm_fairness;

static inline bool lcm_is_strong(lcm_fairness f) { return f == LCM_STRONGLY_FAIR || f == LCM_EVENT_STRONGLY_FAIR; }
static inline bool lcm_is_weak(lcm_fairness f) { return f == LCM_WEAKLY_FAIR || f == LCM_EVENT_WEAKLY_FAIR; }
static inline bool lcm_is_about_events(lcm_fairness f) {
    return f == LCM_EVENT_WEAKLY_FAIR || f == LCM_EVENT_STRONGLY_FAIR;
}

/* The conditions of a formula, in the order of its text: arguments for making the system. */
typedef LC_VEC(const lcm_expr *) lcm_conditions;
bool lcm_ltl_conditions(const lcm_ltl *, lc_budget *, lcm_conditions *); /* false: memory is out */

typedef struct lcm_ltl_question {
    const lcm_model *model; /* whose names of events the formula uses */
    const lcm_ltl *formula;
    const lcm_expr *const *conditions; /* the conditions the system was made with, among them those of the formula */
    uint32_t condition_count;
    lcm_fairness fairness;
    uint32_t breadth; /* as much is explored breadth first before it goes deep; 0: a good deal */
} lcm_ltl_question;

/* LCM_FAILS with LCM_R_CYCLE: the path ends in a loop; LCM_R_DEADLOCK and LCM_R_TERMINATION: it ends there;
 * LCM_R_PREFIX: every continuation of the path fails.  LCM_UNDECIDED with LCM_R_TOO_LARGE: the formula has too many
 * parts, or there are too many processes to be fair to each. */
void lcm_search_ltl(const lcm_lts *, const lcm_ltl_question *, const lcm_search_limits *, lcm_finding *);

#endif
