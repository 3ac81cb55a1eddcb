/* A process of a model, compiled: a transition system over packed states. */
#ifndef LC_MODEL_COMPILE_SYSTEM_H
#define LC_MODEL_COMPILE_SYSTEM_H

#include <lince/error.h>

#include "lang/syntax.h"
#include "model/lts.h"

typedef struct lcm_system lcm_system;

#define LCM_NUMBERED UINT32_MAX

/* Reductions of the state space that change no answer, and can be switched off. */
typedef struct lcm_choices {
    bool keep_dead;            /* do not reset dead variables */
    bool no_order_reduction;   /* take independent hidden steps in all orders */
    bool no_visible_reduction; /* and visible ones */
    bool no_symmetry;          /* distinguish identical processes, and values, */
    bool no_value_symmetry;    /* or values alone */
    bool no_counting;
    bool grow;         /* compile the control while it is searched, also where it has an end */
    bool merge_hidden; /* no reduction, but PAT's reading of `hvar`: hidden.h */
} lcm_choices;

typedef struct lcm_system_wish {
    const lcm_model *model;
    const lcm_process *process; /* without free parameters */
    lcm_alphabet *alphabet;
    const lcm_expr *const *conditions; /* the conditions of `holds` */
    uint32_t condition_count;
    /* For each of model->event_names: are its events visible?  Those of channels are not then.  NULL: all are. */
    const bool *seen;
    bool reduce; /* leave out orders of steps that make no difference to labels and to the conditions; ample.c */
    bool events_ignored; /* with `reduce`: events are ignored, only conditions and the end matter */
    /* For each of model->event_names (NULL: none): with `reduce`, it is enough to take its events as soon as they are
     * possible, before those of other owners; and their owners: LCM_NUMBERED if the first number is the owner. */
    const bool *early;
    const uint32_t *owners;
    const lcm_system *specification;       /* or, instead of both, the process whose traces it should have */
    const struct lcm_native_maker *native; /* maker of native code of it, see native.h; NULL: none */
    bool keep_dead;
    const struct lcm_search_limits *limits; /* when to give up compiling, for time or a signal; NULL: never */
    uint32_t copies;                        /* how many `|||{..}@P()` are; 0: it is an error to leave that open */
    bool grow;     /* compile the control when a search comes there, also if it has an end; with: */
    bool may_grow; /* where the control has no end or very many places, compile each when a search comes there */
    lc_budget *budget;
} lcm_system_wish;

/* The error is about the model: recursion without end, an alphabet that cannot be known, too many processes.
 * LINCE_OUT_OF_MEMORY: or one of the limits was reached. */
lince_status lcm_system_make(lcm_system **, const lcm_system_wish *, lince_error *);
void lcm_system_free(lcm_system *);
const lcm_lts *lcm_system_lts(const lcm_system *);
/* Is it compiled while it is searched?  Then by one thread, without ranks, and it does not reduce. */
bool lcm_system_grows(const lcm_system *);
/* If it has grown so that its states need more fields: gives them.  States from before mean nothing any more.  False:
 * it has not. */
bool lcm_system_settle(lcm_system *);
/* Does it leave out orders of steps?  From now on it does not. */
bool lcm_system_reduces(const lcm_system *);
void lcm_system_look_fully(lcm_system *);
/* After a failure that is `narrow`: gives the value room.  States from before mean nothing any more. */
void lcm_system_widen(lcm_system *, const lcm_failure *);

#endif
