/* From trials to the structures of <lince/tester.h>. */
#ifndef LC_TESTER_DRIVER_LIBRARY_H
#define LC_TESTER_DRIVER_LIBRARY_H

#include <lince/tester.h>

#include "tester/driver/test_run.h"

/* A result and all that it points to. */
typedef struct lc_test_result {
    lince_test_result shown; /* first: the caller has a pointer to it */
    lc_arena memory;
    LC_VEC(lince_test_verdict) tests;
    LC_VEC(lince_history *) histories;
    LC_VEC(lince_result *) results;
    bool cut; /* memory ran out */
} lc_test_result;

lc_test_result *lc_test_result_new(void); /* NULL: out of memory */
/* Adds what came of a trial, whose histories and result become those of the test result. */
const lince_test_verdict *lc_test_result_add(lc_test_result *, lc_trial *, uint32_t number);
/* Adds a test without a verdict: the error may be NULL. */
const lince_test_verdict *lc_test_result_add_unknown(lc_test_result *, const lc_tested *, const char *file,
                                                     lc_unsure why, const char *error);
/* No test is added any more. */
void lc_test_result_settle(lc_test_result *);

#endif
