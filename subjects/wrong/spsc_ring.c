// expect: violation
/* A ring whose index says that a value is there before it is: deq returns what was in the cell before. */
#define SPSC_RING_INDEX_FIRST
#include "../objects/spsc_ring_test.h"

LINCE_TEST(spsc_ring) {
    spsc_ring_operations();
    lince_test_scenario("; enq(1) | deq()");
}
