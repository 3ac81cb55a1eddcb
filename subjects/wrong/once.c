// expect: failure data-race
// expect: failure assertion
// options: --no-data-races
/* Something is made on first use, and said to be made before it is. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_bool begun;
static int made;

static void use(void) {
    if (!atomic_exchange(&begun, true)) made = 7;
    lince_assert(made == 7);
}

LINCE_TEST(once) {
    lince_test_thread(use);
    lince_test_thread(use);
}
