// expect: failure spinning
/* The setup takes a lock twice: nobody is there who could give it back. */
#include <lince/test.h>

#include <stdatomic.h>

static atomic_int word;

static void lock(void) {
    for (int free = 0; !atomic_compare_exchange_weak(&word, &free, 1);) free = 0;
}
static void unlock(void) { word = 0; }
static void setup(void) {
    lock();
    lock();
}

LINCE_TEST(lock) {
    lince_test_setup(setup);
    lince_test_thread(unlock);
}
