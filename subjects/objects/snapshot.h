/* A pointer to the current version of some data.  Who publishes a new version frees the old one, which nobody reads any
 * more.  SNAPSHOT_STORE looks what the old one is before it stores the new one: a version that another thread published
 * in between is lost. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(long *) current;

static void publish(long value) {
    long *version = malloc(sizeof *version), *old;
    *version = value;
#ifdef SNAPSHOT_STORE
    old = atomic_load(&current);
    atomic_store(&current, version);
#else
    old = atomic_exchange(&current, version);
#endif
    free(old);
}

LINCE_TEST(snapshot) {
    lince_test_no_leaks();
    lince_test_op("publish", publish);
    lince_test_scenario("publish(1) | publish(2)");
}
