// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
/* The value is there when the thread has ended, and all that it has done comes before. */
#define KEEP set_value_at_thread_exit
#include "../objects/late_future.h"
