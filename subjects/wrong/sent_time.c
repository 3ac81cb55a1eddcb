// expect: failure assertion
/* The time that is compared with one that was sent is taken before that arrives. */
#include <lince/test.h>
#include <stdatomic.h>
#include <time.h>

static atomic_long sent;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void send(void) { atomic_store(&sent, now()); }

static void receive(void) {
    long time = now();
    lince_assert(time >= atomic_load(&sent));
}

LINCE_TEST(sent_time) {
    lince_test_thread(receive);
    lince_test_thread(send);
}
