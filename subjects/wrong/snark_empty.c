// expect: violation
/* Snark says EMPTY of a node that was the end when pop looked, but has been popped by now from the other side;
 * meanwhile another value was pushed before it. */
#define SNARK_OLD_HAT
#include "../objects/snark_test.h"

LINCE_TEST(snark) { snark_operations(); }
