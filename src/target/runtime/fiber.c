/* The switch itself, for x86-64 and aarch64 by hand, elsewhere by ucontext. */
#include "target/runtime/fiber.h"

#include <stdint.h>
#include <string.h>

#include "target/runtime/machine.h"

#if defined __x86_64__

#include <sys/auxv.h>

/* The kernel does not let programs set the register by themselves: a system call is needed each time. */
extern bool lct_fiber_sets_by_call __attribute__((visibility("hidden")));
bool lct_fiber_sets_by_call LCT_STATE = false;

void lct_fiber_init(void) {
    enum { FSGSBASE = 2 };
    lct_fiber_sets_by_call = !(getauxval(AT_HWCAP2) & FSGSBASE);
}

/* The word there is its own address. */
void *lct_fiber_pointer(void) {
    void *pointer;
    __asm__ volatile("movq %%fs:0, %0" : "=r"(pointer));
    return pointer;
}

__asm__(
    ".text\n"
    ".p2align 4\n"
    ".hidden lct_fiber_set_pointer\n"
    ".globl lct_fiber_set_pointer\n"
    ".type lct_fiber_set_pointer, @function\n"
    "lct_fiber_set_pointer:\n"
    "   .cfi_startproc\n"
    "   cmpb $0, lct_fiber_sets_by_call(%rip)\n"
    "   jne 1f\n"
    "   wrfsbase %rdi\n"
    "   ret\n"
    "1: movq %rdi, %rsi\n"
    "   movl $0x1002, %edi\n" /* ARCH_SET_FS */
    "   movl $158, %eax\n"    /* arch_prctl */
    "   syscall\n"
    "   ret\n"
    "   .cfi_endproc\n"
    ".size lct_fiber_set_pointer, .-lct_fiber_set_pointer\n");

/* The frame of a fiber that does not run, from its stack pointer upwards: r15 r14 r13 r12 rbx rbp, return address.
 * A new one returns into lct_fiber_start, which finds the function in r12 and its argument in r13. */
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".hidden lct_fiber_switch\n"
    ".globl lct_fiber_switch\n"
    ".type lct_fiber_switch, @function\n"
    "lct_fiber_switch:\n"
    "   .cfi_startproc\n"
    "   pushq %rbp\n"
    "   pushq %rbx\n"
    "   pushq %r12\n"
    "   pushq %r13\n"
    "   pushq %r14\n"
    "   pushq %r15\n"
    "   movq %rsp, (%rdi)\n"
    "   movq (%rsi), %rsp\n"
    "   movq 8(%rsi), %rdi\n"
    "   testq %rdi, %rdi\n"
    "   je 1f\n"
    "   cmpq %fs:0, %rdi\n"
    "   je 1f\n"
    "   call lct_fiber_set_pointer\n"
    "1:\n"
    "   popq %r15\n"
    "   popq %r14\n"
    "   popq %r13\n"
    "   popq %r12\n"
    "   popq %rbx\n"
    "   popq %rbp\n"
    "   ret\n"
    "   .cfi_endproc\n"
    ".size lct_fiber_switch, .-lct_fiber_switch\n"
    ".p2align 4\n"
    ".type lct_fiber_start, @function\n"
    "lct_fiber_start:\n"
    "   .cfi_startproc\n"
    "   .cfi_undefined rip\n" /* unwinding ends here */
    "   movq %r13, %rdi\n"
    "   xorl %ebp, %ebp\n"
    "   call *%r12\n"
    "   ud2\n"
    "   .cfi_endproc\n"
    ".size lct_fiber_start, .-lct_fiber_start\n");
extern const char lct_fiber_start[] __attribute__((visibility("hidden")));

void lct_fiber_make(lct_fiber *fiber, void *low, size_t size, void (*entry)(void *), void *argument) {
    /* Seven words are taken off; then, at the call, the stack pointer must be a multiple of 16. */
    uintptr_t *sp = (uintptr_t *)(((uintptr_t)low + size) & ~(uintptr_t)15) - 9;
    sp[2] = (uintptr_t)argument;
    sp[3] = (uintptr_t)entry;
    sp[5] = 0; /* the chain of frames ends here */
    sp[6] = (uintptr_t)lct_fiber_start;
    sp[7] = sp[8] = 0;
    fiber->sp = sp;
}

const void *lct_fiber_frame(const lct_fiber *fiber) { return ((void *const *)fiber->sp)[5]; }

#elif defined __aarch64__

void lct_fiber_init(void) {}

void *lct_fiber_pointer(void) {
    void *pointer;
    __asm__ volatile("mrs %0, tpidr_el0" : "=r"(pointer));
    return pointer;
}

