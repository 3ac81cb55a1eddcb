// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --scenario 'enq(1) | deq()'
// executions: 2
/* A queue that records its operations for a monitor.  To record is no step: there are as many executions as of
 * operations that only read the pointer to the monitor. */
#include "../objects/monitored_queue.h"
