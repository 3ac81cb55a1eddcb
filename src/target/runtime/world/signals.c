/* Signals that the code under test sends to itself.
 *
 * The kernel has no part in them: dispositions, masks and pending signals of the modelled threads stand here, and are
 * put back before each execution.  They begin as those of any program, regardless of the settings of the command for
 * the process.
 *
 *   - A signal that a thread sends to itself (raise, pthread_kill of itself) is handled before the call returns, by a
 *     call of its handler; one that is ignored is gone; one that the thread blocks stays pending until it is unblocked;
 *     the default action of most ends the program, which is a crash.
 *   - A signal to another thread is pending there.  If that thread blocks it, the thread takes it when it unblocks it,
 *     or with sigwait or sigsuspend.  If it stands in pause or sigsuspend, its handler runs there.  Otherwise the
 *     handler would interrupt it at any instruction, which is not modelled: the call is refused.
 *   - A signal to the process (kill of its own number, sigqueue) goes to a thread that does not block it.  Where that
 *     could be the sender or another thread, every instant would be possible, too: refused.  Where all block it, it is
 *     pending for the first thread that takes it.
 *
 * All that sends, takes or waits is a step on one object, because which signals meet is not known beforehand.
 *
 * Of a signal that is pending already only one is kept, as POSIX has it; real-time signals, which queue, are refused
 * then.  Handlers for mistakes that the processor finds (SIGSEGV and the like) are kept and called if the signal is
 * sent; where the processor finds one, the verdict is `unknown` (crash.c), because handlers may go on anywhere. */
#define _GNU_SOURCE
#include "target/runtime/world/signals.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "target/runtime/snapshot.h"
#include "target/runtime/sync/sync.h"

enum { SIGNALS = 64 };

typedef struct state {
    uint64_t changes; /* the object of the steps; 0: everything is as in a new program */
    uint64_t blocked[LCT_THREADS], pending[LCT_THREADS];
    uint64_t shared;                    /* pending for the first thread that takes it */
    uint64_t awaited[LCT_THREADS];      /* by sigwait */
    lct_mask suspended;                 /* threads that stand in pause or sigsuspend */
    struct sigaction action[SIGNALS];   /* all zero: the default */
    siginfo_t own[LCT_THREADS], common; /* of the signal that came last */
} state;

static state now LCT_STATE = {0}, marked LCT_STATE = {0};

static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }
static int lowest(uint64_t set) { return __builtin_ctzll(set) + 1; }
static const uint64_t unstoppable = (uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1);

void lct_signals_mark(void) { marked = now; }

void lct_signals_begin(void) {
    if (now.changes != marked.changes) now = marked;
}

void lct_signals_thread(unsigned number) {
    if (!now.changes) return;
    now.blocked[number] = number ? now.blocked[lct_me()] : now.blocked[0];
    now.pending[number] = number ? 0 : now.pending[0];
    now.awaited[number] = 0;
}

void lct_signals_save(lct_tape *tape) { lct_tape_put_changed(tape, &now, sizeof now); }
void lct_signals_load(lct_tape *tape) { lct_tape_get_changed(tape, &now, sizeof now); }

bool lct_signals_handles(int signal) {
    __sighandler_t handler = now.action[signal - 1].sa_handler;
    return handler != SIG_DFL && handler != SIG_IGN;
}

siginfo_t lct_signal_info(int signal, int code) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = signal;
    info.si_code = code;
    info.si_pid = getpid();
    info.si_uid = getuid();
    return info;
}

/* ---- the effect of a signal ---- */

static bool is_dropped(int signal) {
    const struct sigaction *a = &now.action[signal - 1];
    const uint64_t harmless = bit(SIGCHLD) | bit(SIGCONT) | bit(SIGURG) | bit(SIGWINCH);
    return a->sa_handler == SIG_IGN || (a->sa_handler == SIG_DFL && harmless & bit(signal));
}

