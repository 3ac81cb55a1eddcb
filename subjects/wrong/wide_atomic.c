// expect: violation
// options: --filter wide_atomic
// expect: failure data-race
// options: --filter wide_message
/* A store does not notice what has changed since, and relaxed announces nothing. */
#define REPLACE(to, was, will) (atomic_store(to, will), 1)
#define ANNOUNCED              memory_order_relaxed
#include "../objects/wide_atomic.h"
