/* The moments at which a queue may have been empty, as far back as they are needed.
 *
 * A moment is the number of the event just before it.  An element that is known to have been inside from one event to
 * another takes these moments away.  Moments that are needed no longer are dropped.  When there are too many gaps, the
 * two oldest become one: then more moments count as possible than are, and something may be missed (`merged`).
 */
#ifndef LC_MONITOR_GAPS_H
#define LC_MONITOR_GAPS_H

#include "base/vec.h"

typedef struct lco_gap {
    uint64_t from, to;
} lco_gap;

typedef struct lco_gaps {
    lc_budget *budget;
    LC_VEC(lco_gap) at; /* ascending, apart; the last one may reach into the future */
    uint32_t first;
    bool merged; /* since they began */
} lco_gaps;

void lco_gaps_free(lco_gaps *);
void lco_gaps_begin(lco_gaps *, uint64_t now);               /* from now on everything is possible */
void lco_gaps_forget(lco_gaps *, uint64_t before);           /* earlier moments are needed no longer */
void lco_gaps_cover(lco_gaps *, uint64_t from, uint64_t to); /* takes away from, ..., to - 1 */
/* Is there one among from, ..., to - 1 that is before `limit`? */
bool lco_gaps_any(const lco_gaps *, uint64_t from, uint64_t to, uint64_t limit);

#endif