_Noreturn static void takes_default(int signal, bool self, uintptr_t pc) {
    const uint64_t stops = bit(SIGSTOP) | bit(SIGTSTP) | bit(SIGTTIN) | bit(SIGTTOU);
    const char *name = sigabbrev_np(signal);
    if (stops & bit(signal))
        lct_machine_fail(LCT_FAILS_UNSUPPORTED, pc, 0, "signal %d (SIG%s) stops the program, and no thread resumes it",
                         signal, name);
    lct_machine_fail(LCT_FAILS_CRASH, pc, 0, "the %s signal %d (SIG%s%s), which ends the program",
                     self ? "thread sent itself" : "program sent itself", signal, name ? name : "RTMIN",
                     name ? "" : " or later");
}

static void let_in(uintptr_t pc);

/* In the current thread, by a call like any other. */
static void handle(int signal, siginfo_t *info, uintptr_t pc) {
    struct sigaction action = now.action[signal - 1];
    unsigned me = lct_me();
    ucontext_t nowhere;
    if (is_dropped(signal)) return;
    if (action.sa_handler == SIG_DFL) takes_default(signal, true, pc);
    if (action.sa_flags & SA_RESETHAND) now.action[signal - 1] = (struct sigaction){.sa_handler = SIG_DFL};
    uint64_t before = now.blocked[me], more;
    memcpy(&more, &action.sa_mask, sizeof more);
    now.blocked[me] |= (more | (action.sa_flags & SA_NODEFER ? 0 : bit(signal))) & ~unstoppable;
    now.changes++;
    memset(&nowhere, 0, sizeof nowhere);
    int saved = errno;
    if (action.sa_flags & SA_SIGINFO) action.sa_sigaction(signal, info, &nowhere);
    else action.sa_handler(signal);
    errno = saved;
    now.blocked[lct_me()] = before;
    now.changes++;
    let_in(pc);
}

static uint64_t deliverable(unsigned thread) { return (now.pending[thread] | now.shared) & ~now.blocked[thread]; }

static int take(unsigned me, uint64_t among, siginfo_t *info) {
    int signal = lowest(among);
    bool mine = now.pending[me] & bit(signal);
    *info = mine ? now.own[me] : now.common;
    if (info->si_signo != signal) *info = lct_signal_info(signal, SI_USER);
    if (mine) now.pending[me] &= ~bit(signal);
    else now.shared &= ~bit(signal);
    now.changes++;
    return signal;
}

/* Pending signals that the current thread does not block any more. */
static void let_in(uintptr_t pc) {
    unsigned me = lct_me();
    for (uint64_t set; (set = deliverable(me));) {
        siginfo_t info;
        int signal = take(me, set, &info);
        handle(signal, &info, pc);
    }
}

/* ---- sending ---- */

/* `signal 10 (SIGUSR1) to T2` */
static void trace_signal(int signal, const char *to, uintptr_t pc) {
    char text[60];
    const char *name = sigabbrev_np(signal);
    if (!lct_m.tracing) return;
    snprintf(text, sizeof text, "signal %d%s%s%s to %s", signal, name ? " (SIG" : "", name ? name : "", name ? ")" : "",
             to);
    lct_trace_object(LCT_STEP_NOTE, NULL, 0, 0, pc, text);
}

static void step(int signal, const char *to, uintptr_t pc) {
    if (lct_m.in_code) lct_act(LCT_WRITE, LCT_STEP_SIGNAL, &now, 1, pc);
    lct_contributes(&now, 1);
    now.changes++;
    trace_signal(signal, to, pc);
}

static bool is_pending(int signal, uint64_t set, uintptr_t pc) {
    if (!(set & bit(signal))) return false;
    if (signal >= SIGRTMIN)
        lct_unsupported("a signal", "several real-time signals of one number are pending, which are not modelled", pc);
    return true;
}

static void add_for_thread(unsigned thread, int signal, const siginfo_t *info, uintptr_t pc) {
    if (is_pending(signal, now.pending[thread], pc)) return;
    now.pending[thread] |= bit(signal);
    now.own[thread] = *info;
}

static bool is_open(unsigned thread, int signal) { return !(now.blocked[thread] & bit(signal)); }
static bool is_suspended(unsigned thread) { return now.suspended & lct_bit(thread); }

