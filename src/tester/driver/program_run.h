/* The tests of one program: compiled, listed, run one after another, and reported to a listener as they end. */
#ifndef LC_TESTER_DRIVER_PROGRAM_RUN_H
#define LC_TESTER_DRIVER_PROGRAM_RUN_H

#include "tester/driver/test_run.h"

struct lcd_trace;

/* The reports of a run, besides the functions of the session.  NULL: nothing is done with it. */
typedef struct lcd_run_listener {
    void (*built)(void *context);                                   /* the program is compiled */
    void (*listed)(const lcd_tested *, void *context);              /* with --list, instead of running it */
    void (*begins)(const lcd_tested *, void *context);              /* exploring a test */
    void (*judged)(lcd_test_run *, uint32_t number, void *context); /* a test; its number counts from 1 */
    void (*looked)(lcd_test_run *, void *context);                  /* with --replay: see `looked` of a test run */
    void (*skipped)(const lcd_tested *, void *context);             /* an interrupt came before the test began */
    void (*unnamed)(void *context);                                 /* no test has the name that was requested */
    void (*failed)(const lcd_tested *, lince_status, const lince_error *, /* no verdict; NULL: on no test at all */
                   void *context);
} lcd_run_listener;

/* Checks the values of options, and that none excludes another; fills in `allowed`.  LINCE_BAD_INPUT: the error
 * contains the remedy. */
lince_status lcd_test_session_check(lcd_session *, lince_error *);
/* Opens the cache, and fills in values that follow from the settings.  In any case the session is to be closed. */
lince_status lcd_test_session_open(lcd_session *, lince_error *);
void lcd_test_session_close(lcd_session *);

/* Compiles the program and runs its tests, or the requested ones; the trace is that of --replay, or NULL. */
void lcd_run_program(lcd_session *, const struct lcd_trace *, const lcd_run_listener *, void *context);

#endif
