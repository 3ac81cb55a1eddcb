// expect: ok exhaustive
/* A stack that frees its nodes, with hazard pointers. */
#include "../objects/hazard_stack_test.h"

LINCE_TEST(hazard_stack) { hazard_stack_operations(); }
