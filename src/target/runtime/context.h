/* The context of a thread, for a signal handler that interrupts it. */
#ifndef LC_TARGET_RUNTIME_CONTEXT_H
#define LC_TARGET_RUNTIME_CONTEXT_H

#include <stdint.h>
#include <ucontext.h>

/* Where it was; 0: that is not known for this processor.  _GNU_SOURCE must be defined. */
static inline uintptr_t lct_pc_of(const ucontext_t *context) {
#if defined __x86_64__
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

#endif
