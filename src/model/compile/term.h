/* Terms: where a process stands, for all values of its parameters at once. */
#ifndef LC_MODEL_COMPILE_TERM_H
#define LC_MODEL_COMPILE_TERM_H

#include "model/compile/symbol.h"

typedef uint32_t lcm_term; /* equal terms are one number */

typedef enum lcm_term_kind {
    LCM_M_STOP,
    LCM_M_ENDED, /* has terminated: like Stop, but it is no deadlock to be here */
    LCM_M_SKIP,
    LCM_M_CLOSURE,  /* a piece of the syntax tree; symbols: its definition's slots */
    LCM_M_SEQUENCE, /* of[0] ; of[1] */
    LCM_M_HIDE,     /* of[0] \ the events of `set` */
    LCM_M_ATOMIC,
    LCM_M_CHOICE, /* of... */
    LCM_M_EXTERNAL,
    LCM_M_INTERRUPT,
    LCM_M_INTERLEAVE, /* `set`: LCM_ANY_NUMBER if there may be any number of them, else 0 */
    LCM_M_PARALLEL    /* `set`: their alphabets, one set after the other, see lcm_set_alphabets */
} lcm_term_kind;

#define LCM_ANY_NUMBER 1u

typedef struct lcm_term_node {
    const lcm_process *process;       /* CLOSURE */
    const lcm_definition *definition; /* of its slots; NULL: in an assertion */
    uint32_t kind, set, count;
    uint32_t of[]; /* terms, or symbols of a closure */
} lcm_term_node;

const lcm_term_node *lcm_term_at(const lcm_builder *, lcm_term);
lcm_term lcm_term_of(lcm_builder *, const lcm_binding *, const lcm_process *); /* a closure, or something simpler */
lcm_term lcm_term_make(lcm_builder *, lcm_term_kind, uint32_t set, const lcm_term *of, uint32_t count);
lcm_term lcm_term_constant(lcm_builder *, lcm_term_kind);

typedef LC_VEC(lcm_symbol) lcm_symbols;
typedef LC_VEC(lcm_term) lcm_terms;

/* The same term with registers of its own, numbered as they are met; appends the value that each is to be set to.
 * Parameters that never change along the recursion stay numbers, so that `P(0)` and `P(1)` are different terms. */
lcm_term lcm_term_normalize(lcm_builder *, lcm_term, lcm_symbols *set_to);

/* A closure with its head unfolded by one operator: a reference by its definition's body, a composition by the terms it
 * composes, an index by all its values.  Anything else is left as it is. */
lcm_term lcm_term_unfold(lcm_builder *, lcm_term);
/* The operands of a choice or composition, all indices written out. */
void lcm_term_operands(lcm_builder *, const lcm_term_node *, lcm_terms *);
/* May a reference be replaced by what it stands for before its first step?  Not if its arguments could change until
 * then. */
bool lcm_term_is_settled(const lcm_builder *, lcm_term);

/* For people: `Reader(1)`. */
void lcm_term_print(const lcm_builder *, lcm_term, lince_text *);

/* Sets of events; see event_sets.c, alphabets.c. */
uint32_t lcm_set_hidden(lcm_builder *, const lcm_binding *, const lcm_process *hide);
/* The first of `count` sets that follow each other: the alphabets of these terms. */
uint32_t lcm_set_alphabets(lcm_builder *, const lcm_term *, uint32_t count);

/* Which parameters are numbers and which are registers; may start the compilation again. */
void lcm_find_constant_params(lcm_builder *);
bool lcm_is_kept(lcm_builder *, const lcm_definition *, uint32_t slot, int32_t number);

#endif
