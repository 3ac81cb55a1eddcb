// expect: ok exhaustive
/* A key that a constructor makes, before there is any test: every thread has a value of its own, in every execution. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int destroyed;

static void destroy(void *value) { atomic_fetch_add((atomic_int *)value, 1); }

__attribute__((constructor)) static void make(void) { lince_assert(pthread_key_create(&key, destroy) == 0); }

static void use(void) {
    lince_assert(!pthread_getspecific(key) && atomic_load(&destroyed) < 2);
    lince_assert(pthread_setspecific(key, &destroyed) == 0);
    lince_assert(pthread_getspecific(key) == &destroyed);
}

static void check(void) { lince_assert(atomic_load(&destroyed) == 2); }

LINCE_TEST(early_key) {
    lince_test_thread(use);
    lince_test_thread(use);
    lince_test_finally(check);
}
