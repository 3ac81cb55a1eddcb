/* The histories of all schedules that are equivalent to one.
 *
 * What the schedules have in common: for the end of each operation the beginnings that come before it, and for the
 * beginning of each the ends.  A history orders two operations if one has returned before the other is called. Criteria
 * ask for an order of the operations that extends this one, so that a history which orders more is the stricter one:
 * the histories with the most order are enough.
 *
 * Theorem.  Every history of an equivalent schedule is contained in one that is visited, and each of these is one.
 * Proof.  An end that is possible is put next: every beginning that is still to come is then ordered behind it, and
 * nothing else changes.  Otherwise some beginnings are missing before each end.  A schedule that first begins all that
 * one end misses, where no other end misses less, can then put that end; the more it begins before that, the less it
 * orders.  Such a set can begin: an operation x that must end before one of them begins misses a part of the set that
 * lacks that one.  Each step of a visited history is one of an equivalent schedule, because the common order among
 * beginnings, and among ends, follows here: a beginning before one that an end misses is missed by that end, too.
 *
 * Two visited histories differ, since they part where an end was put before a beginning, and in the other one behind
 * it.
 */
#ifndef LC_TARGET_EXPLORE_INTERVAL_ORDERS_H
#define LC_TARGET_EXPLORE_INTERVAL_ORDERS_H

#include <stdbool.h>
#include <stdint.h>

enum { LCT_INTERVALS_MOST = 64 };

typedef struct lct_intervals {
    uint32_t count;
    uint64_t returned;                  /* a bit for each operation; the other ones have no end */
    uint64_t begun[LCT_INTERVALS_MOST]; /* before the end of an operation: the beginnings, its own among them */
    uint64_t ended[LCT_INTERVALS_MOST]; /* before the beginning of an operation: the ends */
} lct_intervals;

/* A beginning or an end.  An operation without an end begins late, unless an end comes after it. */
typedef struct lct_interval_point {
    uint8_t operation;
    bool ends;
} lct_interval_point;

typedef bool lct_interval_visit(void *context, const lct_interval_point *, uint32_t count);

/* False: a visit ended it, or there are more histories than `most`. */
bool lct_interval_orders(const lct_intervals *, uint32_t most, lct_interval_visit *, void *context);

#endif
