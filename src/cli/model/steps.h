/* A run of a model in words, for tables, pages and JSON. */
#ifndef LC_CLI_MODEL_STEPS_H
#define LC_CLI_MODEL_STEPS_H

#include "model/finding.h"

typedef struct lc_model_step {
    const char *process, *event;
    const char *changes; /* `x = 1, A[0] = 2`; "": none */
    bool hidden;         /* it is invisible outside */
    bool failing;        /* it could not be taken: the model fails in it, and there is no state behind it */
} lc_model_step;

typedef struct lc_model_steps {
    lc_arena arena;
    LC_VEC(lc_model_step) at;
    uint32_t loop;            /* the step that comes again after the last; UINT32_MAX: none */
    const char *first, *last; /* the states in which it begins and ends */
    bool cut;                 /* memory ran out */
} lc_model_steps;

void lc_model_steps_make(lc_model_steps *, const lcm_lts *, const lcm_finding *);
void lc_model_steps_free(lc_model_steps *);

/* One of the changes. */
typedef struct lc_model_change {
    const char *name, *value; /* value NULL: there is none, the name is all */
    size_t name_length, value_length;
} lc_model_change;
/* The next one of `x = 1, A = [0, 1]`; false: there is no more.  `*rest` moves on. */
bool lc_model_change_next(const char **rest, lc_model_change *);

#endif
