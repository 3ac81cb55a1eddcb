/* The memory that every execution of a test starts from: the body of the test (LINCE_TEST) and its setup are run, and
 * the image is taken after them.
 *
 * Both run as code under test, in the first thread of the machine: their allocations are on the heap that is restored,
 * their clocks and random numbers are modelled and the same in every worker, and a crash is reported.
 *
 * The body runs once in each process, before the first execution.  A process that lists tests runs the bodies of all of
 * them, each from the memory that constructors left: a description must not depend on the tests before it.
 */
#include "target/explore/scenario.h"
#include "target/explore/walk.h"
#include "target/explore/worker.h"
#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/mapped.h"
#include "target/runtime/retry.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/world/world.h"

/* ---- the body ---- */

static bool leaves_threads(void) {
    for (unsigned i = 1; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].life == LCT_ALIVE || (lct_m.threads[i].life == LCT_FINISHED && !lct_m.threads[i].joined))
            return true;
    return false;
}

/* Threads take turns as in serial executions.  Loops that wait are not looked for. */
static void run_body(void (*body)(void)) {
    bool loops = lct_t.loops;
    lct_t.loops = false;
    lct_tree_begin(&lct_serial);
    lct_machine_run(body);
    lct_t.loops = loops;
    if (lct_m.outcome == LCT_COMPLETE && leaves_threads())
        lct_describe_mistake(
            "its body leaves a thread behind that is not joined: lince_test_setup may start threads "
            "that go on after it");
    else if (lct_m.outcome == LCT_STUCK) lct_describe_mistake("its body waits for something that never comes");
    else if (lct_m.outcome == LCT_TOO_LONG) lct_describe_mistake("its body takes more steps than --max-steps allows");
    else if (lct_m.outcome == LCT_ALLOWED) lct_describe_mistake("its body fails");
}

const lct_test *lct_prepare_test(unsigned index) { return lct_describe_by(index, run_body); }

void lct_prepare_list(void (*visit)(const lct_test *)) {
    unsigned count = lct_test_count();
    if (count > 1) lct_image_take_once();
    for (unsigned i = 0; i < count; i++) {
        visit(lct_prepare_test(i));
        if (i + 1 == count) break;
        lct_image_restore();
        lct_heap_reset();
    }
}

/* ---- the setup ---- */

/* Its threads take turns as in serial executions.  Where a loop may wait that was not known, it is run again, to look
 * at that more closely. */
static void run_setup(void) {
    enum { TIMES = 100 };
    bool retry = lct_m.retry, loops = lct_t.loops;
    lct_t.loops =
        LCT_RETRY_POSSIBLE && lct_w.control->config.retry == LCT_RETRY_AUTO; /* no schedule covers the setup */
    lct_calls_mark();
    lct_image_take_once();
    lct_tree_begin(&lct_serial);
    lct_machine_run(lct_scenario_set_up);
    for (unsigned i = 0; i < TIMES && lct_m.outcome == LCT_REDUNDANT && lct_t.new_races && !lct_w.failed; i++) {
        lct_promoted_apply();
        lct_image_restore();
        lct_heap_reset();
        lct_tree_begin(&lct_serial);
        lct_machine_run(lct_scenario_set_up);
    }
    lct_promoted_forget();
    lct_m.retry = retry;
    lct_t.loops = loops;
}

static void complain_about_setup(void) {
    uintptr_t pc = lct_m.threads[0].life == LCT_ALIVE ? lct_m.threads[0].pending.pc : 0;
    if (lct_m.outcome != LCT_STUCK)
        lct_explorer.report_failure(LCT_FAILS_LIMIT, pc, 0,
                                    "the setup of the test takes more steps than --max-steps allows");
    else
        lct_explorer.report_failure(lct_t.spinning ? LCT_FAILS_SPINNING : LCT_FAILS_DEADLOCK, pc, 0,
                                    "the setup of the test waits for something that never comes");
}

/* Threads cannot be remembered: where some are left, the image is the memory that the setup found, and every execution
 * begins with the setup. */
bool lct_prepare_setup(void) {
    run_setup();
    if (!lct_w.failed && lct_world_forked())
        lct_explorer.report_failure(LCT_FAILS_UNSUPPORTED, 0, 0, lct_world_forked_words);
    if (lct_w.failed) return false;
    if (lct_m.outcome != LCT_COMPLETE) {
        complain_about_setup();
        return false;
    }
    if (lct_scenario_has_residents()) {
        lct_image_restore();
        lct_heap_reset();
    } else lct_calls_mark();
    lct_image_take();
    lct_snapshot_allow();
    if (!lct_mapped_twice()) return true;
    lct_explorer.report_failure(
        LCT_FAILS_UNSUPPORTED, 0, 0,
        "the test has mapped the same part of a file twice: which accesses are to the same memory cannot be "
        "distinguished by their addresses");
    return false;
}
