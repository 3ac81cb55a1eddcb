/* Interrupting a thread between two instructions.
 *
 * Where a mistake shows only if another thread comes in between two instructions, chance alone takes long, above all
 * where there are fewer processors than threads.  Processors can stop after each instruction, as debuggers want it:
 * with the trap flag set, a signal comes after every one.  So some operations are run in this way for a random number
 * of instructions; then the thread sleeps for a moment, in which other threads go on, and after that runs as usual.
 * Threads that are about to call something wait for that, a little: a thread that is run in this way is slow, and they
 * would be through before it is interrupted.
 *
 * The system could have taken the processor away at the same place.  And the signal comes after an instruction of the
 * thread itself, so it never makes a system call end early.  Only where the program blocks all signals it would be its
 * end: that is noticed (worker.c), and not done again.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "target/stress/self.h"

static unsigned stepping; /* threads that are about to be interrupted */

void lct_step_wait(void) {
    enum { LOOKS = 100 };
    for (int i = 0; i < LOOKS && __atomic_load_n(&stepping, __ATOMIC_RELAXED); i++) sched_yield();
}

void lct_step_end(void) {
    if (lct_s.steps) __atomic_fetch_sub(&stepping, 1, __ATOMIC_RELAXED);
    lct_s.steps = 0;
}

#if defined __x86_64__

enum { TRAP_FLAG = 0x100, SHORTEST = 3, LONGEST = 8 /* powers of two */, TRAPS = 500 };

/* Those of the program count, from where the operation begins; not those of libraries, nor ours. */
static bool counts(uintptr_t pc) {
    extern const char __executable_start, etext;
    if (pc == lct_s.target) lct_s.target = 0;
    return !lct_s.target && pc - (uintptr_t)&__executable_start < (uintptr_t)(&etext - &__executable_start);
}

/* The system reads from the processor why it has stopped.  Virtual processors sometimes do not report the reason, and
 * then the system reports the code of a debugging instruction that programs do not contain (0xf1); int3, which programs
 * do contain, has a code of its own.
 */
static bool is_step(const siginfo_t *info) { return info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT; }

static void on_step(int signal, siginfo_t *info, void *context) {
    if (!is_step(info)) lct_run_signal(signal, info, context); /* the program has trapped */
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    bool over = !lct_s.steps || !lct_s.traps--;
    if (!over && (!counts((uintptr_t)registers[REG_RIP]) || --lct_s.steps > 1)) return;
    registers[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    lct_step_end();
    if (over) return;
    uint64_t r = lct_shake_random();
    int saved = errno; /* the program may be about to look at it */
    if (r & 3) usleep((useconds_t)(r >> 8 & 63));
    else sched_yield();
    errno = saved;
}

void lct_step_init(void) {
    struct sigaction action = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTRAP, &action, NULL);
}

/* The stack below its pointer may be in use: 128 bytes of it, by functions that call none. */
void lct_step_begin(uintptr_t target) {
    lct_step_end();
    uint64_t r = lct_shake_random();
    unsigned power = SHORTEST + (unsigned)(r & 255) % (LONGEST - SHORTEST + 1);
    lct_s.target = target;
    lct_s.traps = TRAPS;
    __atomic_fetch_add(&stepping, 1, __ATOMIC_RELAXED);
    lct_s.steps = 2 + (uint32_t)(r >> 8) % (1u << power);
    __asm__ volatile(
        "lea -128(%%rsp), %%rsp\n\t"
        "pushfq\n\t"
        "orq %0, (%%rsp)\n\t"
        "popfq\n\t"
        "lea 128(%%rsp), %%rsp"
        :
        : "i"(TRAP_FLAG)
        : "memory", "cc");
}

#else

void lct_step_init(void) {}
void lct_step_begin(uintptr_t target) { (void)target; }

#endif
