// expect: ok exhaustive
/* Threads that call no operations and get nowhere near each other: there are billions of interleavings, and one of them
 * tells it all. */
#include <lince/test.h>
#include <stdatomic.h>

enum { THREADS = 3, TIMES = 8 };

static atomic_int counts[THREADS + 1];

static void run(void) {
    atomic_int *mine = &counts[lince_thread_number()];
    for (int i = 0; i < TIMES; i++) atomic_fetch_add(mine, 1);
    lince_assert(atomic_load(mine) == TIMES);
}

LINCE_TEST(own_variables) {
    for (int i = 0; i < THREADS; i++) lince_test_thread(run);
}
