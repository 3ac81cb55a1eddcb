/* For assembler files: NOTE name, target defines a function `name` that notes the registers which the calling convention
 * says a function keeps, and the stack pointer, in lc_user (retry.h), and goes on at `target`.  Together with what is on
 * the stack that is all a thread knows.  Nothing is noted until some loop was seen.
 */
#if defined __x86_64__

.macro NOTE name, target
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    cmpb $0, lc_user(%rip)
    jne 1f
    jmp \target
1:  movb $1, lc_user+1(%rip)
    movq %rbx, lc_user+8(%rip)
    movq %rbp, lc_user+16(%rip)
    movq %r12, lc_user+24(%rip)
    movq %r13, lc_user+32(%rip)
    movq %r14, lc_user+40(%rip)
    movq %r15, lc_user+48(%rip)
    leaq 8(%rsp), %r11
    movq %r11, lc_user+104(%rip)
    jmp \target
    .cfi_endproc
    .size \name, .-\name
.endm

#elif defined __aarch64__

.macro NOTE name, target
    .globl \name
    .type \name, %function
    .p2align 4
\name:
    .cfi_startproc
    adrp x16, lc_user
    add x16, x16, :lo12:lc_user
    ldrb w17, [x16]
    cbnz w17, 1f
    b \target
1:  mov w17, #1
    strb w17, [x16, #1]
    stp x19, x20, [x16, #8]
    stp x21, x22, [x16, #24]
    stp x23, x24, [x16, #40]
    stp x25, x26, [x16, #56]
    stp x27, x28, [x16, #72]
    str x29, [x16, #88]
    mov x17, sp
    str x17, [x16, #104]
    b \target
    .cfi_endproc
    .size \name, .-\name
.endm

#endif
