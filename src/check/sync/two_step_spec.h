/* The specification of two-step linearizability, made from that of a synchronization object: see two_step.c. */
#ifndef LC_CHECK_SYNC_TWO_STEP_SPEC_H
#define LC_CHECK_SYNC_TWO_STEP_SPEC_H

#include "spec/bind.h"

/* Operations are identified by numbers: those that return by their place among the returns, the rest, which need not be
 * distinguished, by their labels. */
#define LC_MEMBER_PENDING 0x80000000u

enum { LC_FIRST_STEP, LC_SECOND_STEP }; /* the rows of its table; the only argument of both is the number itself */

typedef struct lc_two_step_spec {
    lc_budget *budget;
    const lc_binding *binding; /* of the synchronization object */
    LC_VEC(uint32_t) labels;   /* per operation that returns */
    lc_instance instance;      /* of the specification made */
    lince_values values;       /* values that the object's specification makes */
    lc_runner runner;          /* of the object's specification */
    lc_intern states;          /* of the object */
    LC_VEC(uint32_t) initial;  /* those to begin with */
    LC_VEC(uint32_t) next;     /* the state being made */
    uint32_t least, most;      /* how many meet */
    bool ordered;              /* in an order that matters */
    uint64_t asked;            /* steps of the object */
} lc_two_step_spec;

void lc_two_step_spec_init(lc_two_step_spec *, const lc_binding *, lc_budget *);
/* Turn to this object. */
void lc_two_step_spec_reset(lc_two_step_spec *, const lc_instance *);
void lc_two_step_spec_free(lc_two_step_spec *);

#endif
