/* Getting nowhere: executions that come back to a state they were in, with no operation begun or ended in between.
 *
 * An execution that has been quiet for long is looked at before each step: a digest of everything its future depends on
 * (a snapshot, target/runtime/snapshot.h) is compared with those of earlier steps.  Once that has found something, or
 * if the test claims anything, every execution of the tree is looked at from its beginning.  The meaning of a cycle:
 *   - If only one thread moves in it and no other thread could, it will go on like this forever: a *livelock*.
 *   - Otherwise the execution without the cycle reaches the same state with the same history.  The continuation is
 *     explored from there, at its *head*.  But races of that with steps of the cycle are not seen, which is the trouble
 *     with states in dynamic reduction (Yang, Chen, Gopalakrishnan and Kirby: Efficient Stateful Dynamic Partial Order
 *     Reduction, SPIN 2008); so all threads are tried at every node of it.  Thus the search terminates for loops that
 *     write, such as trying two locks and backing off.  If none of the executions from a head on ends in another way
 *     than coming back, and there is no way out (escape.h), that is a livelock, too.
 *   - If only residents move (threads that belong to the object), and no other thread could, they are *idle*: they
 *     check again and again whether there is something to do.
 *   - If the test claims its operations to be *lock-free*, any other cycle refutes it: steps are taken forever, and no
 *     operation ends.
 * A test that claims to be lock-free, or only *obstruction-free*, is also refuted by a thread that could not end its
 * operation by itself, if all other threads stood still: one that waits for a lock, or in a loop for something to
 * change.
 */
#ifndef LC_TARGET_EXPLORE_PROGRESS_H
#define LC_TARGET_EXPLORE_PROGRESS_H

#include "target/explore/tree.h"

enum { LCT_QUIET = 64 }; /* steps without a call or a return, after which an execution is looked at */

/* Before a step whose enabled threads are known: those of them that are found to be idle.  May end the execution.
 */
lct_mask lct_progress_look_out(uint32_t depth);
static inline lct_mask lct_progress_check(uint32_t depth) {
    return lct_t.wary || (int32_t)depth - lct_t.quiet >= LCT_QUIET ? lct_progress_look_out(depth) : 0;
}
/* The state before the step after `depth` is to be known. */
void lct_progress_want_state(uint32_t depth);
/* A digest of everything on which the future after step `depth` depends, before it, but for the history.  False: it is
 * not known. */
bool lct_progress_state(uint32_t depth, lct_digest *);
/* States were taken for the same that are not: the tree is to be started again. */
void lct_progress_mistaken(void);
/* Between executions: from step `from` of the last one on, none ends. */
void lct_progress_livelock(int32_t from);
/* The current thread is about to go round a loop until another thread changes something. */
void lct_progress_spins(void);

/* All threads stand still: is that the expected end?  If so it was dealt with. */
bool lct_progress_look(void);

/* A tree of executions begins. */
void lct_progress_restart(void);
/* An execution begins; it has ended. */
void lct_progress_begin(void);
void lct_progress_finish(void);
/* All there is to explore beyond this depth (-1: at all) has been explored. */
void lct_progress_leave(int32_t depth);
/* The part beyond it will not be explored. */
void lct_progress_forget(int32_t depth);

/* Replay: the execution reached its end, where `thread` (LCT_THREADS: several) looped forever. */
_Noreturn void lct_progress_refuted(unsigned thread);

#endif
