// expect: ok exhaustive
/* A sequence lock. */
#include "../objects/seqlock_test.h"

LINCE_TEST(seqlock) { seqlock_operations(); }
