/* Building the partial order of a history, which takes the place of the order of its events (lc_partial_order).
 *
 * A source states it by rows, as weak memory gives it, or a reader by edges: that an operation comes before another
 * one, each named by its thread and its number there, from 1.  The order is the least one with these edges in which the
 * operations of a thread stand in their own order.  The events are one way in which the operations can have run: they
 * agree with the order, though most pairs that they order are no part of it.
 */
#ifndef LC_HISTORY_PARTIAL_ORDER_H
#define LC_HISTORY_PARTIAL_ORDER_H

#include "history/history.h"

/* Gives a history, to which no event is added any more, an order: for each operation, and each of its threads, a
 * number.  False: out of memory. */
bool lc_history_set_order(lince_history *, const uint8_t *before);

/* A client lets the second operation wait for the first one.  False: out of memory. */
bool lc_history_add_client(lince_history *, uint32_t first, uint32_t second);

/* Where the order is one of intervals, and operations end by returning alone: puts the events in an order that has it,
 * and does without it.  False: out of memory, and nothing changed. */
bool lc_history_become_intervals(lince_history *);

/* From here on its events have no order but the one that edges state. */
lince_status lc_history_begin_order(lince_history *, uint32_t line, lince_error *);
typedef struct lc_order_place {
    lc_span thread;
    uint32_t number; /* of its operations, from 1 */
} lc_order_place;
lince_status lc_history_add_before(lince_history *, uint32_t line, lc_order_place first, lc_order_place second,
                                   lince_error *);
/* There are no more events and edges. */
lince_status lc_history_settle_order(lince_history *, lince_error *);

/* The edges that state the whole order, and none that follows from other edges. */
typedef bool lc_edge_visit(void *context, uint32_t first, uint32_t second);
/* False: out of memory, or a visit returned false. */
bool lc_history_edges(const lince_history *, lc_edge_visit *, void *context);

#endif
