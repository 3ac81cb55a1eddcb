// expect: ok exhaustive
// options: --strategy dpor --filter wide_atomic
// expect: ok
// options: --filter wide_message
#define REPLACE   atomic_compare_exchange_weak
#define ANNOUNCED memory_order_release
#include "../objects/wide_atomic.h"
