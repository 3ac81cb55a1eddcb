/* A process of a model, compiled: a transition system over packed states. */
#ifndef LC_MODEL_SYSTEM_H
#define LC_MODEL_SYSTEM_H

#include <lince/error.h>

#include "lang/syntax.h"
#include "model/lts.h"

typedef struct lcm_system lcm_system;

typedef struct lcm_system_wish {
    const lcm_model *model;
    const lcm_process *process; /* without free parameters */
    lcm_alphabet *alphabet;
    const lcm_expr *const *conditions; /* what `holds` of the system is asked for */
    uint32_t condition_count;
    const bool *seen;  /* for each of model->event_names (NULL: all): are its events visible? */
    bool reduce;       /* leave out interleavings that make no difference to what is seen and to the conditions */
    const bool *early; /* for each of model->event_names (NULL: none): with `reduce`, it is enough to take its events as
                          soon as they are possible; see ample.c */
    const struct lcm_native_maker *native; /* who makes native code of it, see native.h; NULL: nobody */
    bool keep_dead;                        /* do not reset variables that nobody will read before they are written */
    lc_budget *budget;
} lcm_system_wish;

/* The error is about the model: recursion without end, an alphabet that cannot be known, too many processes. */
lince_status lcm_system_make(lcm_system **, const lcm_system_wish *, lince_error *);
void lcm_system_free(lcm_system *);
const lcm_lts *lcm_system_lts(const lcm_system *);
/* After a failure that is `narrow`: gives the value room.  States from before mean nothing any more. */
void lcm_system_widen(lcm_system *, const lcm_failure *);

#endif
