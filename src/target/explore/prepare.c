/* The memory that every execution of a test starts from: the body of the test (LINCE_TEST) and its setup are run, and
 * the image is taken after them.
 *
 * Both run as code under test, in the first thread of the machine: what they allocate is on the heap that is restored,
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
    for (unsigned i = 1; i < lc_m.thread_count; i++)
        if (lc_m.threads[i].life == LC_ALIVE || (lc_m.threads[i].life == LC_FINISHED && !lc_m.threads[i].joined))
            return true;
    return false;
}

/* Threads take turns as in serial executions.  Loops that wait are not looked for. */
static void run_body(void (*body)(void)) {
    bool loops = lc_t.loops;
    lc_t.loops = false;
    lc_tree_begin(&lc_serial);
    lc_machine_run(body);
    lc_t.loops = loops;
    if (lc_m.outcome == LC_COMPLETE && leaves_threads())
        lc_describe_mistake(
            "its body leaves a thread behind that is not joined: lince_test_setup may start threads "
            "that go on after it");
    else if (lc_m.outcome == LC_STUCK) lc_describe_mistake("its body waits for something that never comes");
    else if (lc_m.outcome == LC_TOO_LONG) lc_describe_mistake("its body takes more steps than --max-steps allows");
    else if (lc_m.outcome == LC_ALLOWED) lc_describe_mistake("its body fails");
}

const lc_test *lc_prepare_test(unsigned index) { return lc_describe_by(index, run_body); }

void lc_prepare_list(void (*visit)(const lc_test *)) {
    unsigned count = lc_test_count();
    if (count > 1) lc_image_take_once();
    for (unsigned i = 0; i < count; i++) {
        visit(lc_prepare_test(i));
        if (i + 1 == count) break;
        lc_image_restore();
        lc_heap_reset();
    }
}

/* ---- the setup ---- */

/* Its threads take turns as in serial executions.  Where a loop may wait that was not known, it is run again, to look
 * at that more closely. */
static void run_setup(void) {
    enum { TIMES = 100 };
    bool retry = lc_m.retry, loops = lc_t.loops;
    lc_t.loops = LC_RETRY_POSSIBLE && lc_w.control->config.retry == LC_RETRY_AUTO; /* no schedule covers the setup */
    lc_calls_mark();
    lc_image_take_once();
    lc_tree_begin(&lc_serial);
    lc_machine_run(lc_scenario_set_up);
    for (unsigned i = 0; i < TIMES && lc_m.outcome == LC_REDUNDANT && lc_t.new_races && !lc_w.failed; i++) {
        lc_racy_apply();
        lc_image_restore();
        lc_heap_reset();
        lc_tree_begin(&lc_serial);
        lc_machine_run(lc_scenario_set_up);
    }
    lc_racy_forget();
    lc_m.retry = retry;
    lc_t.loops = loops;
}

static void complain_about_setup(void) {
    uintptr_t pc = lc_m.threads[0].life == LC_ALIVE ? lc_m.threads[0].pending.pc : 0;
    if (lc_m.outcome != LC_STUCK)
        lc_explorer.report_failure(LC_FAILS_LIMIT, pc, 0,
                                   "the setup of the test takes more steps than --max-steps allows");
    else
        lc_explorer.report_failure(lc_t.spinning ? LC_FAILS_SPINNING : LC_FAILS_DEADLOCK, pc, 0,
                                   "the setup of the test waits for something that never comes");
}

/* Threads cannot be remembered: where some are left, the image is the memory that the setup found, and every execution
 * begins with the setup. */
bool lc_prepare_setup(void) {
    run_setup();
    if (!lc_w.failed && lc_world_forked())
        lc_explorer.report_failure(LC_FAILS_UNSUPPORTED, 0, 0, lc_world_forked_words);
    if (lc_w.failed) return false;
    if (lc_m.outcome != LC_COMPLETE) {
        complain_about_setup();
        return false;
    }
    if (lc_scenario_has_residents()) {
        lc_image_restore();
        lc_heap_reset();
    } else lc_calls_mark();
    lc_image_take();
    lc_snapshot_allow();
    if (!lc_mapped_twice()) return true;
    lc_explorer.report_failure(
        LC_FAILS_UNSUPPORTED, 0, 0,
        "the test has mapped the same part of a file twice: which accesses are to the same memory cannot be "
        "told by their addresses");
    return false;
}
