// expect: ok exhaustive
/* Snark, repaired. */
#include "../objects/snark_test.h"

LINCE_TEST(snark) { snark_operations(); }
