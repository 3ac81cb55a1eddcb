/* The functions by which the explorer serves the runtime. */
#include "target/explore/resume.h"
#include "target/explore/worker.h"
#include "target/runtime/explorer.h"

void lc_tree_install(void) {
    lc_explorer_install(&(lc_explorer_calls){
        .choose_thread = lc_tree_choose_thread,
        .take_snapshot = lc_resume_take_snapshot,
        .thread_started = lc_tree_thread_started,
        .thread_ends = lc_tree_thread_ends,
        .spinning = lc_tree_spinning,
        .timed_out_repeatedly = lc_tree_timed_out_repeatedly,
        .reads_again = lc_tree_reads_again,
        .locks_again = lc_tree_locks_again,
        .locks_with = lc_tree_locks_with,
        .tried_lock = lc_tree_tried_lock,
        .was_read = lc_tree_was_read,
        .comes_after = lc_tree_comes_after,
        .comes_after_step = lc_tree_comes_after_step,
        .is_promoted = lc_racy,
        .promote = lc_racy_found,
        .shadow = lc_tree_shadow,
        .volatile_read = lc_tree_volatile_read,
        .shadows_matter = lc_tree_shadows_matter,
        .stack_is_shared = lc_tree_stack_is_shared,
        .call_begins = lc_record_begin,
        .step_begins = lc_debug_step_begins,
        .trace_step = lc_trace_step,
        .trace_length = lc_trace_length,
        .given_up = lc_worker_given_up,
        .report_failure = lc_worker_report_failure,
    });
}
