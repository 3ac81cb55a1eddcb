// expect: ok exhaustive
// options: --scenario put(1) --allow data-race
/* Without a specification, and with plain accesses that race: what an operation returns alone depends on when the
 * object's own thread comes between them. */
#include <lince/test.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static volatile int latest, copied;
static atomic_bool stopped;
static pthread_t copier;

static void *copy(void *nothing) {
    while (!atomic_load(&stopped)) {
        if (latest != copied) copied = latest;
        sched_yield();
    }
    return nothing;
}

static void make(void) { pthread_create(&copier, NULL, copy, NULL); }

static int put(int value) {
    latest = value;
    return copied;
}

static void destroy(void) {
    atomic_store(&stopped, true);
    pthread_join(copier, NULL);
}

LINCE_TEST(resident_loose) {
    lince_test_setup(make);
    lince_test_finally(destroy);
    lince_test_op("put", put, lince_range(1, 2));
}
