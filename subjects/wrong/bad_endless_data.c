// expect: unknown
/* A loop that ends for some values and not for others: after the other thread has interfered it steps over its end. */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_uint value;

static void counts(void) {
    while (atomic_load(&value) != 4) atomic_fetch_add(&value, 2);
}

static void interferes(void) { atomic_fetch_add(&value, 1); }

LINCE_TEST(bad_endless_data) {
    lince_test_thread(counts);
    lince_test_thread(interferes);
}
