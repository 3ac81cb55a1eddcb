/* A process of a model, compiled: a transition system over packed states. */
#ifndef LC_MODEL_SYSTEM_H
#define LC_MODEL_SYSTEM_H

#include <lince/error.h>

#include "lang/syntax.h"
#include "model/lts.h"

typedef struct lc_system lc_system;

typedef struct lc_system_wish {
    const lc_model *model;
    const lc_process *process; /* without free parameters */
    lc_alphabet *alphabet;
    const lc_expr *const *conditions; /* what `holds` of the system is asked for */
    uint32_t condition_count;
    const bool *seen; /* for each of model->event_names (NULL: all): are its events visible? */
    bool keep_dead;   /* do not reset variables that nobody will read before they are written */
    lc_budget *budget;
} lc_system_wish;

/* The error is about the model: recursion without end, an alphabet that cannot be known, too many processes. */
lince_status lc_system_make(lc_system **, const lc_system_wish *, lince_error *);
void lc_system_free(lc_system *);
const lc_lts *lc_system_lts(const lc_system *);
/* After a failure that is `narrow`: gives the value room.  States from before mean nothing any more. */
void lc_system_widen(lc_system *, const lc_failure *);

#endif
