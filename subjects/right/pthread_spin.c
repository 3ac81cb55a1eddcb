// expect: ok exhaustive
// options: --strategy dpor
/* The spin lock of pthreads. */
#include <pthread.h>

static pthread_spinlock_t lock;
static void enter(void) { pthread_spin_lock(&lock); }
static void leave(void) { pthread_spin_unlock(&lock); }

#include "../objects/guarded_counter.h"

static void setup(void) { pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE); }

LINCE_TEST(pthread_spin) {
    guarded_counter_operations();
    lince_test_setup(setup);
    lince_test_scenario("fetch_add(1) | fetch_add(1) | fetch_add(1)");
}
