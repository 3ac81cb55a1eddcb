// expect: failure use-after-free
/* A node is announced too late, when it has been freed, and read all the same. */
#define HAZARD_STACK_TRUSTS
#include "../objects/hazard_stack_test.h"

LINCE_TEST(hazard_stack) { hazard_stack_operations(); }
