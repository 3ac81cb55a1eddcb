/* A failure is reported only if it is reproduced: its schedule is replayed in a new process, and has to lead to the
 * same failure by the same history. */
#ifndef LC_TESTER_DRIVER_REPRODUCE_H
#define LC_TESTER_DRIVER_REPRODUCE_H

#include "tester/driver/test_run.h"

/* Replays the failure of the test run, whose steps are known then.  If a shrunk one does not come again, the one it was
 * shrunk from is tried.  If none does, the test run's failure becomes that the test is not deterministic, with the
 * first difference, and the verdict unknown. */
lince_status lcd_reproduce(lcd_test_run *, struct lct_config *);

/* Where several failures were found (--all-failures), before one of them is shrunk: drops those that do not come again,
 * with a warning.  The last one stays: lcd_reproduce reports how its replay differs.  A failure that comes again is
 * reported before the finding that executions do not start from the same state. */
lince_status lcd_reproduce_each(lcd_test_run *, const struct lct_config *);

/* The worker has found that executions do not start from the same state: completes its message with names. */
lince_status lcd_name_impurity(lcd_test_run *);

/* Replays a failure of the same program, with what else the configuration has.  True: it came again, of the same kind;
 * the result is to be freed in any case. */
bool lcd_replay_failure(lcd_replayed *, const lcd_test_run *, struct lct_config *, const lcd_failure *);

#endif
