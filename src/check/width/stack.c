/* Stacks by their down-sets.
 *
 * An order of operations is a path through the down-sets of the real-time order, each of which has one operation more
 * than the one before; there are at most n 2^k of them if no more than k operations are open at once.  Many paths lead to
 * a down-set and leave many different stacks there, exponentially many of them; but these have much in common, and can
 * be kept all together as parsers of ambiguous grammars keep theirs (Tomita's graph-structured stack).
 *
 * A cell is a value and the set of cells that may lie below it; one special cell is the bottom.  Each down-set has a set
 * of cells that may be on top.  It starts with the bottom on top of the empty down-set.  Let A and B be down-sets, B one
 * operation larger.  If that operation pushes v, then a cell of v with all that may be on top of A below it may be on top
 * of B.  If it pops v, then whatever may be below a cell of v that may be on top of A may be on top of B.  If it returned
 * EMPTY and the bottom may be on top of A, then it may be on top of B.  Of several cells of one value on top of B one is
 * made, below which is what is below any of them: a down-set has at most one cell a value.
 *
 * Theorem.  Going down from a cell that may be on top of B, choosing each time one of the cells below, until the bottom,
 * gives the contents of the stack after some path to B; and all of them are found so.  By induction on the size of B:
 * the rules above say for the last operation of a path what it does to the contents, and to merge cells of one value
 * unites the sets of contents that begin with this value.  So there is a linearisation iff something may be on top of
 * the down-set of all completed operations.  Down-sets are treated in the order of their sizes, hence each of them is
 * complete before it is used.
 *
 * Some paths need not be followed, and some cells not told apart:
 *
 * - A pending push is either left out or directly followed by the pop that takes its value: what is between them is
 *   balanced and may as well come before.  So it is not an operation of its own but a way for a pop to succeed.
 * - A pending pop is put off until just before a pop or an EMPTY that needs it.  What stands between begins with pushes
 *   on what it removed and either is balanced or stays for ever, and then the pending pop is not needed.
 *   How many pending operations of each kind were used is a part of the node, and fewer are better: what may be below a
 *   value in a node is left out if it may be there in one that used less (they are used in the order of their calls).
 * - EMPTY is returned as soon as the stack is empty, a value pushed and popped only once is popped as soon as it is on
 *   top, and of equal operations the one that returns first is taken first (see linearize.c and eager.c).
 * - Once nobody will pop a value any more, it does not matter what it is and what lies below.  And whatever can be
 *   done above such a cell can be done above any other, so it is forgotten where there is another.
 *
 * Cost: with N <= n 2^k nodes and v values there are at most N v cells, each operation passes on at most that many, so
 * the time is in O(k v N^2).  Mostly only few cells can lie below another, and it is k N.  Pending operations multiply
 * the number of nodes by that of the multisets of them which it may help to use.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "check/width/lane.h"
#include "check/width/paths.h"

enum { WIDEST = 64, FEWEST_SLOTS = 64, MEGABYTE = 1 << 20, SENSIBLE = 256 };
#define NOTHING UINT32_MAX

/* ---- nodes ---- */

void lc_successor(const lc_paths *p, const lc_node *n, uint32_t slot, uint32_t *at, uint64_t *mask) {
    *at = n->at;
    *mask = n->mask | (uint64_t)1 << slot;
    while (*at < p->returns && *mask >> p->due.at[*at] & 1) {
        *mask &= ~((uint64_t)1 << p->due.at[*at]);
        ++*at;
    }
}

bool lc_wanted(const lc_paths *p, const lc_node *n, uint32_t value) {
    if (p->last_call.at[value] > p->ends.at[n->at]) return true;
    uint32_t removers = p->all->removers.count;
    if (removers && removers > lc_multiset_count(&p->sets, n->used, p->removals)) return true;
    const uint32_t *row = lc_row(p, n);
    for (uint32_t slot = 0; slot < p->slots; slot++) {
        if (!lc_slot_is_free(n, row, slot)) continue;
        const lc_move *m = &p->moves[row[slot]];
        if (m->kind == LC_REMOVES && m->value == value) return true;
    }
    return false;
}

uint32_t lc_use_removals(lc_paths *p, uint32_t used, uint32_t count) {
    while (count--) used = lc_multiset_add(&p->sets, used, p->removals);
    return used;
}

