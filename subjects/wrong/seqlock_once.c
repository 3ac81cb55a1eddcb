// expect: violation
/* A reader that does not look at the sequence again returns half of one value and half of another. */
#define SEQLOCK_READS_ONCE
#include "../objects/seqlock_test.h"

LINCE_TEST(seqlock) { seqlock_operations(); }
