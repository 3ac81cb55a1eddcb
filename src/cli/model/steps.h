/* A run of a model in words: what a table, a page or JSON shows of it. */
#ifndef LC_CLI_MODEL_STEPS_H
#define LC_CLI_MODEL_STEPS_H

#include "model/finding.h"

typedef struct lc_step {
    const char *process, *event;
    const char *changes; /* `x = 1, A[0] = 2`; "": none */
    bool hidden;         /* nobody outside sees it */
    bool failing;        /* it could not be taken: the model fails in it, and there is no state behind it */
} lc_step;

typedef struct lc_steps {
    lc_arena arena;
    LC_VEC(lc_step) at;
    uint32_t loop;            /* the step that comes again after the last; UINT32_MAX: none */
    const char *first, *last; /* the states in which it begins and ends */
    bool cut;                 /* memory ran out */
} lc_steps;

void lc_steps_make(lc_steps *, const lcm_lts *, const lcm_finding *);
void lc_steps_free(lc_steps *);

/* One of the changes. */
typedef struct lc_change {
    const char *name, *value; /* value NULL: there is none, the name is all */
    size_t name_length, value_length;
} lc_change;
/* The next one of `x = 1, A = [0, 1]`; false: there is no more.  `*rest` moves on. */
bool lc_change_next(const char **rest, lc_change *);

#endif
