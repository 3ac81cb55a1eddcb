/* The substitute for the main of the program under test: it maps the control block and runs scenarios, each in a
 * process of its own, until something is found or the budget is spent.
 *
 * It reports events in the same messages as the runtime that controls threads (target/explore/control.h), so that the
 * command need not distinguish the two.  This process has one thread and runs none of the code under test but
 * descriptions: it stays as it was, and every process forked from it starts from there.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stamp.h"
#include "target/explore/control.h"
#include "target/explore/message.h"
#include "target/explore/sample.h"
#include "target/stress/board.h"
#include "target/stress/choose.h"
#include "target/stress/merge.h"
#include "target/stress/self.h"
#include "target/stress/shared.h"
#include "target/stress/watch.h"

/* Runs of a scenario before the next; more where each scenario costs the command something. */
enum { FEW_RUNS = 2, MANY_RUNS = 100 };
enum { STAGE = LCT_STAGE_SERIAL + 1 }; /* there is only one */

static struct {
    lct_control *control;
    unsigned number, processors;
    lct_worker_progress *progress;
    const lct_test *test;
    uint32_t scenario;
    const char *text; /* of the scenario */
    uint64_t run;     /* counted over all workers */
    bool failed;
    bool no_steps; /* threads are not interrupted between instructions: the program does not bear it */
    lct_merged history;
} w;

static const lct_config *config(void) { return &w.control->config; }

/* ---- when to end ---- */

/* Something was found, or everything is to end. */
static bool stops(void) {
    return __atomic_load_n(&w.control->stop, __ATOMIC_RELAXED) ||
           (!config()->all_failures && __atomic_load_n(&w.control->first_failure, __ATOMIC_RELAXED));
}

/* There are no steps to count: a number that changes is a sign of life. */
static void lives(void) { __atomic_store_n(&w.progress->steps, w.progress->steps + 1, __ATOMIC_RELAXED); }

/* ---- messages ---- */

static lct_identity identity(void) {
    return (lct_identity){.scenario = w.scenario, .text = w.text, .stage = STAGE, .task = w.run};
}

static bool is_allowed(int kind) { return config()->allowed >> kind & 1; }

