// expect: violation
/* A writer that does not make the sequence odd: readers do not notice it before it is done, and return half of one
 * value and half of another. */
#define SEQLOCK_STAYS_EVEN
#include "../objects/seqlock_test.h"

LINCE_TEST(seqlock) { seqlock_operations(); }
