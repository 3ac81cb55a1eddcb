// expect: ok exhaustive
/* A time that is sent to another thread has come when it gets there, and so has the end of a sleep before it. */
#include <lince/test.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_long sent;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void send(void) {
    now();
    now();
    atomic_store(&sent, now());
}

static void receive(void) {
    long time = atomic_load(&sent);
    lince_assert(now() >= time);
}

static void sleeps(void) {
    long start = now();
    usleep(1000);
    atomic_store(&sent, start + 1000000);
}

LINCE_TEST(sent_time) {
    lince_test_thread(send);
    lince_test_thread(receive);
    lince_test_thread(sleeps);
}
