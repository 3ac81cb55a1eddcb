// expect: failure unsupported
/* Memory of the setup that an execution moves away would be missing in the next one. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { PAGE = 4096 };
static atomic_long *count;

static void setup(void) { count = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

static long add(long amount) {
    count = mremap(count, PAGE, 16 * PAGE, MREMAP_MAYMOVE);
    return atomic_fetch_add(count, amount);
}

LINCE_TEST(bad_mapped_moved) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_scenario("fetch_add(1)");
}