static void report_doubtful(int kind, unsigned thread, uint64_t pc, uint64_t address, const char *message,
                            const char *doubt) {
    if (is_allowed(kind)) return;
    w.failed = true;
    uint64_t mine = w.run + 1, first = __atomic_load_n(&w.control->first_failure, __ATOMIC_RELAXED);
    while (!config()->all_failures && (!first || mine < first) &&
           !__atomic_compare_exchange_n(&w.control->first_failure, &first, mine, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {}
    lct_identity id = identity();
    lct_failure_report failure = {
        .kind = (uint32_t)kind, .message = message, .thread = thread, .pc = pc, .address = address, .doubt = doubt};
    lct_send_failure(&failure, &id, w.history.log, w.history.length);
}

static void report_failure(int kind, unsigned thread, uint64_t pc, uint64_t address, const char *message) {
    report_doubtful(kind, thread, pc, address, message, NULL);
}

/* ---- how a run ended ---- */

static const char *thread_name(unsigned thread, char *name, size_t size) {
    snprintf(name, size, thread ? "T%u" : "main", thread);
    return name;
}

/* Which threads have not ended, and in which operation: `T1 waits in enq, T2 waits`. */
static void describe_threads(char *message, size_t size, const char *words, const char *verb) {
    char name[16];
    size_t length = (size_t)snprintf(message, size, "%s", words);
    const char *between = ": ";
    for (unsigned i = 0; i < lct_b->thread_count && i < LCT_RUN_THREADS && length < size - 1; i++) {
        bool busy = lct_board_in_operation(i);
        if (!lct_board_alive(i) || (!i && !busy)) continue;
        int more = snprintf(message + length, size - length, "%s%s %s%s%s", between, thread_name(i, name, sizeof name),
                            verb, busy ? " in " : "", busy ? lct_board_operation(i) : "");
        length += more > 0 ? (size_t)more : 0;
        between = ", ";
    }
}

static void report_history(enum lct_completeness complete, const lct_failure_report *stuck) {
    lct_digest digest = lct_merged_digest(&w.history, w.text);
    digest.a += complete;
    if (!lct_digest_is_new(digest) && !config()->no_deduplication) return;
    w.progress->histories++;
    lct_identity id = identity();
    lct_send_history(false, complete, stuck, &id, w.history.log, w.history.length, &(lct_history_order){0});
}

static bool only_operations_wait(void) {
    if (!lct_board_open()) return false;
    for (unsigned i = 1; i < lct_b->thread_count && i < LCT_RUN_THREADS; i++)
        if (lct_board_alive(i) && !lct_board_in_operation(i) && !lct_b->logs[i].resident) return false;
    return true;
}

/* As the test declares that operations may. */
static bool may_wait(void) { return w.test->blocking && only_operations_wait(); }

/* A failure, unless the specification lets the operations wait, which the command judges. */
static void report_stuck(int kind, const char *words, const char *verb, const char *doubt) {
    char message[LCT_RUN_MESSAGE];
    describe_threads(message, sizeof message, words, verb);
    lct_failure_report stuck = {.kind = (uint32_t)kind, .message = message, .doubt = doubt};
    if (config()->waits && only_operations_wait()) report_history(LCT_ALL_WAIT, &stuck);
    else report_doubtful(kind, 0, 0, 0, message, doubt);
}

static void report_deadlock(void) {
    if (may_wait()) report_history(LCT_ALL_WAIT, NULL);
    else if (is_allowed(LCT_FAILS_DEADLOCK)) report_history(LCT_INCOMPLETE, NULL);
    else report_stuck(LCT_FAILS_DEADLOCK, "no thread can go on", "waits", NULL);
}

/* All have slept for a while, and the system does not report the reason. */
static void report_asleep(void) {
    lct_send_warning(
        "the system does not report what threads wait for, so runs in which all have slept for --stuck-after "
        "are given up, and a lack of progress is not found there");
    if (may_wait() || is_allowed(LCT_FAILS_DEADLOCK)) report_history(LCT_INCOMPLETE, NULL);
    else
        report_stuck(LCT_FAILS_DEADLOCK, "no thread has made progress for --stuck-after", "waits",
                     "the system does not report what threads wait for, and they may only have slept");
}

/* Operations that may wait do so without sleeping in a futex: it cannot be decided whether they would go on some time.
 */
static void report_patient(void) {
    lct_send_warning(
        "operations wait in loops, or with time limits, for so long that they were given up: whether they wait "
        "for ever is not known, so a lack of progress is not found there");
    report_history(LCT_INCOMPLETE, NULL);
}

static void report_complete(void) {
    if (w.history.cut) {
        report_failure(LCT_FAILS_LIMIT, 0, 0, 0, "there are too many operations in one run");
    } else if (w.history.off) {
        lct_send_warning("the processors do not agree on the time, so the clock of the system is used");
        lc_stamp_doubt();
        lct_run_leap = lc_stamp_grain();
    } else report_history(lct_board_open() ? LCT_INCOMPLETE : LCT_ALL_RETURNED, NULL);
}

static void report_exit(int status) {
    char message[LCT_RUN_MESSAGE];
    enum { NO_MEMORY = 71 };
    if (status == LCT_EXIT_BUG) _exit(LCT_EXIT_BUG); /* the run has written which */
    snprintf(message, sizeof message, "the program ended in the middle, with exit status %d", status);
    if (status == NO_MEMORY) report_failure(LCT_FAILS_LIMIT, 0, 0, 0, "there is no memory left");
    else report_failure(LCT_FAILS_EXIT, 0, 0, 0, message);
}

static void report_signal(int signal) {
    char message[LCT_RUN_MESSAGE];
    snprintf(message, sizeof message, "crash: %s", strsignal(signal));
    if (signal == SIGTRAP && !w.no_steps) { /* it blocks signals while it is interrupted: that is not its fault */
        w.no_steps = true;
        return;
    }
    if (signal == SIGKILL)
        report_failure(LCT_FAILS_LIMIT, 0, 0, 0, "the program was killed, perhaps for want of memory");
    else report_failure(LCT_FAILS_CRASH, 0, 0, 0, message);
}

static void report_end(lct_run_end end, int status) {
    char words[120];
    lct_merge(&w.history);
    switch (end) {
    case LCT_END_COMPLETE: report_complete(); break;
    case LCT_END_FAILED:
        lct_b->message[sizeof lct_b->message - 1] = 0;
        report_failure((int)(lct_b->kind < LCT_FAILURES ? lct_b->kind : LCT_FAILS_CRASH), lct_b->thread & 255,
                       lct_b->pc, lct_b->address, lct_b->message);
        break;
    case LCT_END_STUCK: report_deadlock(); break;
    case LCT_END_ASLEEP: report_asleep(); break;
    case LCT_END_BUSY:
    case LCT_END_IDLE:
        if (may_wait()) {
            report_patient();
            break;
        }
        snprintf(words, sizeof words, "no operation was called or returned for %d s of processor time",
                 LCT_BUSY_SECONDS);
        if (end == LCT_END_IDLE)
            snprintf(words, sizeof words, "no operation was called or returned for %d s", LCT_IDLE_SECONDS);
        report_stuck(LCT_FAILS_HANG, words, "has not ended", NULL);
        break;
    case LCT_END_EXIT: report_exit(status); break;
    case LCT_END_SIGNAL: report_signal(status); break;
    case LCT_END_DROPPED:
    case LCT_END_STOPPED: break;
    }
}

/* ---- the end of everything ---- */

/* The run that goes on, and its group of processes: the code under test may start some.  0: there is none. */
static volatile pid_t current_run;

/* None of them outlives the worker, nor the worker the command. */
static void on_end(int signal) {
    (void)signal;
    if (current_run) kill(-current_run, SIGKILL);
    kill(getpid(), SIGKILL);
}

/* Until now the kernel would have killed this process at the death of the command (tester/driver/start.c); from now on
 * it sends a signal that leaves time for the run. */
static void end_with_run(void) {
    signal(LCT_END_SIGNAL_OF_STRESS, on_end);
    (void)prctl(PR_SET_PDEATHSIG, LCT_END_SIGNAL_OF_STRESS);
}

/* ---- running ---- */

static uint64_t seed_of(uint64_t run) { return lct_splitmix_mix(config()->seed * 0x9e3779b97f4a7c15u + run); }

/* False: everything is to end. */
static bool run_once(const lct_scenario *scenario) {
    w.run = __atomic_fetch_add(&w.control->executions, 1, __ATOMIC_RELAXED);
    if (w.run >= config()->max_executions || stops()) return false;
    lct_run_watch watch = {.stuck_after = config()->stuck_after, .stops = stops, .lives = lives};
    lct_run_plan plan = {.parent = getpid(),
                         .seed = seed_of(w.run),
                         .processors = w.processors,
                         .no_steps = w.no_steps,
                         .wakes = config()->spurious};
    lct_board_clear();
    pid_t pid = fork();
    if (pid == 0) lct_run(w.test, scenario, &plan);
    if (pid < 0) lct_out_of_memory();
    (void)setpgid(pid, pid); /* as it does itself: it is done before anything else happens on either side */
    current_run = pid;
    lct_run_end end = lct_watch_run(&watch, pid);
    if (end == LCT_END_DROPPED) {
        __atomic_store_n(&w.progress->redundant, w.progress->redundant + 1, __ATOMIC_RELAXED);
        __atomic_store_n(&w.progress->blocked, w.progress->blocked + 1, __ATOMIC_RELAXED);
    } else if (end != LCT_END_STOPPED)
        __atomic_store_n(&w.progress->executions, w.progress->executions + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&w.progress->steps, 0, __ATOMIC_RELAXED);
    report_end(end, watch.status);
    lct_watch_end(pid);
    current_run = 0;
    return end != LCT_END_STOPPED;
}

static bool run_scenario(void) {
    const lct_scenario *scenario = lct_choose_next(&w.scenario, &w.text);
    uint64_t before = w.progress->executions, dropped = w.progress->blocked;
    w.progress->scenario = w.scenario;
    bool goes_on = true;
    int runs = config()->serial_first ? MANY_RUNS : FEW_RUNS;
    for (int i = 0; i < runs && goes_on; i++) goes_on = run_once(scenario);
    dropped = w.progress->blocked - dropped;
    if (w.progress->executions == before && !dropped) return goes_on;
    lct_send_scenario(w.scenario, w.text);
    lct_send_stage(&(lct_stage_report){.scenario = w.scenario,
                                       .stage = STAGE,
                                       .name = {.kind = LCT_DOES_STRESS},
                                       .executions = w.progress->executions - before,
                                       .redundant = dropped,
                                       .blocked = dropped,
                                       .excluded = dropped,
                                       .complete = true});
    return goes_on;
}

static enum lct_worker_end work(const char **why) {
    static char problem[LCT_SCENARIO_ERROR];
    int index = lct_test_find(config()->test);
    *why = "there is no test of this name in the program";
    if (index < 0) return LCT_WORKER_MISTAKE;
    w.test = lct_describe((unsigned)index);
    *why = w.test->mistakes;
    if (**why) return LCT_WORKER_MISTAKE;
    if (config()->balanced) lct_describe_balanced();
    if (*config()->order) lct_describe_order(config()->order);
    if (config()->parties) lct_describe_meeting(config()->parties);
    *why = w.test->mistakes;
    if (**why) return LCT_WORKER_MISTAKE;
    for (unsigned i = 0; i < w.test->op_count; i++) {
        unsigned name = lct_board_name(w.test->ops[i].name);
        if (name < LCT_RUN_NAMES) lct_r.options[name] = w.test->ops[i].option;
    }
    *why = lct_shared_make_private((const void *const[]){w.control, lct_b, lct_b->values}, 3);
    if (*why) return LCT_WORKER_MISTAKE;
    *why = problem;
    if (!lct_choose_start(w.test, config()->scenario, seed_of(w.number), problem, sizeof problem))
        return LCT_WORKER_BAD_SCENARIO;
    *why = NULL;
    if (!w.number) lct_send_scenarios(lct_choose_count(), 0, true, 0);
    __atomic_store_n(&w.progress->stage, lct_stage_pack((lct_stage_name){.kind = LCT_DOES_STRESS}), __ATOMIC_RELAXED);
    while (run_scenario()) {}
    if (w.failed) return LCT_WORKER_FOUND;
    return __atomic_load_n(&w.control->stop, __ATOMIC_RELAXED) ? LCT_WORKER_STOPPED : LCT_WORKER_DONE;
}

/* ---- starting ---- */

static bool map_control(void) {
    struct stat info;
    if (fstat(LCT_CONTROL_FD, &info) != 0 || (size_t)info.st_size < sizeof(lct_control)) return false;
    lct_control *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, LCT_CONTROL_FD, 0);
    if (c == MAP_FAILED || c->magic != LCT_CONTROL_MAGIC || c->size != sizeof *c) return false;
    w.control = c;
    return true;
}

static void list_tests(void) {
    for (unsigned i = 0; i < lct_test_count(); i++) lct_send_test(lct_describe(i));
    lct_send_end(LCT_WORKER_DONE, NULL);
}

int __wrap_main(int argc, char **argv);
int __wrap_main(int argc, char **argv) {
    (void)argc;
    if (!map_control()) {
        fprintf(stderr, "%s: built for `lince test --strategy stress`, which runs it\n", argv[0]);
        return 2;
    }
    w.number = __atomic_fetch_add(&w.control->workers, 1, __ATOMIC_RELAXED) % LCT_JOBS_MAX;
    w.progress = &w.control->progress[w.number];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    w.processors = processors > 0 ? (unsigned)processors : 1;
    lc_stamp_init();
    lct_run_leap = lc_stamp_grain();
    lct_board_make();
    if (config()->mode == LCT_MODE_LIST) list_tests();
    else {
        const char *why;
        end_with_run();
        enum lct_worker_end end = work(&why);
        lct_send_end(end, why);
    }
    _exit(0);
}
