/* Compiling a process: what the stages share.
 *
 *     syntax tree + values of parameters ──► terms ──► steps of terms ──► slots, locations, actions ──► code
 *
 * A *term* is where a process stands: a piece of the syntax tree whose parameters are symbolic (term.h).  The steps a
 * term can take are derived once, symbolically, for all values of its parameters and of the variables (derive.c).  So a
 * process becomes an automaton whose locations are its terms and whose registers are the parameters that are alive
 * there; a parameter that nobody will ask for again is no longer part of the state.  What runs side by side gets a slot
 * each (slots.c).
 *
 * What goes wrong ends the whole compilation: lcm_give_up does not return.
 */
#ifndef LC_MODEL_BUILDER_H
#define LC_MODEL_BUILDER_H

#include <setjmp.h>

#include "base/intern.h"
#include "lang/syntax.h"
#include "model/system_parts.h"

typedef struct lcm_builder {
    const lcm_model *model;
    lcm_system *system;
    lc_arena arena; /* terms and symbols live here: no longer than the compilation */
    lc_intern symbols, terms;
    bool **rigid;       /* for each definition, each slot: see rigid.c */
    uint32_t unfolding; /* references followed without a step in between */
    jmp_buf over;
    lince_status status;
    lince_error *error;
} lcm_builder;

_Noreturn void lcm_give_up(lcm_builder *, lcm_place, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void lcm_no_memory(lcm_builder *);
void *lcm_take(lcm_builder *, size_t size); /* from the arena, zeroed; never NULL */
/* For what the system keeps; never fails. */
#define lcm_keep(b, vec, ...)                                                                                          \
    do {                                                                                                               \
        if (!lc_push((b)->system->budget, vec, __VA_ARGS__)) lcm_no_memory(b);                                         \
    } while (0)
#define lcm_gather(b, vec, ...)                                                                                        \
    do {                                                                                                               \
        if (!lc_push(NULL, vec, __VA_ARGS__)) lcm_no_memory(b);                                                        \
    } while (0)

#endif
