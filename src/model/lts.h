/* Labelled transition systems: the one interface between models and the algorithms that search them.
 *
 * A state is a fixed number of 32-bit words, equal if and only if the words are.  Everything that can be searched (a
 * compiled process, the linearizable specification of an object, a table of edges in a test) is an lcm_lts, and a
 * reduction is an lcm_lts over another.  An lcm_lts does not change while it is searched; each thread walks it with a
 * walker of its own.
 */
#ifndef LC_MODEL_LTS_H
#define LC_MODEL_LTS_H

#include "base/text.h"
#include "base/vec.h"
#include "model/compile/labels.h"

/* One step: its label, its owner, and its number in the system. */
typedef struct lcm_move {
    lcm_label label;
    uint32_t action;
    uint64_t actors; /* the processes that take part, a bit each; those beyond 63 share the last bit */
    uint64_t turn;   /* processes changed places on the way; 0: they did not; see symmetry.h */
} lcm_move;

/* The error of a step: the model divides by zero, leaves an array, a range, or does not end. */
typedef struct lcm_failure {
    bool failed;
    bool narrow;   /* not the model's fault: a value has no room in the state.  lcm_system_widen, and search again. */
    bool deeper;   /* nor this: states need more fields.  lcm_system_settle, and search again; see grow.c. */
    lcm_move move; /* the step that was being taken; its label is LCM_NO_LABEL if it was no step but a condition */
    const struct lcm_lts *whose; /* if it is narrow: the system, */
    uint32_t field;              /* which field has no room, */
    int32_t value;               /* the offending value */
    uint32_t line, column;
    char message[200];
} lcm_failure;

/* The steps of a state.  Reused from call to call. */
typedef struct lcm_moves {
    lc_budget *budget;
    uint32_t words;
    LC_VEC(lcm_move) at;
    LC_VEC(uint32_t) states; /* `words` for each */
    lcm_failure failure;
} lcm_moves;

void lcm_moves_init(lcm_moves *, uint32_t words, lc_budget *);
void lcm_moves_clear(lcm_moves *);
void lcm_moves_free(lcm_moves *);
/* Room for the state a step leads to, to be filled in; NULL when memory is out (then the step is not there). */
uint32_t *lcm_moves_add(lcm_moves *, lcm_move);
static inline uint32_t *lcm_moves_state(const lcm_moves *m, uint32_t i) { return m->states.at + (size_t)i * m->words; }

typedef struct lcm_lts lcm_lts;
typedef struct lcm_walker lcm_walker; /* each system has its own; begins with the lcm_lts it walks */
struct lcm_walker {
    const lcm_lts *lts;
    /* After `holds` and `value`: why the condition has no value in that state, if it has none (then `holds` returns
     * false). */
    const lcm_failure *no_value;
};

struct lcm_lts {
    uint32_t words;  /* of a state, at least 1 */
    uint32_t actors; /* processes; 0: no more than lcm_move has bits for */
    lcm_alphabet *alphabet;
    lcm_walker *(*open)(const lcm_lts *, lc_budget *); /* NULL when memory is out */
    void (*close)(lcm_walker *);
    void (*init)(lcm_walker *, uint32_t *state);
    /* All steps of a state, in an order that depends on the state alone.  If one fails, `failure` is set, and the
     * remaining steps are there nevertheless. */
    void (*next)(lcm_walker *, const uint32_t *state, lcm_moves *);
    /* The steps of a state with this label.  NULL: those of `next`.  A specification takes calls with any arguments:
     * such steps are here and not in `next`, and calls are never required. */
    void (*after)(lcm_walker *, const uint32_t *state, lcm_label, lcm_moves *);
    /* Forgets that a step failed, so that the next one that fails gives its own message.  NULL: failures are not kept,
     * and a run of the system can be shown; else only the run of the system that was to refine it. */
    void (*forgive)(lcm_walker *);
    /* The same state with processes in other places.  NULL: it has no places for processes; it stays as it is. */
    void (*turn)(lcm_walker *, const uint32_t *state, uint32_t turn, uint32_t *to);
    /* Does the n-th condition that the system was made with hold?  NULL: there are none. */
    bool (*holds)(lcm_walker *, const uint32_t *state, uint32_t condition);
    /* Its value, where more than its truth is needed.  NULL: this is not known. */
    int32_t (*value)(lcm_walker *, const uint32_t *state, uint32_t condition);
    /* For people: the owner of the step and its name, hidden or not; and the state, or its difference from the state
     * before (NULL: everything). */
    void (*print_actor)(lcm_walker *, const uint32_t *state, const lcm_move *, lince_text *);
    void (*print_move)(lcm_walker *, const uint32_t *state, const lcm_move *, lince_text *);
    void (*print_state)(lcm_walker *, const uint32_t *before, const uint32_t *state, lince_text *);
};

#endif
