/* The promises of a scenario (target/explore/wellformed.h), for scenarios of the command. */
#ifndef LC_TESTER_SHRINK_PROMISE_H
#define LC_TESTER_SHRINK_PROMISE_H

#include "target/explore/protocol.h"
#include "tester/shrink/scenario_ast.h"

typedef struct lc_promise {
    const lc_tested *test;
    lc_protocol protocol;
    bool balanced;
} lc_promise;

/* `order`: the protocol of the test, or the one that its specification implies; may be empty. */
void lc_promise_init(lc_promise *, const lc_tested *, const char *order, bool balanced);
/* The promises that are broken: LC_BREAKS_... */
unsigned lc_promise_breaks(const lc_promise *, const lc_sketch *);

/* After calls were left out or put into other parts: a thread that passed its own number passes the number that it has
 * now. */
void lc_promise_number(lc_sketch *);
/* ... and calls that run alone are left out until as many remove as add, as far as there are such. */
void lc_promise_balance(const lc_promise *, lc_sketch *);

#endif
