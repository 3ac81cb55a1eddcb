/* From where the next execution goes on: snapshots (target/runtime/snapshot.h) along the current path.
 *
 * Depth-first search changes the last steps of a path most often.  When a branch is taken high enough above the end,
 * many executions with the same beginning will follow; there a snapshot is taken.  Those on the path form a stack: a
 * branch at some depth makes all beyond it useless.  Executions that are sampled all go on from the first step.
 */
#ifndef LC_TARGET_EXPLORE_RESUME_H
#define LC_TARGET_EXPLORE_RESUME_H

#include <stdbool.h>
#include <stdint.h>

void lct_resume_init(bool wanted);
/* Snapshots beyond this depth are of another path. */
void lct_resume_cut(uint32_t depth);
/* None is of this path. */
void lct_resume_clear(void);

/* Is there one from before the first step? */
bool lct_resume_has_beginning(void);

/* An execution is about to begin that follows the path up to lct_m.fresh (-1: not even its beginning); the last one had
 * `length` steps.  True: the latest snapshot was loaded, and it is to go on from there. */
bool lct_resume_begin(int32_t length);
/* All threads stand still where a snapshot was wanted. */
void lct_resume_take_snapshot(void);

#endif
