/* Labelled transition systems: the one interface between models and the algorithms that search them.
 *
 * A state is a fixed number of 32-bit words, equal if and only if the words are.  Everything that can be searched (a
 * compiled process, the linearizable specification of an object, a table of edges in a test) is an lc_lts, and
 * what makes one smaller (reductions) is an lc_lts over another.  An lc_lts does not change while it is searched; each
 * thread walks it with a walker of its own.
 */
#ifndef LC_MODEL_LTS_H
#define LC_MODEL_LTS_H

#include "base/text.h"
#include "base/vec.h"
#include "model/labels.h"

/* One step: what is seen of it, whose it is, and which one, in the system's own numbering. */
typedef struct lc_move {
    lc_label label;
    uint32_t action;
    uint64_t actors; /* the processes that take part, a bit each; those beyond 63 share the last bit */
} lc_move;

/* What went wrong in a step: the model divides by zero, leaves an array, a range, or does not end. */
typedef struct lc_failure {
    bool failed;
    bool narrow;  /* not the model's fault: a value has no room in the state.  lc_system_widen, and search again. */
    lc_move move; /* the step that was being taken */
    uint32_t line, column;
    char message[200];
} lc_failure;

/* The steps of a state.  Reused from call to call. */
typedef struct lc_moves {
    lc_budget *budget;
    uint32_t words;
    LC_VEC(lc_move) at;
    LC_VEC(uint32_t) states; /* `words` for each */
    lc_failure failure;
} lc_moves;

void lc_moves_init(lc_moves *, uint32_t words, lc_budget *);
void lc_moves_clear(lc_moves *);
void lc_moves_free(lc_moves *);
/* Room for the state a step leads to, to be filled in; NULL when memory is out (then the step is not there). */
uint32_t *lc_moves_add(lc_moves *, lc_move);
static inline uint32_t *lc_moves_state(const lc_moves *m, uint32_t i) { return m->states.at + (size_t)i * m->words; }

typedef struct lc_lts lc_lts;
typedef struct lc_walker lc_walker; /* each system has its own; begins with the lc_lts it walks */
struct lc_walker {
    const lc_lts *lts;
};

struct lc_lts {
    uint32_t words; /* of a state, at least 1 */
    lc_alphabet *alphabet;
    lc_walker *(*open)(const lc_lts *, lc_budget *); /* NULL when memory is out */
    void (*close)(lc_walker *);
    void (*init)(lc_walker *, uint32_t *state);
    /* All steps of a state, in an order that depends on the state alone.  If one fails, `failure` says so, and the
     * others are there nevertheless. */
    void (*next)(lc_walker *, const uint32_t *state, lc_moves *);
    /* The steps of a state with this label.  NULL: those of `next`.  A specification takes calls with any arguments:
     * such steps are here and not in `next`, and nobody insists on them. */
    void (*after)(lc_walker *, const uint32_t *state, lc_label, lc_moves *);
    /* Does the n-th condition that the system was made with hold?  NULL: there are none. */
    bool (*holds)(lc_walker *, const uint32_t *state, uint32_t condition);
    /* For people: whose step it is and what it is called, hidden or not; and the state, or what differs from the state
     * before (NULL: everything). */
    void (*print_actor)(lc_walker *, const uint32_t *state, const lc_move *, lince_text *);
    void (*print_move)(lc_walker *, const uint32_t *state, const lc_move *, lince_text *);
    void (*print_state)(lc_walker *, const uint32_t *before, const uint32_t *state, lince_text *);
};

/* A table of edges as a system, for tests: `edges` ordered by their origins, state 0 is the first.  States are one
 * word.
 */
typedef struct lc_edge {
    uint32_t from, to;
    lc_label label;
} lc_edge;
typedef struct lc_graph {
    lc_lts lts;
    const lc_edge *edges;
    uint32_t edge_count, state_count;
    const bool *condition; /* condition 0, a value for each state; NULL: none */
} lc_graph;
void lc_graph_init(lc_graph *, lc_alphabet *, const lc_edge *, uint32_t edge_count, uint32_t state_count);

#endif
