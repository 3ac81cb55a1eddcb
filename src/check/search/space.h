/* The state space of one object, discovered on demand.
 *
 * States and labels are numbers; a step is computed by the specification once per state and label and stored.
 */
#ifndef LC_CHECK_SEARCH_SPACE_H
#define LC_CHECK_SEARCH_SPACE_H

#include "base/map64.h"
#include "spec/bind.h"

typedef struct lc_space {
    lc_budget *budget;
    const lc_binding *binding;
    lince_values values; /* on top of the binding's: values that the specification makes */
    lc_runner runner;
    lc_intern states;
    lc_map64 steps;              /* (state, label) to lc_next */
    lc_intern groups;            /* the same for steps that several operations take together: state and labels */
    LC_VEC(uint32_t) group_next; /* per group */
    LC_VEC(uint32_t) lists;      /* outcomes of steps that have several: count, states */
    LC_VEC(uint32_t) emitted;    /* the step being computed */
    bool forget;                 /* compute it every time */
    uint64_t asked;
} lc_space;

/* The successors of a step: none, one state, or a list of them. */
typedef uint32_t lc_next;
#define LC_NO_STEP   0u
#define LC_NEXT_LIST 0x80000000u

void lc_space_init(lc_space *, const lc_binding *, lc_budget *);
/* Forget everything and turn to this object. */
void lc_space_reset(lc_space *, const lc_instance *);
void lc_space_free(lc_space *);

lc_next lc_space_start(lc_space *); /* the initial states */
lc_next lc_space_next(lc_space *, uint32_t state, uint32_t label);

/* Where operations span several steps, a label also contains the part of it that the operation takes: see
 * lince_part. */
#define LC_PART_SHIFT 30
#define LC_PART_LABEL ((UINT32_C(1) << LC_PART_SHIFT) - 1)
static inline uint32_t lc_label_in_part(uint32_t label, lince_part part) {
    return label | (uint32_t)part << LC_PART_SHIFT;
}

/* The step that operations with these labels take together.  The labels are put in order: by their methods, and among
 * those of one method ascending, so by their parts. */
lc_next lc_space_meet(lc_space *, uint32_t state, uint32_t *labels, uint32_t count);
/* May they be among those that take a step together? */
bool lc_space_joins(lc_space *, uint32_t state, uint32_t *labels, uint32_t count);

static inline lc_next lc_next_one(uint32_t state) { return state + 1; }
static inline uint32_t lc_next_count(const lc_space *s, lc_next next) {
    return next & LC_NEXT_LIST ? s->lists.at[next & ~LC_NEXT_LIST] : next != LC_NO_STEP;
}
static inline uint32_t lc_next_state(const lc_space *s, lc_next next, uint32_t i) {
    return next & LC_NEXT_LIST ? s->lists.at[(next & ~LC_NEXT_LIST) + 1 + i] : next - 1;
}

/* Every result tuple that an operation with this label could return in this state, independently of its real result. */
typedef void lc_possible_result(void *context, const lince_results *);
void lc_space_results(lc_space *, uint32_t state, uint32_t label, lc_possible_result *, void *context);
/* The same for the one with this label (the first, if there are several) among those that take a step together. */
void lc_space_meet_results(lc_space *, uint32_t state, uint32_t *labels, uint32_t count, uint32_t label,
                           lc_possible_result *, void *context);
/* From the initial state along these labels to the last state; false: it is not known, because somewhere there is no
 * step or a choice. */
bool lc_space_walk(lc_space *, const uint32_t *labels, uint32_t count, uint32_t *last);
void lc_space_print(lc_space *, uint32_t state, lince_text *);

#endif
