/* Sharing the work among workers, which are processes that execute the same stages in the same order.
 *
 * A task is a part of a stage that can be done on its own: everything below one node of the tree at depth lct_t.split,
 * a block of sampled executions, or a whole scenario.  All workers count tasks alike, and the first to claim one
 * executes it.
 */
#ifndef LC_TARGET_EXPLORE_SHARE_H
#define LC_TARGET_EXPLORE_SHARE_H

#include "target/explore/tree.h"

enum { LCT_SAMPLES = 1024 }; /* sampled executions of one task */

/* The next task, if it is still to be had. */
bool lct_share_claim(void);
/* A node at `depth` is entered: false if it is the root of a task that another worker has. */
bool lct_share_enter(uint32_t depth);
/* The random numbers of the next sampled execution. */
uint64_t lct_share_seed(void);
/* Waits until all workers have come here.  False: they are to stop. */
bool lct_share_meet(void);

#endif
