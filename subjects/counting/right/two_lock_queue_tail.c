// expect: ok exhaustive
// options: --strategy dpor
// flags: -I$LINCE_BUILD/tests/subjects
#include "../programs/two_lock_queue_tail.h"
