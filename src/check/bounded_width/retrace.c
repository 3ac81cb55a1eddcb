/* A path through the down-sets, followed from its end to its beginning.
 *
 * Any cell that may be on top of a node, with any choice of cells below, is left there by some path, and so is the cell
 * on top of the node before it that it comes from.  On the way back a node's cell is therefore known together with some
 * of those that are to be below it: the ones that came to light when it was popped later on.
 */
#include <assert.h>

#include "check/bounded_width/paths.h"

typedef struct place {
    const lc_path_node *node;
    uint32_t cell;    /* on top */
    lc_numbers below; /* the values that must lie below, the uppermost last; below all of them any will do */
} place;

static bool contains(const uint32_t *cells, uint32_t count, uint32_t cell) {
    uint32_t i = 0;
    while (i < count && cells[i] != cell) i++;
    return i < count;
}

/* Did the cell on top of this place come from `candidate`, perhaps among other cells? */
static bool comes_from(const lc_paths *p, const place *at, uint32_t candidate) {
    if (candidate == at->cell && candidate <= LC_BURIED) return true;
    if (candidate <= LC_BURIED || at->cell == LC_BOTTOM) return false;
    uint32_t value = lc_cell_value(p, candidate), count;
    if (at->cell == LC_BURIED) return !lc_wanted(p, at->node, value);
    if (value != lc_cell_value(p, at->cell)) return false;
    const uint32_t *below = lc_cell_below(p, candidate, &count);
    return !at->below.count || contains(below, count, at->below.at[at->below.count - 1]);
}

/* The cell on top before a value was pushed; LC_NO_CELL: it was not pushed here. */
static uint32_t before_push(const lc_paths *p, const place *at, const lc_path_node *n, uint32_t value) {
    const uint32_t *tops = p->tops.at + n->tops;
    if (!n->count) return LC_NO_CELL;
    if (at->cell == LC_BURIED) return lc_wanted(p, at->node, value) ? LC_NO_CELL : tops[0];
    if (at->cell == LC_BOTTOM || lc_cell_value(p, at->cell) != value) return LC_NO_CELL;
    uint32_t count;
    const uint32_t *below = lc_cell_below(p, at->cell, &count);
    for (uint32_t i = 0; i < n->count; i++)
        if (at->below.count ? tops[i] == at->below.at[at->below.count - 1] : contains(below, count, tops[i]))
            return tops[i];
    return LC_NO_CELL;
}

static bool undo_push(lc_paths *p, place *at, const lc_path_node *n, uint32_t move) {
    if (at->node->used != n->used) return false;
    uint32_t cell = before_push(p, at, n, p->moves[move].value);
    if (cell == LC_NO_CELL) return false;
    if (at->below.count) at->below.count--;
    at->cell = cell;
    at->node = n;
    lc_bounded_width_place(p->w, move);
    return true;
}

/* A removal that a pending addition helped leaves the stack as it was. */
static bool undo_helped(lc_paths *p, place *at, const lc_path_node *n, uint32_t move) {
    uint32_t value = p->moves[move].value, helper = lc_helping_addition(p, n, value);
    if (helper == LC_NO_MOVE || lc_multiset_add(&p->sets, n->used, value) != at->node->used) return false;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t cell = p->tops.at[n->tops + i];
        if (!comes_from(p, at, cell)) continue;
        at->cell = cell;
        at->node = n;
        lc_bounded_width_place(p->w, move);
        lc_bounded_width_place(p->w, helper);
        return true;
    }
    return false;
}

/* The cell below this one, of those that may be, that the place comes from; LC_NO_CELL: none. */
static uint32_t came_to_light(const lc_paths *p, const place *at, uint32_t cell) {
    uint32_t count;
    const uint32_t *below = lc_cell_below(p, cell, &count);
    for (uint32_t i = 0; i < count; i++)
        if (comes_from(p, at, below[i])) return below[i];
    return LC_NO_CELL;
}

