/* A request to end: the user's Ctrl-C, or a limit.  Long work looks at it now and then and gives a partial answer. */
#ifndef LC_BASE_INTERRUPT_H
#define LC_BASE_INTERRUPT_H

#include <stdbool.h>

/* The flag itself, for work that is given one. */
extern volatile int lc_interrupt_flag;

/* Sets the flag; a signal handler may call it. */
void lc_interrupt(void);
bool lc_interrupted(void);
/* Threads read it while a signal comes. */
static inline bool lc_is_interrupted(const volatile int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }

#endif
