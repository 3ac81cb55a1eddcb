/* Looking at a model: the steps of a process one by one, or all of them as a graph. */
#ifndef LC_CLI_MODEL_LOOK_H
#define LC_CLI_MODEL_LOOK_H

#include <stdio.h>

#include "cli/cli.h"
#include "cli/model_options.h"
#include "model/compile/system.h"

/* A process to look at.  If a value turns out to have no room in the states, the system is made wider and all begins
 * again. */
typedef struct lcc_model_view {
    const char *file;   /* of the model, for messages */
    const char *name;   /* of the process */
    const lcm_lts *lts; /* the system that is walked */
    lcm_system *system; /* its compiled form; NULL: it cannot be widened */
    lcm_walker *walker;
    lcr_style style;
} lcc_model_view;

/* Opens the walker; false: out of memory. */
bool lcc_view_open(lcc_model_view *);
void lcc_view_close(lcc_model_view *);
/* After `failure`: true if everything is to be begun again, with states of another width. */
bool lcc_view_widen(lcc_model_view *, const lcm_failure *);

/* Reads commands from `in`, until it ends; returns the exit status. */
int lcc_model_simulate(lcc_model_view *, FILE *in, uint64_t seed);

/* The graph, of the first `most` states; `cut`: there are more. */
typedef struct lcc_model_graph {
    uint32_t states, edges;
    bool cut;
    lcm_failure failure; /* a step that cannot be taken */
} lcc_model_graph;
lince_status lcc_model_dot(lince_text *, lcc_model_view *, uint32_t most, lcc_model_graph *);

#endif
