/* Histories whose operations are ordered by happens-before, not by time: a worker sends them under weak memory.
 *
 * Where that order is one of intervals (interval.h), its events are put into a sequence that has exactly this order:
 * then the history is one like any other, equal to those that came with the same intervals, and every criterion applies
 * to it.  A history with another order keeps its partial order. */
#ifndef LC_TESTER_DRIVER_MESSAGE_ORDER_H
#define LC_TESTER_DRIVER_MESSAGE_ORDER_H

#include "tester/driver/message.h"

/* The history's order is as it was sent.  False: it is no partial order of these operations, or memory is out, which
 * the room remembers. */
bool lcd_msg_settle_order(lcd_msg_room *, lcd_msg_history *);

#endif
