/* A loop that begins with local variables that have no value yet.  What lies there is left over from earlier calls, and
 * whether the second round begins in the state of the first one must not depend on it. */
#include <lince/test.h>
#include <stdatomic.h>

enum { FLAGS = 24 };
static atomic_int a, b;

__attribute__((noinline)) static int look(int seen[FLAGS]) {
    int first = atomic_load(&a);
    for (int i = 0; i < FLAGS; i++) seen[i] = first;
    return first && atomic_load(&b);
}

static void waits(void) {
    int seen[FLAGS];
    while (!look(seen)) {}
}

static void sets_a(void) {
    atomic_store(&b, 0);
    atomic_store(&a, 1);
}

static void sets_b(void) {
    atomic_store(&a, 0);
    atomic_store(&b, 1);
}

LINCE_TEST(unset_local) {
    lince_test_thread(waits);
    lince_test_thread(sets_a);
    lince_test_thread(sets_b);
}
