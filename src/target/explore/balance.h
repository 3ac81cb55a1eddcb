/* Scenarios that remove as often as they add (the well-formed test programs of the Round-Up paper, section V.D).
 *
 * The remaining content of an object at the end was never compared with anything: a value that is lost, or far behind,
 * shows only if an operation returns it.  So elements that the threads leave behind are removed after them; and where
 * they remove more than they add, so much is added before them.
 */
#ifndef LC_TARGET_EXPLORE_BALANCE_H
#define LC_TARGET_EXPLORE_BALANCE_H

#include "target/explore/scenario.h"

/* The operations that add and remove: as the test declares; else the one that takes a unique argument, and the one
 * without arguments that returns a number, or, of several such, the one whose name suggests removal. */
void lct_balance_find(lct_test *);

/* How many calls add and how many remove something.  False: the test does not declare which do, or the scenario is more
 * than its calls. */
bool lct_balance_count(const lct_test *, const lct_scenario *, unsigned *adds, unsigned *removes);

/* Completes a scenario with calls before and after its threads, as in `generate.h`; if there is no room for them all,
 * or the protocol does not allow them, it stays as it is. */
void lct_balance_complete(const lct_test *, lct_scenario *);

#endif
