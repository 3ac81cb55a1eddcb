// expect: failure assertion
// options: --no-data-races
// flags: -I$LINCE_BUILD/tests/subjects
/* B1 (head): both threads remove the same value. */
#define TWO_LOCK_QUEUE_BAD_HEAD
#include "../programs/two_lock_queue_head.h"
