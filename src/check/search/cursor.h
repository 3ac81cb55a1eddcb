/* The position of a search on the timeline: the next return, and the operations that are open there.
 *
 * A search goes forward past returns and back again.  Both cost only the difference: the slot of an operation stores
 * its previous occupant (see timeline.h), so a call can be taken back.
 */
#ifndef LC_CHECK_SEARCH_CURSOR_H
#define LC_CHECK_SEARCH_CURSOR_H

#include "check/search/timeline.h"

typedef struct lc_cursor {
    lc_budget *budget;
    const lc_timeline *line;
    const lc_binding *binding;
    bool with_pure, with_eager; /* are these distinguished at all? */

    uint32_t at;                /* the next return */
    uint32_t furthest;          /* the furthest there has been */
    LC_VEC(uint32_t) occupant;  /* per slot: its line operation */
    LC_VEC(uint64_t) open;      /* the slots of open operations */
    LC_VEC(uint64_t) pure;      /* of them, those that change nothing */
    LC_VEC(uint64_t) eager;     /* of them, those that lc_timeline_eager found */
    LC_VEC(uint32_t) available; /* per class of pending operations: how many have been called */
} lc_cursor;

void lc_cursor_free(lc_cursor *);
/* Before the first return.  The place keeps its memory; false: there is not enough. */
bool lc_cursor_start(lc_cursor *, const lc_timeline *, const lc_binding *);
/* Past the next return, and past the calls that follow it. */
void lc_cursor_forward(lc_cursor *);
/* Back to before this return. */
void lc_cursor_back(lc_cursor *, uint32_t at);

#endif
