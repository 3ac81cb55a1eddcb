// expect: failure unsupported
/* A ring whose end is followed by its beginning, because the memory is mapped twice: by their addresses alone it cannot
 * be told which accesses meet. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };
static char *ring;

static void setup(void) {
    int file = memfd_create("ring", MFD_CLOEXEC);
    if (ftruncate(file, PAGE) != 0) return;
    ring = mmap(NULL, 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 2; i++) mmap(ring + i * PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
}

static long add(long amount) { return atomic_fetch_add((atomic_long *)(ring + PAGE), amount); }
static long get(void) { return atomic_load((atomic_long *)ring); }

LINCE_TEST(bad_mapped_twice) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_op("get", get);
}
