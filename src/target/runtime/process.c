/* The end of the program, and starting others.
 *
 * For the code under test the end of the program in the middle of an execution is a failure.  Only `exit(0)` when all
 * other threads have ended is the normal end of a program with a main of its own.  What was registered to run at the
 * end of the program is forgotten: the program goes on for many executions. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"

static bool others_run(void) {
    for (unsigned i = 0; i < lc_m.thread_count; i++)
        if (i != lc_m.current && lc_m.threads[i].life == LC_ALIVE) return true;
    return false;
}

void lc_process_ends(const char *function, int status, uintptr_t pc) {
    if (!status && lc_m.current == 0 && !others_run()) lc_thread_exit(NULL);
    lc_machine_fail(LC_FAILS_EXIT, pc, 0, "%s(%d) was called%s", function, status,
                    others_run() ? " while other threads were running" : "");
}

LC_REPLACES void exit(int status) {
    if (lc_m.in_code) lc_process_ends("exit", status, LC_CALLER);
    LC_REAL(exit)(status);
    __builtin_unreachable();
}

LC_REPLACES void _exit(int status) {
    if (lc_m.in_code) lc_process_ends("_exit", status, LC_CALLER);
    LC_REAL(_exit)(status);
    __builtin_unreachable();
}

LC_REPLACES void _Exit(int status) {
    if (lc_m.in_code) lc_process_ends("_Exit", status, LC_CALLER);
    LC_REAL(_exit)(status);
    __builtin_unreachable();
}

LC_REPLACES void quick_exit(int status) {
    if (lc_m.in_code) lc_process_ends("quick_exit", status, LC_CALLER);
    LC_REAL(quick_exit)(status);
    __builtin_unreachable();
}

int __cxa_atexit(void (*function)(void *), void *argument, void *object);
LC_REPLACES int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
    return lc_m.in_code ? 0 : LC_REAL(__cxa_atexit)(function, argument, object);
}

int __cxa_at_quick_exit(void (*function)(void *), void *object);
LC_REPLACES int __cxa_at_quick_exit(void (*function)(void *), void *object) {
    return lc_m.in_code ? 0 : LC_REAL(__cxa_at_quick_exit)(function, object);
}

/* ---- giving up ---- */

LC_REPLACES void abort(void) {
    if (lc_m.in_code) lc_machine_fail(LC_FAILS_CRASH, LC_CALLER, 0, "abort was called");
    LC_REAL(abort)();
    __builtin_unreachable();
}

/* Not declared with NDEBUG. */
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) __attribute__((noreturn));
void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) __attribute__((noreturn));

LC_REPLACES void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    if (lc_m.in_code)
        lc_machine_fail(LC_FAILS_ASSERTION, LC_CALLER, 0, "%s:%u: assertion `%s` does not hold", file, line, text);
    LC_REAL(__assert_fail)(text, file, line, function);
    __builtin_unreachable();
}

LC_REPLACES void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    if (lc_m.in_code)
        lc_machine_fail(LC_FAILS_ASSERTION, LC_CALLER, 0, "%s:%u: unexpected error: %s", file, line,
                        strerrordesc_np(error));
    LC_REAL(__assert_perror_fail)(error, file, line, function);
    __builtin_unreachable();
}

void __stack_chk_fail(void);
LC_REPLACES void __stack_chk_fail(void) {
    if (!lc_m.in_code) lc_give_up("the explorer's stack was overwritten");
    lc_machine_fail(LC_FAILS_CRASH, LC_CALLER, 0, "a function wrote beyond its variables on the stack");
}

/* ---- other processes ---- */

static const char one_process[] = "a test is one process, or its executions could not be repeated";

#define NO_PROCESS(name)                                                                                               \
    if (lc_m.in_code) lc_unsupported(#name, one_process, LC_CALLER)

LC_REPLACES pid_t fork(void) {
    NO_PROCESS(fork);
    return LC_REAL(fork)();
}

/* Its caller's frame must not be used by anybody else, so it cannot be passed on. */
LC_REPLACES pid_t vfork(void) {
    NO_PROCESS(vfork);
    return LC_REAL(fork)();
}

LC_REPLACES int system(const char *command) {
    NO_PROCESS(system);
    return LC_REAL(system)(command);
}

LC_REPLACES FILE *popen(const char *command, const char *mode) {
    NO_PROCESS(popen);
    return LC_REAL(popen)(command, mode);
}

LC_REPLACES int execve(const char *path, char *const *arguments, char *const *environment) {
    NO_PROCESS(execve);
    return LC_REAL(execve)(path, arguments, environment);
}

LC_REPLACES int execv(const char *path, char *const *arguments) {
    NO_PROCESS(execv);
    return LC_REAL(execve)(path, arguments, environ);
}

LC_REPLACES int execvp(const char *path, char *const *arguments) {
    NO_PROCESS(execvp);
    return LC_REAL(execvp)(path, arguments);
}

LC_REPLACES int posix_spawn(pid_t *restrict process, const char *restrict path,
                            const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *restrict attributes,
                            char *const arguments[restrict], char *const environment[restrict]) {
    NO_PROCESS(posix_spawn);
    return LC_REAL(posix_spawn)(process, path, actions, attributes, arguments, environment);
}

LC_REPLACES int posix_spawnp(pid_t *restrict process, const char *restrict path,
                             const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *restrict attributes,
                             char *const arguments[restrict], char *const environment[restrict]) {
    NO_PROCESS(posix_spawnp);
    return LC_REAL(posix_spawnp)(process, path, actions, attributes, arguments, environment);
}
