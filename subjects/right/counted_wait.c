// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
/* Who waits counts how often it looked, and sleeps after every tenth time. */
#include <lince/test.h>
#include <stdatomic.h>
#include <unistd.h>

static long data;
static atomic_int ready;

static void write_data(long value) {
    data = value;
    atomic_store(&ready, 1);
}

static long wait_and_read(void) {
    for (int looks = 0; !atomic_load(&ready);)
        if (++looks == 10) {
            usleep(10);
            looks = 0;
        }
    return data;
}

LINCE_TEST(counted_wait) {
    lince_test_spec("register");
    lince_test_op("write", write_data, lince_unique);
    lince_test_op("read", wait_and_read);
    lince_test_scenario("; write(1) | read() | read()");
}
