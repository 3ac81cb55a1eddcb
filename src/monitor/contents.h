/* All that a container may hold between two windows, as a set.
 *
 * The set is a frontier (frontier.h): the configurations after all linearizations of the operations so far, each with
 * the contents and with those of the open operations that have taken effect.  It is exact for every container, with
 * repeated values, peeks and crashes, as long as it does not become too large; then it is lost.
 */
#ifndef LC_MONITOR_CONTENTS_H
#define LC_MONITOR_CONTENTS_H

#include "monitor/frontier.h"

typedef struct lco_contents {
    lco_frontiers shared;
    lco_frontier at;
    LC_VEC(uint64_t) seated; /* calls of the operations that were open after the last step */
    bool known;              /* else it was lost, or is not kept */
} lco_contents;

void lco_contents_init(lco_contents *, lco_watch *);
void lco_contents_free(lco_contents *);
void lco_contents_forget(lco_contents *); /* it is not kept */
/* The container is empty and unused. */
void lco_contents_begin(lco_contents *);
/* Goes on with these operations: all that ended since the last step or are open now, in any order.  A violation is
 * reported to the watch.  False: it is lost. */
bool lco_contents_step(lco_contents *, const lco_watched_list *);
/* Is it certain that the container is empty, and that nothing can change it? */
bool lco_contents_are_empty(lco_contents *);
bool lco_contents_renew(lco_contents *, const lco_renewal *); /* false: it cannot, and all values stay */

#endif
