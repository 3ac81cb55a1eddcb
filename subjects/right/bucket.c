// expect: ok exhaustive
/* Replacing and removing in one bucket of a hash table. */
#include "../objects/bucket_test.h"

LINCE_TEST(bucket) { bucket_operations(); }
