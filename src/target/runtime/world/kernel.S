/* The one place from which system calls reach the kernel unfiltered; see kernel.h.
 *
 * long lct_kernel(long number, long a, long b, long c, long d, long e, long f)
 */
#if defined __x86_64__
    .text
    .globl lct_kernel, lct_kernel_end
    .hidden lct_kernel, lct_kernel_end
    .type lct_kernel, @function
lct_kernel:
    .cfi_startproc
    movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsi
    movq %rcx, %rdx
    movq %r8, %r10
    movq %r9, %r8
    movq 8(%rsp), %r9
    syscall
lct_kernel_end: /* the instruction pointer that the kernel sees */
    ret
    .cfi_endproc
    .size lct_kernel, . - lct_kernel

#elif defined __aarch64__
    .text
    .globl lct_kernel, lct_kernel_end
    .hidden lct_kernel, lct_kernel_end
    .type lct_kernel, %function
lct_kernel:
    .cfi_startproc
    mov x8, x0
    mov x0, x1
    mov x1, x2
    mov x2, x3
    mov x3, x4
    mov x4, x5
    mov x5, x6
    svc 0
lct_kernel_end:
    ret
    .cfi_endproc
    .size lct_kernel, . - lct_kernel
#endif

    .section .note.GNU-stack, "", %progbits
