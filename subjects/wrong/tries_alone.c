// expect: failure spinning
// options: --filter exchange
// expect: failure spinning
// options: --filter compare
// expect: failure spinning
// options: --filter try
/* A lock that was never given back is wanted once more when all others have gone: by exchanging, by comparing, and by
 * trying, each of which could write and does not. */
#include <lince/test.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_int word;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void exchange(void) {
    while (atomic_flag_test_and_set(&flag)) continue;
}
static void compare(void) {
    for (int free = 0; !atomic_compare_exchange_weak(&word, &free, 1); free = 0) sched_yield();
}
static void try(void) {
    while (pthread_mutex_trylock(&mutex)) continue;
}

LINCE_TEST(exchange) {
    lince_test_thread(exchange);
    lince_test_finally(exchange);
}
LINCE_TEST(compare) {
    lince_test_thread(compare);
    lince_test_finally(compare);
}
LINCE_TEST(try) {
    lince_test_thread(try);
    lince_test_finally(try);
}
