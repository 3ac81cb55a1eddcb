// expect: ok exhaustive
// options: --strategy dpor
// histories: 3
// expect: ok exhaustive
// options: --strategy exhaustive
// histories: 3
/* A program whose main returns while a thread still runs: that ends it wherever it is.  What main read depends on how
 * far the thread had come, and nothing but the end of the program says that this matters. */
#include <lince/test.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *counts(void *unused) {
    (void)unused;
    atomic_store(&value, 1);
    atomic_store(&value, 2);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, counts, NULL);
    lince_op_begin("get");
    int found = atomic_load(&value);
    lince_op_end(found);
    return 0;
}
