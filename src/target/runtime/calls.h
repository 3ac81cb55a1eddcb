/* Shared by the functions of libc that the runtime replaces for the code under test.
 *
 * The program is linked with this archive, so that its calls and those of shared libraries (libstdc++) come here.
 * While the code under test runs (lct_m.in_code) they are modelled; otherwise, in the explorer and before it starts,
 * most are passed on to libc.  Objects for synchronization are modelled even then, without steps, because the code
 * under test later uses objects that a constructor initializes.
 */
#ifndef LC_TARGET_RUNTIME_CALLS_H
#define LC_TARGET_RUNTIME_CALLS_H

#include "target/runtime/machine.h"
#include "target/runtime/retry.h"

/* Marks a function that takes the place of one of libc or libstdc++. */
#define LCT_REPLACES __attribute__((visibility("default")))

/* The functions of libc that are passed on to. */
/* clang-format off */
#define LCT_REAL_FUNCTIONS(X)                                                                                           \
    X(clock_gettime) X(gettimeofday) X(time) X(clock) X(timespec_get) X(nanosleep) X(clock_nanosleep) X(sleep)         \
    X(usleep) X(sched_yield) X(poll) X(select) X(ppoll) X(pselect) X(alarm) X(setitimer) X(timer_create)               \
    X(rand) X(srand) X(random) X(srandom) X(drand48) X(lrand48) X(mrand48) X(srand48) X(getrandom) X(getentropy)       \
    X(arc4random) X(arc4random_buf) X(arc4random_uniform) X(_ZNSt13random_device9_M_getvalEv)                          \
    X(exit) X(_exit) X(quick_exit) X(abort) X(raise) X(kill) X(fork) X(system) X(popen) X(execve) X(execvp)            \
    X(posix_spawn) X(posix_spawnp) X(sigaction) X(sigprocmask) X(__assert_fail) X(__assert_perror_fail)                \
    X(__cxa_atexit) X(__cxa_at_quick_exit) X(__cxa_thread_atexit_impl) X(syscall)                                      \
    X(brk) X(sbrk)
/* clang-format on */

enum lct_real_function {
#define LCT_REAL_NUMBER(name) LCT_REAL_##name,
    LCT_REAL_FUNCTIONS(LCT_REAL_NUMBER)
#undef LCT_REAL_NUMBER
        LCT_REAL_COUNT
};

struct lct_calls {
    /* Set by the explorer before the first execution. */
    uint32_t spurious; /* each thread may wake up from waiting this often an execution without a signal */
    uint32_t early;    /* its time may be over this often an execution though other threads can go on (see sync.h) */
    uint32_t random_choices; /* rand() is one of 0 .. n-1, all tried; 0: seeded */
    uint64_t seed;
    /* The functions found so far. */
    void *real[LCT_REAL_COUNT];
};
extern struct lct_calls lct_calls __attribute__((visibility("hidden")));

/* The function of libc behind the one that was replaced, with its type: LCT_REAL(exit)(1). */
#define LCT_REAL(name) ((__typeof__(&name))lct_real(LCT_REAL_##name))
void *lct_real(enum lct_real_function);

/* Once, before everything else of this. */
void lct_calls_init(void);
/* After the test's setup: its effects through the replaced functions belong to the initial state. */
void lct_calls_mark(void);
/* At the start of each execution. */
void lct_calls_begin(void);
/* The current thread is about to start a thread (number 0: there is no current thread). */
void lct_calls_thread(lct_thread *, unsigned number);
/* The current thread ends: runs its registered handlers.  To be called before it is marked as ended. */
void lct_calls_thread_end(void);

/* In the middle of an execution, see snapshot.h. */
struct lct_tape;
void lct_calls_save(struct lct_tape *);
void lct_calls_describe(struct lct_tape *); /* the same for lct_snapshot_describe */
void lct_calls_load(struct lct_tape *);

/* Something is about to happen that cannot be undone: a thread that is merely tried out (see retry.h) goes no
 * further. */
static inline void lct_has_effect(void) {
    if (__builtin_expect(lct_user.wanted, false)) lct_retry_effect();
}

/* The end of the program in the middle of an execution, by `function`. */
_Noreturn void lct_process_ends(const char *function, int status, uintptr_t pc);

/* The code under test called something that cannot be explored: a failure with this reason. */
_Noreturn void lct_unsupported(const char *function, const char *reason, uintptr_t pc);

/* An internal error outside the code under test: prints a message and ends the process. */
_Noreturn void lct_give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
