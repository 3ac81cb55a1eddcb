// expect: ok exhaustive
// options: --strategy dpor
/* No specification: what the operations return when they run one after another is what they may return. */
#include "../objects/containers.h"
#include "../objects/mutex_queue.h"

QUEUE(mutex_queue)

LINCE_TEST(without_spec) { queue_operations(); }
