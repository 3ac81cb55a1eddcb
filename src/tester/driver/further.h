/* One run, all answers: after a failure with which the test can go on, such as a data race, it is explored again with
 * failures of that kind allowed, until no further kind is found.
 *
 * Each answer is a test run of its own, with its scenario, steps and trace.  They form a list, the most serious first.
 */
#ifndef LC_TESTER_DRIVER_FURTHER_H
#define LC_TESTER_DRIVER_FURTHER_H

#include "tester/driver/test_run.h"

enum { LCD_FURTHER_MOST = 6 };

typedef struct lcd_further {
    uint32_t count;
    struct {
        lcd_session session; /* with the kinds found so far */
        lcd_test_run run;
    } * at[LCD_FURTHER_MOST];
} lcd_further;

/* After a test run, to which it adds the list; returns the most serious one.  In any case the answers are to be freed,
 * when the list is not needed any more. */
lcd_test_run *lcd_explore_further(lcd_further *, lcd_test_run *);
void lcd_further_free(lcd_further *);

#endif
