/* Stacks by their down-sets.
 *
 * An order of operations is a path through the down-sets of the real-time order, each of which has one operation more
 * than the one before; there are at most n 2^k of them if no more than k operations are open at once.  Many paths lead
 * to a down-set and leave many different stacks there, exponentially many of them; but these have much in common, and
 * can be kept all together as parsers of ambiguous grammars keep theirs (Tomita's graph-structured stack).
 *
 * A cell is a value and the set of cells that may lie below it; one special cell is the bottom.  Each down-set has a
 * set of cells that may be on top.  It starts with the bottom on top of the empty down-set.  Let A and B be down-sets,
 * B one operation larger.  If that operation pushes v, then a cell of v with all that may be on top of A below it may
 * be on top of B.  If it pops v, then any cell that may be below a cell of v that may be on top of A may be on top of
 * B.  If it returned EMPTY and the bottom may be on top of A, then it may be on top of B.  Several cells of one value
 * on top of B are merged into one, below which are the cells below any of them: a down-set has at most one cell a
 * value.
 *
 * Theorem.  Going down from a cell that may be on top of B, choosing each time one of the cells below, until the
 * bottom, gives the contents of the stack after some path to B; and all of them are found so.  By induction on the size
 * of B: the rules above give, for the last operation of a path, its effect on the contents, and to merge cells of one
 * value unites the sets of contents that begin with this value.  So there is a linearization iff a cell may be on top
 * of the down-set of all completed operations.  Down-sets are treated in the order of their sizes, hence each of them
 * is complete before it is used.
 *
 * Some paths need not be followed, and some cells not distinguished:
 *
 * - A pending push is either left out or directly followed by the pop that takes its value: the operations between them
 *   are balanced and may as well come before.  So it is not an operation of its own but a way for a pop to succeed.
 * - A pending pop is put off until just before a pop or an EMPTY that needs it.  The operations in between begin with
 *   pushes on the cells it uncovered and either are balanced or stay forever, and then the pending pop is not needed.
 *   How many pending operations of each kind were used is a part of the node, and fewer are better: a cell that may be
 *   below a value in a node is left out if it may be there in a node that used less (they are used in the order of
 *   their calls).
 * - EMPTY is returned as soon as the stack is empty, a value pushed and popped only once is popped as soon as it is on
 *   top, and of equal operations the one that returns first is taken first (see linearize.c and eager.c).
 * - Mostly it takes hardly more pending operations than there have to be.  So nodes are left out at first that used
 *   more than the best of their size and some slack, which is doubled until there is a path or no node was left out.
 * - Once no operation will pop a value any more, neither the value matters nor the cells below.  And any steps possible
 *   above such a cell are possible above any other, so it is forgotten where there is another.
 *
 * Cost: with N <= n 2^k nodes and v values there are at most N v cells, each operation passes on at most that many, so
 * the time is in O(k v N^2).  Mostly only few cells can lie below another, and it is k N.  Pending operations multiply
 * the number of nodes by that of the multisets of them which it may help to use.
 */
#include <stdlib.h>

#include "base/order.h"
#include "check/bounded_width/paths.h"

/* How much memory is sensible: so many bytes, and so many more for each operation. */
enum { SENSIBLE = 256 << 20, SENSIBLE_EACH = 1024 };
/* A visit is a cell on top of a node; where they have much below, the gifts are most of the work. */
enum { GIFTS_A_VISIT = 16 };

/* ---- from a node to the next layer ---- */

static void give(lc_paths *p, uint32_t to, uint32_t cell, uint32_t pushed) {
    if (to == LC_NO_NODE) return;
    lc_path_node *n = &p->nodes.at[to];
    if (lc_push(p->budget, &p->gifts, (lc_gift){cell, pushed, n->gifts})) n->gifts = p->gifts.count - 1;
}

