// expect: ok exhaustive
/* A loop that counts a volatile variable of the thread's own, to let time pass, waits for nobody. */
#include <lince/test.h>

#include <stdatomic.h>

static atomic_int count;

static void work(void) {
    count++;
    for (volatile int i = 0; i < 500000; i++) continue;
    count++;
}

LINCE_TEST(delay) {
    lince_test_thread(work);
    lince_test_thread(work);
}
