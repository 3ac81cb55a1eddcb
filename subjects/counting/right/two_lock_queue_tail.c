// expect: ok exhaustive
// options: --strategy dpor
#include "../programs/two_lock_queue_tail.h"
