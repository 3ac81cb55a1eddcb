// expect: ok exhaustive
// options: --history-edges
// histories: 4
/* Operations that most executions do not call, compared with what they return when they run one after another. */
#include <stdatomic.h>

static atomic_int count;
static int increase(void) { return atomic_fetch_add(&count, 1); }

#include "../objects/late_calls.h"

LINCE_TEST(late_calls) { late_calls(); }
