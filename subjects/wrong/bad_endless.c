// expect: failure endless
/* A loop that touches nothing shared: the compiler reads the plain variable once. */
#include <lince/test.h>

static int flag;

static void waits(void) {
    while (!flag) {}
}

static void sets(void) { flag = 1; }

LINCE_TEST(bad_endless) {
    lince_test_thread(waits);
    lince_test_thread(sets);
}
