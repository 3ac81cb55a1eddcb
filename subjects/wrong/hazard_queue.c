// expect: failure use-after-free
// expect: failure use-after-free
// options: --strategy dpor --memory sc --merging always
/* A node is announced too late, when it has been freed, and read all the same. */
#define HAZARD_QUEUE_TRUSTS
#include "../objects/hazard_queue_test.h"

LINCE_TEST(hazard_queue) { hazard_queue_operations(); }
