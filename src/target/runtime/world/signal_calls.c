/* The functions of libc that send signals, wait for them and set their dispositions; signals.c models them. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "target/runtime/calls.h"
#include "target/runtime/sync/thread.h"
#include "target/runtime/world/signals.h"

static int result(int error) {
    if (error >= 0) return error;
    errno = -error;
    return -1;
}

static uint64_t bits_of(const sigset_t *set) {
    uint64_t bits;
    memcpy(&bits, set, sizeof bits);
    return bits;
}

static void put_bits(sigset_t *set, uint64_t bits) {
    sigemptyset(set);
    memcpy(set, &bits, sizeof bits);
}

/* ---- sending ---- */

LCT_REPLACES int raise(int signal) {
    if (!lct_m.in_code) return LCT_REAL(raise)(signal);
    siginfo_t info = lct_signal_info(signal, SI_TKILL);
    return result(lct_signal_thread(lct_m.current, signal, &info, LCT_CALLER));
}

LCT_REPLACES int kill(pid_t process, int signal) {
    if (!lct_m.in_code) return LCT_REAL(kill)(process, signal);
    siginfo_t info = lct_signal_info(signal, SI_USER);
    if (process == getpid()) return result(lct_signal_process(signal, &info, LCT_CALLER));
    if (signal == 0) return LCT_REAL(kill)(process, 0);
    lct_unsupported("kill", "a test must not send signals to other processes", LCT_CALLER);
}

LCT_REPLACES int killpg(pid_t group, int signal) {
    if (!lct_m.in_code) return LCT_REAL(kill)(-group, signal);
    lct_unsupported("killpg", "a test must not send signals to other processes", LCT_CALLER);
}

LCT_REPLACES int sigqueue(pid_t process, int signal, const union sigval value) {
    if (!lct_m.in_code) return LCT_REAL(kill)(process, signal);
    if (process != getpid()) lct_unsupported("sigqueue", "a test must not send signals to other processes", LCT_CALLER);
    siginfo_t info = lct_signal_info(signal, SI_QUEUE);
    info.si_value = value;
    return result(lct_signal_process(signal, &info, LCT_CALLER));
}

static int to_thread(pthread_t thread, int signal, const siginfo_t *info, const char *function, uintptr_t pc) {
    unsigned number = lct_thread_number(thread, function, pc);
    if (lct_m.threads[number].life == LCT_FINISHED) return ESRCH;
    return -lct_signal_thread(number, signal, info, pc);
}

LCT_REPLACES int pthread_kill(pthread_t thread, int signal) {
    if (!lct_m.in_code) return ESRCH;
    siginfo_t info = lct_signal_info(signal, SI_TKILL);
    return to_thread(thread, signal, &info, "pthread_kill", LCT_CALLER);
}

LCT_REPLACES int pthread_sigqueue(pthread_t thread, int signal, const union sigval value) {
    if (!lct_m.in_code) return ESRCH;
    siginfo_t info = lct_signal_info(signal, SI_QUEUE);
    info.si_value = value;
    return to_thread(thread, signal, &info, "pthread_sigqueue", LCT_CALLER);
}

/* ---- dispositions and masks ---- */

LCT_REPLACES int sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old) {
    return result(lct_signal_action(signal, new, old, LCT_CALLER));
}

LCT_REPLACES __sighandler_t signal(int number, __sighandler_t handler) {
    struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
    return result(lct_signal_action(number, &new, &old, LCT_CALLER)) == 0 ? old.sa_handler : SIG_ERR;
}

static int mask(int how, const sigset_t *new, sigset_t *old, uintptr_t pc) {
    uint64_t set = new ? bits_of(new) : 0, before = 0;
    int error = lct_signal_mask(how, new ? &set : NULL, &before, pc);
    if (old && !error) put_bits(old, before);
    return error;
}

LCT_REPLACES int pthread_sigmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
    return -mask(how, new, old, LCT_CALLER);
}

LCT_REPLACES int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
    return result(mask(how, new, old, LCT_CALLER));
}

LCT_REPLACES int sigpending(sigset_t *set) {
    put_bits(set, lct_signal_pending(LCT_CALLER));
    return 0;
}

/* Handlers are called on the stack of the thread, which the runtime watches itself. */
LCT_REPLACES int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
    (void)new;
    if (old) *old = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}

/* ---- waiting ---- */

LCT_REPLACES int pause(void) { return result(lct_signal_suspend(NULL, "pause", LCT_CALLER)); }

LCT_REPLACES int sigsuspend(const sigset_t *set) {
    uint64_t bits = bits_of(set);
    return result(lct_signal_suspend(&bits, "sigsuspend", LCT_CALLER));
}

LCT_REPLACES int sigwait(const sigset_t *restrict set, int *restrict signal) {
    *signal = lct_signal_wait(bits_of(set), NULL, NULL, "sigwait", LCT_CALLER);
    return 0;
}

LCT_REPLACES int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
    return result(lct_signal_wait(bits_of(set), info, NULL, "sigwaitinfo", LCT_CALLER));
}

LCT_REPLACES int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                              const struct timespec *restrict time) {
    return result(lct_signal_wait(bits_of(set), info, time, "sigtimedwait", LCT_CALLER));
}
