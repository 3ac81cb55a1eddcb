/* Where in its own code the current thread is. */
#ifndef LC_TARGET_RUNTIME_STACK_H
#define LC_TARGET_RUNTIME_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is it code of the program, and not of this runtime, which is linked into it? */
bool lct_is_users(uintptr_t pc);
/* Is it code that is tested: of the program, or of a library?  The code that runs the scenario is linked into the
 * program. */
bool lct_is_tested(uintptr_t pc);

/* Before the initial memory is saved: one-time initialization of the unwinder belongs to it. */
void lct_stack_init(void);

/* The program's functions that the current thread is in, innermost first, as addresses that calls return to; at most
 * `most`.  Also from within a handler of a signal. */
size_t lct_stack(uintptr_t *frames, size_t most);
/* The same without the frames inside of `pc`, and without that itself, if it is among them. */
size_t lct_stack_from(uintptr_t pc, uintptr_t *frames, size_t most);
/* `pc`, which may be in a library, and as far as they are found its callers, innermost first; how many. */
size_t lct_call_chain(uintptr_t pc, uintptr_t *frames, size_t most);
/* No function that the current thread is in has anything to run when the stack is unwound. */
bool lct_stack_is_bare(void);
/* A signal came: if it came of looking at a stack that is not one, this does not return. */
void lct_stack_stumbles(void);

#endif