int lct_signal_thread(unsigned thread, int signal, const siginfo_t *info, uintptr_t pc) {
    if (signal < 0 || signal > SIGNALS) return -EINVAL;
    if (!signal) return 0;
    step(signal, lct_thread_name(thread), pc);
    if (thread == lct_me() && is_open(thread, signal)) {
        siginfo_t copy = *info;
        handle(signal, &copy, pc);
        return 0;
    }
    if (!is_open(thread, signal)) {
        add_for_thread(thread, signal, info, pc);
        return 0;
    }
    if (is_dropped(signal)) return 0;
    if (now.action[signal - 1].sa_handler == SIG_DFL) takes_default(signal, false, pc);
    if (!is_suspended(thread))
        lct_unsupported("pthread_kill",
                        "the signal interrupts another thread at any instruction, which is not modelled; a thread that "
                        "blocks it and takes it with sigwait or sigsuspend is",
                        pc);
    add_for_thread(thread, signal, info, pc);
    return 0;
}

/* Threads whose handler may run.  The first thread of a test only waits for the other threads. */
static lct_mask candidates(int signal) {
    lct_mask found = 0;
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const lct_thread *t = &lct_m.threads[i];
        bool idle = i == 0 && i != lct_m.current && t->ready && !lct_waits_for(t).object;
        if (t->life == LCT_ALIVE && !idle && is_open(i, signal)) found |= lct_bit(i);
    }
    return found;
}

static bool is_awaited(int signal) {
    for (unsigned i = 0; i < lct_m.thread_count; i++)
        if (now.awaited[i] & bit(signal)) return true;
    return false;
}

int lct_signal_process(int signal, const siginfo_t *info, uintptr_t pc) {
    if (signal < 0 || signal > SIGNALS) return -EINVAL;
    if (!signal) return 0;
    step(signal, "the process", pc);
    lct_mask open = lct_m.in_code ? candidates(signal) : 1, me = lct_bit(lct_me());
    if (is_awaited(signal) || !open) {
        if (is_pending(signal, now.shared, pc)) return 0;
        now.shared |= bit(signal);
        now.common = *info;
        return 0;
    }
    if (is_dropped(signal)) return 0;
    if (now.action[signal - 1].sa_handler == SIG_DFL) takes_default(signal, false, pc);
    if (open == me) {
        siginfo_t copy = *info;
        handle(signal, &copy, pc);
        return 0;
    }
    if (open & ~now.suspended)
        lct_unsupported("kill",
                        "several threads do not block the signal, and it interrupts any of them at any instruction, "
                        "which is not modelled; raise, and a signal that all other threads block, are",
                        pc);
    add_for_thread(lct_choose_thread(open, pc), signal, info, pc);
    return 0;
}

/* ---- dispositions and masks ---- */

int lct_signal_action(int signal, const struct sigaction *new, struct sigaction *old, uintptr_t pc) {
    if (signal < 1 || signal > SIGNALS) return -EINVAL;
    if (new &&bit(signal) & unstoppable) return -EINVAL;
    lct_has_effect();
    if (new &&lct_m.in_code) lct_act(LCT_WRITE, LCT_STEP_NOTE, &now, 1, pc); /* it is the whole process's */
    struct sigaction before = now.action[signal - 1];
    if (new) {
        now.action[signal - 1] = *new;
        now.changes++;
        if (is_dropped(signal)) { /* also where it is pending */
            now.shared &= ~bit(signal);
            for (unsigned i = 0; i < LCT_THREADS; i++) now.pending[i] &= ~bit(signal);
        }
    }
    if (old) *old = before;
    return 0;
}

int lct_signal_mask(int how, const uint64_t *new, uint64_t *old, uintptr_t pc) {
    unsigned me = lct_me();
    uint64_t before = now.blocked[me], after = before, set = new ? *new & ~unstoppable : 0;
    if (new &&how != SIG_BLOCK && how != SIG_UNBLOCK &&how != SIG_SETMASK) return -EINVAL;
    if (new) after = how == SIG_BLOCK ? before | set : how == SIG_UNBLOCK ? before & ~set : set;
    if (old) *old = before;
    if (after == before) return 0;
    lct_has_effect();
    bool opens = before & ~after; /* and a signal that was sent may be let in */
    if (opens && lct_m.in_code) lct_act(LCT_WRITE, LCT_STEP_NOTE, &now, 1, pc);
    now.blocked[me] = after;
    now.changes++;
    if (opens) let_in(pc);
    return 0;
}

