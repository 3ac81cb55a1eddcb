// expect: ok exhaustive
// options: --strategy dpor --filter asm
// executions: 18
// expect: ok exhaustive
// options: --strategy dpor --filter builtin
// executions: 18
/* A stack with versions, all in inline assembly, and its twin. */
#include "../objects/asm_stack.h"

#define BOTH(how)                                                                                                      \
    ASM_STACK_CHANGES(how)                                                                                             \
    ASM_STACK(how, versioned)                                                                                          \
    ASM_STACK_TEST(how, versioned)
BOTH(asm)
BOTH(builtin)
