/* Shrinking: from the failure that was found to the smallest one like it.
 *
 * A candidate is a scenario of its own, explored like any other, so the result is always a failure that happened.
 */
#ifndef LC_TESTER_SHRINK_SHRINK_H
#define LC_TESTER_SHRINK_SHRINK_H

#include "tester/driver/failure.h"

struct lct_config;
typedef struct lcd_test_run lcd_test_run;

/* How large a failing execution is. */
typedef struct lcd_failure_size {
    uint32_t threads, operations, preemptions;
} lcd_failure_size;

typedef struct lcd_shrunk {
    bool tried;              /* else it is too late for that, or not requested */
    const lcd_failure *from; /* the failure that was found */
    bool stacks_shared;      /* by its threads */
    lcd_failure failure;     /* the smaller one, if there is one: then it is the test run's */
    lcd_failure_size before, after;
    uint32_t candidates; /* scenarios that were explored */
    double seconds;
    bool complete; /* no move leads to a smaller one: all such scenarios were explored to the end */
    bool hurried;  /* time was up, or the user lost patience */
} lcd_shrunk;

/* Makes the failure smaller, within the requested time and before the deadline (0: none). */
lince_status lcd_shrink(lcd_test_run *, const struct lct_config *, double deadline);
/* The smaller one turned out to be none: back to the original one. */
void lcd_shrink_undo(lcd_test_run *);

#endif
