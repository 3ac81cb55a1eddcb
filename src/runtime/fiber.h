/* Fibers: the threads of the code under test, one after another in one real thread.
 *
 * A switch saves the registers the calling convention says a function keeps, nothing else: about ten nanoseconds, where
 * swapcontext asks the kernel for the signal mask each time.
 */
#ifndef LC_RUNTIME_FIBER_H
#define LC_RUNTIME_FIBER_H

#include <stddef.h>

typedef struct lc_fiber {
    void *sp; /* where its registers are, while it does not run */
} lc_fiber;

/* Prepares a fiber that calls entry(argument) on the stack [low, low + size); entry never returns. */
void lc_fiber_make(lc_fiber *, void *low, size_t size, void (*entry)(void *), void *argument);

/* The frame pointer of a fiber that does not run: from there its frames can be followed.  NULL: it is not known. */
const void *lc_fiber_frame(const lc_fiber *);

/* Goes on where `to` left off; comes back when somebody switches to `from`. */
void lc_fiber_switch(lc_fiber *from, const lc_fiber *to);

#endif
