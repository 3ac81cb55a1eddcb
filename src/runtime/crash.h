/* When the code under test goes wrong: signals, and loops that never take a step. */
#ifndef LC_RUNTIME_CRASH_H
#define LC_RUNTIME_CRASH_H

#include <stdbool.h>

/* Once, after lc_machine_init. */
void lc_crash_init(void);
/* Threads that get nowhere are left alone: time passes while somebody looks at them with a debugger. */
void lc_crash_be_patient(void);
/* Is this signal handled here? */
bool lc_crash_owns(int signal);

#endif
