/* Where inline assembly calls from, see assembly.h: nothing may change, neither registers nor flags.
 *
 * The saved registers are an lct_asm_frame (assembly.c).  The general registers and xmm0 to xmm15 are all that a
 * function uses unless it declares more; then everything the processor has is saved.
 */
#include "target/runtime/assembly.h"

#if defined __x86_64__

#define XMM(n) (16 * (n))(%rsp)
#define REG(n) (256 + 8 * (n))(%rsp)
#define RETURN 392
#define REG_AT(n) (256 + 8 * (n) - RETURN - 8) /* seen from before the call, as unwinders do */

    .text
    .globl __lince_asm_point
    .type __lince_asm_point, @function
    .p2align 4
__lince_asm_point:
    .cfi_startproc
    pushfq
    .cfi_adjust_cfa_offset 8
    leaq -384(%rsp), %rsp
    .cfi_adjust_cfa_offset 384
    cld
    movq %rax, REG(0) /* the address: the old rax is above the return address */
    movq %rcx, REG(1)
    movq %rdx, REG(2)
    movq %rbx, REG(3)
    movq %rsp, REG(4)
    movq %rbp, REG(5)
    movq %rsi, REG(6)
    movq %rdi, REG(7)
    movq %r8, REG(8)
    movq %r9, REG(9)
    movq %r10, REG(10)
    movq %r11, REG(11)
    movq %r12, REG(12)
    movq %r13, REG(13)
    movq %r14, REG(14)
    movq %r15, REG(15)
    .cfi_offset rbx, REG_AT(3) /* those that are changed below */
    .cfi_offset rbp, REG_AT(5)
    .cfi_offset r12, REG_AT(12)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups %xmm\n, XMM(\n)
    .endr
    movq %rsp, %rbx
    .cfi_def_cfa_register rbx
    movq RETURN(%rsp), %r12
    andq $-64, %rsp
    /* A link in the chain of frames, which gives the place of this call. */
    pushq %r12
    pushq %rbp
    movq %rsp, %rbp
    andq $-64, %rsp
    movq %rbx, %rdi
    testl $LCT_ASM_WIDE, LCT_ASM_WORD_AT(%r12)
    jne 1f
    call lct_asm_step
    jmp 2f
1:  call lct_asm_wide_size
    subq %rax, %rsp
    andq $-64, %rsp
    xorl %eax, %eax
    leaq 512(%rsp), %rdi /* the header, which must be zero where it is not written */
    movl $8, %ecx
    rep stosq
    movl $-1, %eax
    movl $-1, %edx
    xsave64 (%rsp)
    movq %rbx, %rdi
    call lct_asm_step
    movl $-1, %eax
    movl $-1, %edx
    xrstor64 (%rsp)
2:  movq %rbx, %rsp
    .cfi_def_cfa_register rsp
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movups XMM(\n), %xmm\n
    .endr
    movq REG(1), %rcx
    movq REG(2), %rdx
    movq REG(3), %rbx
    movq REG(5), %rbp
    movq REG(6), %rsi
    movq REG(7), %rdi
    movq REG(8), %r8
    movq REG(9), %r9
    movq REG(10), %r10
    movq REG(11), %r11
    movq REG(12), %r12
    movq REG(13), %r13
    movq REG(14), %r14
    movq REG(15), %r15
    leaq 384(%rsp), %rsp
    .cfi_adjust_cfa_offset -384
    popfq
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size __lince_asm_point, .-__lince_asm_point

#endif

    .section .note.GNU-stack, "", %progbits
