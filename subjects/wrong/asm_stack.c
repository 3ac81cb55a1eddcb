// expect: violation
/* A stack without versions, all in inline assembly: ABA. */
#include "../objects/asm_stack.h"

ASM_STACK_CHANGES(asm)
ASM_STACK(asm, bare)
ASM_STACK_TEST(asm, bare)
