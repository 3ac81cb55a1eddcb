/* Results as JUnit's XML, which CI systems read: a suite for each file, a case for each test.
 *
 * The format has no specification.  All readers agree on this: a failure is a violation by the tested object, an error
 * is a test without a result.
 */
#ifndef LC_REPORT_JUNIT_H
#define LC_REPORT_JUNIT_H

#include <stdint.h>
#include <time.h>

#include "base/text.h"
#include "base/vec.h"

typedef enum lcr_junit_kind { LCR_JUNIT_PASSED, LCR_JUNIT_FAILURE, LCR_JUNIT_ERROR, LCR_JUNIT_SKIPPED } lcr_junit_kind;

typedef struct lcr_junit_case {
    const char *file, *name;
    lcr_junit_kind kind;
    double seconds;
    const char *type;    /* of a failure or error: `deadlock` */
    const char *message; /* in a line; NULL: none */
    const char *report;  /* the whole text; NULL: none */
} lcr_junit_case;

typedef struct lcr_junit_suite {
    char *name;
    lince_text cases;
    uint64_t counts[LCR_JUNIT_SKIPPED + 1];
    double seconds;
} lcr_junit_suite;

typedef struct lcr_junit {
    LC_VEC(lcr_junit_suite) suites;
    bool cut; /* memory ran out */
} lcr_junit;  /* starts empty when zeroed */

void lcr_junit_add(lcr_junit *, const lcr_junit_case *);
void lcr_junit_print(lince_text *, const lcr_junit *, time_t started);
void lcr_junit_free(lcr_junit *);

#endif
