/* What histories are measured by: a specification, what an object does when its operations run one after another, or
 * what a reference does. */
#ifndef LC_TESTER_ORACLE_ORACLE_H
#define LC_TESTER_ORACLE_ORACLE_H

#include <lince/check.h>

#include "tester/driver/message.h"
#include "tester/oracle/orders.h"

typedef enum lc_measure {
    LC_BY_SPEC,     /* named, or the model in the test file */
    LC_BY_ITSELF,   /* the serial histories of each scenario, which come first */
    LC_BY_GOLDEN,   /* those of another object */
    LC_BY_REFERENCE /* all histories of another object, up to weakening */
} lc_measure;

typedef struct lc_standard lc_standard;

/* `specs` is for LC_BY_SPEC, and stays the caller's.  NULL: out of memory. */
lc_standard *lc_standard_new(lc_measure, const lince_specs *specs);
void lc_standard_free(lc_standard *);
lc_measure lc_standard_measure(const lc_standard *);
/* Where its specification lets an operation return, be it EMPTY, the operation must not wait instead. */
void lc_standard_set_exact(lc_standard *);

/* The experiment switches of the checks; all optimisations are on without. */
void lc_standard_tune(lc_standard *, const lc_tuning *);

/* Who runs the object that things are measured by in orders that no scenario has. */
void lc_standard_set_runner(lc_standard *, lc_run_orders *, void *context);
/* An operation that can be called in such a run. */
bool lc_standard_can_call(lc_standard *, lc_span operation);

/* An operation that may occur although it never ran alone. */
bool lc_standard_know(lc_standard *, lc_span operation);
/* A history that is allowed in a scenario; false: out of memory. */
bool lc_standard_allow(lc_standard *, lc_span scenario, const lince_history *);
/* All that is allowed in a scenario is known now. */
bool lc_standard_complete(lc_standard *, lc_span scenario);
/* Can histories of this scenario be judged already? */
bool lc_standard_ready(lc_standard *, lc_span scenario);
/* Is anything allowed in it at all?  An object whose operations wait for each other does nothing alone. */
bool lc_standard_empty(lc_standard *, lc_span scenario);

/* Why operations may not wait. */
typedef struct lc_waiting {
    lince_text why; /* empty: they may */
    bool lets_wait; /* others may, as the specification has it: so it is known for waiting */
} lc_waiting;

/* Is it the specification that decides, under this criterion, whether operations may wait for ever? */
bool lc_standard_lets_wait(const lc_standard *, lince_criterion);
/* A history that is allowed ends because no thread could go on: may the operations that have not returned wait?  If
 * not, that is a violation.  `declared`: the test says that operations may wait, also where the specification has them
 * return that there is nothing. */
lince_status lc_standard_blocked(lc_standard *, const lince_history *, const lince_check_options *, bool declared,
                                 lince_verdict *, lc_waiting *, lince_error *);
/* A history that is not allowed, or (`open`) ends in a failure: is that the caller's doing (check/driver/misuse.h)?  If
 * so
 * `*why` names the call; else it stays empty. */
lince_status lc_standard_misuse(const lc_standard *, const lince_history *, const lince_check_options *, bool open,
                                lince_text *why, lince_error *);

/* What it took to know what is allowed. */
typedef struct lc_standard_counts {
    uint64_t serial, different; /* sequential histories; those of them that differ in more than who calls */
    uint64_t orders;            /* that were run besides those of the threads, to judge by */
    bool unanswered;            /* some verdict is unknown because orders could not be run */
} lc_standard_counts;
lc_standard_counts lc_standard_count(const lc_standard *);
/* Do the same calls, run one after another in the same order, not always return the same? */
bool lc_standard_wavers(const lc_standard *);

/* The verdict, with a result where a checker gave one (else NULL).  The error of LINCE_BAD_INPUT says what has no
 * meaning. */
lince_status lc_standard_judge(lc_standard *, lc_span scenario, const lince_history *, const lince_check_options *,
                               lince_verdict *, lince_result **, lince_error *);

#endif
