/* The order of the operations of an execution graph, which is a partial order. */
#ifndef LC_TARGET_EXPLORE_RECORD_ORDER_H
#define LC_TARGET_EXPLORE_RECORD_ORDER_H

#include "target/explore/digest.h"
#include "target/explore/message.h"
#include "target/explore/record_links.h"

/* Operations of an execution, and of a thread. */
enum { LCT_ORDERED_MOST = 1 << 12, LCT_ORDERED_OF_THREAD = UINT8_MAX };

/* Of the current execution, valid up to the next call; without threads where the order of events is that of the
 * history.  False: there are too many operations. */
bool lct_record_order(lct_history_order *);
/* Its operations, in the order of calls, and how they are linked; NULL: they are not. */
const lct_links *lct_record_links(const lct_operation **, uint32_t *count);
/* Does the first one end before the other begins, in all equivalent schedules? */
bool lct_operation_precedes(const lct_operation *, const lct_operation *);
/* Two histories get the same number exactly when their operations and the order of these are equal. */
lct_digest lct_record_order_digest(const lct_history_order *);

#endif
