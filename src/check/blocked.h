/* Operations that wait for ever: does the specification let them?
 *
 * A history ends because nobody can go on.  Some operations have not returned.  That is right if there is an order of
 * those that have after which none of the others can return: as in Burckhardt, Dern, Musuvathi, Tan: Line-Up (2010),
 * except that they ask it of each that waits alone.  An operation that could only say that there is nothing, EMPTY for
 * example, may wait instead, unless the specification is `exact`: one that says itself where operations wait.  Where
 * the others cannot be explained without the effect of one that waits, nothing is said.
 *
 * A reader's lock may wait as long as a writer waits for it, unless it is said to prefer readers (lc_gives_way).  That
 * writer must have a reason to wait itself, so a lock that is free still makes nobody wait.  What goes unnoticed is a
 * reader who was forgotten while a writer waits; where none does, it is found.
 */
#ifndef LC_CHECK_BLOCKED_H
#define LC_CHECK_BLOCKED_H

#include "spec/specs.h"

typedef struct lc_blocked {
    bool wrong;
    uint32_t op;       /* one that waits though it could return */
    lince_text result; /* what; empty: nothing */
} lc_blocked;

/* The history is linearizable.  It is taken for right if finding out would take too long.  What is found is to be freed
 * by lc_text_free(&result). */
lince_status lc_check_blocked(const lince_history *, const lince_specs *, bool exact, lince_value init, lc_blocked *,
                              lince_error *);

#endif
