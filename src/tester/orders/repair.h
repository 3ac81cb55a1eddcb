/* Which memory orders repair a failure (--fix), and which are stronger than a test needs (--relax).
 *
 * A repair is a cheapest set of stronger orders, and fences, under which nothing fails in all that the test explores.
 * It is searched for in order of cost.  Failing executions are kept as graphs: a set that forbids not all of them is
 * refuted without running anything, one that does is explored, and its failures join the collection.  Stronger orders
 * add no executions, so this ends.  Each result was explored.
 *
 * Relaxing takes the sites one after another, the dearest first, and gives each the weakest order with which everything
 * still holds.
 */
#ifndef LC_TESTER_ORDERS_REPAIR_H
#define LC_TESTER_ORDERS_REPAIR_H

#include "tester/orders/explore_change.h"

typedef enum lcd_advice_kind {
    LCD_ADVICE_NONE,     /* nothing was wanted */
    LCD_ADVICE_CHANGE,   /* the change repairs, or relaxes */
    LCD_ADVICE_NO_ORDER, /* no order helps; or nothing is stronger than it needs to be */
    LCD_ADVICE_NOT_FOUND /* within the limits of the search */
} lcd_advice_kind;

enum { LCD_TIES_MOST = 3 };

typedef struct lcd_advice {
    lcd_advice_kind kind;
    bool relaxes;
    lcd_change change;
    lcd_change ties[LCD_TIES_MOST]; /* just as cheap, and explored, too */
    uint32_t tie_count;
    lcd_change_explorer explorer; /* with the sites */
    double seconds;
} lcd_advice;

/* After a failure of the test run, and its explanation; in any case it is to be freed. */
void lcd_repair(lcd_advice *, lcd_test_run *, const lct_config *, double deadline);
/* After the verdict `ok`. */
void lcd_relax(lcd_advice *, lcd_test_run *, const lct_config *, double deadline);
void lcd_advice_free(lcd_advice *);

#endif
