/* One execution, as a trace says. */
#include "target/explore/progress.h"
#include "target/explore/scenario.h"
#include "target/explore/worker.h"
#include "target/runtime/heap.h"

static uint32_t position LC_STATE = 0, rounds LC_STATE = 0;
static bool operation_ended LC_STATE = false;

static void start(void) { position = rounds = 0; }

/* The trace says that here this thread goes round for ever.  That is tried: it runs on alone, for a while. */
static int go_round(unsigned thread, const lc_node *node) {
    enum { A_WHILE = 500 };
    if (!rounds++) {
        operation_ended = lc_t.returned = false;
        lc_m.tracing = false;
    }
    bool can = thread < LC_THREADS && node->enabled >> thread & 1;
    operation_ended |= thread < LC_THREADS && rounds > 1 && lc_t.returned;
    if (can && rounds < A_WHILE && !operation_ended) return (int)thread;
    lc_m.tracing = !lc_w.rehearses;
    if (operation_ended)
        lc_machine_fail(LC_FAILS_NONDETERMINISM, 0, 0, "%s does end its operation here", lc_thread_name(thread));
    lc_progress_refuted(thread);
}

/* Loops are not looked for here.  If the trace says that the first thread has found all residents idle, those that
 * could go on were going round, as far as it is possible at all. */
static void believe_idle(lc_node *node) {
    lc_thread *first = &lc_m.threads[0];
    for (unsigned i = 1; i < lc_m.thread_count; i++)
        if (lc_m.threads[i].resident) lc_t.spinning |= lc_m.free & (lc_mask)(1u << i);
    if (first->ready && first->ready(first->ready_argument)) node->enabled |= 1;
    lc_t.spinning = 0;
}

/* It was looked at when residents were found idle, which in a replay is known at the end of the trace only. */
static void check_invariant(void) {
    if (!lc_t.invariant || !lc_t.returned || lc_r.open || !lc_thread_residents_rest()) return;
    lc_t.returned = false;
    if (!lc_scenario_invariant()) lc_machine_fail(LC_FAILS_INVARIANT, 0, 0, LC_INVARIANT_FAILS);
}

static int choose(uint32_t depth, lc_node *node) {
    const lc_control *control = lc_w.control;
    if (control->config.stop_after && depth >= control->config.stop_after) lc_stop(LC_REDUNDANT);
    if (position >= control->schedule_length && control->config.loops) return go_round(control->config.loops - 1, node);
    if (position >= control->schedule_length) {
        /* It ended here, because nobody could go on: who does not wait for a lock or the like went round a loop. */
        lc_t.spinning = lc_m.free;
        check_invariant();
        lc_stop(LC_STUCK);
    }
    unsigned chosen = control->schedule[position++];
    if (!chosen && !(node->enabled & 1)) believe_idle(node);
    if (chosen >= LC_THREADS || !(node->enabled >> chosen & 1))
        lc_machine_fail(LC_FAILS_NONDETERMINISM, 0, 0, "at step %u the trace wants %s, which cannot go on there",
                        depth + 1, chosen < LC_THREADS ? lc_thread_name(chosen) : "a thread that there is not");
    if (lc_m.threads[chosen].pending.values) {
        unsigned value = position < control->schedule_length ? control->schedule[position] : 0;
        if (value & 0x80) position++;
        value &= 0x7f;
        lc_m.choices[depth] = (uint8_t)(value < lc_m.threads[chosen].pending.values ? value : 0);
    }
    return (int)chosen;
}

static bool next(void) { return false; }

const lc_strategy lc_replay = {.start = start, .choose = choose, .next = next};

/* The same execution before, for the state that such a one leaves; up to one that fails. */
static void rehearse(unsigned times) {
    lc_w.rehearses = true;
    lc_m.outcome = LC_COMPLETE;
    for (unsigned i = 0; i < times && lc_m.outcome != LC_FAILED; i++) {
        lc_tree_begin(&lc_replay);
        lc_tree_run(lc_scenario_body);
    }
    lc_w.rehearses = false;
}

enum lc_worker_end lc_replay_run(const char **why) {
    const lc_config *config = &lc_w.control->config;
    static char problem[LC_SCENARIO_ERROR] LC_STATE = "";
    if (!lc_scenarios_start(lc_w.test, config->scenario, config->seed, problem, sizeof problem)) {
        *why = problem;
        return LC_WORKER_BAD_SCENARIO;
    }
    const lc_scenario *scenario = lc_scenarios_next();
    *why = "the test has no scenario";
    if (!scenario) return LC_WORKER_MISTAKE;
    *why = NULL;
    lc_scenario_print(lc_w.test, scenario, lc_w.text, sizeof lc_w.text);
    lc_scenario_use(lc_w.test, scenario);
    lc_racy_import(); /* which plain accesses were steps is part of what is replayed */
    lc_heap_set_policy(config->heap);
    lc_w.heap = config->heap;
    rehearse(config->rehearsals);
    lc_m.tracing = true;
    lc_inspect_prepare(true);
    lc_tree_begin(&lc_replay);
    lc_debug_begin();
    lc_stuck_begin();
    lc_tree_run(lc_scenario_body);
    if (lc_m.outcome == LC_STUCK) lc_record_waiting();
    lc_trace_flush();
    lc_m.tracing = false;
    if (config->stop_after) lc_say_threads();
    lc_identity identity = lc_current_identity();
    if (lc_m.outcome == LC_STUCK && !lc_may_wait()) lc_complain_stuck();
    else if (lc_m.outcome == LC_TOO_LONG) {
        *why = "the execution is longer than --max-steps allows";
        return LC_WORKER_MISTAKE;
    } else if (lc_m.outcome == LC_COMPLETE || lc_m.outcome == LC_STUCK || lc_m.outcome == LC_ALLOWED)
        lc_say_history(false, lc_how_complete(), lc_stuck_report(), &identity, lc_r.log, lc_r.length);
    if (lc_m.outcome == LC_STUCK) lc_tell_stuck();
    return LC_WORKER_DONE;
}
