// expect: ok exhaustive
// executions: 10
/* Memory that the setup has mapped from files, one without a name, one that every worker opens by its name, and a part
 * of which nobody but this process sees what is written: all of it is put back.  Beyond the end of a file there is
 * nothing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };
static atomic_long *nameless, *named, *own;

static void *map(int file, int kind, size_t pages, off_t from) {
    return mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, kind, file, from);
}

static void setup(void) {
    int file = memfd_create("count", MFD_CLOEXEC);
    if (ftruncate(file, PAGE) == 0) nameless = map(file, MAP_SHARED, 3, 0);
    char name[] = "/tmp/lince-mapped-XXXXXX";
    int other = mkstemp(name);
    unlink(name);
    if (ftruncate(other, 2 * PAGE) == 0) {
        named = map(other, MAP_SHARED, 1, 0);
        own = map(other, MAP_PRIVATE, 1, PAGE);
    }
    atomic_store(named, 1);
}

static long add(long amount) {
    atomic_fetch_add(own, amount);
    atomic_fetch_add(named, amount);
    return atomic_fetch_add(nameless, amount);
}

static void both(void) { lince_assert(atomic_load(named) == 3 && atomic_load(own) == 2); }

LINCE_TEST(mapped_file) {
    lince_test_spec("counter");
    lince_test_setup(setup);
    lince_test_op("fetch_add", add, lince_range(1, 1));
    lince_test_finally(both);
    lince_test_scenario("; fetch_add(1) | fetch_add(1)");
}
