// expect: failure assertion
// options: --no-data-races
/* B1 (head): both threads remove the same value. */
#define TWO_LOCK_QUEUE_BAD_HEAD
#include "../programs/two_lock_queue_head.h"