/* Is an equal operation due to return before? */
static bool another_first(const lc_paths *p, const lc_path_node *n, const uint32_t *row, uint32_t slot) {
    const lc_move *m = &p->moves[row[slot]];
    for (uint32_t i = 0; i < p->slots; i++) {
        if (!lc_can_take(n, row, i)) continue;
        const lc_move *other = &p->moves[row[i]];
        if (other->kind == m->kind && other->value == m->value && other->end < m->end) return true;
    }
    return false;
}

/* A pop of a value, or EMPTY, from the cells that `helpers` pending pops leave. */
static void take_away(lc_paths *p, const lc_path_node *n, uint32_t slot, uint32_t helpers, uint32_t first) {
    const lc_move *m = &p->moves[lc_row(p, n)[slot]];
    uint32_t at, to = LC_NO_NODE;
    uint64_t mask;
    lc_successor(p, n, slot, &at, &mask);
    for (uint32_t i = p->levels.at[helpers]; i < p->levels.at[helpers + 1]; i++) {
        uint32_t cell = p->reach.at[i];
        bool fits =
            m->kind == LC_FINDS_NONE ? cell == LC_BOTTOM : cell > LC_BURIED && lc_cell_value(p, cell) == m->value;
        if (!fits) continue;
        if (to == LC_NO_NODE) to = lc_node_at(p, at, mask, lc_use_removals(p, n->used, helpers), first);
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
static void pass_on(lc_paths *p, const lc_path_node *n, uint32_t slot, uint32_t used, uint32_t pushed, uint32_t first) {
    uint32_t at;
    uint64_t mask;
    lc_successor(p, n, slot, &at, &mask);
    uint32_t to = lc_node_at(p, at, mask, used, first);
    for (uint32_t i = 0; i < n->free; i++) give(p, to, p->tops.at[n->tops + i], pushed);
}

static void spread(lc_paths *p, uint32_t index, uint32_t first) {
    lc_path_node n = p->nodes.at[index];
    if (!n.count || !lc_find_levels(p, &n)) return;
    const uint32_t *row = lc_row(p, &n);
    for (uint32_t slot = 0; slot < p->slots; slot++) {
        if (!lc_can_take(&n, row, slot) || another_first(p, &n, row, slot)) continue;
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

/* ---- layers ---- */

/* The empty down-set. */
static bool start(lc_paths *p) {
    p->cut = false;
    p->nodes.count = p->layers.count = p->tops.count = p->gifts.count = 0;
    lc_path_node empty = {.used = LC_EMPTY_MULTISET, .gifts = LC_NO_GIFT};
    if (!lc_push(p->budget, &p->layers, 0) || !lc_push(p->budget, &p->nodes, empty)) return false;
    give(p, 0, LC_BOTTOM, LC_ANY_VALUE);
    lc_settle(p, 0, 0);
    return true;
}

static size_t bytes(const lc_paths *p) {
    const lc_intern *cells = &p->cells;
    return p->nodes.room * sizeof *p->nodes.at + p->tops.room * sizeof *p->tops.at + p->rows.room * sizeof *p->rows.at +
           p->gifts.room * sizeof *p->gifts.at + cells->items.room * sizeof *cells->items.at +
           cells->slot_count * sizeof *cells->slots + p->cell_bytes;
}

static bool may_help(const lc_paths *p) { return p->all->adders.count || p->all->removers.count; }

/* Nodes with the same operations next to each other, those that used fewer pending ones first. */
static int by_place(const void *a, const void *b) {
    const lc_path_node *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    if (x->mask != y->mask) return x->mask < y->mask ? -1 : 1;
    return LC_ORDER(x->helpers, y->helpers);
}

/* Leaves out the nodes that used too many pending operations. */
static void thin_out(lc_paths *p, uint32_t first) {
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = first; i < p->nodes.count; i++)
        if (p->nodes.at[i].count && p->nodes.at[i].helpers < fewest) fewest = p->nodes.at[i].helpers;
    for (uint32_t i = first; i < p->nodes.count; i++) {
        lc_path_node *n = &p->nodes.at[i];
        if (!n->count || n->helpers - fewest <= p->slack) continue;
        n->count = n->free = 0;
        p->cut = true;
    }
}

/* LC_HOLDS: there is a next layer. */
static lc_outcome make_layer(lc_paths *p) {
    uint32_t from = p->layers.at[p->layers.count - 1], first = p->nodes.count, tops = p->tops.count;
    if (!lc_push(p->budget, &p->layers, first) || !lc_paths_clear_table(p)) return LC_HALTED;
    p->gifts.count = 0;
    for (uint32_t i = from; i < first; i++) {
        uint32_t given = p->gifts.count;
        spread(p, i, first);
        p->w->visited += p->nodes.at[i].count + (p->gifts.count - given) / GIFTS_A_VISIT;
        if (lc_bounded_width_stopped(p->w, 1 + p->gifts.count - given)) return LC_HALTED;
        if (bytes(p) > p->most_bytes) return LC_UNDECIDED;
    }
    if (may_help(p)) qsort(p->nodes.at + first, p->nodes.count - first, sizeof *p->nodes.at, by_place);
    for (uint32_t i = first; i < p->nodes.count; i++) {
        lc_settle(p, i, first);
        if (lc_bounded_width_stopped(p->w, 1)) return LC_HALTED;
    }
    if (may_help(p)) thin_out(p, first);
    return p->tops.count == tops ? LC_VIOLATED : LC_HOLDS;
}

static lc_outcome decide(lc_paths *p) {
    static const uint32_t specials[] = {[LC_BOTTOM] = LC_ANY_VALUE, [LC_BURIED] = LC_ANY_VALUE - 1};
    for (int i = LC_BOTTOM; i <= LC_BURIED; i++)
        if (lc_intern_add(&p->cells, &specials[i], sizeof specials[i]) == LC_NOT_INTERNED) return LC_HALTED;
    if (!lc_paths_lay_out(p)) return LC_UNDECIDED;
    for (p->slack = 1;; p->slack *= 2) {
        lc_outcome outcome = start(p) ? LC_HOLDS : LC_HALTED;
        for (uint32_t i = 0; i < p->returns && outcome == LC_HOLDS; i++) outcome = make_layer(p);
        if (outcome == LC_HOLDS) return lc_retrace(p) ? LC_HOLDS : LC_HALTED;
        if (outcome != LC_VIOLATED || !p->cut) return outcome;
    }
}

/* A sensible limit, and at most half of the rest: other algorithms need memory, too. */
static size_t allowed_bytes(const lc_bounded_width *w) {
    size_t most = SENSIBLE + (size_t)SENSIBLE_EACH * w->moves.list.count;
    const lc_budget *b = w->budget;
    if (!b || !b->limit) return most;
    size_t used = atomic_load(&b->used), half = b->limit > used ? (b->limit - used) / 2 : 0;
    return half < most ? half : most;
}

static void release(lc_paths *p) {
    lc_numbers *numbers[] = {&p->rows,   &p->due,  &p->ends,  &p->removers_before, &p->last_call, &p->layers,
                             &p->better, &p->tops, &p->group, &p->reach,           &p->levels,    &p->stamps};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) lc_vec_free(p->budget, numbers[i]);
    lc_vec_free(p->budget, &p->nodes);
    lc_vec_free(p->budget, &p->gifts);
    lc_vec_free(p->budget, &p->arrived);
    lc_vec_free(p->budget, &p->pushed);
    lc_release(p->budget, p->table, p->table_size * sizeof *p->table);
    lc_intern_free(&p->cells);
    lc_multisets_free(&p->sets);
}

lc_outcome lc_bounded_width_stack(lc_bounded_width *w) {
    lc_paths p = {.w = w, .budget = w->budget, .all = &w->moves, .moves = w->moves.list.at};
    p.removals = w->moves.values.count;
    p.most_bytes = allowed_bytes(w);
    lc_intern_init(&p.cells, w->budget);
    lc_multisets_init(&p.sets, w->budget);
    lc_outcome outcome = decide(&p);
    release(&p);
    return outcome;
}
