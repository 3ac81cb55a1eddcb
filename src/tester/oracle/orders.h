/* Judging by sequential runs in orders that no thread has; golden_orders.c has the reason. */
#ifndef LC_TESTER_ORACLE_ORDERS_H
#define LC_TESTER_ORACLE_ORDERS_H

#include "check/tuning.h"
#include "tester/driver/message.h"
#include "tester/oracle/golden.h"

/* Runs calls one after another: each text, with its end, is a scenario.  `hear` is called for each history; false: out
 * of memory.  `*complete`: nothing kept it from running them all. */
typedef bool lcd_on_run(void *receiver, const lince_history *);
typedef lince_status lcd_run_orders(void *context, lc_span texts, lcd_on_run *on_run, void *receiver, bool *complete,
                                    lince_error *);

typedef struct lcd_orders {
    lcd_run_orders *run; /* NULL: impossible */
    void *context;
    lc_intern callable; /* operations that can be called there */
    lc_tuning tuning;   /* of the checks */
    bool unanswered;    /* some verdict is unknown because orders could not be run */
} lcd_orders;

/* The verdict on a history whose operations are all in the golden histories, and the findings.  `*ran` counts the
 * orders that were run, which are limited. */
lince_status lcd_orders_judge(lcd_orders *, lcd_golden *, uint64_t *ran, const lince_history *,
                              const lince_check_options *, lince_verdict *, lince_result **, lince_error *);

#endif
