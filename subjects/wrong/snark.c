// expect: violation
/* Snark as published: it was proven, and two mistakes were found years later.  See `snark_empty` and `snark_twice`. */
#define SNARK_OLD_HAT
#define SNARK_NO_CLAIM
#include "../objects/snark_test.h"

LINCE_TEST(snark) { snark_operations(); }
