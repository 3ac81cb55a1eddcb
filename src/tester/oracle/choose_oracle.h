/* The oracle of a test: choosing it, and collecting the behaviour it allows. */
#ifndef LC_TESTER_ORACLE_CHOOSE_ORACLE_H
#define LC_TESTER_ORACLE_CHOOSE_ORACLE_H

#include "tester/driver/test_run.h"

struct lct_config;

/* The command line comes before the test, and a name before a model; without either the object itself is the oracle.
 * Fills in the criterion, the specifications and the standard. */
lince_status lcd_oracle_choose(lcd_test_run *, lince_error *);

/* Collects the behaviour of another object, where --golden or --reference names one.  If a limit ends that, the test
 * run is unsure. */
lince_status lcd_oracle_fill(lcd_test_run *, const struct lct_config *, lc_span candidates, double deadline,
                             lince_error *);
/* The same for the object itself, running serially. */
lince_status lcd_oracle_run_serially(lcd_test_run *, const struct lct_config *, double deadline, lince_error *);

#endif
