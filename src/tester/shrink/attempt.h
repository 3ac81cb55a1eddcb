/* Trying out whether scenarios fail as the one that was found.
 *
 * Leaving out calls can break the test instead of showing the failure: a thread that unlocks a lock that was never
 * locked, or removes from an object that is never filled, fails as well.  So if nothing fails while operations run one
 * after another, it stays so, and a failure with operations that overlap is not replaced by one without.  And where no
 * thread can go on, all must be able to in another execution of the same scenario, and a preemption is needed if it
 * was.  The memory model stays: a failure that is sequentially consistent is another one.
 */
#ifndef LC_TESTER_SHRINK_ATTEMPT_H
#define LC_TESTER_SHRINK_ATTEMPT_H

#include "target/explore/control.h"
#include "tester/driver/test_run.h"
#include "tester/shrink/scenario_ast.h"

typedef struct lcd_attempts {
    lcd_test_run *test_run;
    lct_config config;
    double deadline;
    const lcd_failure *now;   /* the smallest so far */
    lince_text texts, guides; /* the candidates: the list, as in the control block */
    bool overlaps;            /* the failure needs operations that overlap */
    bool completes;           /* no thread can go on, but that is not always so ... */
    bool preempts;            /* ... and needs a preemption */
    bool over;                /* there is no time for more, or it cannot go on */
} lcd_attempts;

bool lcd_attempt_is_late(lcd_attempts *);

/* A test run of the list, with the same oracle; in any case its findings are to be freed.  `simplest`: not the first
 * failure counts, but the simplest.  False: nothing came of it, and nothing will. */
bool lcd_attempt(lcd_attempts *, lcd_test_run *, lct_config *, bool simplest);
/* Its failure takes the place of the current one. */
void lcd_attempt_take(lcd_attempts *, lcd_test_run *);

/* Makes one scenario the list. */
void lcd_attempt_list(lcd_attempts *, const char *scenario);
/* Adds the current failure, as far as it concerns the last scenario of the list, for it to go by. */
void lcd_attempt_guide(lcd_attempts *, const lcd_ast *);

/* Determines the properties to keep. */
void lcd_attempt_find_way(lcd_attempts *);
/* Is it? */
bool lcd_attempt_alike(lcd_attempts *, const lcd_failure *);

#endif
