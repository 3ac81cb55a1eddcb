// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
#define FIRST (void)0
#define THEN  eventfd_write(there, 1)
#include "../objects/eventfd_queue.h"
