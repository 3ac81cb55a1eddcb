/* Threads: pthread_create and the functions that belong to it.
 *
 * Creating one is not a step of its own: nothing the new thread does can come before it, and its first step is one that
 * the strategy chooses anyway.  Priorities, affinities, names and the like are accepted and have no effect. */
#define _GNU_SOURCE
#include "target/runtime/sync/thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "target/runtime/explorer.h"
#include "target/runtime/modules.h"

unsigned lct_thread_number(pthread_t thread, const char *function, uintptr_t pc) {
    uintptr_t offset = (uintptr_t)thread - (uintptr_t)lct_m.threads;
    unsigned number = (unsigned)(offset / sizeof *lct_m.threads);
    if (offset % sizeof *lct_m.threads || offset / sizeof *lct_m.threads >= lct_m.thread_count)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, (uintptr_t)thread, "%s: there is no such thread", function);
    return number;
}

int lct_thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument,
                      const char *function, uintptr_t pc) {
    if (!lct_m.in_code) lct_give_up("a thread is started before the test; tests start their threads themselves");
    lct_has_effect();
    /* A new thread runs up to its first step at once; starting another one must come after that.  And its actions for
     * an operation must come after the call, which is reported with the first step.  In execution graphs creations
     * stand in an order, because threads are numbered by it. */
    if (lct_m.weak) lct_point(LCT_WRITE, LCT_STEP_NOTE, (uintptr_t)&lct_m.thread_count, 1, true, pc);
    else if (lct_m.starter >= 0 || lct_self()->call_pending) lct_point(LCT_LOCAL, LCT_STEP_NOTE, 0, 0, true, pc);
    if (lct_m.thread_count == LCT_THREADS) {
        lct_thread_shortage();
        lct_machine_fail(
            LCT_FAILS_LIMIT, pc, 0, "%s: more than %d threads in one execution%s", function, LCT_THREADS - 1,
            (int)LCT_THREADS < (int)LCT_THREADS_MANY ? "; 'lince cc' links for more with LINCE_THREADS=127 in the "
                                                       "environment"
                                                     : "");
    }
    unsigned number = lct_m.thread_count;
    int detached = PTHREAD_CREATE_JOINABLE;
    if (attributes) pthread_attr_getdetachstate(attributes, &detached);
    *id = lct_thread_id(number);
    lct_m.threads[number].made_at = pc;
    lct_m.threads[number].detached = detached == PTHREAD_CREATE_DETACHED;
    lct_trace_object(LCT_STEP_CREATE, (const void *)(uintptr_t)number, 0, lct_m.setting_up, pc, function);
    lct_thread_start(start, argument);
    /* The new thread does not inherit the creator's later actions: they belong to another step. */
    lct_point(LCT_LOCAL, LCT_STEP_CREATE, 0, 0, true, pc);
    return 0;
}

int lct_thread_await(pthread_t thread, void **result, const char *function, uintptr_t pc) {
    unsigned number = lct_thread_number(thread, function, pc);
    lct_thread *t = &lct_m.threads[number];
    if (number == lct_m.current) return EDEADLK;
    if (t->detached) lct_machine_fail(LCT_FAILS_MISUSE, pc, 0, "%s: %s is detached", function, lct_thread_name(number));
    if (t->joined)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, 0, "%s: %s has been joined before", function, lct_thread_name(number));
    t->awaited = true;
    lct_thread_join(number, pc);
    lct_time_reach(t->clock);
    if (result && t->result) lct_explorer.results_differ(number);
    if (result) *result = t->result;
    lct_trace_object(LCT_STEP_JOIN, (const void *)(uintptr_t)number, 0, 0, pc, function);
    return 0;
}

int lct_thread_detach(pthread_t thread, const char *function, uintptr_t pc) {
    unsigned number = lct_thread_number(thread, function, pc);
    lct_thread *t = &lct_m.threads[number];
    if (t->detached || t->joined)
        lct_machine_fail(LCT_FAILS_MISUSE, pc, 0, "%s: %s is %s already", function, lct_thread_name(number),
                         t->detached ? "detached" : "joined");
    lct_has_effect();
    t->detached = true;
    return 0;
}

/* Threads of OpenMP wait for each other inside its library, in loops and system calls that the runtime does not see. */
static void refuse_openmp(uintptr_t caller) {
    static const char *const names[] = {"libgomp.", "libomp.", "libiomp5."};
    static uintptr_t others LCT_STATE = 0;
    Dl_info info;
    if (!lct_m.in_code || caller == others || lct_is_program(caller)) return;
    const char *file = dladdr((void *)caller, &info) && info.dli_fname ? info.dli_fname : "",
               *slash = strrchr(file, '/');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(slash ? slash + 1 : file, names[i], strlen(names[i])))
            lct_machine_fail(LCT_FAILS_UNSUPPORTED, caller, 0,
                             "OpenMP starts a thread, and how its threads wait for each other cannot be seen: test "
                             "their work by threads of the test's own, or the whole with --strategy stress");
    others = caller;
}

/* ---- pthread_* ---- */

LCT_REPLACES int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attributes,
                                void *(*start)(void *), void *restrict argument) {
    refuse_openmp(LCT_CALLER);
    return lct_thread_create(id, attributes, start, argument, "pthread_create", LCT_CALLER);
}

LCT_REPLACES int pthread_join(pthread_t thread, void **result) {
    return lct_thread_await(thread, result, "pthread_join", LCT_CALLER);
}

