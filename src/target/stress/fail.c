/* Failures of the code under test: they end the run, and the worker reads their description on the board. */
#define _GNU_SOURCE
#include <lince/test.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/context.h"
#include "target/stress/board.h"
#include "target/stress/self.h"

/* The first thread that ends the run, by a failure or without one. */
static void claim(void) {
    if (__atomic_exchange_n(&lct_b->claimed, 1, __ATOMIC_ACQ_REL))
        for (;;) pause(); /* another one was first, and is about to end us */
}

_Noreturn static void end_run(uint32_t state, int status) {
    __atomic_store_n(&lct_b->state, state, __ATOMIC_RELEASE);
    syscall(SYS_futex, &lct_b->state, FUTEX_WAKE, 1, NULL, NULL, 0);
    _exit(status);
}

void lct_run_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...) {
    char message[LCT_RUN_MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (!lct_running) { /* a mistake of a test in its description */
        fprintf(stderr, "lince: %s\n", message);
        _exit(72);
    }
    claim();
    lct_b->kind = (uint32_t)kind;
    lct_b->thread = lct_s.number;
    lct_b->pc = pc;
    lct_b->address = address;
    snprintf(lct_b->message, sizeof lct_b->message, "%s", message);
    end_run(LCT_RUN_FAILED, 1);
}

/* ---- assertions ---- */

/* The rest of the run would show nothing more. */
void lince_dropped(const char *condition, const char *file, int line) {
    if (!lct_running)
        lct_run_fail(LCT_FAILS_MISUSE, 0, 0, "%s:%d: lince_assume(%s) outside of an execution", file, line, condition);
    claim();
    end_run(LCT_RUN_DROPPED, 0);
}

void lince_failed(const char *condition, const char *file, int line) {
    lct_run_fail(LCT_FAILS_ASSERTION, LCT_CALLER, 0, "%s:%d: assertion `%s` does not hold", file, line, condition);
}

/* The function that assert() calls, in place of libc's. */
_Noreturn void __assert_fail(const char *, const char *, unsigned, const char *);
__attribute__((visibility("default"))) void __assert_fail(const char *condition, const char *file, unsigned line,
                                                          const char *function) {
    (void)function;
    lct_run_fail(LCT_FAILS_ASSERTION, LCT_CALLER, 0, "%s:%u: assertion `%s` does not hold", file, line, condition);
}

/* An assertion of this runtime fails: the command reads the text in the control block, and the worker ends with the
 * same status (worker.c). */
void lct_bug(const char *condition, const char *file, unsigned line) {
    char text[LCT_BUG_TEXT] = {0};
    snprintf(text, sizeof text, "%s:%u: assertion `%s` does not hold", file, line, condition);
    if (pwrite(LCT_CONTROL_FD, text, sizeof text, offsetof(lct_control, bug)) < 0) {}
    _exit(LCT_EXIT_BUG);
}

/* ---- signals ---- */

void lct_run_signal(int signal, siginfo_t *info, void *context) {
    uintptr_t address = (uintptr_t)info->si_addr, pc = lct_pc_of(context);
    switch (signal) {
    case SIGSEGV:
        if (info->si_code == SI_KERNEL)
            lct_run_fail(LCT_FAILS_CRASH, pc, 0, "crash: an address that cannot be one was followed");
        if (address < 4096)
            lct_run_fail(LCT_FAILS_CRASH, pc, address, "crash: a null pointer was followed (address %#zx)",
                         (size_t)address);
        lct_run_fail(LCT_FAILS_CRASH, pc, address, "crash: there is no such memory at address %#zx", (size_t)address);
    case SIGBUS: lct_run_fail(LCT_FAILS_CRASH, pc, address, "crash: bus error at address %#zx", (size_t)address);
    case SIGFPE: lct_run_fail(LCT_FAILS_CRASH, pc, 0, "crash: a division by zero, or one whose result is too large");
    case SIGILL:
    case SIGTRAP:
        lct_run_fail(LCT_FAILS_CRASH, pc, 0,
                     "crash: the program trapped (__builtin_trap, or code that must not be reached)");
    case SIGABRT: lct_run_fail(LCT_FAILS_CRASH, pc, 0, "crash: the program, or libc on its behalf, called abort");
    default: lct_run_fail(LCT_FAILS_CRASH, pc, 0, "crash: signal %d", signal);
    }
}

static void handle(int signal, siginfo_t *info, void *context) { lct_run_signal(signal, info, context); }

/* A stack that is full leaves no room for the handler: then the signal ends the run, and the worker sees that. */
void lct_run_catch(void) {
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, NULL);
    lct_step_init();
}
