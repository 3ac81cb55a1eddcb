// expect: failure assertion
// options: --no-data-races
// flags: -I$LINCE_BUILD/tests/subjects
/* B1 (tail): one value is lost, and the second removal finds nothing. */
#define TWO_LOCK_QUEUE_BAD_TAIL
#include "../programs/two_lock_queue_tail.h"
