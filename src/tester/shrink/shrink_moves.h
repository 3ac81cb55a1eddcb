/* The steps by which a scenario becomes smaller: candidates, and their order. */
#ifndef LC_TESTER_SHRINK_SHRINK_MOVES_H
#define LC_TESTER_SHRINK_SHRINK_MOVES_H

#include "tester/shrink/promise.h"

/* Where candidates go.  False: there is no room for more, or no memory. */
typedef bool (*lcd_offer)(const lcd_ast *candidate, uint32_t cursor, void *context);

/* Moves that leave out calls, and those that leave all calls there. */
typedef enum lcd_shrink_kind { LCD_MOVES_FEWER, LCD_MOVES_SIMPLER } lcd_shrink_kind;

/* Offers every scenario that is one move away.  Each is smaller: it has fewer operations, or as many and fewer threads,
 * or fewer of them run at the same time, or smaller arguments; so shrinking terminates.  (A single thread runs alone in
 * any case: there it is better that nothing else does anything.)
 *
 * Large moves come first: all but two threads go, or one, or the calls that run alone; then half of the calls of a
 * part; then one call, or any two of a small scenario.  Of the other kind: threads are joined, calls are made before or
 * after the other threads run, and arguments replaced.  Calls from the `cursor`-th on are left out first: those before
 * it were tried a moment ago.  A candidate comes with the cursor to go on with.
 *
 * A candidate keeps every promise that holds of the scenario: see target/explore/wellformed.h. */
void lcd_shrink_moves(lcd_shrink_kind, const lcd_ast *, const lcd_promise *, uint32_t cursor, lcd_offer, void *context);

#endif
