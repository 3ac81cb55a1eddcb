// expect: failure data-race
// expect: failure assertion
// options: --no-data-races
/* The assert of libc, on a number that two threads count up in two steps each. */
#include <assert.h>
#include <lince/test.h>

static int count;

static void counts(void) { count++; }
static void check(void) { assert(count == 2); }

LINCE_TEST(bad_assert) {
    lince_test_thread(counts);
    lince_test_thread(counts);
    lince_test_finally(check);
}
