/* Judging by what ran one after another, where orders matter that no thread has; golden_orders.c says why. */
#ifndef LC_TESTER_ORACLE_ORDERS_H
#define LC_TESTER_ORACLE_ORDERS_H

#include "check/tuning.h"
#include "tester/driver/message.h"
#include "tester/oracle/golden.h"

/* Runs calls one after another: each text, with its end, is a scenario.  `hear` is called for each history; false: out
 * of memory.  `*complete`: nothing kept it from running them all. */
typedef bool lc_hear_run(void *hearer, const lince_history *);
typedef lince_status lc_run_orders(void *context, lc_span texts, lc_hear_run *hear, void *hearer, bool *complete,
                                   lince_error *);

typedef struct lc_orders {
    lc_run_orders *run; /* NULL: nobody can */
    void *context;
    lc_intern callable; /* operations that can be called there */
    lc_tuning tuning;   /* of the checks */
    bool unanswered;    /* some verdict is unknown because orders could not be run */
} lc_orders;

/* The verdict on a history whose operations are all known to the golden histories, and what was found.  `*ran` counts
 * the orders that were run, which are limited. */
lince_status lc_orders_judge(lc_orders *, lc_golden *, uint64_t *ran, const lince_history *,
                             const lince_check_options *, lince_verdict *, lince_result **, lince_error *);

#endif