/* With a cell of the given level on top after pending removals, find those that they removed. */
static bool undo_helpers(lc_paths *p, place *at, uint32_t level, uint32_t cell) {
    bool fine = true;
    for (; level > 0; level--) {
        uint32_t upper = LC_NO_CELL;
        for (uint32_t i = p->levels.at[level - 1]; i < p->levels.at[level] && upper == LC_NO_CELL; i++) {
            uint32_t count;
            const uint32_t *below = lc_cell_below(p, p->reach.at[i], &count);
            if (contains(below, count, cell)) upper = p->reach.at[i];
        }
        assert(upper != LC_NO_CELL);
        fine = fine && lc_push(p->budget, &at->below, cell);
        cell = upper;
    }
    at->cell = cell;
    return fine;
}

/* A pop or EMPTY, just after `level` pending pops. */
static bool undo_removal(lc_paths *p, place *at, const lc_path_node *n, uint32_t move, uint32_t level) {
    const lc_move *m = &p->moves[move];
    if (lc_use_removals(p, n->used, level) != at->node->used) return false;
    for (uint32_t i = p->levels.at[level]; i < p->levels.at[level + 1]; i++) {
        uint32_t cell = p->reach.at[i], lower = LC_NO_CELL;
        if (m->kind == LC_FINDS_NONE) {
            if (cell != LC_BOTTOM || at->cell != LC_BOTTOM) continue;
        } else {
            if (cell <= LC_BURIED || lc_cell_value(p, cell) != m->value) continue;
            lower = came_to_light(p, at, cell);
            if (lower == LC_NO_CELL) continue;
            if (!lc_push(p->budget, &at->below, lower)) return false;
        }
        lc_bounded_width_place(p->w, move);
        uint32_t used = lc_multiset_count(&p->sets, n->used, p->removals);
        for (uint32_t j = level; j > 0; j--) lc_bounded_width_place(p->w, p->all->removers.at[used + j - 1]);
        at->node = n;
        return undo_helpers(p, at, level, cell);
    }
    return false;
}

/* Did the path come from this node by this move?  Then the place is there now. */
static bool undo(lc_paths *p, place *at, const lc_path_node *n, uint32_t move) {
    lc_move_kind kind = p->moves[move].kind;
    if (kind == LC_ADDS) return undo_push(p, at, n, move);
    if (!lc_find_levels(p, n)) return false;
    for (uint32_t level = 0; level + 1 < p->levels.count; level++)
        if (undo_removal(p, at, n, move, level)) return true;
    return kind == LC_REMOVES && undo_helped(p, at, n, move);
}

static bool step_back(lc_paths *p, place *at, uint32_t layer) {
    for (uint32_t i = p->layers.at[layer]; i < p->layers.at[layer + 1]; i++) {
        const lc_path_node *n = &p->nodes.at[i];
        const uint32_t *row = lc_row(p, n);
        for (uint32_t slot = 0; slot < p->slots && n->count; slot++) {
            if (!lc_can_take(n, row, slot)) continue;
            uint32_t return_due;
            uint64_t mask;
            lc_successor(p, n, slot, &return_due, &mask);
            if (return_due != at->node->at || mask != at->node->mask) continue;
            if (undo(p, at, n, row[slot])) return true;
        }
    }
    return false;
}

bool lc_retrace(lc_paths *p) {
    if (lc_exhausted(p->budget)) return false; /* then nodes may lack */
    place at = {.node = &p->nodes.at[p->layers.at[p->returns]]};
    while (!at.node->count) at.node++;
    at.cell = p->tops.at[at.node->tops];
    bool fine = true;
    for (uint32_t layer = p->returns; layer > 0 && fine; layer--) {
        fine = step_back(p, &at, layer - 1) && !lc_exhausted(p->budget);
        assert(fine || lc_exhausted(p->budget));
    }
    assert(!fine || at.cell == LC_BOTTOM);
    lc_vec_free(p->budget, &at.below);
    uint32_t *order = p->w->order.at, count = p->w->order.count;
    for (uint32_t i = 0; i < count / 2; i++) {
        uint32_t other = order[count - 1 - i];
        order[count - 1 - i] = order[i];
        order[i] = other;
    }
    return fine && !lc_exhausted(p->budget);
}
