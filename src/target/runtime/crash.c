/* Signals that a mistake of the code under test causes end the execution with a failure; so does a thread that runs on
 * without ever taking a step.
 *
 * Handlers run on a stack of their own, because the thread's may be full.  They do not return when they report a
 * failure: lct_machine_fail goes back to the explorer as if the thread had called it.  The signal is therefore not
 * blocked meanwhile (SA_NODEFER), and the stack is free again as soon as it is left.
 *
 * Whether an execution gets on is watched by the command (tester/driver/watch.c), which sees its steps in shared memory
 * and the processor time of this process from outside.  No timer runs here, so that nothing interrupts a call.  Only an
 * execution that is given up gets a signal, and the handler does not return to it.
 */
#define _GNU_SOURCE
#include "target/runtime/crash.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/context.h"
#include "target/runtime/explorer.h"
#include "target/runtime/image.h"
#include "target/runtime/machine.h"
#include "target/runtime/stack.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/signals.h"

enum { STACK = 128 * 1024, GUARD = 64 * 1024 };
static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
enum { CAUGHT = sizeof caught / sizeof *caught };

/* ---- where it happened ---- */

/* Where the user's code is, if the signal came in something it called: the innermost frame of it. */
uintptr_t lct_crash_place(const ucontext_t *context) {
    uintptr_t pc = lct_pc_of(context), found;
    if (lct_is_users(pc)) return pc + 1; /* as if it were a return address */
    return lct_stack(&found, 1) ? found : pc;
}

/* ---- signals ---- */

static bool is_write(const ucontext_t *context) {
#if defined __x86_64__
    return context->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
    return false;
#endif
}

/* Was it an instruction that could not be fetched? */
static bool is_jump(const ucontext_t *context, uintptr_t address) { return lct_pc_of(context) == address; }

_Noreturn static void bad_access(uintptr_t address, uintptr_t pc, const ucontext_t *context) {
    const lct_thread *t = lct_self();
    bool jumps = is_jump(context, address);
    const char *does = jumps ? "jump" : is_write(context) ? "write" : "read";
    if ((uintptr_t)t->stack - address <= GUARD && !jumps)
        lct_machine_fail(LCT_FAILS_CRASH, pc, address, "the stack of %s is full (%zu KB; --stack gives more)",
                         lct_thread_name(lct_m.current), lct_m.stack_size / 1024);
    if (address < 4096)
        lct_machine_fail(LCT_FAILS_CRASH, pc, address, "crash: %s through a null pointer (address %#zx)", does,
                         (size_t)address);
    if (jumps)
        lct_machine_fail(LCT_FAILS_CRASH, pc, address, "crash: jump to address %#zx, where there is no code",
                         (size_t)address);
    /* A null address also stands for one the processor does not give: not of the form an address has. */
    lct_machine_fail(LCT_FAILS_CRASH, pc, address, "crash: %s at address %#zx, where there is no such memory", does,
                     (size_t)address);
}

_Noreturn static void crashed(int signal, const siginfo_t *info, const ucontext_t *context) {
    uintptr_t address = (uintptr_t)info->si_addr, pc = lct_crash_place(context);
    if (lct_signals_handles(signal))
        lct_machine_fail(
            LCT_FAILS_UNSUPPORTED, pc, address,
            "the test handles signal %d (SIG%s) itself, which is modelled where the program sends it, but not where "
            "the processor does",
            signal, sigabbrev_np(signal));
    switch (signal) {
    case SIGSEGV:
        if (info->si_code == SI_KERNEL)
            lct_machine_fail(LCT_FAILS_CRASH, pc, 0, "crash: an address that cannot be one was followed");
        bad_access(address, pc, context);
    case SIGBUS: lct_machine_fail(LCT_FAILS_CRASH, pc, address, "crash: bus error at address %#zx", (size_t)address);
    case SIGFPE:
        lct_machine_fail(LCT_FAILS_CRASH, pc, 0, "crash: a division by zero, or one whose result is too large");
    case SIGILL:
    case SIGTRAP:
        lct_machine_fail(LCT_FAILS_CRASH, pc, 0,
                         "crash: the program trapped (__builtin_trap, or code that must not be reached)");
    case SIGABRT: lct_machine_fail(LCT_FAILS_CRASH, pc, 0, "libc gave up and called abort");
    default: lct_machine_fail(LCT_FAILS_CRASH, pc, 0, "crash: signal %d", signal);
    }
}

void lct_crash_signal(int signal, const siginfo_t *info, const ucontext_t *context) {
    if (signal == SIGSEGV && lct_image_fault(info->si_addr)) return;
    lct_stack_stumbles();
    if (!lct_m.in_code)
        lct_give_up("the explorer crashed: signal %d at %#zx, address %#zx", signal, (size_t)lct_pc_of(context),
                    (size_t)info->si_addr);
    crashed(signal, info, context);
}

static void on_signal(int signal, siginfo_t *info, void *context) { lct_crash_signal(signal, info, context); }

/* ---- getting nowhere ---- */

/* The command has given up the execution.  If that has come to another step meanwhile, it goes on. */
static void on_given_up(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    unsigned why = lct_m.in_code ? lct_explorer.given_up() : LCT_GIVEN_UP_NOT;
    if (why == LCT_GIVEN_UP_NOT) return;
    uintptr_t pc = lct_crash_place(context);
    if (why == LCT_GIVEN_UP_ENDLESS)
        lct_machine_fail(LCT_FAILS_ENDLESS, pc, 0, "%s runs on and on %s", lct_thread_name(lct_m.current),
                         lct_m.watching ? "without touching anything that other threads can see"
                                        : "while no other thread is there that could change anything");
    lct_machine_fail(LCT_FAILS_UNSUPPORTED, pc, 0,
                     "%s waits in a system call, during which no other thread can run; code that waits for other files "
                     "than pipes, eventfds and pairs of sockets can be tested with --strategy stress",
                     lct_thread_name(lct_m.current));
}

void lct_crash_init(void) {
    stack_t stack = {.ss_sp = lct_reserve(STACK), .ss_size = STACK};
    LCT_SYSTEM(sigaltstack, &stack, NULL);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CAUGHT; i++) LCT_REAL(sigaction)(caught[i], &action, NULL);
    action.sa_sigaction = on_given_up;
    action.sa_flags |= SA_RESTART;
    LCT_REAL(sigaction)(LCT_WATCH_SIGNAL, &action, NULL);
    /* A write without a reader is reported as the signal that it is (sync/wire.c). */
    action = (struct sigaction){.sa_handler = SIG_IGN};
    LCT_REAL(sigaction)(SIGPIPE, &action, NULL);
}
