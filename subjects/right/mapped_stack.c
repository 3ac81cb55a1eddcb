// expect: ok exhaustive
// options: --filter mapped
// expect: ok exhaustive
// options: --filter broken
/* Nothing is lost: pointers to nodes are in memory from mmap, and from sbrk. */
#include "../objects/mapped_stack.h"
