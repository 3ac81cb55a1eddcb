/* A box for one value: whether `take` was called before `put` returned shows in nothing but the order of calls and
 * returns, because a box that is wrong is never looked into.  The search must try both. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "../watched.h"
#include <monitors/stack_1.h>

struct box {
    atomic_long value; /* -1: none */
};

static void box_push(struct box *b, long value) { atomic_store(&b->value, value); }
static bool box_pop(struct box *b, long *value) {
#ifdef BOX_ALWAYS_EMPTY
    (void)b, (void)value;
    return false;
#else
    *value = atomic_exchange(&b->value, -1);
    return *value >= 0;
#endif
}

WATCHED_STACK(box)

static void setup(void) { atomic_store(&object.value, -1); }
static void put(void) { push(1); }

LINCE_TEST(box) {
    lince_test_setup(setup);
    lince_test_thread(pop);
    lince_test_thread(put);
}
