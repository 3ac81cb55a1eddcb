// expect: failure assertion
// options: --no-data-races
// flags: -I$LINCE_BUILD/tests/subjects
/* B6: both threads remove the value. */
#define LOCK_LIST_MISPLACED_LOCK
#define LOCK_LIST_KEEPS_NODES
#include "../programs/lock_list.h"
