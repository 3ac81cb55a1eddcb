/* The steps of a term, for all values of its registers and of the variables. */
#ifndef LC_MODEL_COMPILE_DERIVE_H
#define LC_MODEL_COMPILE_DERIVE_H

#include "model/compile/term.h"

typedef struct lcm_derived {
    lcm_action_kind kind;
    lcm_symbol guard; /* LCM_NO_SYMBOL: always */
    uint32_t name;    /* in the alphabet */
    uint32_t count;
    const lcm_symbol *numbers; /* of the label, or the message sent */
    uint32_t channel;
    lcm_symbol subscript; /* LCM_NO_SYMBOL: not an array */
    bool hidden, atomic;
    const lcm_statement *block; /* NULL: none */
    lcm_binding binding;        /* of the block */
    lcm_term target;
    lcm_place place;
} lcm_derived;

typedef LC_VEC(lcm_derived) lcm_derivation;

void lcm_derive(lcm_builder *, lcm_term, lcm_derivation *);

/* Is an event hidden by a set?  If that depends on its numbers, `*when` is the condition and the answer is LCM_MAYBE.
 */
typedef enum lcm_certainty { LCM_NEVER, LCM_MAYBE, LCM_ALWAYS } lcm_certainty;
lcm_certainty lcm_derived_in_set(lcm_builder *, const lcm_derived *, uint32_t set, lcm_symbol *when);
/* Applies it: hidden, or split into a hidden and a visible one. */
void lcm_derivation_hide(lcm_builder *, lcm_derivation *, uint32_t from, uint32_t set);

#endif
