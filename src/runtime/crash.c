/* Signals that a mistake of the code under test causes end the execution with a failure; so does a thread that runs on
 * without ever taking a step.
 *
 * Handlers run on a stack of their own, because the thread's may be full.  They do not return when they report a
 * failure: lc_fail goes back to the explorer as if the thread had called it.  The signal is therefore not blocked
 * meanwhile (SA_NODEFER), and the stack is free again as soon as it is left.
 *
 * A timer looks from time to time whether the execution gets on.  What counts is the time of the processor, so that a
 * machine that is busy with other things does no harm; only a thread that waits in a system call is told by the clock.
 * That time is not always true: on virtual machines it was seen to go back, and one that was not run for a second takes
 * that for time of the process it stopped in, with the timer late and then twice at once.  So between two looks no more
 * is believed to have passed than there is between two ticks, and no less than nothing.
 */
#define _GNU_SOURCE
#include "runtime/crash.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "explore/control.h"
#include "runtime/calls.h"
#include "runtime/context.h"
#include "runtime/image.h"
#include "runtime/machine.h"
#include "runtime/stack.h"

enum { STACK = 128 * 1024, GUARD = 64 * 1024 };
enum { TICK_MS = 100, ALONE_FACTOR = 10, ENDLESS_MS = 500, BLOCKED_TICKS = 100 };
enum { TICK_NS = TICK_MS * 1000000 };
enum { BEAT_MS = 10 };                  /* a thread that waits needs less in a minute */
enum { LAST_MS = 100, LAST_TICKS = 3 }; /* how long it may run on when everything is to end */

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
enum { CAUGHT = sizeof caught / sizeof *caught };

static struct {
    uint64_t epoch; /* where the execution was */
    int32_t depth;
    uint64_t seen;  /* the time of the processor when it was last looked at, in ns */
    uint64_t ran;   /* for how long it has been there */
    uint64_t beat;  /* how much of that is told */
    unsigned ticks; /* since it got there */
} watch LC_STATE = {0};

bool lc_crash_owns(int signal) {
    for (int i = 0; i < CAUGHT; i++)
        if (caught[i] == signal) return true;
    return signal == SIGALRM;
}

/* ---- where it happened ---- */

