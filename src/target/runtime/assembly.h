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
 * The words stand in instructions that do nothing, so that the call returns to where it came from.  Nothing is left to
 * do after the instruction: its effect is computed before, from the registers.
 */
#ifndef LC_TARGET_RUNTIME_ASSEMBLY_H
#define LC_TARGET_RUNTIME_ASSEMBLY_H

/* The first word: kind, which power of two the size is, operand, and these. */
#define LC_ASM_SIZE_SHIFT    5
#define LC_ASM_OPERAND_SHIFT 10
#define LC_ASM_PLAIN         (1 << 16) /* reads and writes, but not at once */
#define LC_ASM_FLAGS_MATTER  (1 << 17)
#define LC_ASM_OPAQUE        (1 << 18) /* registers matter that are in no mask */
#define LC_ASM_WIDE          (1 << 19) /* registers beyond xmm0 to xmm15 may be in use */
#define LC_ASM_ANNOUNCED     (1 << 20) /* the compiler's own, which is no atomic access */

/* Each word is the displacement of a `nopl` of seven bytes. */
#define LC_ASM_NOP_BYTES 7
#define LC_ASM_WORD_AT   3

#ifndef __ASSEMBLER__

#include <stdint.h>

enum lc_asm_kind {
    LC_ASM_LOAD,
    LC_ASM_STORE,
    LC_ASM_EXCHANGE,
    LC_ASM_ADD, /* also xadd */
    LC_ASM_ADD_CARRY,
    LC_ASM_SUB,
    LC_ASM_SUB_BORROW,
    LC_ASM_AND,
    LC_ASM_OR,
    LC_ASM_XOR,
    LC_ASM_NOT,
    LC_ASM_NEGATE,
    LC_ASM_COMPARE_EXCHANGE, /* with rax, and with rdx:rax for rcx:rbx if there is no operand */
    LC_ASM_BIT_TEST,         /* bits have a number; one in a register counts from the operand on, however far */
    LC_ASM_BIT_SET,
    LC_ASM_BIT_RESET,
    LC_ASM_BIT_COMPLEMENT,
    LC_ASM_MODIFY, /* in a way that does not matter */
    LC_ASM_COPY,   /* movs, with LC_ASM_PLAIN rcx times; only with LC_ASM_ANNOUNCED */
    LC_ASM_KINDS
};

/* Operands: registers by the numbers they have in instructions, and further kinds. */
enum lc_asm_operand {
    LC_ASM_RAX,
    LC_ASM_RCX,
    LC_ASM_RDX,
    LC_ASM_RBX,
    LC_ASM_RSP,
    LC_ASM_RBP,
    LC_ASM_RSI,
    LC_ASM_RDI,

    LC_ASM_AH = 16, /* and ch, dh, bh */
    LC_ASM_XMM = 20,
    LC_ASM_IMMEDIATE = 40,
    LC_ASM_NONE
};

/* The second word: the live registers, whose values may still be used. */
static inline uint32_t lc_asm_bit(unsigned general) { return 1u << general; }
static inline uint32_t lc_asm_xmm_bit(unsigned number) { return 1u << (16 + number); }

#endif
#endif
