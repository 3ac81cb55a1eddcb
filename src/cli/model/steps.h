/* A run of a model in words, for tables, pages and JSON. */
#ifndef LC_CLI_MODEL_STEPS_H
#define LC_CLI_MODEL_STEPS_H

#include "model/finding.h"

typedef struct lcc_model_step {
    const char *process, *event;
    const char *changes; /* `x = 1, A[0] = 2`; "": none */
    bool hidden;         /* it is invisible outside */
    bool failing;        /* it could not be taken: the model fails in it, and there is no state behind it */
} lcc_model_step;

typedef struct lcc_model_steps {
    lc_arena arena;
    LC_VEC(lcc_model_step) at;
    uint32_t loop;            /* the step that comes again after the last; UINT32_MAX: none */
    const char *first, *last; /* the states in which it begins and ends */
    bool cut;                 /* memory ran out */
} lcc_model_steps;

void lcc_model_steps_make(lcc_model_steps *, const lcm_lts *, const lcm_finding *);
void lcc_model_steps_free(lcc_model_steps *);

/* One of the changes. */
typedef struct lcc_model_change {
    const char *name, *value; /* value NULL: there is none, the name is all */
    size_t name_length, value_length;
} lcc_model_change;
/* The next one of `x = 1, A = [0, 1]`; false: there is no more.  `*rest` moves on. */
bool lcc_model_change_next(const char **rest, lcc_model_change *);

#endif
