// expect: violation
/* A hash table in which replacing a node does not claim it: a removal that was under way also succeeds, and both return
 * the same old value. */
#define BUCKET_FORGETS_OWNER
#include "../objects/bucket_test.h"

LINCE_TEST(bucket) { bucket_operations(); }
