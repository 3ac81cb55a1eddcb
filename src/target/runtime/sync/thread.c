/* Threads: pthread_create and what belongs to it.
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

unsigned lc_thread_number(pthread_t thread, const char *function, uintptr_t pc) {
    uintptr_t offset = (uintptr_t)thread - (uintptr_t)lc_m.threads;
    unsigned number = (unsigned)(offset / sizeof *lc_m.threads);
    if (offset % sizeof *lc_m.threads || offset / sizeof *lc_m.threads >= lc_m.thread_count)
        lc_machine_fail(LC_FAILS_MISUSE, pc, (uintptr_t)thread, "%s: there is no such thread", function);
    return number;
}

int lc_thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument,
                     const char *function, uintptr_t pc) {
    if (!lc_m.in_code) lc_give_up("a thread is started before the test; tests start their threads themselves");
    lc_has_effect();
    /* A new thread runs up to its first step at once; starting another one must come after that.  And what it does for
     * an operation must come after the call, which is told with the first step. */
    if (lc_m.starter >= 0 || lc_self()->call_pending) lc_point(LC_LOCAL, LC_STEP_NOTE, 0, 0, true, pc);
    if (lc_m.thread_count == LC_THREADS)
        lc_machine_fail(LC_FAILS_LIMIT, pc, 0, "%s: more than %d threads in one execution", function, LC_THREADS - 1);
    unsigned number = lc_m.thread_count;
    int detached = PTHREAD_CREATE_JOINABLE;
    if (attributes) pthread_attr_getdetachstate(attributes, &detached);
    *id = lc_thread_id(number);
    lc_m.threads[number].made_at = pc;
    lc_m.threads[number].detached = detached == PTHREAD_CREATE_DETACHED;
    lc_told(LC_STEP_CREATE, (const void *)(uintptr_t)number, 0, lc_m.setting_up, pc, function);
    lc_thread_start(start, argument);
    /* What the creator does from here on is not known to the new thread: it belongs to another step. */
    lc_point(LC_LOCAL, LC_STEP_CREATE, 0, 0, true, pc);
    return 0;
}

int lc_thread_await(pthread_t thread, void **result, const char *function, uintptr_t pc) {
    unsigned number = lc_thread_number(thread, function, pc);
    lc_thread *t = &lc_m.threads[number];
    if (number == lc_m.current) return EDEADLK;
    if (t->detached) lc_machine_fail(LC_FAILS_MISUSE, pc, 0, "%s: %s is detached", function, lc_thread_name(number));
    if (t->joined)
        lc_machine_fail(LC_FAILS_MISUSE, pc, 0, "%s: %s has been joined before", function, lc_thread_name(number));
    t->awaited = true;
    lc_thread_join(number, pc);
    lc_time_reach(t->clock);
    if (result) *result = t->result;
    lc_told(LC_STEP_JOIN, (const void *)(uintptr_t)number, 0, 0, pc, function);
    return 0;
}

int lc_thread_detach(pthread_t thread, const char *function, uintptr_t pc) {
    unsigned number = lc_thread_number(thread, function, pc);
    lc_thread *t = &lc_m.threads[number];
    if (t->detached || t->joined)
        lc_machine_fail(LC_FAILS_MISUSE, pc, 0, "%s: %s is %s already", function, lc_thread_name(number),
                        t->detached ? "detached" : "joined");
    lc_has_effect();
    t->detached = true;
    return 0;
}

/* Threads of OpenMP wait for each other inside its library, in loops and system calls that nobody sees. */
static void refuse_openmp(uintptr_t caller) {
    static const char *const names[] = {"libgomp.", "libomp.", "libiomp5."};
    static uintptr_t others LC_STATE = 0;
    Dl_info info;
    if (!lc_m.in_code || caller == others || lc_is_program(caller)) return;
    const char *file = dladdr((void *)caller, &info) && info.dli_fname ? info.dli_fname : "",
               *slash = strrchr(file, '/');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(slash ? slash + 1 : file, names[i], strlen(names[i])))
            lc_machine_fail(
                LC_FAILS_UNSUPPORTED, caller, 0,
                "OpenMP starts a thread, and how its threads wait for each other cannot be seen: test what they do "
                "by threads of the test's own, or the whole with --strategy stress");
    others = caller;
}

/* ---- pthread_* ---- */

LC_REPLACES int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attributes,
                               void *(*start)(void *), void *restrict argument) {
    refuse_openmp(LC_CALLER);
    return lc_thread_create(id, attributes, start, argument, "pthread_create", LC_CALLER);
}

LC_REPLACES int pthread_join(pthread_t thread, void **result) {
    return lc_thread_await(thread, result, "pthread_join", LC_CALLER);
}

LC_REPLACES int pthread_detach(pthread_t thread) { return lc_thread_detach(thread, "pthread_detach", LC_CALLER); }
LC_REPLACES pthread_t pthread_self(void) { return lc_thread_id(lc_me()); }
/* The system knows one thread only, but who locks with this number must be told from the others.  It is the same in
 * every process that runs the test; that of the first thread is the process's own, as people expect. */
