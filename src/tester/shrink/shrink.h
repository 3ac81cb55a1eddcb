/* Shrinking: from the failure that was found to the smallest one like it.
 *
 * What is tried is a scenario of its own, explored like any other, so whatever comes out is a failure that happened.
 */
#ifndef LC_TESTER_SHRINK_SHRINK_H
#define LC_TESTER_SHRINK_SHRINK_H

#include "tester/driver/failure.h"

struct lc_config;
typedef struct lc_trial lc_trial;

/* How large a failing execution is. */
typedef struct lc_failure_size {
    uint32_t threads, operations, preemptions;
} lc_failure_size;

typedef struct lc_shrunk {
    bool tried;          /* else it is too late for that, or not asked for */
    const lc_flaw *from; /* the flaw that was found */
    bool stacks_shared;  /* by its threads */
    lc_flaw flaw;        /* the smaller one, if there is one: then it is the trial's */
    lc_failure_size before, after;
    uint32_t candidates; /* scenarios that were explored */
    double seconds;
    bool complete; /* no move leads to a smaller one: all such scenarios were explored to the end */
    bool hurried;  /* time was up, or somebody lost patience */
} lc_shrunk;

/* Makes the trial's flaw smaller, within the time that is asked for and before the deadline (0: none). */
lince_status lc_shrink(lc_trial *, const struct lc_config *, double deadline);
/* The smaller one turned out to be none: back to what was found. */
void lc_shrink_undo(lc_trial *);

#endif
