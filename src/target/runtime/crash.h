/* When the code under test goes wrong: signals, and loops that never take a step. */
#ifndef LC_TARGET_RUNTIME_CRASH_H
#define LC_TARGET_RUNTIME_CRASH_H

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

/* Once, after lct_machine_init. */
void lct_crash_init(void);

/* The signal came: ends the execution, unless it was a write that is to be tried again (image.h). */
void lct_crash_signal(int signal, const siginfo_t *, const ucontext_t *);
/* Where the user's code is, if the signal came in something it called: the innermost frame of it. */
uintptr_t lct_crash_place(const ucontext_t *);

#endif
