/* Looking at a model: the steps of a process one by one, or all of them as a graph. */
#ifndef LC_CLI_MODEL_LOOK_H
#define LC_CLI_MODEL_LOOK_H

#include <stdio.h>

#include "cli/cli.h"
#include "verifier/view.h"

/* A process to look at. */
typedef struct lcc_model_view {
    const char *file; /* of the model, for messages */
    const char *name; /* of the process */
    lcv_view at;
    lcr_style style;
} lcc_model_view;

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
