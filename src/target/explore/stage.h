/* A stage: one strategy, with its bound and its heap, on one scenario.
 *
 * A stage is done by one worker alone, or by all of them together; then it is cut into tasks, which do not depend on
 * how many there are.  When plain accesses turn out to race it starts again, with them as steps (promoted_accesses.c).
 */
#ifndef LC_TARGET_EXPLORE_STAGE_H
#define LC_TARGET_EXPLORE_STAGE_H

#include "target/explore/worker.h"

/* The numbers of stages order their findings. */
enum {
    /* LC_STAGE_SERIAL comes first (control.h). */
    LC_STAGE_GUIDED = LC_STAGE_SERIAL + 1,
    LC_STAGE_BOUNDED,
    LC_STAGE_MAIN = 9,
    LC_STAGE_HEAPS,
    LC_STAGE_SHARED = 16,
    LC_STAGE_SAMPLED = 32
};

typedef struct lc_stage {
    uint32_t number;
    const lc_strategy *strategy;
    uint32_t bound; /* see lc_tree */
    uint32_t heap;
    uint64_t limit; /* executions (of each task, if it is shared) */
    bool shared;
    bool whole; /* it is as good as limited if an execution was cut, */
    bool tried; /* or if many came back to states they were in: then these are decisive, see plan.c */
} lc_stage;

enum lc_stage_result { LC_STAGE_ENDED, LC_STAGE_LIMITED, LC_STAGE_INTERRUPTED };

/* By this worker alone.  An unfinished stage is reported only if it is `kept`: else another stage does it again. */
enum lc_stage_result lc_stage_alone(const lc_stage *, bool kept);
/* By all workers together. */
enum lc_stage_result lc_stage_together(const lc_stage *);

/* Further findings would come after those there are, or everything is to stop. */
bool lc_hopeless(void);

/* The current execution loops forever, and that is how its operations wait: keeps its history. */
void lc_keep_stuck(void);

#endif
