// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* Threads that wait actively for a while and sleep then, over and over, as in liburcu: a loop that comes back to the
 * state it was in only after several rounds. */
#include <poll.h>
#include <stdatomic.h>

#include <lince/test.h>

static atomic_int begun, done;

static void set(void) {
    atomic_store(&begun, 1);
    atomic_store(&done, 1);
}

static void wait(void) {
    if (!atomic_load(&begun)) return;
    for (int attempts = 0; !atomic_load(&done);)
        if (++attempts == 10) {
            poll(NULL, 0, 10);
            attempts = 0;
        }
}

LINCE_TEST(counted_wait) {
    lince_test_thread(set);
    lince_test_thread(wait);
    lince_test_thread(wait);
}
