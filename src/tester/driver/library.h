/* From test runs to the structures of <lince/tester.h>. */
#ifndef LC_TESTER_DRIVER_LIBRARY_H
#define LC_TESTER_DRIVER_LIBRARY_H

#include <lince/tester.h>

#include "tester/driver/test_run.h"

/* A result and all that it points to. */
typedef struct lcd_test_result {
    lince_test_result shown; /* first: the caller has a pointer to it */
    lc_arena memory;
    LC_VEC(lince_test_verdict) tests;
    LC_VEC(lince_history *) histories;
    LC_VEC(lince_result *) results;
    bool cut; /* memory ran out */
} lcd_test_result;

lcd_test_result *lcd_test_result_new(void); /* NULL: out of memory */
/* Adds the outcome of a test run, whose histories and result become those of the test result. */
const lince_test_verdict *lcd_test_result_add(lcd_test_result *, lcd_test_run *, uint32_t number);
/* Adds a test without a verdict: the error may be NULL. */
const lince_test_verdict *lcd_test_result_add_unknown(lcd_test_result *, const lcd_tested *, const char *file,
                                                      lcd_unsure why, const char *error);
/* No test is added any more. */
void lcd_test_result_settle(lcd_test_result *);

#endif
