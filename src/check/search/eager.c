/* Removals that may be linearized as soon as they are legal.
 *
 * Take an unbounded container whose operations only add and remove, and an element with a value that is added once and
 * removed once.  As long as it could be removed but is not, no removal can get past it (queue, stack, deque), or
 * removals of other elements would be the same without it (bag, priority queue), and no operation finds the container
 * empty; adding does not depend on the content.  So if a solution removes it later, it may as well do so now.
 *
 * With equal elements that is wrong: the choice among them decides the order of the elements above.
 */
#include "base/bits.h"
#include "check/search/timeline.h"

/* How often a value is added (low half) and removed (high half), each counted up to two. */
enum { ADDED = 1, REMOVED = 4, ONCE_EACH = ADDED + REMOVED };

static bool is_container(const lc_timeline *t, const lc_binding *b) {
    for (uint32_t i = 0; i < t->ops.count; i++) {
        const lc_label *label = &b->labels.at[t->ops.at[i].label];
        uint8_t role = lc_label_method(b, label)->role;
        if (role != LINCE_ROLE_ADD && role != LINCE_ROLE_REMOVE) return false;
        if (!(b->objects.at[label->object].instance->spec->traits & LINCE_DROPPABLE_VALUES)) return false;
    }
    return true;
}

static void count(lc_map64 *counts, lince_value v, bool added) {
    uint32_t known = lc_map64_get(counts, v), now = known == LC_NOT_MAPPED ? 0 : known;
    uint32_t part = added ? now % REMOVED : now / REMOVED;
    if (part < 2) lc_map64_put(counts, v, now + (added ? ADDED : REMOVED));
}

bool lc_timeline_eager(lc_timeline *t, const lc_binding *b) {
    t->eager.count = 0;
    if (!is_container(t, b)) return true;
    lc_map64 counts;
    lc_map64_init(&counts, t->budget);
    for (uint32_t i = 0; i < t->ops.count; i++) {
        const lc_label *label = &b->labels.at[t->ops.at[i].label];
        lince_value added = lc_label_moves(b, label, LINCE_ROLE_ADD);
        lince_value removed = lc_label_moves(b, label, LINCE_ROLE_REMOVE);
        if (added != LINCE_NO_VALUE) count(&counts, added, true);
        if (removed != LINCE_NO_VALUE) count(&counts, removed, false);
    }
    bool fine = true;
    for (uint32_t i = 0; i < t->ops.count && fine; i++) {
        lince_value removed = lc_label_moves(b, &b->labels.at[t->ops.at[i].label], LINCE_ROLE_REMOVE);
        if (i % 64 == 0) fine = lc_push(t->budget, &t->eager, 0);
        if (fine && removed != LINCE_NO_VALUE && lc_map64_get(&counts, removed) == ONCE_EACH)
            lc_set_bit(t->eager.at, i);
    }
    lc_map64_free(&counts);
    return fine && !lc_exhausted(t->budget);
}
