/* The few operations that a polynomial decider blames, as a part of their own. */
#ifndef LC_CHECK_EXPLAIN_CONFLICT_CORE_H
#define LC_CHECK_EXPLAIN_CONFLICT_CORE_H

#include "check/driver/judge.h"

typedef struct lc_conflict_core {
    lc_part part; /* points into `events` */
    LC_VEC(lc_event) events;
    LC_VEC(uint32_t) places; /* per event: where it is in the whole part */
} lc_conflict_core;

/* After the judge found `part` violated in polynomial time.  With `also`, unless that is LC_NEVER or among them, and
 * with all operations of the value that it adds, removes or observes.  False: out of memory.  To be freed either way.
 */
bool lc_conflict_core_find(lc_conflict_core *, lc_judge *, const lc_part *part, uint32_t also);
/* The same with everything that may have to do with it: all but those values that were done with, all their operations
 * returned, before the core begins.  Leaving them out keeps a correct history correct, also if it is cut anywhere after
 * that.  False: that does not apply, or memory is out. */
bool lc_conflict_core_surroundings(lc_conflict_core *around, const lc_conflict_core *, lc_judge *, const lc_part *part);
void lc_conflict_core_free(lc_conflict_core *, lc_budget *);

#endif
