/* The promises of a scenario (target/explore/wellformed.h), for scenarios of the command. */
#ifndef LC_TESTER_SHRINK_PROMISE_H
#define LC_TESTER_SHRINK_PROMISE_H

#include "target/explore/protocol.h"
#include "tester/shrink/scenario_ast.h"

typedef struct lcd_promise {
    const lcd_tested *test;
    lct_protocol protocol;
    bool balanced;
} lcd_promise;

/* `order`: the protocol of the test, or the one that its specification implies; may be empty. */
void lcd_promise_init(lcd_promise *, const lcd_tested *, const char *order, bool balanced);
/* The promises that are broken: LC_BREAKS_... */
unsigned lcd_promise_breaks(const lcd_promise *, const lcd_ast *);

/* After calls were left out or put into other parts: a thread that passed its own number passes the number that it has
 * now. */
void lcd_promise_number(lcd_ast *);
/* ... and calls that run alone are left out until as many remove as add, as far as there are such. */
void lcd_promise_balance(const lcd_promise *, lcd_ast *);

#endif
