// expect: ok exhaustive
/* A lock as in older code: it looks at a volatile variable until it seems free, and only then tries to take it. */
#include <lince/test.h>

static int lock;
static long count;

static long next(void) {
    while (__sync_lock_test_and_set(&lock, 1))
        while (*(volatile int *)&lock) {}
    long now = ++count;
    __sync_lock_release(&lock);
    return now;
}

static long get(void) {
    while (__sync_lock_test_and_set(&lock, 1))
        while (*(volatile int *)&lock) {}
    long now = count;
    __sync_lock_release(&lock);
    return now;
}

LINCE_TEST(volatile_spin) {
    lince_test_op("next", next);
    lince_test_op("get", get);
}
