/* Entry points that may be part of a loop which waits for something, before they go on in C (tsan.c): they note the
 * registers that the calling convention says a function keeps, and the stack pointer.  Together with what is on the
 * stack that is all a thread knows; retry.c compares it.  Nothing is noted until some loop was seen.
 */
#if defined __x86_64__

.macro ENTRY name
    .globl __tsan_\name
    .type __tsan_\name, @function
    .p2align 4
__tsan_\name:
    .cfi_startproc
    cmpb $0, lc_user(%rip)
    jne 1f
    jmp lc_tsan_\name
1:  movb $1, lc_user+1(%rip)
    movq %rbx, lc_user+8(%rip)
    movq %rbp, lc_user+16(%rip)
    movq %r12, lc_user+24(%rip)
    movq %r13, lc_user+32(%rip)
    movq %r14, lc_user+40(%rip)
    movq %r15, lc_user+48(%rip)
    leaq 8(%rsp), %r11
    movq %r11, lc_user+104(%rip)
    jmp lc_tsan_\name
    .cfi_endproc
    .size __tsan_\name, .-__tsan_\name
.endm

#elif defined __aarch64__

.macro ENTRY name
    .globl __tsan_\name
    .type __tsan_\name, %function
    .p2align 4
__tsan_\name:
    .cfi_startproc
    adrp x16, lc_user
    add x16, x16, :lo12:lc_user
    ldrb w17, [x16]
    cbnz w17, 1f
    b lc_tsan_\name
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
    b lc_tsan_\name
    .cfi_endproc
    .size __tsan_\name, .-__tsan_\name
.endm

#endif

#if defined __x86_64__ || defined __aarch64__

.macro ATOMIC bits
    ENTRY atomic\bits\()_load
    ENTRY atomic\bits\()_exchange
    ENTRY atomic\bits\()_fetch_add
    ENTRY atomic\bits\()_fetch_sub
    ENTRY atomic\bits\()_fetch_and
    ENTRY atomic\bits\()_fetch_or
    ENTRY atomic\bits\()_fetch_xor
    ENTRY atomic\bits\()_fetch_nand
    ENTRY atomic\bits\()_compare_exchange_strong
    ENTRY atomic\bits\()_compare_exchange_weak
    ENTRY atomic\bits\()_compare_exchange_val
.endm

.macro PLAIN bytes
    ENTRY read\bytes
    ENTRY unaligned_read\bytes
    ENTRY volatile_read\bytes
    ENTRY unaligned_volatile_read\bytes
.endm

    .text
    ATOMIC 8
    ATOMIC 16
    ATOMIC 32
    ATOMIC 64
    ATOMIC 128
    PLAIN 1
    PLAIN 2
    PLAIN 4
    PLAIN 8
    PLAIN 16

#endif

    .section .note.GNU-stack, "", %progbits