uint32_t lc_helping_addition(const lc_paths *p, const lc_node *n, uint32_t value) {
    const lc_moved *v = &p->all->values.at[value];
    if (!v->pending) return LC_NO_MOVE;
    uint32_t used = lc_multiset_count(&p->sets, n->used, value);
    if (used == v->pending) return LC_NO_MOVE;
    uint32_t move = p->all->adders.at[v->adders + used];
    return p->moves[move].call < p->ends.at[n->at] ? move : LC_NO_MOVE;
}

static uint32_t *probe(const lc_paths *p, uint32_t at, uint64_t mask, uint32_t used) {
    for (uint64_t i = lc_mix(mask, (uint64_t)at << 32 | used);; i++) {
        uint32_t *slot = &p->table[i & (p->table_size - 1)];
        if (!*slot) return slot;
        const lc_node *n = &p->nodes.at[*slot - 1];
        if (n->at == at && n->mask == mask && n->used == used) return slot;
    }
}

static bool resize_table(lc_paths *p, uint32_t size, uint32_t first) {
    uint32_t *table = lc_allocate(p->budget, size * sizeof *table);
    if (!table) return false;
    lc_release(p->budget, p->table, p->table_size * sizeof *table);
    memset(table, 0, size * sizeof *table);
    p->table = table;
    p->table_size = size;
    for (uint32_t i = first; i < p->nodes.count; i++) {
        const lc_node *n = &p->nodes.at[i];
        *probe(p, n->at, n->mask, n->used) = i + 1;
    }
    return true;
}

/* The node in the layer that begins with `first`, which is being made; NOTHING: out of memory. */
static uint32_t node_at(lc_paths *p, uint32_t at, uint64_t mask, uint32_t used, uint32_t first) {
    uint32_t *slot = probe(p, at, mask, used);
    if (*slot) return *slot - 1;
    lc_node fresh = {.mask = mask, .at = at, .used = used, .gifts = LC_NO_GIFT};
    fresh.helpers = (uint32_t)lc_intern_get(&p->sets.sets, used)->size;
    if (!lc_push(p->budget, &p->nodes, fresh)) return NOTHING;
    *slot = p->nodes.count;
    bool crowded = p->nodes.count - first > p->table_size / 2;
    return !crowded || resize_table(p, 2 * p->table_size, first) ? p->nodes.count - 1 : NOTHING;
}

/* ---- from a node to the next layer ---- */

static void give(lc_paths *p, uint32_t to, uint32_t cell, uint32_t pushed) {
    if (to == NOTHING) return;
    lc_node *n = &p->nodes.at[to];
    if (lc_push(p->budget, &p->gifts, (lc_gift){cell, pushed, n->gifts})) n->gifts = p->gifts.count - 1;
}

/* Is an equal operation due to return before? */
static bool another_first(const lc_paths *p, const lc_node *n, const uint32_t *row, uint32_t slot) {
    const lc_move *m = &p->moves[row[slot]];
    for (uint32_t i = 0; i < p->slots; i++) {
        if (!lc_slot_is_free(n, row, i)) continue;
        const lc_move *other = &p->moves[row[i]];
        if (other->kind == m->kind && other->value == m->value && other->end < m->end) return true;
    }
    return false;
}

/* A pop of a value, or EMPTY, from what `helpers` pending pops leave. */
static void take_away(lc_paths *p, const lc_node *n, uint32_t slot, uint32_t helpers, uint32_t first) {
    const lc_move *m = &p->moves[lc_row(p, n)[slot]];
    uint32_t at, to = NOTHING;
    uint64_t mask;
    lc_successor(p, n, slot, &at, &mask);
    for (uint32_t i = p->levels.at[helpers]; i < p->levels.at[helpers + 1]; i++) {
        uint32_t cell = p->reach.at[i];
        bool fits = m->kind == LC_FINDS_NONE ? cell == LC_BOTTOM
                                             : cell > LC_BURIED && lc_cell_value(p, cell) == m->value;
        if (!fits) continue;
        if (to == NOTHING) to = node_at(p, at, mask, lc_use_removals(p, n->used, helpers), first);
        if (cell == LC_BOTTOM) {
            give(p, to, LC_BOTTOM, LC_ANY_VALUE);
            continue;
        }
        uint32_t count;
        const uint32_t *below = lc_cell_below(p, cell, &count);
        for (uint32_t j = 0; j < count; j++) give(p, to, below[j], LC_ANY_VALUE);
    }
}

