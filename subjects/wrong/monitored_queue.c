// expect: violation
/* A queue that records its operations for a monitor, and whose deq may find an item that another deq has taken. */
#define MONITORED_QUEUE_PEEKS
#include "../objects/monitored_queue.h"
