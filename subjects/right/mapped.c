// expect: ok exhaustive
/* Memory that the setup has mapped, of its own or to share, is put back between executions like any other; what can
 * only be read stays so. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { PAGE = 4096, PAGES = 256 };
static char *own, *shared;

static char *map(int kind, size_t pages) {
    return mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
}

static void setup(void) {
    own = map(MAP_PRIVATE, PAGES);
    shared = map(MAP_SHARED, 1);
    own[0] = 1;
    mprotect(own, PAGE, PROT_READ);
    munmap(map(MAP_PRIVATE, 1), PAGE);
}

/* The second one also gives it back, which nobody notices. */
static long add(long amount) {
    long before = atomic_fetch_add((atomic_long *)(own + 100 * PAGE), amount * own[0]);
    atomic_fetch_add((atomic_long *)shared, amount);
    if (before == 1) munmap(own, PAGES * PAGE);
    return before;
}

static void both(void) { lince_assert(atomic_load((atomic_long *)shared) == 2); }

LINCE_TEST(mapped) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_finally(both);
    lince_test_scenario("; fetch_add(1) | fetch_add(1)");
}