/* To the node that differs by one slot go all free cells, with a value on top or without. */
static void pass_on(lc_paths *p, const lc_node *n, uint32_t slot, uint32_t used, uint32_t pushed, uint32_t first) {
    uint32_t at;
    uint64_t mask;
    lc_successor(p, n, slot, &at, &mask);
    uint32_t to = node_at(p, at, mask, used, first);
    for (uint32_t i = 0; i < n->free; i++) give(p, to, p->tops.at[n->tops + i], pushed);
}

static void spread(lc_paths *p, uint32_t index, uint32_t first) {
    lc_node n = p->nodes.at[index];
    if (!n.count || !lc_find_levels(p, &n)) return;
    const uint32_t *row = lc_row(p, &n);
    for (uint32_t slot = 0; slot < p->slots; slot++) {
        if (!lc_slot_is_free(&n, row, slot) || another_first(p, &n, row, slot)) continue;
        const lc_move *m = &p->moves[row[slot]];
        if (m->kind == LC_ADDS) {
            if (n.free) pass_on(p, &n, slot, n.used, m->value, first);
            continue;
        }
        for (uint32_t helpers = 0; helpers + 1 < p->levels.count; helpers++) take_away(p, &n, slot, helpers, first);
        if (m->kind == LC_REMOVES && n.free && lc_helping_addition(p, &n, m->value) != LC_NO_MOVE)
            pass_on(p, &n, slot, lc_multiset_add(&p->sets, n.used, m->value), LC_ANY_VALUE, first);
    }
}

/* ---- all layers ---- */

static bool lay_out_row(lc_paths *p, const lc_lane *l, uint32_t *removers) {
    bool fine = true;
    for (uint32_t slot = 0; slot < p->slots && fine; slot++) {
        bool open = !lc_lane_done(l) && lc_bit(l->open.at, slot);
        fine = lc_push(p->budget, &p->rows, open ? l->occupant.at[slot] : LC_NO_MOVE);
    }
    const lc_moves *all = p->all;
    while (*removers < all->removers.count && p->moves[all->removers.at[*removers]].call < lc_lane_end(l)) ++*removers;
    return fine && lc_push(p->budget, &p->ends, lc_lane_end(l)) &&
           lc_push(p->budget, &p->removers_before, *removers) &&
           (lc_lane_done(l) || lc_push(p->budget, &p->due, p->moves[lc_lane_due(l)].slot));
}

static bool lay_out(lc_paths *p, lc_lane *l) {
    p->slots = l->occupant.count;
    p->returns = l->returns.count;
    size_t cells = ((size_t)p->returns + 1) * p->slots;
    if (p->slots > WIDEST || cells * sizeof(uint32_t) > p->most_bytes) return false;
    bool fine = true;
    for (uint32_t at = 0, removers = 0; at <= p->returns && fine; at++) {
        fine = lay_out_row(p, l, &removers);
        if (at < p->returns) lc_lane_take(l, lc_lane_due(l));
    }
    for (uint32_t v = 0; v < p->all->values.count && fine; v++) fine = lc_push(p->budget, &p->last_call, 0);
    for (uint32_t i = 0; i < p->all->list.count && fine; i++) {
        const lc_move *m = &p->moves[i];
        if (m->kind == LC_REMOVES && !lc_move_pends(m)) p->last_call.at[m->value] = m->call + 1;
    }
    return fine;
}

/* What is sensible to use, and at most half of what is left: others want to try, too. */
static size_t allowed_bytes(const lc_budget *b) {
    size_t most = (size_t)SENSIBLE * MEGABYTE;
    if (!b || !b->limit) return most;
    size_t used = atomic_load(&((lc_budget *)b)->used), half = b->limit > used ? (b->limit - used) / 2 : 0;
    return half < most ? half : most;
}

