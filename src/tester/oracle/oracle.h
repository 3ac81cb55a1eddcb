/* The oracle of histories: a specification, an object's sequential behaviour, or the histories of a reference. */
#ifndef LC_TESTER_ORACLE_ORACLE_H
#define LC_TESTER_ORACLE_ORACLE_H

#include <lince/check.h>

#include "tester/driver/message.h"
#include "tester/oracle/orders.h"

typedef enum lcd_oracle_kind {
    LCD_ORACLE_SPEC,     /* named, or the model in the test file */
    LCD_ORACLE_ITSELF,   /* the serial histories of each scenario, which come first */
    LCD_ORACLE_GOLDEN,   /* those of another object */
    LCD_ORACLE_REFERENCE /* all histories of another object, up to weakening */
} lcd_oracle_kind;

typedef struct lcd_oracle lcd_oracle;

/* `specs` is for LCD_ORACLE_SPEC, and stays the caller's.  NULL: out of memory. */
lcd_oracle *lcd_oracle_new(lcd_oracle_kind, const lince_specs *specs);
void lcd_oracle_free(lcd_oracle *);
lcd_oracle_kind lcd_oracle_kind_of(const lcd_oracle *);
/* Where its specification lets an operation return, be it EMPTY, the operation must not wait instead. */
void lcd_oracle_set_exact(lcd_oracle *);

/* The experiment switches of the checks; all optimizations are on without. */
void lcd_oracle_tune(lcd_oracle *, const lc_tuning *);

/* The function that runs the reference object in orders that no scenario has. */
void lcd_oracle_set_runner(lcd_oracle *, lcd_run_orders *, void *context);
/* An operation that can be called in such a run. */
bool lcd_oracle_can_call(lcd_oracle *, lc_span operation);

/* An operation that may occur although it never ran alone. */
bool lcd_oracle_know(lcd_oracle *, lc_span operation);
/* A history that is allowed in a scenario; false: out of memory. */
bool lcd_oracle_allow(lcd_oracle *, lc_span scenario, const lince_history *);
/* All that is allowed in a scenario is known now. */
bool lcd_oracle_complete(lcd_oracle *, lc_span scenario);
/* Can histories of this scenario be judged already? */
bool lcd_oracle_ready(lcd_oracle *, lc_span scenario);
/* Is anything allowed in it at all?  An object whose operations wait for each other does nothing alone. */
bool lcd_oracle_empty(lcd_oracle *, lc_span scenario);

/* Why operations may not wait. */
typedef struct lcd_waiting {
    lince_text why; /* empty: they may */
    bool lets_wait; /* other operations may, as the specification permits: so it can wait */
} lcd_waiting;

/* Does the specification decide, under this criterion, whether operations may wait forever? */
bool lcd_oracle_lets_wait(const lcd_oracle *, lince_criterion);
/* A history that is allowed ends because no thread could go on: may the operations that have not returned wait?  If
 * not, that is a violation.  `declared`: the test declares that operations may wait, also where the specification has
 * them return that there is nothing. */
lince_status lcd_oracle_blocked(lcd_oracle *, const lince_history *, const lince_check_options *, bool declared,
                                lince_verdict *, lcd_waiting *, lince_error *);
/* A history that is not allowed, or (`open`) ends in a failure: is that the caller's doing (check/driver/misuse.h)?  If
 * so
 * `*why` names the call; else it stays empty. */
lince_status lcd_oracle_misuse(const lcd_oracle *, const lince_history *, const lince_check_options *, bool open,
                               lince_text *why, lince_error *);

/* The effort of collecting the allowed behaviour. */
typedef struct lcd_oracle_counts {
    uint64_t serial, different; /* sequential histories; those of them that differ in more than the calling threads */
    uint64_t orders;            /* that were run besides those of the threads, to judge by */
    uint64_t partial;           /* histories with a partial order that the criterion is not defined for */
    uint64_t clients_unsure;    /* histories that are correct for most clients, and perhaps not for all */
    bool unanswered;            /* some verdict is unknown because orders could not be run */
} lcd_oracle_counts;
lcd_oracle_counts lcd_oracle_count(const lcd_oracle *);
/* Of judging for any client, so far: the same number as above, and configurations that were visited. */
typedef struct lcd_client_counts {
    uint64_t unsure, visited;
} lcd_client_counts;
lcd_client_counts lcd_oracle_clients(const lcd_oracle *);
/* Do the same calls, run one after another in the same order, not always return the same? */
bool lcd_oracle_wavers(const lcd_oracle *);

/* Are histories to be judged for any client?  Else only as they are, by their own order. */
bool lcd_oracle_takes_clients(const lcd_oracle *, lince_criterion);
/* The verdict, with a result where a checker gave one (else NULL).  The edges of a client for which the
 * history is wrong become part of its order.  The error of LINCE_BAD_INPUT describes the part
 * without a meaning. */
lince_status lcd_oracle_judge(lcd_oracle *, lc_span scenario, lince_history *, const lince_check_options *,
                              lince_verdict *, lince_result **, lince_error *);

#endif
