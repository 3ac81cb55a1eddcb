// expect: failure data-race
// expect: ok exhaustive
// options: --allow data-race --strategy dpor
// expect: ok
// options: --allow data-race
/* A thread waits in a loop for a plain variable, as code from before C11 does.  What is read in the loop races with
 * nothing as long as nobody else gets his turn. */
#include <lince/test.h>

static long data, ready;

static void write_both(void) {
    data = 1;
    __asm__ volatile("" ::: "memory");
    ready = 1;
}

static void wait_and_read(void) {
    if (!ready)
        while (!ready) __asm__ volatile("" ::: "memory");
    lince_assert(data == 1);
}

LINCE_TEST(plain_wait) {
    lince_test_thread(wait_and_read);
    lince_test_thread(write_both);
}
