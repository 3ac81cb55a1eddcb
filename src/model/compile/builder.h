/* Compiling a process: definitions shared by the stages.
 *
 *     syntax tree + values of parameters ──► terms ──► steps of terms ──► slots, locations, actions ──► code
 *
 * A *term* is where a process stands: a piece of the syntax tree whose parameters are symbolic (term.h).  The steps a
 * term can take are derived once, symbolically, for all values of its parameters and of the variables (derive.c).  So a
 * process becomes an automaton whose locations are its terms and whose registers are the parameters that are live
 * there; a dead parameter is no longer part of the state.  Parallel components get a slot each (slots.c).
 *
 * An error ends the whole compilation: lcm_give_up does not return.
 */
#ifndef LC_MODEL_COMPILE_BUILDER_H
#define LC_MODEL_COMPILE_BUILDER_H

#include <setjmp.h>

#include "base/intern.h"
#include "base/meter.h"
#include "lang/syntax.h"
#include "model/compile/system_parts.h"

typedef enum lcm_constancy {
    LCM_VARYING,  /* a register */
    LCM_COMPUTED, /* computed from known values, so perhaps only a few numbers: `Up(n / 2)`, `Next((i + 1) % N)` */
    LCM_CONSTANT  /* passed on as it is */
} lcm_constancy;

typedef struct lcm_builder {
    const lcm_model *model;
    lcm_system *system;
    lc_arena arena; /* terms and symbols live here: no longer than the compilation */
    lc_intern symbols, terms;
    LC_VEC(lc_intern *) walks; /* that are under way when an error ends everything: alphabets.c */
    lc_intern numbers;         /* that loose parameters have taken */
    uint8_t **constant_params; /* an lcm_constancy for each slot of each definition: see constant_params.c */
    uint8_t **demoted;         /* those that turned out to take too many values; lives longer than one attempt */
    uint32_t **values;         /* how many different numbers each has taken */
    const int32_t **known;     /* while a block is compiled: the value of each of its locals, NULL: not known now */
    lc_meter meter;
    uint32_t rounds;                       /* since the last reading of the clock */
    uint32_t together;                     /* compositions whose parts have no slots, stepped so far */
    uint32_t unfolding;                    /* references followed without a step in between */
    bool grows;                            /* places have no steps until the search comes there: see grow.c */
    bool may_grow;                         /* if the whole control has no end, or too many places, then it is to grow */
    uint32_t copies;                       /* of processes of which there may be any number; 0: that is an error */
    const struct lcm_structure *structure; /* while code is written */
    jmp_buf over;
    lince_status status;
    lince_error *error;
} lcm_builder;

#define LCM_RESTART 2 /* passed to `over` to start the compilation again, */
#define LCM_GROW    3 /* as one that grows */

_Noreturn void lcm_give_up(lcm_builder *, lcm_place, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void lcm_no_memory(lcm_builder *);
/* The control may have no end.  If it is to grow instead, this is the end of the attempt to compile all of it. */
void lcm_mind_growth(lcm_builder *);
/* Now and then: do the limits allow to go on?  If not this is the end of the compilation. */
void lcm_mind_limits(lcm_builder *);
void *lcm_room(lcm_builder *, size_t size); /* from the arena, zeroed; never NULL */
/* For data that the system keeps; never fails. */
#define lcm_keep(b, vec, ...)                                                                                          \
    do {                                                                                                               \
        if (!lc_push((b)->system->budget, vec, __VA_ARGS__)) lcm_no_memory(b);                                         \
    } while (0)
/* For data that is needed while the compilation lasts: it grows in the arena and is never freed, for an error jumps
 * over the code that would do it. */
void lcm_grow(lcm_builder *, void **at, uint32_t *room, size_t item_size);
#define lcm_gather(b, vec, ...)                                                                                        \
    do {                                                                                                               \
        if ((vec)->count == (vec)->room) lcm_grow(b, (void **)&(vec)->at, &(vec)->room, sizeof *(vec)->at);            \
        (vec)->at[(vec)->count] = (__VA_ARGS__);                                                                       \
        (vec)->count++;                                                                                                \
    } while (0)

#endif