void lct_fiber_set_pointer(void *pointer) { __asm__ volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory"); }

/* x19 to x30 and d8 to d15: 160 bytes.  A new fiber returns (x30) into lct_fiber_start with the function in x19 and its
 * argument in x20. */
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".hidden lct_fiber_switch\n"
    ".globl lct_fiber_switch\n"
    ".type lct_fiber_switch, %function\n"
    "lct_fiber_switch:\n"
    "   .cfi_startproc\n"
    "   sub sp, sp, #160\n"
    "   stp x19, x20, [sp, #0]\n"
    "   stp x21, x22, [sp, #16]\n"
    "   stp x23, x24, [sp, #32]\n"
    "   stp x25, x26, [sp, #48]\n"
    "   stp x27, x28, [sp, #64]\n"
    "   stp x29, x30, [sp, #80]\n"
    "   stp d8, d9, [sp, #96]\n"
    "   stp d10, d11, [sp, #112]\n"
    "   stp d12, d13, [sp, #128]\n"
    "   stp d14, d15, [sp, #144]\n"
    "   mov x9, sp\n"
    "   str x9, [x0]\n"
    "   ldr x9, [x1]\n"
    "   mov sp, x9\n"
    "   ldr x9, [x1, #8]\n"
    "   cbz x9, 1f\n"
    "   msr tpidr_el0, x9\n"
    "1:\n"
    "   ldp x19, x20, [sp, #0]\n"
    "   ldp x21, x22, [sp, #16]\n"
    "   ldp x23, x24, [sp, #32]\n"
    "   ldp x25, x26, [sp, #48]\n"
    "   ldp x27, x28, [sp, #64]\n"
    "   ldp x29, x30, [sp, #80]\n"
    "   ldp d8, d9, [sp, #96]\n"
    "   ldp d10, d11, [sp, #112]\n"
    "   ldp d12, d13, [sp, #128]\n"
    "   ldp d14, d15, [sp, #144]\n"
    "   add sp, sp, #160\n"
    "   ret\n"
    "   .cfi_endproc\n"
    ".size lct_fiber_switch, .-lct_fiber_switch\n"
    ".p2align 4\n"
    ".type lct_fiber_start, %function\n"
    "lct_fiber_start:\n"
    "   .cfi_startproc\n"
    "   .cfi_undefined x30\n"
    "   mov x0, x20\n"
    "   mov x29, #0\n"
    "   blr x19\n"
    "   brk #1\n"
    "   .cfi_endproc\n"
    ".size lct_fiber_start, .-lct_fiber_start\n");
extern const char lct_fiber_start[] __attribute__((visibility("hidden")));

void lct_fiber_make(lct_fiber *fiber, void *low, size_t size, void (*entry)(void *), void *argument) {
    uintptr_t *sp = (uintptr_t *)(((uintptr_t)low + size) & ~(uintptr_t)15) - 20;
    memset(sp, 0, 160);
    sp[0] = (uintptr_t)entry;
    sp[1] = (uintptr_t)argument;
    sp[11] = (uintptr_t)lct_fiber_start;
    fiber->sp = sp;
}

const void *lct_fiber_frame(const lct_fiber *fiber) { return ((void *const *)fiber->sp)[10]; }

#else

#include <ucontext.h>

void lct_fiber_init(void) {}
void *lct_fiber_pointer(void) { return NULL; }
void lct_fiber_set_pointer(void *pointer) { (void)pointer; }

/* The context stands at the top of the fiber's own stack.  `makecontext` passes ints only. */
static void start(unsigned a, unsigned b, unsigned c, unsigned d) {
    void (*entry)(void *) = (void (*)(void *))(((uintptr_t)a << 16 << 16) | b);
    entry((void *)(((uintptr_t)c << 16 << 16) | d));
}

void lct_fiber_make(lct_fiber *fiber, void *low, size_t size, void (*entry)(void *), void *argument) {
    ucontext_t *context = (ucontext_t *)(((uintptr_t)low + size - sizeof *context) & ~(uintptr_t)63);
    getcontext(context);
    context->uc_stack.ss_sp = low;
    context->uc_stack.ss_size = (size_t)((char *)context - (char *)low);
    context->uc_link = NULL;
    uintptr_t e = (uintptr_t)entry, p = (uintptr_t)argument;
    makecontext(context, (void (*)(void))start, 4, (unsigned)(e >> 16 >> 16), (unsigned)e, (unsigned)(p >> 16 >> 16),
                (unsigned)p);
    fiber->sp = context;
}

const void *lct_fiber_frame(const lct_fiber *fiber) {
    (void)fiber;
    return NULL;
}

void lct_fiber_switch(lct_fiber *from, const lct_fiber *to) {
    ucontext_t here;
    from->sp = &here;
    swapcontext(&here, to->sp);
}

#endif