LCT_REPLACES int pthread_detach(pthread_t thread) { return lct_thread_detach(thread, "pthread_detach", LCT_CALLER); }
LCT_REPLACES pthread_t pthread_self(void) {
    if (lct_m.in_code) lct_explorer.identified(true);
    return lct_thread_id(lct_me());
}
/* The system has one thread only, but a thread that locks with this number must be distinguished from the rest.  It is
 * the same in every process that runs the test; that of the first thread is the process's own, as people expect. */
LCT_REPLACES pid_t gettid(void) {
    enum { HIGH = 1 << 20 };
    if (lct_m.in_code) lct_explorer.identified(true);
    return lct_me() ? HIGH + (pid_t)lct_me() : getpid();
}
LCT_REPLACES void pthread_exit(void *result) { lct_thread_leave(result, LCT_CALLER, __builtin_frame_address(0)); }

/* The end of a thread is a step only where a program checks whether it has come, which hardly any does.  That is learnt
 * like a plain access that races, at a place where there is no code. */
enum { AT_THE_END = 1 };

void lct_thread_ends(void) {
    if (lct_m.some_promoted && lct_explorer.is_promoted(AT_THE_END))
        lct_point(LCT_WRITE, LCT_STEP_EXIT, (uintptr_t)&lct_self()->life, 1, false, AT_THE_END);
}

static bool has_ended(const void *thread) { return ((const lct_thread *)thread)->life == LCT_FINISHED; }

bool lct_waits_for_thread(const lct_thread *t, lct_waited *w) {
    if (t->ready != has_ended) return false;
    *w = (lct_waited){.what = "end", .has = lct_bit((unsigned)((const lct_thread *)t->ready_argument - lct_m.threads))};
    return true;
}

LCT_ATTEMPT(int, pthread_tryjoin_np, pthread_t thread, void **result) {
    static const char function[] = "pthread_tryjoin_np";
    uintptr_t pc = LCT_CALLER;
    unsigned number = lct_thread_number(thread, function, pc);
    if (number == lct_m.current) return EDEADLK;
    const lct_thread *other = &lct_m.threads[number];
    lct_explorer.promote(AT_THE_END);
    lct_point(LCT_READ, LCT_STEP_TRY, (uintptr_t)&other->life, 1, true, pc);
    if (has_ended(other)) return lct_thread_await(thread, result, function, pc);
    lct_trace_object(LCT_STEP_TRY_FAILED, (const void *)(uintptr_t)number, 0, 0, pc, function);
    return EBUSY;
}

static int timed_join(pthread_t thread, void **result, lct_deadline deadline, const char *function, uintptr_t pc) {
    if (!deadline.time) return lct_thread_await(thread, result, function, pc);
    unsigned number = lct_thread_number(thread, function, pc);
    if (!lct_time_valid(deadline.time)) return EINVAL;
    if (number == lct_m.current) return EDEADLK;
    lct_explorer.promote(AT_THE_END);
    const lct_thread *other = &lct_m.threads[number];
    if (lct_until_time(LCT_ACQUIRE, &other->life, 1, has_ended, other, deadline, pc))
        return lct_thread_await(thread, result, function, pc);
    lct_explorer.was_read();
    lct_trace_object(LCT_STEP_TIMEOUT, (const void *)(uintptr_t)number, 0, 0, pc, function);
    return ETIMEDOUT;
}

LCT_REPLACES int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
    return timed_join(thread, result, (lct_deadline){CLOCK_REALTIME, time}, "pthread_timedjoin_np", LCT_CALLER);
}

LCT_REPLACES int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *time) {
    return timed_join(thread, result, (lct_deadline){clock, time}, "pthread_clockjoin_np", LCT_CALLER);
}

/* ---- cancelling ---- */

LCT_REPLACES int pthread_cancel(pthread_t thread) {
    (void)thread;
    if (lct_m.in_code) lct_unsupported("pthread_cancel", "cancelling threads is not modelled", LCT_CALLER);
    return ESRCH;
}

LCT_REPLACES void pthread_testcancel(void) {}

LCT_REPLACES int pthread_setcancelstate(int state, int *old) {
    (void)state;
    if (old) *old = PTHREAD_CANCEL_ENABLE;
    return 0;
}

LCT_REPLACES int pthread_setcanceltype(int type, int *old) {
    (void)type;
    if (old) *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

/* ---- without effect ---- */

LCT_REPLACES int pthread_setname_np(pthread_t thread, const char *name) {
    (void)thread;
    return strlen(name) < 16 ? 0 : ERANGE;
}

LCT_REPLACES int pthread_getname_np(pthread_t thread, char *name, size_t size) {
    (void)thread;
    if (size < 16) return ERANGE;
    strcpy(name, "thread");
    return 0;
}

LCT_REPLACES int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    (void)thread, (void)policy, (void)parameters;
    return 0;
}

LCT_REPLACES int pthread_getschedparam(pthread_t thread, int *restrict policy,
                                       struct sched_param *restrict parameters) {
    (void)thread;
    *policy = SCHED_OTHER;
    memset(parameters, 0, sizeof *parameters);
    return 0;
}

LCT_REPLACES int pthread_setschedprio(pthread_t thread, int priority) {
    (void)thread, (void)priority;
    return 0;
}

LCT_REPLACES int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    (void)thread, (void)size, (void)set;
    return 0;
}

LCT_REPLACES int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    (void)thread;
    memset(set, 0, size);
    CPU_SET_S(0, size, set);
    return 0;
}

LCT_REPLACES int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
    unsigned number = lct_m.in_code ? lct_thread_number(thread, "pthread_getattr_np", LCT_CALLER) : 0;
    int error = pthread_attr_init(attributes);
    if (!error) error = pthread_attr_setstack(attributes, lct_m.threads[number].stack, lct_m.stack_size);
    return error;
}

LCT_REPLACES int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    (void)thread;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
