/* Control that grows while it is searched: see grow.c. */
#ifndef LC_MODEL_COMPILE_GROW_H
#define LC_MODEL_COMPILE_GROW_H

#include "model/compile/slots.h"

/* A compilation: over when the system is made, or, where it grows, when the system is freed. */
typedef struct lcm_growth {
    lcm_builder b;
    lcm_structure structure;
    lcm_system_wish wish; /* with which it was made: its conditions are needed to lay it out anew */
    lince_error error;
    uint32_t slots, locals; /* for which there are fields, and room in walkers */
    bool settled;
    uint32_t slot, location; /* if it is not: the location whose actions wait for fields */
} lcm_growth;

/* Before the steps of a state with these fields: explores the locations in it.  False: the state fails. */
bool lcm_grow_state(lcm_system *, const int32_t *fields, lcm_failure *);
void lcm_growth_settled(lcm_system *); /* the layout is complete */
void lcm_growth_free(lcm_growth *, lc_budget *);

#endif