/* Where the user's code is, if the signal came in something it called: the innermost frame of it. */
static uintptr_t users_pc(const ucontext_t *context) {
    uintptr_t pc = lc_pc_of(context), found;
    if (lc_is_users(pc)) return pc + 1; /* as if it were a return address */
    return lc_stack(&found, 1) ? found : pc;
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
static bool is_jump(const ucontext_t *context, uintptr_t address) { return lc_pc_of(context) == address; }

_Noreturn static void bad_access(uintptr_t address, uintptr_t pc, const ucontext_t *context) {
    const lc_thread *t = lc_self();
    bool jumps = is_jump(context, address);
    const char *does = jumps ? "jump" : is_write(context) ? "write" : "read";
    if ((uintptr_t)t->stack - address <= GUARD && !jumps)
        lc_fail(LC_FAILS_CRASH, pc, address, "the stack of %s is full (%zu KB; --stack gives more)",
                lc_thread_name(lc_m.current), lc_m.stack_size / 1024);
    if (address < 4096)
        lc_fail(LC_FAILS_CRASH, pc, address, "crash: %s through a null pointer (address %#zx)", does, (size_t)address);
    if (jumps)
        lc_fail(LC_FAILS_CRASH, pc, address, "crash: jump to address %#zx, where there is no code", (size_t)address);
    /* A null address also stands for one the processor does not give: not of the form an address has. */
    lc_fail(LC_FAILS_CRASH, pc, address, "crash: %s at address %#zx, where there is no such memory", does,
            (size_t)address);
}

_Noreturn static void crashed(int signal, const siginfo_t *info, const ucontext_t *context) {
    uintptr_t address = (uintptr_t)info->si_addr, pc = users_pc(context);
    switch (signal) {
    case SIGSEGV:
        if (info->si_code == SI_KERNEL)
            lc_fail(LC_FAILS_CRASH, pc, 0, "crash: an address that cannot be one was followed");
        bad_access(address, pc, context);
    case SIGBUS: lc_fail(LC_FAILS_CRASH, pc, address, "crash: bus error at address %#zx", (size_t)address);
    case SIGFPE: lc_fail(LC_FAILS_CRASH, pc, 0, "crash: a division by zero, or one whose result is too large");
    case SIGILL:
    case SIGTRAP:
        lc_fail(LC_FAILS_CRASH, pc, 0, "crash: the program trapped (__builtin_trap, or code that must not be reached)");
    case SIGABRT: lc_fail(LC_FAILS_CRASH, pc, 0, "libc gave up and called abort");
    default: lc_fail(LC_FAILS_CRASH, pc, 0, "crash: signal %d", signal);
    }
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    if (signal == SIGSEGV && lc_image_fault(info->si_addr)) return;
    lc_stack_stumbles();
    if (!lc_m.in_code)
        lc_give_up("the explorer crashed: signal %d at %#zx, address %#zx", signal, (size_t)lc_pc_of(context),
                   (size_t)info->si_addr);
    crashed(signal, info, context);
}

/* ---- getting nowhere ---- */

static uint64_t processor_time(void) {
    struct timespec now;
    LC_REAL(clock_gettime)(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t passed(uint64_t before, uint64_t now) {
    uint64_t time = now > before ? now - before : 0;
    return time < TICK_NS ? time : TICK_NS;
}

static uint64_t milliseconds(uint64_t nanoseconds) { return nanoseconds / 1000000; }

/* The code under test is in the midst of something and will not come back soon to where the explorer would be asked.
 * What can be known is known: this is the end that the command would give us a little later. */
static void end_at_once(void) { LC_REAL(kill)(getpid(), SIGKILL); }

static void on_tick(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    uint64_t now = processor_time();
    if (!lc_m.in_code || watch.epoch != lc_m.epoch || watch.depth != lc_m.depth) {
        watch.epoch = lc_m.epoch;
        watch.depth = lc_m.depth;
        watch.seen = now;
        watch.ran = watch.beat = 0;
        watch.ticks = 0;
        return;
    }
    watch.ticks++;
    watch.ran += passed(watch.seen, now);
    watch.seen = now;
    if (milliseconds(watch.ran - watch.beat) >= BEAT_MS) {
        watch.beat = watch.ran;
        lc_works_on();
    }
    if (lc_is_ending() && (milliseconds(watch.ran) >= LAST_MS || watch.ticks >= LAST_TICKS)) end_at_once();
    /* What a thread does alone (preparing, say) takes no steps, and may take longer. */
    uint64_t factor = lc_m.watching ? 1 : ALONE_FACTOR;
    if (milliseconds(watch.ran) >= ENDLESS_MS * factor)
        lc_fail(LC_FAILS_ENDLESS, users_pc(context), 0, "%s runs on and on %s", lc_thread_name(lc_m.current),
                lc_m.watching ? "without touching anything that other threads can see"
                              : "while no other thread is there that could change anything");
    if (watch.ticks >= BLOCKED_TICKS * factor)
        lc_fail(
            LC_FAILS_UNSUPPORTED, users_pc(context), 0,
            "%s waits in a system call, in which no other thread can go on and do what it waits for; what waits for "
            "other files than pipes, eventfds and pairs of sockets can be tested with --strategy stress",
            lc_thread_name(lc_m.current));
}

void lc_crash_init(void) {
    stack_t stack = {.ss_sp = lc_reserve(STACK), .ss_size = STACK};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CAUGHT; i++) LC_REAL(sigaction)(caught[i], &action, NULL);
    action.sa_sigaction = on_tick;
    action.sa_flags |= SA_RESTART;
    LC_REAL(sigaction)(SIGALRM, &action, NULL);
    struct itimerval tick = {{0, TICK_MS * 1000}, {0, TICK_MS * 1000}};
    LC_REAL(setitimer)(ITIMER_REAL, &tick, NULL);
}

void lc_crash_be_patient(void) {
    struct itimerval never = {{0, 0}, {0, 0}};
    LC_REAL(setitimer)(ITIMER_REAL, &never, NULL);
}
