/* The parts of the plan that growing (grow.c) is made of.  Every worker calls them in the same order. */
#ifndef LC_TARGET_EXPLORE_PLAN_H
#define LC_TARGET_EXPLORE_PLAN_H

#include "target/explore/sizes.h"
#include "target/explore/stage.h"

/* From now on the scenarios are those of a size, without those of the sizes before it.  `first` is the number of the
 * first of them. */
void lct_plan_set_size(const lct_size *sizes, unsigned number, uint32_t first);

/* Visits each scenario, with its number, until a visit returns false; then it returns that.  `*end`: the number after
 * the last one; may be NULL. */
typedef bool lct_visit(uint32_t number, void *context);
bool lct_plan_each(lct_visit *, void *context, uint32_t *end);

/* The first look at a scenario, by the worker that claims it.  False: there is nothing more to do. */
bool lct_plan_look(uint32_t number, void *unused);
/* Is a scenario not finished? */
bool lct_plan_is_left(uint32_t number);
/* A worker explores the current scenario further, alone, and takes up to so many steps.  False: as above. */
bool lct_plan_deepen(uint32_t number, unsigned round, uint64_t steps);

/* grow.c: does the test grow? */
bool lct_grows(void);
/* Explores it size by size until the budget is spent.  False: there is nothing more to do. */
bool lct_grow(void);

#endif
