/* One run of a scenario by real threads, in a process of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/stamp.h"
#include "target/explore/control.h"
#include "target/explore/scenario.h"
#include "target/stress/board.h"
#include "target/stress/self.h"

bool lct_running = false, lct_setting_up = false;

static struct {
    const lct_test *test;
    const lct_scenario *scenario;
    unsigned names[LCT_OPS];
    unsigned processors;
    unsigned arrived, ready; /* threads */
    uint32_t go;
} now;

/* A call that the protocol does not allow after the results so far is left out. */
static void make_calls(const lct_scenario_part *part, const lct_protocol *protocol) {
    lct_protocol_places places = protocol->first;
    for (unsigned i = 0; i < part->count; i++) {
        const lct_scenario_call *call = &part->calls[i];
        const lct_test_op *op = &now.test->ops[call->op];
        if (!lct_protocol_offers(protocol, places, call->op)) continue;
        int64_t values[LCT_ARGUMENTS];
        unsigned count;
        lct_op_values(op, call->arguments, values);
        lct_run_call(now.names[call->op], op->count, values, op->call ? (uintptr_t)op->call : (uintptr_t)op->function);
        int64_t result = lct_call_op(op, call->arguments, &count);
        lct_run_return(count, &result, 0);
        places = lct_protocol_after(protocol, places, call->op, count ? &result : NULL);
    }
}

/* ---- threads ---- */

/* All start together.  A thread that has to wait sleeps, because there may be fewer processors than threads, and those
 * still to arrive need them.  The last to arrive wakes all; then the threads that can run at the same time wait for
 * each other for a moment in a busy loop, so that they set off within a few instructions. */
static void start_together(void) {
    enum { PATIENCE = 3000 };
    const unsigned count = now.scenario->thread_count, together = count < now.processors ? count : now.processors;
    if (__atomic_add_fetch(&now.arrived, 1, __ATOMIC_ACQ_REL) == count) {
        __atomic_store_n(&now.go, 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &now.go, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    }
    while (!__atomic_load_n(&now.go, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, &now.go, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    errno = 0; /* as it is in a new thread */
    __atomic_fetch_add(&now.ready, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < PATIENCE && __atomic_load_n(&now.ready, __ATOMIC_RELAXED) < together; i++) {}
}

static void *thread_main(void *argument) {
    unsigned index = (unsigned)(uintptr_t)argument;
    lct_self_become(index + 1);
    lct_run_log *log = &lct_b->logs[lct_s.number];
    /* Memory that is touched for the first time takes its time: not in the midst of an operation. */
    unsigned events = now.scenario->kind == LCT_SCENARIO_CALLS ? 2 * now.scenario->threads[index].count : 1;
    for (unsigned i = 0; i < events; i += 4096 / sizeof *log->events) log->events[i].at = 0;
    const lct_protocol *protocol = lct_part_protocol(now.test, &now.scenario->threads[index]);
    start_together();
    if (now.scenario->kind == LCT_SCENARIO_CALLS) make_calls(&now.scenario->threads[index], protocol);
    else {
        if (lct_shake_within()) lct_step_begin((uintptr_t)now.test->thread[index]);
        now.test->thread[index]();
        lct_step_end();
    }
    return NULL;
}

/* The threads of a scenario have the first numbers, however many more the test starts: --wrap is for those. */
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static void run_threads(void) {
    pthread_t threads[LCT_TEST_THREADS];
    const unsigned count = now.scenario->thread_count;
    for (unsigned i = 0; i < count; i++)
        if (__real_pthread_create(&threads[i], NULL, thread_main, (void *)(uintptr_t)i) != 0)
            lct_run_fail(LCT_FAILS_LIMIT, 0, 0, "the system gives no more than %u threads", i);
    for (unsigned i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

/* ---- the whole ---- */

static void check_invariant(void) {
    if (now.test->invariant && !now.test->invariant())
        lct_run_fail(LCT_FAILS_INVARIANT, (uintptr_t)now.test->invariant, 0, "the invariant does not hold");
}

static void run_program(void) {
    char name[] = "main", *arguments[] = {name, NULL};
    int status = __real_main(1, arguments, environ);
    if (status) lct_run_fail(LCT_FAILS_EXIT, (uintptr_t)__real_main, 0, "main returned %d", status);
}

static void run_test(void) {
    lct_setting_up = true;
    if (now.test->setup) now.test->setup();
    lct_setting_up = false;
    check_invariant();
    make_calls(&now.scenario->before, lct_part_protocol(now.test, &now.scenario->before));
    run_threads();
    check_invariant();
    make_calls(&now.scenario->after, lct_part_protocol(now.test, &now.scenario->after));
    if (now.test->finally) now.test->finally();
    check_invariant();
}

/* The operations of thread functions are not known in advance: two per thread are assumed. */
static unsigned operations_of(const lct_scenario *s) {
    unsigned count = s->kind == LCT_SCENARIO_CALLS ? 0 : 2 * s->thread_count;
    for (unsigned i = 0; s->kind == LCT_SCENARIO_CALLS && i < s->thread_count; i++) count += s->threads[i].count;
    return count;
}

/* The dispositions that a program normally has.  The command and the worker ignore some of these signals: requests to
 * end, which the run does not get because it is in a process group of its own, and failures to write. */
static void restore_signals(void) {
    static const int changed[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, LCT_END_SIGNAL_OF_STRESS};
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) signal(changed[i], SIG_DFL);
}

void lct_run(const lct_test *test, const lct_scenario *scenario, const lct_run_plan *plan) {
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != plan->parent) _exit(1); /* it has died already */
    restore_signals();
    now.test = test;
    now.scenario = scenario;
    for (unsigned i = 0; i < test->op_count; i++) now.names[i] = lct_board_name(test->ops[i].name);
    lct_running = true;
    now.processors = plan->processors;
    lct_shake_choose(plan, operations_of(scenario));
    lct_self_become(0);
    lct_run_catch();
    if (scenario->kind != LCT_SCENARIO_PROGRAM) lct_b->thread_count += scenario->thread_count;
    lct_b->began = lc_stamp_return(0);
    if (scenario->kind == LCT_SCENARIO_PROGRAM) run_program();
    else run_test();
    lct_b->ended = lc_stamp_call(0);
    __atomic_store_n(&lct_b->state, LCT_RUN_COMPLETE, __ATOMIC_RELEASE);
    syscall(SYS_futex, &lct_b->state, FUTEX_WAKE, 1, NULL, NULL, 0);
    _exit(0);
}
