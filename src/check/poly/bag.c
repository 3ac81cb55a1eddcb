/* Bags: elements come and go in any order, but a removal that finds nothing needs a moment when nothing is inside.
 *
 * Theorem.  A history of a bag with distinct values is linearizable iff every element was added once before it was
 * removed, and every removal that found nothing has a moment outside all covers (elements.h).
 *
 * Why.  In its cover an element is inside in every order, so no removal finds nothing there.  Conversely let each
 * element come just before `added` and leave just after `leaving`, or, if its cover is empty, come and go at once at
 * `leaving`.  All this is within the intervals of the operations, and now elements are inside only in their covers.
 *
 * One sweep over the events finds the moments and the order; time and memory are linear.
 */
#include <assert.h>

#include "check/poly/elements.h"

static void enter_and_leave(lc_poly *p, const lc_element *x, uint32_t place, uint32_t *inside) {
    bool covered = lc_has_cover(x);
    if (x->added == place && covered) {
        lc_poly_place(p, x->add);
        ++*inside;
    }
    if (x->leaving == place) {
        if (covered) --*inside;
        else lc_poly_place(p, x->add);
        lc_poly_place(p, x->remove);
    }
}

static lc_outcome decide_bag(lc_poly *p, lc_elements *e) {
    uint32_t inside = 0, placed = 0; /* elements; removals that found nothing, of those called so far */
    uint32_t called = 0;
    assert(!e->looks.count); /* no element is the next one */
    for (uint32_t i = 0; i < e->places; i++) {
        if (lc_poly_stopped(p, i)) return LC_HALTED;
        uint32_t note = p->note[lc_event_op(e->part->events[i])];
        if (lc_who_is(note) <= LC_REMOVES) {
            enter_and_leave(p, &e->at.at[lc_which(note)], i, &inside);
        } else if (lc_who_is(note) == LC_FINDS_EMPTY) {
            if (lc_event_what(e->part->events[i]) == LC_INVOKE) called++;
            else if (lc_which(note) >= placed) return lc_blame_empty(p, e, &e->empties.at[lc_which(note)]);
        }
        for (; !inside && placed < called; placed++) lc_poly_place(p, e->empties.at[placed].op);
    }
    return LC_HOLDS;
}

lc_outcome lc_poly_bag(lc_poly *p, const lc_part *part) { return lc_poly_container(p, part, decide_bag, NULL); }
