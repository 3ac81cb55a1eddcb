/* The end of the program, and starting others.
 *
 * For the code under test the end of the program in the middle of an execution is a failure.  Only `exit(0)` when all
 * other threads have ended is the normal end of a program with a main of its own.  What was registered to run at the
 * end of the program is forgotten: the program goes on for many executions. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

#include "explore/control.h"
#include "runtime/calls.h"
#include "runtime/crash.h"

static bool others_run(void) {
    for (unsigned i = 0; i < lc_m.thread_count; i++)
        if (i != lc_m.current && lc_m.threads[i].life == LC_ALIVE) return true;
    return false;
}

_Noreturn static void ends(const char *function, int status, uintptr_t pc) {
    if (!status && lc_m.current == 0 && !others_run()) lc_thread_exit(NULL);
    lc_fail(LC_FAILS_EXIT, pc, 0, "%s(%d) was called%s", function, status,
            others_run() ? " while other threads were running" : "");
}

LC_REPLACES void exit(int status) {
    if (lc_m.in_code) ends("exit", status, LC_CALLER);
    LC_REAL(exit)(status);
    __builtin_unreachable();
}

LC_REPLACES void _exit(int status) {
    if (lc_m.in_code) ends("_exit", status, LC_CALLER);
    LC_REAL(_exit)(status);
    __builtin_unreachable();
}

LC_REPLACES void _Exit(int status) {
    if (lc_m.in_code) ends("_Exit", status, LC_CALLER);
    LC_REAL(_exit)(status);
    __builtin_unreachable();
}

LC_REPLACES void quick_exit(int status) {
    if (lc_m.in_code) ends("quick_exit", status, LC_CALLER);
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
    if (lc_m.in_code) lc_fail(LC_FAILS_CRASH, LC_CALLER, 0, "abort was called");
    LC_REAL(abort)();
    __builtin_unreachable();
}

/* Not declared with NDEBUG. */
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) __attribute__((noreturn));
void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) __attribute__((noreturn));

LC_REPLACES void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    if (lc_m.in_code)
        lc_fail(LC_FAILS_ASSERTION, LC_CALLER, 0, "%s:%u: assertion `%s` does not hold", file, line, text);
    LC_REAL(__assert_fail)(text, file, line, function);
    __builtin_unreachable();
}

LC_REPLACES void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    if (lc_m.in_code)
        lc_fail(LC_FAILS_ASSERTION, LC_CALLER, 0, "%s:%u: unexpected error: %s", file, line, strerrordesc_np(error));
    LC_REAL(__assert_perror_fail)(error, file, line, function);
    __builtin_unreachable();
}

void __stack_chk_fail(void);
LC_REPLACES void __stack_chk_fail(void) {
    if (!lc_m.in_code) lc_give_up("the explorer's stack was overwritten");
    lc_fail(LC_FAILS_CRASH, LC_CALLER, 0, "a function wrote beyond its variables on the stack");
}

/* ---- signals ---- */

/* What a thread sends itself is handled before raise returns, by a call like any other.  A real signal would be blocked
 * for all threads, which are one to the system, until the handler of one of them has returned. */
static int handle(int signal, const struct sigaction *action) {
    siginfo_t info = {.si_signo = signal, .si_code = SI_TKILL};
    ucontext_t nowhere = {0};
    info.si_pid = getpid();
    info.si_uid = getuid();
    struct sigaction once = {.sa_handler = SIG_DFL};
    if (action->sa_flags & SA_RESETHAND) LC_REAL(sigaction)(signal, &once, NULL);
    if (action->sa_flags & SA_SIGINFO) action->sa_sigaction(signal, &info, &nowhere);
    else if (action->sa_handler != SIG_IGN) action->sa_handler(signal);
    return 0;
}

static bool is_blocked(int signal) {
    sigset_t blocked;
    return sigprocmask(SIG_BLOCK, NULL, &blocked) == 0 && sigismember(&blocked, signal) == 1;
}

LC_REPLACES int raise(int signal) {
    if (!lc_m.in_code) return LC_REAL(raise)(signal);
    lc_has_effect();
    struct sigaction action;
    if (!lc_crash_owns(signal) && LC_REAL(sigaction)(signal, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
        return is_blocked(signal) ? LC_REAL(raise)(signal) : handle(signal, &action);
    lc_fail(LC_FAILS_CRASH, LC_CALLER, 0, "the thread sent itself signal %d (SIG%s)", signal, sigabbrev_np(signal));
}

LC_REPLACES int kill(pid_t process, int signal) {
    if (!lc_m.in_code) return LC_REAL(kill)(process, signal);
    if (signal == 0) return LC_REAL(kill)(process, 0);
    if (process == getpid()) return raise(signal);
    lc_unsupported("kill", "a test must not send signals to other processes", LC_CALLER);
}

/* Handlers for what the runtime itself watches are accepted and never called. */
LC_REPLACES int sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old) {
    lc_has_effect();
    if (!lc_m.in_code || !lc_crash_owns(signal)) return LC_REAL(sigaction)(signal, new, old);
    if (old) memset(old, 0, sizeof *old);
    return 0;
}

LC_REPLACES __sighandler_t signal(int number, __sighandler_t handler) {
    struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
    return sigaction(number, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* All threads are one to the kernel; what one of them blocks must not concern the others, nor the runtime. */
static int mask(sigset_t *old) {
    if (old) sigemptyset(old);
    return 0;
}

LC_REPLACES int pthread_sigmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
    if (lc_m.in_code) return mask(old);
    return LC_REAL(sigprocmask)(how, new, old) == 0 ? 0 : errno;
}

LC_REPLACES int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
    return lc_m.in_code ? mask(old) : LC_REAL(sigprocmask)(how, new, old);
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
