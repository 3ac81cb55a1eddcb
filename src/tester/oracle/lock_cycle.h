/* Two locks taken in two orders.
 *
 * Each specification lets its operations wait, and together the code that uses them is wrong.  The calls of a scenario
 * are generated, and a deadlock among them is the scenario's doing.  But where the user has written the threads' calls,
 * it is as wrong as any deadlock if operations wait for several objects, each of which another waiting thread has used.
 */
#ifndef LC_TESTER_ORACLE_LOCK_CYCLE_H
#define LC_TESTER_ORACLE_LOCK_CYCLE_H

#include "tester/driver/failure.h"

/* Of an execution in which no thread can go on. */
bool lcd_waits_in_circle(const lcd_failure *);

#endif
