/* The order of calls that built-in specifications imply: a thread unlocks only locks that it holds.
 *
 * `unlock` of a lock that is free is no call that a test may make (check/driver/misuse.h).  So where a test has
 * operations of a lock and no protocol of its own, generated scenarios keep to this one.
 */
#ifndef LC_TESTER_ORACLE_IMPLIED_PROTOCOL_H
#define LC_TESTER_ORACLE_IMPLIED_PROTOCOL_H

#include "base/text.h"
#include "spec/specs.h"
#include "tester/driver/session.h"

/* As for lince_test_protocol; nothing if any order will do. */
void lcd_order_imply(lince_text *, const lcd_tested *, const lince_specs *);

#endif
