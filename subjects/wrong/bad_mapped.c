// expect: failure nondeterminism
/* What a file holds is not put back between executions.  What comes of that is no fault of the object. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_long *count;

static void setup(void) {
    int file = memfd_create("count", MFD_CLOEXEC);
    if (ftruncate(file, 4096) == 0) count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
}
static long add(long amount) { return atomic_fetch_add(count, amount); }

LINCE_TEST(bad_mapped) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_scenario("; fetch_add(1) | fetch_add(1)");
}
