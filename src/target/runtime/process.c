/* The end of the program, and the start of other processes.
 *
 * For the code under test the end of the program in the middle of an execution is a failure.  Only `exit(0)` when all
 * other threads have ended is the normal end of a program with a main of its own.  Functions registered to run at the
 * end of the program are dropped: the program goes on for many executions. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"

static bool has_other_threads(void) {
    for (unsigned i = 0; i < lct_m.thread_count; i++)
        if (i != lct_m.current && lct_m.threads[i].life == LCT_ALIVE) return true;
    return false;
}

void lct_process_ends(const char *function, int status, uintptr_t pc) {
    if (!status && lct_m.current == 0 && !has_other_threads()) lct_thread_exit(NULL);
    lct_machine_fail(LCT_FAILS_EXIT, pc, 0, "%s(%d) was called%s", function, status,
                     has_other_threads() ? " while other threads were running" : "");
}

LCT_REPLACES void exit(int status) {
    if (lct_m.in_code) lct_process_ends("exit", status, LCT_CALLER);
    LCT_REAL(exit)(status);
    __builtin_unreachable();
}

LCT_REPLACES void _exit(int status) {
    if (lct_m.in_code) lct_process_ends("_exit", status, LCT_CALLER);
    LCT_REAL(_exit)(status);
    __builtin_unreachable();
}

LCT_REPLACES void _Exit(int status) {
    if (lct_m.in_code) lct_process_ends("_Exit", status, LCT_CALLER);
    LCT_REAL(_exit)(status);
    __builtin_unreachable();
}

LCT_REPLACES void quick_exit(int status) {
    if (lct_m.in_code) lct_process_ends("quick_exit", status, LCT_CALLER);
    LCT_REAL(quick_exit)(status);
    __builtin_unreachable();
}

int __cxa_atexit(void (*function)(void *), void *argument, void *object);
LCT_REPLACES int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
    return lct_m.in_code ? 0 : LCT_REAL(__cxa_atexit)(function, argument, object);
}

int __cxa_at_quick_exit(void (*function)(void *), void *object);
LCT_REPLACES int __cxa_at_quick_exit(void (*function)(void *), void *object) {
    return lct_m.in_code ? 0 : LCT_REAL(__cxa_at_quick_exit)(function, object);
}

/* ---- giving up ---- */

LCT_REPLACES void abort(void) {
    if (lct_m.in_code) lct_machine_fail(LCT_FAILS_CRASH, LCT_CALLER, 0, "abort was called");
    LCT_REAL(abort)();
    __builtin_unreachable();
}

/* Not declared with NDEBUG. */
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) __attribute__((noreturn));
void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) __attribute__((noreturn));

LCT_REPLACES void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    if (lct_m.in_code)
        lct_machine_fail(LCT_FAILS_ASSERTION, LCT_CALLER, 0, "%s:%u: assertion `%s` does not hold", file, line, text);
    LCT_REAL(__assert_fail)(text, file, line, function);
    __builtin_unreachable();
}

LCT_REPLACES void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    if (lct_m.in_code)
        lct_machine_fail(LCT_FAILS_ASSERTION, LCT_CALLER, 0, "%s:%u: unexpected error: %s", file, line,
                         strerrordesc_np(error));
    LCT_REAL(__assert_perror_fail)(error, file, line, function);
    __builtin_unreachable();
}

void __stack_chk_fail(void);
LCT_REPLACES void __stack_chk_fail(void) {
    if (!lct_m.in_code) lct_give_up("the explorer's stack was overwritten");
    lct_machine_fail(LCT_FAILS_CRASH, LCT_CALLER, 0, "a function wrote beyond its variables on the stack");
}

/* ---- other processes ---- */

static const char one_process[] = "a test is one process, or its executions could not be repeated";

#define NO_PROCESS(name)                                                                                               \
    if (lct_m.in_code) lct_unsupported(#name, one_process, LCT_CALLER)

LCT_REPLACES pid_t fork(void) {
    NO_PROCESS(fork);
    return LCT_REAL(fork)();
}

/* Its caller's frame must not be used by other code, so it cannot be passed on. */
LCT_REPLACES pid_t vfork(void) {
    NO_PROCESS(vfork);
    return LCT_REAL(fork)();
}

LCT_REPLACES int system(const char *command) {
    NO_PROCESS(system);
    return LCT_REAL(system)(command);
}

LCT_REPLACES FILE *popen(const char *command, const char *mode) {
    NO_PROCESS(popen);
    return LCT_REAL(popen)(command, mode);
}

LCT_REPLACES int execve(const char *path, char *const *arguments, char *const *environment) {
    NO_PROCESS(execve);
    return LCT_REAL(execve)(path, arguments, environment);
}

LCT_REPLACES int execv(const char *path, char *const *arguments) {
    NO_PROCESS(execv);
    return LCT_REAL(execve)(path, arguments, environ);
}

LCT_REPLACES int execvp(const char *path, char *const *arguments) {
    NO_PROCESS(execvp);
    return LCT_REAL(execvp)(path, arguments);
}

LCT_REPLACES int posix_spawn(pid_t *restrict process, const char *restrict path,
                             const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *restrict attributes,
                             char *const arguments[restrict], char *const environment[restrict]) {
    NO_PROCESS(posix_spawn);
    return LCT_REAL(posix_spawn)(process, path, actions, attributes, arguments, environment);
}

LCT_REPLACES int posix_spawnp(pid_t *restrict process, const char *restrict path,
                              const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *restrict attributes,
                              char *const arguments[restrict], char *const environment[restrict]) {
    NO_PROCESS(posix_spawnp);
    return LCT_REAL(posix_spawnp)(process, path, actions, attributes, arguments, environment);
}