LC_REPLACES pid_t gettid(void) {
    enum { HIGH = 1 << 20 };
    return lc_me() ? HIGH + (pid_t)lc_me() : getpid();
}
LC_REPLACES void pthread_exit(void *result) { lc_thread_leave(result, LC_CALLER); }

/* The end of a thread is a step only where somebody asks whether it has come, which hardly anybody does.  That is
 * learnt like a plain access that races, at a place where there is no code. */
enum { AT_THE_END = 1 };

void lc_thread_ends(void) {
    if (lc_m.some_racy && lc_explorer.is_promoted(AT_THE_END))
        lc_point(LC_WRITE, LC_STEP_EXIT, (uintptr_t)&lc_self()->life, 1, false, AT_THE_END);
}

static bool has_ended(const void *thread) { return ((const lc_thread *)thread)->life == LC_FINISHED; }

bool lc_waits_for_thread(const lc_thread *t, lc_waited *w) {
    if (t->ready != has_ended) return false;
    *w = (lc_waited){.what = "end", .has = lc_bit((unsigned)((const lc_thread *)t->ready_argument - lc_m.threads))};
    return true;
}

LC_ATTEMPT(int, pthread_tryjoin_np, pthread_t thread, void **result) {
    static const char function[] = "pthread_tryjoin_np";
    uintptr_t pc = LC_CALLER;
    unsigned number = lc_thread_number(thread, function, pc);
    if (number == lc_m.current) return EDEADLK;
    const lc_thread *other = &lc_m.threads[number];
    lc_explorer.promote(AT_THE_END);
    lc_point(LC_READ, LC_STEP_TRY, (uintptr_t)&other->life, 1, true, pc);
    if (has_ended(other)) return lc_thread_await(thread, result, function, pc);
    lc_told(LC_STEP_TRY_FAILED, (const void *)(uintptr_t)number, 0, 0, pc, function);
    return EBUSY;
}

static int timed_join(pthread_t thread, void **result, lc_deadline deadline, const char *function, uintptr_t pc) {
    if (!deadline.time) return lc_thread_await(thread, result, function, pc);
    unsigned number = lc_thread_number(thread, function, pc);
    if (!lc_time_valid(deadline.time)) return EINVAL;
    if (number == lc_m.current) return EDEADLK;
    lc_explorer.promote(AT_THE_END);
    const lc_thread *other = &lc_m.threads[number];
    if (lc_until_time(LC_ACQUIRE, &other->life, 1, has_ended, other, deadline, pc))
        return lc_thread_await(thread, result, function, pc);
    lc_explorer.was_read();
    lc_told(LC_STEP_TIMEOUT, (const void *)(uintptr_t)number, 0, 0, pc, function);
    return ETIMEDOUT;
}

LC_REPLACES int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
    return timed_join(thread, result, (lc_deadline){CLOCK_REALTIME, time}, "pthread_timedjoin_np", LC_CALLER);
}

LC_REPLACES int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *time) {
    return timed_join(thread, result, (lc_deadline){clock, time}, "pthread_clockjoin_np", LC_CALLER);
}

/* ---- cancelling ---- */

LC_REPLACES int pthread_cancel(pthread_t thread) {
    (void)thread;
    if (lc_m.in_code) lc_unsupported("pthread_cancel", "cancelling threads is not modelled", LC_CALLER);
    return ESRCH;
}

LC_REPLACES void pthread_testcancel(void) {}

LC_REPLACES int pthread_setcancelstate(int state, int *old) {
    (void)state;
    if (old) *old = PTHREAD_CANCEL_ENABLE;
    return 0;
}

LC_REPLACES int pthread_setcanceltype(int type, int *old) {
    (void)type;
    if (old) *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

/* ---- without effect ---- */

LC_REPLACES int pthread_setname_np(pthread_t thread, const char *name) {
    (void)thread;
    return strlen(name) < 16 ? 0 : ERANGE;
}

LC_REPLACES int pthread_getname_np(pthread_t thread, char *name, size_t size) {
    (void)thread;
    if (size < 16) return ERANGE;
    strcpy(name, "thread");
    return 0;
}

LC_REPLACES int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
    (void)thread, (void)policy, (void)parameters;
    return 0;
}

LC_REPLACES int pthread_getschedparam(pthread_t thread, int *restrict policy, struct sched_param *restrict parameters) {
    (void)thread;
    *policy = SCHED_OTHER;
    memset(parameters, 0, sizeof *parameters);
    return 0;
}

LC_REPLACES int pthread_setschedprio(pthread_t thread, int priority) {
    (void)thread, (void)priority;
    return 0;
}

LC_REPLACES int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    (void)thread, (void)size, (void)set;
    return 0;
}

LC_REPLACES int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    (void)thread;
    memset(set, 0, size);
    CPU_SET_S(0, size, set);
    return 0;
}

LC_REPLACES int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
    unsigned number = lc_m.in_code ? lc_thread_number(thread, "pthread_getattr_np", LC_CALLER) : 0;
    int error = pthread_attr_init(attributes);
    if (!error) error = pthread_attr_setstack(attributes, lc_m.threads[number].stack, lc_m.stack_size);
    return error;
}

LC_REPLACES int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    (void)thread;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
