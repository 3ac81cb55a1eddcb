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
    /* LCT_STAGE_SERIAL comes first (control.h). */
    LCT_STAGE_GUIDED = LCT_STAGE_SERIAL + 1,
    LCT_STAGE_BOUNDED,
    LCT_STAGE_MAIN = 9,
    LCT_STAGE_HEAPS,
    LCT_STAGE_SHARED = 16,
    LCT_STAGE_SAMPLED = 32,
    LCT_STAGE_GRAPHS = 40 /* of each memory model its own */
};

typedef struct lct_stage {
    uint32_t number;
    const lct_strategy *strategy;
    uint32_t bound; /* see lct_tree */
    uint32_t heap;
    uint8_t memory; /* an lct_memory_model; of a strategy without other ones it is SC */
    uint64_t limit; /* executions (of each task, if it is shared) */
    uint64_t steps; /* of all its executions together; 0: no limit */
    bool shared;
    bool whole; /* it is as good as limited if an execution was cut, */
    bool tried; /* or if many came back to states they were in: then these are decisive, see plan.c */
} lct_stage;

/* The lct_weak of a memory model; SC only where graphs are explored. */
uint8_t lct_weak_of(uint32_t memory, bool graphs);

enum lct_stage_result { LCT_STAGE_ENDED, LCT_STAGE_LIMITED, LCT_STAGE_INTERRUPTED };

/* By this worker alone.  An unfinished stage is reported only if it is `kept`: else another stage does it again. */
enum lct_stage_result lct_stage_alone(const lct_stage *, bool kept);
/* By all workers together. */
enum lct_stage_result lct_stage_together(const lct_stage *);

/* Further findings would come after those there are, or everything is to stop. */
bool lct_hopeless(void);

#endif
