/* Functions that try something, before they go on in C as lc_call_NAME: like the entry points of ../entry.S they note
 * what their caller knows, because a loop that tries until it succeeds is one that waits.
 */
#if defined __x86_64__

.macro CALL name
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    cmpb $0, lc_user(%rip)
    jne 1f
    jmp lc_call_\name
1:  movq %rbx, lc_user+8(%rip)
    movq %rbp, lc_user+16(%rip)
    movq %r12, lc_user+24(%rip)
    movq %r13, lc_user+32(%rip)
    movq %r14, lc_user+40(%rip)
    movq %r15, lc_user+48(%rip)
    leaq 8(%rsp), %r11
    movq %r11, lc_user+104(%rip)
    jmp lc_call_\name
    .cfi_endproc
    .size \name, .-\name
.endm

#elif defined __aarch64__

.macro CALL name
    .globl \name
    .type \name, %function
    .p2align 4
\name:
    .cfi_startproc
    adrp x16, lc_user
    add x16, x16, :lo12:lc_user
    ldrb w17, [x16]
    cbnz w17, 1f
    b lc_call_\name
1:  stp x19, x20, [x16, #8]
    stp x21, x22, [x16, #24]
    stp x23, x24, [x16, #40]
    stp x25, x26, [x16, #56]
    stp x27, x28, [x16, #72]
    str x29, [x16, #88]
    mov x17, sp
    str x17, [x16, #104]
    b lc_call_\name
    .cfi_endproc
    .size \name, .-\name
.endm

#endif

#if defined __x86_64__ || defined __aarch64__
    .text
    CALL pthread_mutex_trylock
    CALL pthread_spin_trylock
    CALL pthread_rwlock_tryrdlock
    CALL pthread_tryjoin_np
    CALL mtx_trylock
    CALL sem_trywait
    CALL sem_getvalue
#endif

    .section .note.GNU-stack, "", %progbits
