// expect: ok exhaustive
// options: --strategy dpor
/* Something is made on first use, once. */
#include <lince/test.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made, times;

static void make(void) {
    times++;
    made = 7;
}

static void use(void) {
    pthread_once(&once, make);
    lince_assert(made == 7 && times == 1);
}

LINCE_TEST(once) {
    for (int i = 0; i < 3; i++) lince_test_thread(use);
}
