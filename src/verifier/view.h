/* Looking at a process of a model: its steps one by one, or its reachable states. */
#ifndef LC_VERIFIER_VIEW_H
#define LC_VERIFIER_VIEW_H

#include "base/intern.h"
#include "model/compile/system.h"
#include "verifier/session.h"

/* If a value turns out to have no room in the states, the system is made wider and all begins again. */
typedef struct lcv_view {
    const lcm_lts *lts; /* the system that is walked */
    lcm_system *system; /* its compiled form; NULL: it cannot be widened */
    lcm_walker *walker;
} lcv_view;

/* Opens the walker; false: out of memory. */
bool lcv_view_open(lcv_view *);
void lcv_view_close(lcv_view *);
/* After `failure`: true if everything is to be begun again, with states of another width. */
bool lcv_view_widen(lcv_view *, const lcm_failure *);

/* The process of this name; NULL: that of the first assertion chosen. */
lince_status lcv_view_find(const lcv_session *, const char *name, lcm_process *, lince_error *);

/* A run of which each step is chosen.  It is kept as the numbers that were chosen besides the states, for the steps of
 * a state always come in the same order: so a run survives that states become wider. */
typedef struct lcv_walk {
    lcv_view *view;
    lcm_moves moves;         /* of the last state */
    LC_VEC(uint32_t) chosen; /* number of each step among those of its state */
    LC_VEC(lcm_move) taken;
    LC_VEC(uint32_t) states; /* one more than steps */
    bool failed;             /* out of memory */
} lcv_walk;

/* The view is open. */
void lcv_walk_begin(lcv_walk *, lcv_view *);
void lcv_walk_free(lcv_walk *);
void lcv_walk_step(lcv_walk *, uint32_t choice); /* of `moves` */
void lcv_walk_back(lcv_walk *, unsigned long steps);
static inline const uint32_t *lcv_walk_state(const lcv_walk *w, uint32_t i) {
    return w->states.at + (size_t)i * w->view->lts->words;
}
static inline const uint32_t *lcv_walk_end(const lcv_walk *w) { return lcv_walk_state(w, w->taken.count); }

/* The first states, breadth first, so that the states left out are those far away, and the steps between them. */
typedef struct lcv_edge {
    uint32_t from, to;
    lcm_move move;
} lcv_edge;

typedef struct lcv_graph {
    lc_intern states;
    LC_VEC(lcv_edge) edges;     /* by their ends */
    LC_VEC(uint8_t) after_tick; /* per state: only a process that has ended is here */
    bool cut;                   /* there are more states */
    bool failed;                /* out of memory */
    lcm_failure failure;        /* a step that cannot be taken */
    lcm_moves moves;
} lcv_graph;

void lcv_graph_make(lcv_graph *, lcv_view *, uint32_t most); /* the view is open */
void lcv_graph_free(lcv_graph *);
static inline const uint32_t *lcv_graph_state(const lcv_graph *g, uint32_t i) {
    return lc_intern_get(&g->states, i)->bytes;
}

#endif
