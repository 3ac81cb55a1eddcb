/* States that reduction does not explore twice: merge.c has the theorem, summary.c the races that are kept of a state.
 *
 * After a number of executions of a tree the strategy starts it again with merging (merge.c): the state before each
 * step is compared with those whose subtrees have been explored.
 */
#ifndef LC_TARGET_EXPLORE_MERGE_H
#define LC_TARGET_EXPLORE_MERGE_H

#include "target/explore/digest.h"
#include "target/explore/tree.h"

/* A tree begins. */
void lct_merge_start(void);
/* A stage begins that workers share; between two meetings, so that it is the same for all of them. */
void lct_merge_share(void);
/* Between executions: is the tree to be started again, with merging from now on, or without?  Then it is ready for
 * that.
 */
bool lct_merge_turns(void);

/* At a new node, whose sleep set is known.  False: the rest has been explored, and its races are reported. */
bool lct_merge_enter(uint32_t depth, const lct_node *);
/* An execution has ended. */
void lct_merge_ended(void);
/* All that follows step `depth`, as it was taken, has been explored; or all of its node has been. */
void lct_merge_step_done(uint32_t depth);
void lct_merge_node_done(uint32_t depth);
/* A history was judged that had not come before; it must not come from states that had. */
void lct_merge_new_history(void);

/* merge_state.c: the state before a step whose threads all stand still, as far as the rest of the tree depends on it.
 */
struct lct_tape;
bool lct_merge_describe(struct lct_tape *);
/* Are there orders by which data races exist that are none in any order of steps?  Then the clocks of C11 are to be
 * part of states; and are they? */
bool lct_merge_needs_clocks(void);
bool lct_merge_has_clocks(void);

/* ---- summary.c ---- */

/* Accesses that were made below a node, with the threads and accesses of steps before them: a list. */
typedef uint32_t lct_summary; /* its first element; 0: there is none */

/* No summaries, and no accesses. */
void lct_summary_forget(void);
/* Is there still room for more?  If not, the summaries are not complete any more. */
bool lct_summary_fits(void);
void lct_summary_free(lct_summary *);
/* All elements of the other, which stays as it is. */
void lct_summary_add(lct_summary *, lct_summary);
/* The other one follows this step. */
void lct_summary_prepend(lct_summary *, const lct_step_event *, uint32_t step, lct_summary rest);
/* The step that a thread waits with. */
void lct_summary_add_pending(lct_summary *, unsigned thread);
/* Is the race of each element with earlier steps one of the other's elements, too? */
bool lct_summary_covers(lct_summary, lct_summary within);

/* Reports the races of the path with these accesses as if they had been made.  False: one is a data race, perhaps. */
bool lct_summary_races(lct_summary);

#endif
