/* Events near the end of a part, for objects without memory. */
#ifndef LC_CHECK_SYNC_NEAR_H
#define LC_CHECK_SYNC_NEAR_H

#include "check/driver/parts.h"

/* A part with few operations which, if it is violated, shows that `part` is: those that overlap its last return, those
 * that overlap these, and so on, `steps` times.  False: that is all of it, or memory is out.  It points into `events`.
 */
bool lc_sync_near(lc_part *near, const lc_part *part, unsigned steps, const lince_history *, lc_event_list *events,
                  lc_budget *);

#endif
