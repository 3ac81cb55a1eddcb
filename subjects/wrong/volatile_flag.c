// expect: failure data-race
// expect: ok exhaustive
// options: --no-data-races
/* A volatile flag without fences orders nothing but itself. */
#include <lince/test.h>

static volatile int flag;
static long message;

static void send(void) {
    message = 42;
    flag = 1;
}

static void receive(void) {
    if (flag) lince_assert(message == 42);
}

LINCE_TEST(volatile_flag) {
    lince_test_thread(send);
    lince_test_thread(receive);
}
