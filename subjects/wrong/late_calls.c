// expect: violation
/* Operations that most executions do not call return what they cannot return one after another. */
#include <stdatomic.h>

static atomic_int count;
static int increase(void) {
    int old = atomic_load(&count);
    atomic_store(&count, old + 1);
    return old;
}

#include "../objects/late_calls.h"

LINCE_TEST(late_calls) { late_calls(); }
