/* One execution, as given by a trace. */
#include "target/explore/graph.h"
#include "target/explore/progress.h"
#include "target/explore/record_order.h"
#include "target/explore/scenario.h"
#include "target/explore/stage.h"
#include "target/explore/worker.h"
#include "target/runtime/heap.h"
#include "target/runtime/versions.h"

static uint32_t position LCT_STATE = 0, rounds LCT_STATE = 0;
static bool operation_ended LCT_STATE = false;

static void start(void) { position = rounds = 0; }

/* In the trace this thread goes round forever here.  That is tried: it runs on alone, for a while. */
static int go_round(unsigned thread, const lct_node *node) {
    enum { A_WHILE = 500 };
    if (!rounds++) {
        operation_ended = lct_t.returned = false;
        lct_m.tracing = false;
    }
    bool can = thread < LCT_THREADS && node->enabled >> thread & 1;
    operation_ended |= thread < LCT_THREADS && rounds > 1 && lct_t.returned;
    if (can && rounds < A_WHILE && !operation_ended) return (int)thread;
    lct_m.tracing = !lct_w.rehearsing;
    if (operation_ended)
        lct_machine_fail(LCT_FAILS_NONDETERMINISM, 0, 0, "%s does end its operation here", lct_thread_name(thread));
    lct_progress_refuted(thread);
}

/* Loops are not looked for here.  If in the trace the first thread has found all residents idle, those that could go on
 * were going round, as far as it is possible at all. */
static void assume_idle(lct_node *node) {
    lct_thread *first = &lct_m.threads[0];
    for (unsigned i = 1; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].resident) lct_t.spinning |= lct_m.free & lct_bit(i);
    if (first->ready && first->ready(first->ready_argument)) node->enabled |= 1;
    lct_t.spinning = 0;
}

/* It was looked at when residents were found idle, which in a replay is known at the end of the trace only. */
static void check_invariant(void) {
    if (!lct_t.invariant || !lct_t.returned || lct_r.open || !lct_thread_residents_rest()) return;
    lct_t.returned = false;
    if (!lct_scenario_invariant()) lct_machine_fail(LCT_FAILS_INVARIANT, 0, 0, LCT_INVARIANT_FAILS);
}

static int choose(uint32_t depth, lct_node *node) {
    const lct_control *control = lct_w.control;
    if (control->config.stop_after && depth >= control->config.stop_after) lct_stop(LCT_REDUNDANT);
    if (position >= control->schedule_length && control->config.loops) return go_round(control->config.loops - 1, node);
    if (position >= control->schedule_length) {
        /* It ended here, because no thread could go on: a thread that does not wait for a lock or the like went round a
         * loop. */
        lct_t.spinning = lct_m.free;
        check_invariant();
        lct_stop(LCT_STUCK);
    }
    unsigned chosen = control->schedule[position++];
    if (!chosen && !(node->enabled & 1)) assume_idle(node);
    if (chosen >= LCT_THREADS || !(node->enabled >> chosen & 1))
        lct_machine_fail(LCT_FAILS_NONDETERMINISM, 0, 0, "at step %u the trace wants %s, which cannot go on there",
                         depth + 1, chosen < LCT_THREADS ? lct_thread_name(chosen) : "a thread that there is not");
    if (lct_m.weak && position < control->schedule_length && control->schedule[position] & 0x80)
        lct_m.choices[depth] = control->schedule[position++] & 0x7f; /* or a choice: both are kept alike */
    else if (lct_m.threads[chosen].pending.values) {
        unsigned value = position < control->schedule_length ? control->schedule[position] : 0;
        if (value & 0x80) position++;
        value &= 0x7f;
        lct_m.choices[depth] = (uint8_t)(value < lct_m.threads[chosen].pending.values ? value : 0);
    }
    return (int)chosen;
}

static bool next(void) { return false; }

const lct_strategy lct_replay = {.start = start, .choose = choose, .next = next};

/* The same execution before, for the state that such a one leaves; up to one that fails. */
static void rehearse(unsigned times) {
    lct_w.rehearsing = true;
    lct_m.outcome = LCT_COMPLETE;
    for (unsigned i = 0; i < times && lct_m.outcome != LCT_FAILED; i++) {
        lct_tree_begin(&lct_replay);
        lct_tree_run(lct_scenario_body);
    }
    lct_w.rehearsing = false;
}

