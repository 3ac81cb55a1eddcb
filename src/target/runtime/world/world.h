/* The closed world: every effect of the code under test on the kernel is noticed.
 *
 * Functions of libc that matter are replaced (target/runtime/calls.h); a filter of the kernel (seccomp) catches system
 * calls that get past them, from libc's inside, from libraries, from instructions in inline assembly, and turns each
 * into a SIGSYS, whose handler looks the call up in the table (table.h).  So all executions are never claimed over a
 * call that waited, was interrupted, or left something in the kernel that the next execution finds.
 *
 * Where the kernel has no filter, or a container forbids it, the replaced functions are all there is. */
#ifndef LC_TARGET_RUNTIME_WORLD_WORLD_H
#define LC_TARGET_RUNTIME_WORLD_WORLD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Once, after lct_crash_init.  False: there is no filter; then lct_world_open is called. */
bool lct_world_close(void);
void lct_world_open(void);

/* Where there is no filter an instruction may have made a second process.  A child finds the machine of the runtime
 * unmapped, and dies at the first step; the execution that made it cannot be repeated.  Checked at the end of each
 * execution and before a failure is reported: true if there was a child, which is gone then. */
bool lct_world_forked(void);
extern const char lct_world_forked_words[];

/* The code under test makes this call, at `pc` of its own; `instruction` is where the call came from, 0: by the
 * function `syscall`.  Returns the kernel's result. */
long lct_world_call(long number, const long *arguments, uintptr_t instruction, uintptr_t pc);

/* For the handler of SIGSYS. */
bool lct_world_trapped(const siginfo_t *);

/* Calls by their names, in emulate.c: the runtime's replacements of the kernel. */
typedef long (*lct_emulation)(const long *arguments, uintptr_t instruction, uintptr_t pc);
lct_emulation lct_emulation_of(long number);

#endif
