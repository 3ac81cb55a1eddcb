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

typedef struct lcc_test_run {
    lcd_session session;
    lc_progress progress;
    lince_text warnings; /* warnings, each once */
    bool trace_written;
    lc_atomic_file histories, graphs;
    int status;
    lcr_tally tally;
    double started;
    unsigned tests;          /* run, or to be run */
    struct lcd_trace *trace; /* of --replay */
    lcr_junit junit;
    lcc_html_file page;
    time_t began;
} lcc_test_run;

void lcc_test_worsen(lcc_test_run *, int status); /* the exit status becomes this one if it is more serious */
/* A test, or NULL, the common part of all tests, did not come to a verdict. */
void lcc_test_fail(lcc_test_run *, const lcd_tested *, lince_status, const lince_error *);
/* Registers the functions of the session that show progress and warnings. */
void lcc_test_listen(lcc_test_run *);
/* Compiles the program, runs its tests and prints their results. */
void lcc_test_program(lcc_test_run *);

#endif
