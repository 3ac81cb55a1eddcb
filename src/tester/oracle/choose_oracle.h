/* The oracle of a test: choosing it, and collecting the behaviour it allows. */
#ifndef LC_TESTER_ORACLE_CHOOSE_ORACLE_H
#define LC_TESTER_ORACLE_CHOOSE_ORACLE_H

#include "tester/driver/test_run.h"

struct lc_config;

/* The command line comes before the test, and a name before a model; without either the object itself is the oracle.
 * Fills in the criterion, the specifications and the standard. */
lince_status lc_measure_choose(lc_trial *, lince_error *);

/* Collects the behaviour of another object, where --golden or --reference names one.  If a limit ends that, the trial
 * is unsure. */
lince_status lc_measure_fill(lc_trial *, const struct lc_config *, lc_span candidates, double deadline, lince_error *);
/* The same for the object itself, running serially. */
lince_status lc_measure_serially(lc_trial *, const struct lc_config *, double deadline, lince_error *);

#endif
