/* Whether operations synchronize the threads that call them. */
#ifndef LC_TARGET_EXPLORE_RECORD_SYNC_H
#define LC_TARGET_EXPLORE_RECORD_SYNC_H

#include "target/explore/record.h"

/* An operation of this name has returned, just now: fails if it lacks synchronization. */
void lct_record_check_sync(uint16_t name);

/* Does the first operation take effect before the second one, which would owe it synchronization otherwise?  The ends
 * may be NULL: they have not returned. */
bool lct_sync_orders(const lct_log_entry *first_call, const lct_log_entry *first_end, const lct_log_entry *second_call,
                     const lct_log_entry *second_end);

/* Is what the thread wrote before the call visible behind the return? */
bool lct_reaches(const lct_log_entry *call, const lct_log_entry *end);

#endif
