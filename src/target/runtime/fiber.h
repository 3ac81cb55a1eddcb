/* Fibers: the threads of the code under test, one after another in one real thread.
 *
 * A switch saves the registers that the calling convention preserves, nothing else: about ten nanoseconds, where
 * swapcontext reads the signal mask from the kernel each time.  It also sets the thread pointer, the register by which
 * code finds its thread-local variables; that costs a few more, where the processor lets a program do it.
 */
#ifndef LC_TARGET_RUNTIME_FIBER_H
#define LC_TARGET_RUNTIME_FIBER_H

#include <stddef.h>

typedef struct lct_fiber {
    void *sp;      /* where its registers are, while it does not run */
    void *pointer; /* its thread pointer; NULL: it runs with that of the fiber that switches to it */
} lct_fiber;

#if defined __x86_64__ || defined __aarch64__
enum { LCT_FIBER_HAS_POINTER = 1 };
#else
enum { LCT_FIBER_HAS_POINTER = 0 }; /* it is not known how to set it: `pointer` is always NULL */
#endif

/* Once, before a fiber has a thread pointer of its own. */
void lct_fiber_init(void);
/* The thread pointer of this moment. */
void *lct_fiber_pointer(void);
void lct_fiber_set_pointer(void *);

/* Prepares a fiber that calls entry(argument) on the stack [low, low + size); entry never returns.  Its thread pointer
 * stays as it is. */
void lct_fiber_make(lct_fiber *, void *low, size_t size, void (*entry)(void *), void *argument);

/* The frame pointer of a fiber that does not run: from there its frames can be followed.  NULL: it is not known. */
const void *lct_fiber_frame(const lct_fiber *);

/* Continues where `to` left off; returns when another fiber switches to `from`. */
void lct_fiber_switch(lct_fiber *from, const lct_fiber *to);

#endif
