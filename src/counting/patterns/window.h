/* Bad patterns in the last k steps of a history, as it goes on: A_k after each event, without looking at the past
 * again.
 *
 * Of the facts of A_k about a value (history/counting.h) only few kinds are left once its operations are old: it is
 * gone, and then it takes part in no pattern any more; or it stays, and then all such values are equivalent and are
 * counted.  So each decision costs O(values that came or went in the last k steps + k^2), and memory is that plus the
 * values inside.
 */
#ifndef LC_COUNTING_PATTERNS_WINDOW_H
#define LC_COUNTING_PATTERNS_WINDOW_H

#include "base/map64.h"
#include "counting/patterns/match.h"

typedef struct lc_value_life {
    uint64_t value;
    uint64_t add_from, add_to, remove_from, remove_to; /* steps from the beginning; LC_NOT_YET */
    uint32_t additions, removals;
    uint32_t open_additions; /* that may still return */
    uint32_t next_free;
    uint32_t add, remove, again; /* operations, see lc_seen */
    bool recent;                 /* in the list of that name */
} lc_value_life;
#define LC_NOT_YET UINT64_MAX

typedef struct lc_window_call {
    uint64_t from;
    uint32_t life, op; /* the value it adds, UINT32_MAX: it removes, or is something else */
    enum { LC_SLOT_FREE, LC_SLOT_ADDS, LC_SLOT_REMOVES, LC_SLOT_OTHER } what;
} lc_window_call;

typedef struct lc_window_empty {
    uint64_t from, to;
    uint32_t op;
} lc_window_empty;

typedef struct lc_window {
    lc_budget *budget;
    lc_container container;
    uint32_t k;
    uint64_t length;
    bool returned; /* since the last call */
    bool partly;
    lc_map64 index; /* of values; those that were forgotten are left in it for a while */
    LC_VEC(lc_value_life) lives;
    uint32_t free, known; /* lives that can be used again, and how many are in use */
    LC_VEC(uint32_t) recent;
    uint32_t settled; /* values that stay and were added long ago */
    LC_VEC(lc_window_call) slots;
    LC_VEC(uint64_t) crashed; /* removals that will not return: the steps in which they were called */
    LC_VEC(lc_window_empty) empties;
    lc_lifetimes lifetimes;
} lc_window;

void lc_window_init(lc_window *, lc_container, uint32_t k, lc_budget *); /* k <= LC_MOST_STEPS */
void lc_window_free(lc_window *);

/* Events as they happen.  A slot is a thread: it has one operation at a time, and if it begins another one the former
 * will never return.  Operations that fail have not happened and are not passed.  `op` is a number of the caller's, to
 * identify the members of a pattern.  Values are the caller's numbers below UINT64_MAX. */
void lc_window_call_add(lc_window *, uint32_t slot, uint64_t value, uint32_t op);
void lc_window_call_remove(lc_window *, uint32_t slot, uint32_t op);
void lc_window_call_other(lc_window *, uint32_t slot); /* changes nothing: a peek */
void lc_window_return(lc_window *, uint32_t slot);     /* of an addition or something else */
void lc_window_return_value(lc_window *, uint32_t slot, uint64_t value);
void lc_window_return_empty(lc_window *, uint32_t slot);
void lc_window_crash(lc_window *, uint32_t slot); /* it will never return, and may have taken effect */

/* Does A_k of the history so far contain a pattern?  LC_CONTAINS_SOME: the history is not linearizable;
 * LC_CONTAINS_NONE: refine(k) holds here.  `found` may be NULL; its numbers are those in `stays`.
 * A value that was removed long ago and is removed again is taken for one that was never added. */
lc_contains lc_window_decide(lc_window *, lc_match *found);

#endif