uint64_t lct_signal_pending(uintptr_t pc) {
    lct_point(LCT_READ, LCT_STEP_NOTE, (uintptr_t)&now, 1, true, pc);
    return (now.pending[lct_me()] | now.shared) & now.blocked[lct_me()];
}

/* ---- waiting ---- */

static bool may_be_handled(const void *thread) {
    unsigned t = (unsigned)(uintptr_t)thread;
    uint64_t set = deliverable(t);
    for (; set; set &= set - 1)
        if (!is_dropped(lowest(set))) return true;
    return false;
}

static bool has_come(const void *thread) {
    unsigned t = (unsigned)(uintptr_t)thread;
    return (now.pending[t] | now.shared) & now.awaited[t];
}

bool lct_waits_for_signal(const lct_thread *t, lct_waited *w) {
    if (t->ready != may_be_handled && t->ready != has_come) return false;
    *w = (lct_waited){.what = "signal", .object = (uintptr_t)&now};
    return true;
}

int lct_signal_suspend(const uint64_t *mask, const char *function, uintptr_t pc) {
    unsigned me = lct_me();
    uint64_t before = now.blocked[me];
    lct_has_effect();
    /* A sender must see that the thread waits now. */
    lct_act(LCT_WRITE, LCT_STEP_WAIT, &now, 1, pc);
    if (mask) now.blocked[me] = *mask & ~unstoppable;
    now.suspended |= lct_bit(me);
    now.changes++;
    lct_until(LCT_WRITE, LCT_STEP_WAIT, &now, may_be_handled, (const void *)(uintptr_t)me, pc);
    lct_acquires(&now, 1);
    now.suspended &= (lct_mask)~lct_bit(me);
    lct_trace_object(LCT_STEP_NOTE, NULL, 0, 0, pc, function);
    let_in(pc);
    now.blocked[me] = before;
    now.changes++;
    let_in(pc);
    return -EINTR;
}

/* Whether it came, or the time is over. */
static bool awaits(unsigned me, const struct timespec *time, uintptr_t pc) {
    const void *thread = (const void *)(uintptr_t)me;
    if (!time) {
        lct_until(LCT_WRITE, LCT_STEP_WAIT, &now, has_come, thread, pc);
        return true;
    }
    int64_t end = lct_self()->clock + (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
    struct timespec until = {.tv_sec = (time_t)(end / 1000000000), .tv_nsec = (long)(end % 1000000000)};
    if (time->tv_sec || time->tv_nsec)
        return lct_until_time(LCT_WRITE, &now, 1, has_come, thread, (lct_deadline){CLOCK_PROCESS_CPUTIME_ID, &until},
                              pc);
    lct_act(LCT_WRITE, LCT_STEP_TRY, &now, 1, pc);
    return has_come(thread);
}

int lct_signal_wait(uint64_t set, siginfo_t *info, const struct timespec *time, const char *function, uintptr_t pc) {
    unsigned me = lct_me();
    if (time && (time->tv_sec < 0 || !lct_time_valid(time))) return -EINVAL;
    lct_act(LCT_WRITE, LCT_STEP_WAIT, &now, 1, pc);
    now.awaited[me] = set & ~unstoppable;
    now.changes++;
    bool came = awaits(me, time, pc);
    lct_trace_object(LCT_STEP_NOTE, NULL, 0, 0, pc, came ? function : "the time is over");
    uint64_t among = (now.pending[me] | now.shared) & now.awaited[me];
    now.awaited[me] = 0;
    now.changes++;
    if (!came) return -EAGAIN;
    lct_acquires(&now, 1);
    siginfo_t taken;
    int signal = take(me, among, &taken);
    if (info) *info = taken;
    return signal;
}
