/* Operations that wait forever: does the specification permit it?
 *
 * A history ends because no thread can go on; some operations have not returned.  Their waiting is legitimate if there
 * is an order of exactly the operations that have returned after which the specification has no step for any operation
 * that waits: as in Burckhardt, Dern, Musuvathi, Tan: Line-Up (2010), except that Line-Up considers each waiting
 * operation alone.  For operations that take effect one by one this is synchronization progressibility (check/sync).
 * Two things make it wrong:
 *   - every such order leaves an operation that the specification would let return, as a lock that was released and
 *     not handed over;
 *   - no such order exists: the operations that returned can be explained only by the effect of one that waits.  It has
 *     happened, so nothing is left to wait for.
 *
 * Unless the specification is `exact`, an operation that could only return that there is nothing, EMPTY for example,
 * may wait instead: so a queue whose `deq` waits can be tested against `queue` where the test is declared blocking.
 *
 * A reader's lock may wait as long as a writer waits for it, unless it is declared to prefer readers (lc_gives_way).
 * That writer must have a reason to wait itself, so a lock that is free still makes no thread wait.  A reader that was
 * forgotten while a writer waits goes unnoticed; where none waits, it is found.
 */
#ifndef LC_CHECK_DRIVER_BLOCKED_H
#define LC_CHECK_DRIVER_BLOCKED_H

#include "spec/specs.h"

typedef struct lc_blocked_rules {
    bool exact;         /* see above */
    bool program_order; /* the criterion is `sequential`: operations of different threads are not ordered by time */
    lince_value init;   /* LINCE_NO_VALUE: none */
} lc_blocked_rules;

typedef struct lc_blocked {
    bool wrong;
    uint32_t op;       /* one that waits though it could return */
    bool taken;        /* it has taken effect */
    bool lets_wait;    /* there, the specification has no step for another waiting operation */
    bool undecided;    /* nothing wrong was found, but not all was looked at: the history is too long */
    lince_text result; /* a result it could return; empty: none */
} lc_blocked;

/* The history satisfies its criterion.  The finding is to be freed by lc_text_free(&result). */
lince_status lc_check_blocked(const lince_history *, const lince_specs *, const lc_blocked_rules *, lc_blocked *,
                              lince_error *);

#endif
