/* A run of a model in words, for tables, pages and JSON. */
#ifndef LC_VERIFIER_STEPS_H
#define LC_VERIFIER_STEPS_H

#include "model/finding.h"

typedef struct lcv_step {
    const char *process, *event;
    const char *changes; /* `x = 1, A[0] = 2`; "": none */
    bool hidden;         /* it is invisible outside */
    bool failing;        /* it could not be taken: the model fails in it, and there is no state behind it */
} lcv_step;

typedef struct lcv_steps {
    lc_arena arena;
    LC_VEC(lcv_step) at;
    uint32_t loop;            /* the step that comes again after the last; UINT32_MAX: none */
    const char *first, *last; /* the states in which it begins and ends */
    bool cut;                 /* memory ran out */
} lcv_steps;

void lcv_steps_make(lcv_steps *, const lcm_lts *, const lcm_finding *);
void lcv_steps_free(lcv_steps *);

/* One of the changes. */
typedef struct lcv_change {
    const char *name, *value; /* value NULL: there is none, the name is all */
    size_t name_length, value_length;
} lcv_change;
/* The next one of `x = 1, A = [0, 1]`; false: there is no more.  `*rest` moves on. */
bool lcv_change_next(const char **rest, lcv_change *);

#endif
