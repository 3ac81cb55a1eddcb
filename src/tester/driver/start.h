/* Starting a worker: a process with the shared block, a pipe, and limits. */
#ifndef LC_TESTER_DRIVER_START_H
#define LC_TESTER_DRIVER_START_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <lince/error.h>

extern const char lcd_debugger_script[]; /* debugger.py */

typedef struct lcd_start {
    const char *program;
    int block, messages; /* descriptors to be inherited */
    bool loud;           /* its output goes to standard error, else nowhere */
    size_t memory;       /* 0: no limit */
} lcd_start;

/* It is ended when this process is. */
lince_status lcd_start_worker(const lcd_start *, pid_t *, lince_error *);
/* Becomes gdb, which runs the program with the same block up to a step (0: the first); returns only if that cannot be.
 */
lince_status lcd_start_debugger(const char *program, int block, unsigned step, lince_error *);

#endif
