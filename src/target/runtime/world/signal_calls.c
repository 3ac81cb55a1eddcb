/* The functions of libc that send signals, wait for them and say what they do; signals.c models them. */
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

LC_REPLACES int raise(int signal) {
    if (!lc_m.in_code) return LC_REAL(raise)(signal);
    siginfo_t info = lc_signal_info(signal, SI_TKILL);
    return result(lc_signal_thread(lc_m.current, signal, &info, LC_CALLER));
}

LC_REPLACES int kill(pid_t process, int signal) {
    if (!lc_m.in_code) return LC_REAL(kill)(process, signal);
    siginfo_t info = lc_signal_info(signal, SI_USER);
    if (process == getpid()) return result(lc_signal_process(signal, &info, LC_CALLER));
    if (signal == 0) return LC_REAL(kill)(process, 0);
    lc_unsupported("kill", "a test must not send signals to other processes", LC_CALLER);
}

LC_REPLACES int killpg(pid_t group, int signal) {
    if (!lc_m.in_code) return LC_REAL(kill)(-group, signal);
    lc_unsupported("killpg", "a test must not send signals to other processes", LC_CALLER);
}

LC_REPLACES int sigqueue(pid_t process, int signal, const union sigval value) {
    if (!lc_m.in_code) return LC_REAL(kill)(process, signal);
    if (process != getpid()) lc_unsupported("sigqueue", "a test must not send signals to other processes", LC_CALLER);
    siginfo_t info = lc_signal_info(signal, SI_QUEUE);
    info.si_value = value;
    return result(lc_signal_process(signal, &info, LC_CALLER));
}

static int to_thread(pthread_t thread, int signal, const siginfo_t *info, const char *function, uintptr_t pc) {
    unsigned number = lc_thread_number(thread, function, pc);
    if (lc_m.threads[number].life == LC_FINISHED) return ESRCH;
    return -lc_signal_thread(number, signal, info, pc);
}

LC_REPLACES int pthread_kill(pthread_t thread, int signal) {
    if (!lc_m.in_code) return ESRCH;
    siginfo_t info = lc_signal_info(signal, SI_TKILL);
    return to_thread(thread, signal, &info, "pthread_kill", LC_CALLER);
}

LC_REPLACES int pthread_sigqueue(pthread_t thread, int signal, const union sigval value) {
    if (!lc_m.in_code) return ESRCH;
    siginfo_t info = lc_signal_info(signal, SI_QUEUE);
    info.si_value = value;
    return to_thread(thread, signal, &info, "pthread_sigqueue", LC_CALLER);
}

/* ---- dispositions and masks ---- */

LC_REPLACES int sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old) {
    return result(lc_signal_action(signal, new, old, LC_CALLER));
}

LC_REPLACES __sighandler_t signal(int number, __sighandler_t handler) {
    struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
    return result(lc_signal_action(number, &new, &old, LC_CALLER)) == 0 ? old.sa_handler : SIG_ERR;
}

static int mask(int how, const sigset_t *new, sigset_t *old, uintptr_t pc) {
    uint64_t set = new ? bits_of(new) : 0, before = 0;
    int error = lc_signal_mask(how, new ? &set : NULL, &before, pc);
    if (old && !error) put_bits(old, before);
    return error;
}

LC_REPLACES int pthread_sigmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
    return -mask(how, new, old, LC_CALLER);
}

LC_REPLACES int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
    return result(mask(how, new, old, LC_CALLER));
}

LC_REPLACES int sigpending(sigset_t *set) {
    put_bits(set, lc_signal_pending(LC_CALLER));
    return 0;
}

/* Handlers are called on the stack of the thread, which the runtime watches itself. */
LC_REPLACES int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
    (void)new;
    if (old) *old = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}

/* ---- waiting ---- */

LC_REPLACES int pause(void) { return result(lc_signal_suspend(NULL, "pause", LC_CALLER)); }

LC_REPLACES int sigsuspend(const sigset_t *set) {
    uint64_t bits = bits_of(set);
    return result(lc_signal_suspend(&bits, "sigsuspend", LC_CALLER));
}

LC_REPLACES int sigwait(const sigset_t *restrict set, int *restrict signal) {
    *signal = lc_signal_wait(bits_of(set), NULL, NULL, "sigwait", LC_CALLER);
    return 0;
}

LC_REPLACES int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
    return result(lc_signal_wait(bits_of(set), info, NULL, "sigwaitinfo", LC_CALLER));
}

LC_REPLACES int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                             const struct timespec *restrict time) {
    return result(lc_signal_wait(bits_of(set), info, time, "sigtimedwait", LC_CALLER));
}