/* False: it is too large, or memory is out. */
static bool start(lc_paths *p) {
    static const uint32_t specials[] = {[LC_BOTTOM] = LC_ANY_VALUE, [LC_BURIED] = LC_ANY_VALUE - 1};
    lc_lane l;
    unsigned all_kinds = 1u << LC_ADDS | 1u << LC_REMOVES | 1u << LC_FINDS_NONE;
    bool fine = lc_lane_build(&l, &p->w->moves, all_kinds, p->budget) && lay_out(p, &l);
    lc_lane_free(&l);
    for (uint32_t i = 0; i < 2 && fine; i++)
        fine = lc_intern_add(&p->cells, &specials[i], sizeof specials[i]) != LC_NOT_INTERNED;
    lc_node empty = {.used = LC_EMPTY_MULTISET, .gifts = LC_NO_GIFT};
    fine = fine && lc_push(p->budget, &p->layers, 0) && lc_push(p->budget, &p->nodes, empty);
    if (!fine || !resize_table(p, FEWEST_SLOTS, 1)) return false;
    give(p, 0, LC_BOTTOM, LC_ANY_VALUE);
    lc_settle(p, 0, 0);
    return true;
}

static size_t bytes(const lc_paths *p) {
    return p->nodes.count * sizeof *p->nodes.at + p->tops.count * sizeof *p->tops.at + p->rows.count * sizeof *p->rows.at +
           p->gifts.count * sizeof *p->gifts.at + p->cells.items.count * sizeof *p->cells.items.at + p->cell_bytes;
}

/* Nodes with the same operations next to each other, those that used fewer pending ones first. */
static int by_place(const void *a, const void *b) {
    const lc_node *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    if (x->mask != y->mask) return x->mask < y->mask ? -1 : 1;
    return x->helpers < y->helpers ? -1 : x->helpers > y->helpers;
}

/* LC_HOLDS: the next layer is made. */
static lc_outcome make_layer(lc_paths *p) {
    uint32_t from = p->layers.at[p->layers.count - 1], first = p->nodes.count, tops = p->tops.count;
    if (!lc_push(p->budget, &p->layers, first)) return LC_HALTED;
    p->gifts.count = 0;
    memset(p->table, 0, p->table_size * sizeof *p->table);
    for (uint32_t i = from; i < first; i++) {
        uint32_t given = p->gifts.count;
        spread(p, i, first);
        p->w->visited += p->nodes.at[i].count;
        if (lc_width_stopped(p->w, 1 + (p->gifts.count - given))) return LC_HALTED;
        if (bytes(p) > p->most_bytes) return LC_UNDECIDED;
    }
    if (p->all->adders.count || p->all->removers.count)
        qsort(p->nodes.at + first, p->nodes.count - first, sizeof *p->nodes.at, by_place);
    for (uint32_t i = first; i < p->nodes.count; i++) lc_settle(p, i, first);
    return p->tops.count == tops ? LC_VIOLATED : LC_HOLDS;
}

static void free_all(lc_paths *p) {
    lc_numbers *numbers[] = {&p->rows,  &p->due,   &p->ends,  &p->removers_before, &p->last_call, &p->layers,
                             &p->tops,  &p->group, &p->reach, &p->levels,          &p->stamps};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) lc_vec_free(p->budget, numbers[i]);
    lc_vec_free(p->budget, &p->nodes);
    lc_vec_free(p->budget, &p->gifts);
    lc_vec_free(p->budget, &p->arrived);
    lc_vec_free(p->budget, &p->pushed);
    lc_release(p->budget, p->table, p->table_size * sizeof *p->table);
    lc_intern_free(&p->cells);
    lc_multisets_free(&p->sets);
}

lc_outcome lc_width_stack(lc_width *w) {
    lc_paths p = {.w = w, .budget = w->budget, .all = &w->moves, .moves = w->moves.list.at};
    p.removals = w->moves.values.count;
    p.most_bytes = allowed_bytes(w->budget);
    lc_intern_init(&p.cells, w->budget);
    lc_multisets_init(&p.sets, w->budget);
    lc_outcome outcome = start(&p) ? LC_HOLDS : LC_UNDECIDED;
    for (uint32_t i = 0; i < p.returns && outcome == LC_HOLDS; i++) outcome = make_layer(&p);
    if (outcome == LC_HOLDS && !lc_retrace(&p)) outcome = LC_HALTED;
    free_all(&p);
    return outcome;
}
