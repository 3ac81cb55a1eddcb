/* The histories of the schedules that are equivalent to that of the current execution. */
#ifndef LC_TARGET_EXPLORE_RECORD_LIST_H
#define LC_TARGET_EXPLORE_RECORD_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "target/explore/record.h"

/* The log is valid up to the end of the visit. */
typedef void lct_log_visit(void *context, const lct_log_entry *log, uint32_t length);

/* After lct_record_order has put operations and links into an order.  False: there are too many, and some were not
 * visited. */
bool lct_record_list(lct_log_visit *, void *context);

#endif
