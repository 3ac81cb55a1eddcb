// expect: failure leak
// options: --filter mapped
// expect: failure leak
// options: --filter broken
/* A node that is taken is not freed. */
#define MAPPED_STACK_FORGETS
#include "../objects/mapped_stack.h"
