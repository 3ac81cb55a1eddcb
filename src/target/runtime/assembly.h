/* The announcement of an access by an instruction of inline assembly.
 *
 * Instrumentation does not see inline assembly.  So src/tester/instrument/assembly.c rewrites the
 * generated assembly: such an instruction is preceded by
 *
 *     pushq %rax
 *     leaq <its memory operand>, %rax
 *     call *__lince_asm_point@GOTPCREL(%rip)
 *     nopl <its kind>(%rax)
 *     nopl <live registers>(%rax)
 *     nopl <its immediate operand>(%rax)       if it has one
 *     popq %rax
 *
 * A fence has no memory operand, and no leaq.  The words stand in instructions that do nothing, so that the call
 * returns to where it came from.  Nothing is left to do after the instruction: its effect is computed before, from the
 * registers.  The cycle counter differs each time, so that its instructions are replaced: only their call is left.
 */
#ifndef LC_TARGET_RUNTIME_ASSEMBLY_H
#define LC_TARGET_RUNTIME_ASSEMBLY_H

/* The first word: kind, which power of two the size is, operand, and these. */
#define LCT_ASM_SIZE_SHIFT    5
#define LCT_ASM_OPERAND_SHIFT 10
#define LCT_ASM_PLAIN         (1 << 16) /* reads and writes, but not at once */
#define LCT_ASM_FLAGS_MATTER  (1 << 17)
#define LCT_ASM_OPAQUE        (1 << 18) /* registers matter that are in no mask */
#define LCT_ASM_WIDE          (1 << 19) /* registers beyond xmm0 to xmm15 may be in use */
#define LCT_ASM_ANNOUNCED     (1 << 20) /* the compiler's own, which is no atomic access */

/* Each word is the displacement of a `nopl` of seven bytes. */
#define LCT_ASM_NOP_BYTES 7
#define LCT_ASM_WORD_AT   3

#ifndef __ASSEMBLER__

#include <stdint.h>

enum lct_asm_kind {
    LCT_ASM_LOAD,
    LCT_ASM_STORE,
    LCT_ASM_EXCHANGE,
    LCT_ASM_ADD, /* also xadd */
    LCT_ASM_ADD_CARRY,
    LCT_ASM_SUB,
    LCT_ASM_SUB_BORROW,
    LCT_ASM_AND,
    LCT_ASM_OR,
    LCT_ASM_XOR,
    LCT_ASM_NOT,
    LCT_ASM_NEGATE,
    LCT_ASM_COMPARE_EXCHANGE, /* with rax, and with rdx:rax for rcx:rbx if there is no operand */
    LCT_ASM_BIT_TEST,         /* bits have a number; one in a register counts from the operand on, however far */
    LCT_ASM_BIT_SET,
    LCT_ASM_BIT_RESET,
    LCT_ASM_BIT_COMPLEMENT,
    LCT_ASM_MODIFY, /* in a way that does not matter */
    LCT_ASM_COPY,   /* movs, with LCT_ASM_PLAIN rcx times; only with LCT_ASM_ANNOUNCED */
    LCT_ASM_FENCE,  /* accesses nothing; the operand is one of lct_asm_fence */
    LCT_ASM_CLOCK,  /* rdtsc, or with operand LCT_ASM_RCX rdtscp: the call takes its place, and returns its result */
    LCT_ASM_KINDS
};

/* Operands: registers by the numbers they have in instructions, and further kinds. */
enum lct_asm_operand {
    LCT_ASM_RAX,
    LCT_ASM_RCX,
    LCT_ASM_RDX,
    LCT_ASM_RBX,
    LCT_ASM_RSP,
    LCT_ASM_RBP,
    LCT_ASM_RSI,
    LCT_ASM_RDI,

    LCT_ASM_AH = 16, /* and ch, dh, bh */
    LCT_ASM_XMM = 20,
    LCT_ASM_IMMEDIATE = 40,
    LCT_ASM_NONE
};

enum lct_asm_fence {
    LCT_ASM_FENCE_ALL,   /* mfence, and locked instructions that change nothing on the stack */
    LCT_ASM_FENCE_LOADS, /* lfence */
    LCT_ASM_FENCE_STORES /* sfence */
};

/* The second word: the live registers, whose values may still be used. */
static inline uint32_t lct_asm_bit(unsigned general) { return 1u << general; }
static inline uint32_t lct_asm_xmm_bit(unsigned number) { return 1u << (16 + number); }

#endif
#endif
