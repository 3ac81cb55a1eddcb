// expect: failure crash
/* A constructor that returns before its thread has made what operations use.  It shows only where an operation comes
 * before that, so the setup must be part of what is interleaved. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) counter;

static void *run(void *nothing) {
    static atomic_int cell;
    atomic_store(&counter, &cell);
    return nothing;
}

static void make(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
}

static void inc(void) { atomic_fetch_add(atomic_load(&counter), 1); }

LINCE_TEST(resident_late) {
    lince_test_spec("counter");
    lince_test_setup(make);
    lince_test_op("inc", inc);
    lince_test_size(2, 1);
}
