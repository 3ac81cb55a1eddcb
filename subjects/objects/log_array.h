/* A log of fixed size on the heap: threads reserve a slot each and write to it.  LOG_ARRAY_CHECK looks whether there is
 * room before it reserves: two threads may both find the last slot free. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { CAPACITY = 2 };
long *slots; /* not static: it has no reader, and the compiler would leave it out */
static atomic_int used;

static void setup(void) { slots = malloc(CAPACITY * sizeof *slots); }

static bool append(long value) {
#ifdef LOG_ARRAY_CHECK
    if (atomic_load(&used) == CAPACITY) return false;
    slots[atomic_fetch_add(&used, 1)] = value;
#else
    int mine = atomic_fetch_add(&used, 1);
    if (mine >= CAPACITY) return false;
    slots[mine] = value;
#endif
    return true;
}

LINCE_TEST(log_array) {
    lince_test_setup(setup);
    lince_test_op("append", append);
    lince_test_scenario("append(1); append(2) | append(3)");
}
