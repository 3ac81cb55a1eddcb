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

typedef enum lc_junit_kind { LC_JUNIT_PASSED, LC_JUNIT_FAILURE, LC_JUNIT_ERROR, LC_JUNIT_SKIPPED } lc_junit_kind;

typedef struct lc_junit_case {
    const char *file, *name;
    lc_junit_kind kind;
    double seconds;
    const char *type;    /* of a failure or error: `deadlock` */
    const char *message; /* in a line; NULL: none */
    const char *report;  /* the whole text; NULL: none */
} lc_junit_case;

typedef struct lc_junit_suite {
    char *name;
    lince_text cases;
    uint64_t counts[LC_JUNIT_SKIPPED + 1];
    double seconds;
} lc_junit_suite;

typedef struct lc_junit {
    LC_VEC(lc_junit_suite) suites;
    bool cut; /* memory ran out */
} lc_junit;   /* starts empty when zeroed */

void lc_junit_add(lc_junit *, const lc_junit_case *);
void lc_junit_print(lince_text *, const lc_junit *, time_t started);
void lc_junit_free(lc_junit *);

#endif
