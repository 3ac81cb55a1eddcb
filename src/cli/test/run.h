/* The tests of one program, one after another, and their output. */
#ifndef LC_CLI_TEST_RUN_H
#define LC_CLI_TEST_RUN_H

#include <time.h>

#include "base/progress.h"
#include "cli/cli.h"
#include "cli/html.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/report.h"
#include "tester/driver/program_run.h"

typedef struct lc_test_run {
    lc_session session;
    lc_progress progress;
    lince_text told; /* warnings, each once */
    bool trace_written;
    lc_draft histories;
    int status;
    lc_tally tally;
    double started;
    unsigned tests;         /* run, or to be run */
    struct lc_trace *trace; /* of --replay */
    lc_junit junit;
    lc_html_file page;
    time_t began;
} lc_test_run;

void lc_test_worsen(lc_test_run *, int status); /* the exit status becomes this one if it is more serious */
/* A test, or NULL, the common part of all tests, did not come to a verdict. */
void lc_test_fail(lc_test_run *, const lc_tested *, lince_status, const lince_error *);
/* Registers the functions of the session that show progress and warnings. */
void lc_test_listen(lc_test_run *);
/* Compiles the program, runs its tests and prints what comes of them. */
void lc_test_program(lc_test_run *);

#endif
