// expect: failure unsupported
/* Memory of the setup that an execution makes read-only would be so in the next one. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { PAGE = 4096 };
static atomic_long *count;

static void setup(void) { count = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

static long add(long amount) {
    mprotect(count, PAGE, PROT_READ);
    return atomic_fetch_add(count, amount);
}

LINCE_TEST(bad_mapped_protected) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_scenario("fetch_add(1)");
}
