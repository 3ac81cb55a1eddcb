/* Sets of events: those that are hidden, and the alphabets of processes that run in parallel (alphabets.c). */
#ifndef LC_MODEL_COMPILE_EVENT_SETS_H
#define LC_MODEL_COMPILE_EVENT_SETS_H

#include "model/compile/term.h"

typedef LC_VEC(lcm_pattern) lcm_patterns;

/* An event of the tree; those of its numbers that are not known may be anything. */
lcm_pattern lcm_pattern_of(lcm_builder *, const lcm_binding *, const lcm_event *);
/* Appends a set, sorted and without repetitions. */
void lcm_set_append(lcm_builder *, lcm_patterns *);
/* The `count` sets appended last, or the same ones from before: so that equal terms have equal numbers. */
uint32_t lcm_set_reuse(lcm_system *, uint32_t count);

#endif