/* Where atomic accesses overlap in part is found on the way; the trace does not have it. */
static void learn_blocks(void) {
    enum { TIMES = 1000 };
    bool again = lct_t.weak;
    for (unsigned i = 0; again && i < TIMES; i++) {
        rehearse(1);
        again = lct_t.new_races;
        if (again) lct_promoted_apply();
    }
}

static void send_history(const lct_identity *identity) {
    lct_history_order order;
    if (lct_record_order(&order))
        lct_send_history(false, lct_how_complete(), lct_stuck_report(), identity, lct_r.log, lct_r.length, &order);
}

/* LCT_MSG_VERSIONS. */
static void send_versions(void) {
    enum { PER_STEP = 3, PER_VERSION = 5 };
    size_t count = 2 + PER_STEP * (size_t)lct_m.depth + PER_VERSION * (size_t)lct_versions.count, at = 1;
    uint64_t *numbers = lct_reserve(count * sizeof *numbers);
    for (int32_t i = 0; i < lct_m.depth; i++) {
        if (!lct_versions.source[i] && !lct_versions.result[i]) continue;
        numbers[0]++;
        numbers[at++] = (uint64_t)i + 1;
        numbers[at++] = lct_versions.source[i];
        numbers[at++] = lct_versions.result[i];
    }
    numbers[at++] = lct_versions.count - 1;
    for (uint32_t i = 1; i < lct_versions.count; i++) {
        const lct_version *v = &lct_versions.at[i];
        numbers[at++] = v->location;
        numbers[at++] = v->older;
        numbers[at++] = (uint64_t)(v->step + 1);
        numbers[at++] = v->thread;
        numbers[at++] = (v->flags & LCT_VERSION_PLAIN) != 0;
    }
    lct_send_numbers(LCT_MSG_VERSIONS, numbers, at);
    lct_unreserve(numbers, count * sizeof *numbers);
}

enum lct_worker_end lct_replay_run(const char **why) {
    const lct_config *config = &lct_w.control->config;
    static char problem[LCT_SCENARIO_ERROR] LCT_STATE = "";
    if (!lct_scenarios_start(lct_w.test, config->scenario, config->seed, problem, sizeof problem)) {
        *why = problem;
        return LCT_WORKER_BAD_SCENARIO;
    }
    const lct_scenario *scenario = lct_scenarios_next();
    *why = "the test has no scenario";
    if (!scenario) return LCT_WORKER_MISTAKE;
    *why = NULL;
    lct_scenario_print(lct_w.test, scenario, lct_w.text, sizeof lct_w.text);
    lct_scenario_use(lct_w.test, scenario);
    lct_promoted_import(); /* the set of plain accesses that were steps is part of the replay */
    lct_heap_set_policy(config->heap);
    lct_w.heap = config->heap;
    lct_t.weak = lct_weak_of(config->memory, config->graphs);
    learn_blocks();
    rehearse(config->rehearsals);
    lct_m.tracing = true;
    lct_inspect_prepare(true);
    lct_tree_begin(&lct_replay);
    lct_debug_begin();
    lct_stuck_begin();
    lct_tree_run(lct_scenario_body);
    if (lct_m.outcome == LCT_STUCK) lct_record_waiting();
    lct_trace_flush();
    lct_m.tracing = false;
    if (config->orders && lct_m.weak) send_versions();
    if (config->stop_after) lct_send_threads();
    lct_identity identity = lct_current_identity();
    if (lct_m.outcome == LCT_STUCK && !lct_may_wait()) lct_complain_stuck();
    else if (lct_m.outcome == LCT_TOO_LONG) {
        *why = "the execution is longer than --max-steps allows";
        return LCT_WORKER_MISTAKE;
    } else if (lct_m.outcome == LCT_COMPLETE || lct_m.outcome == LCT_STUCK || lct_m.outcome == LCT_ALLOWED)
        send_history(&identity);
    if (lct_m.outcome == LCT_STUCK) lct_trace_stuck();
    return LCT_WORKER_DONE;
}
