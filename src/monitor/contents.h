/* All that a container may hold between two windows, as a set.
 *
 * The set is a frontier (frontier.h): the configurations after all linearizations of the operations so far, each with
 * the contents and with those of the open operations that have taken effect.  It is exact for every container, with
 * repeated values, peeks and crashes, as long as it does not become too large; then it is lost.
 */
#ifndef LC_MONITOR_CONTENTS_H
#define LC_MONITOR_CONTENTS_H

#include "monitor/frontier.h"

typedef struct lc_contents {
    lc_frontiers shared;
    lc_frontier at;
    LC_VEC(uint64_t) seated; /* calls of the operations that were open after the last step */
    bool known;              /* else it was lost, or is not kept */
} lc_contents;

void lc_contents_init(lc_contents *, lc_watch *);
void lc_contents_free(lc_contents *);
void lc_contents_forget(lc_contents *); /* it is not kept */
/* The container is empty and unused. */
void lc_contents_begin(lc_contents *);
/* Goes on with these operations: all that ended since the last step or are open now, in any order.  A violation is
 * reported to the watch.  False: it is lost. */
bool lc_contents_step(lc_contents *, const lc_watched_list *);
/* Is it certain that the container is empty, and that nothing can change it? */
bool lc_contents_are_empty(lc_contents *);
bool lc_contents_renew(lc_contents *, const lc_renewal *); /* false: it cannot, and all values stay */

#endif
