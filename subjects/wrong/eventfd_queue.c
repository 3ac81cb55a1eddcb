// expect: failure data-race
// expect: violation
// options: --no-data-races
// expect: violation
// options: --no-data-races --strategy states
/* Says that there is something before there is. */
#define FIRST eventfd_write(there, 1)
#define THEN  (void)0
#include "../objects/eventfd_queue.h"
