// expect: ok exhaustive
/* No specification: the object itself says what it may do.  `nothing` touches nothing, and what follows it in the same
 * thread must not be done before it is called, when operations run one after another either. */
#include <lince/test.h>

static volatile long value;

static void nothing(void) {}
static void set(long to) { __atomic_store_n(&value, to, __ATOMIC_SEQ_CST); }
static long get(void) { return value; }

LINCE_TEST(serial_volatile) {
    lince_test_op("nothing", nothing);
    lince_test_op("set", set, lince_unique);
    lince_test_op("get", get);
    lince_test_scenario("; nothing() get() | set(1)");
}
