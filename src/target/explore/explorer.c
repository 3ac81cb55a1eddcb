/* The functions by which the explorer serves the runtime. */
#include "target/runtime/explorer.h"
#include "target/explore/graph.h"
#include "target/explore/graph_symmetry.h"
#include "target/explore/resume.h"
#include "target/explore/worker.h"

lct_explorer_calls lct_explorer LCT_STATE = {
    .choose_thread = lct_tree_choose_thread,
    .take_snapshot = lct_resume_take_snapshot,
    .thread_started = lct_tree_thread_started,
    .thread_ends = lct_tree_thread_ends,
    .spinning = lct_tree_spinning,
    .timed_out_repeatedly = lct_tree_timed_out_repeatedly,
    .reads_again = lct_tree_reads_again,
    .locks_again = lct_tree_locks_again,
    .locks_with = lct_tree_locks_with,
    .tried_lock = lct_tree_tried_lock,
    .identified = lct_symmetry_identified,
    .results_differ = lct_symmetry_result,
    .was_read = lct_tree_was_read,
    .comes_after = lct_tree_comes_after,
    .comes_after_release = lct_tree_comes_after_release,
    .comes_after_step = lct_tree_comes_after_step,
    .choose_version = lct_graph_choose_version,
    .version_accessed = lct_graph_version_accessed,
    .fence = lct_graph_fenced,
    .store_is_seen = lct_tree_store_is_seen,
    .merge_bytes = lct_graph_merge_bytes,
    .beyond_graphs = lct_graph_leave,
    .is_promoted = lct_is_promoted,
    .promote = lct_promote,
    .shadow = lct_tree_shadow,
    .volatile_read = lct_tree_volatile_read,
    .shadows_matter = lct_tree_shadows_matter,
    .stack_is_shared = lct_tree_stack_is_shared,
    .call_begins = lct_record_begin,
    .step_begins = lct_debug_step_begins,
    .trace_step = lct_trace_step,
    .trace_length = lct_trace_length,
    .given_up = lct_worker_given_up,
    .report_failure = lct_worker_report_failure,
};
