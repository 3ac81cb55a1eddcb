/* The cells that may be on top of a node, made from those that its predecessors give. */
#include <stdlib.h>

#include "base/order.h"
#include "check/bounded_width/paths.h"

/* From now on no cell has been met. */
static void forget_met(lc_paths *p) {
    if (p->stamp == UINT32_MAX) p->stamps.count = p->stamp = 0;
    p->stamp++;
}

/* Is this the first time that a cell is met? */
static bool is_new(lc_paths *p, uint32_t cell) {
    while (p->stamps.count <= cell)
        if (!lc_push(p->budget, &p->stamps, 0)) return false;
    if (p->stamps.at[cell] == p->stamp) return false;
    p->stamps.at[cell] = p->stamp;
    return true;
}

bool lc_find_levels(lc_paths *p, const lc_path_node *n) {
    p->reach.count = p->levels.count = 0;
    bool fine = lc_push(p->budget, &p->levels, 0);
    for (uint32_t i = 0; i < n->count && fine; i++) fine = lc_push(p->budget, &p->reach, p->tops.at[n->tops + i]);
    fine = fine && lc_push(p->budget, &p->levels, p->reach.count);
    uint32_t helpers = p->removers_before.at[n->at];
    if (helpers) helpers -= lc_multiset_count(&p->sets, n->used, p->removals);
    while (fine && helpers--) {
        uint32_t from = p->levels.at[p->levels.count - 2], to = p->reach.count;
        forget_met(p);
        for (uint32_t i = from; i < to; i++) {
            uint32_t count;
            const uint32_t *below = lc_cell_below(p, p->reach.at[i], &count);
            for (uint32_t j = 0; j < count && fine; j++)
                if (is_new(p, below[j])) fine = lc_push(p->budget, &p->reach, below[j]);
        }
        if (p->reach.count == to) break;
        fine = fine && lc_push(p->budget, &p->levels, p->reach.count);
    }
    return fine;
}

/* The special cells that may be on top. */
typedef struct specials {
    bool bottom, buried;
} specials;

/* Sorts the gifts of a node: cells by value, and by the value pushed on them. */
static specials unpack(lc_paths *p, const lc_path_node *n) {
    specials s = {false, false};
    p->arrived.count = p->pushed.count = 0;
    forget_met(p);
    for (uint32_t i = n->gifts; i != LC_NO_GIFT; i = p->gifts.at[i].next) {
        const lc_gift *g = &p->gifts.at[i];
        bool on_top = g->pushed == LC_ANY_VALUE;
        if (on_top && !is_new(p, g->cell)) continue;
        if (on_top && g->cell <= LC_BURIED) {
            *(g->cell == LC_BOTTOM ? &s.bottom : &s.buried) = true;
            continue;
        }
        uint32_t value = on_top ? lc_cell_value(p, g->cell) : g->pushed;
        uint64_t key = (uint64_t)value << 32 | g->cell;
        if (!lc_wanted(p, n, value)) s.buried = true;
        else if (on_top) (void)lc_push(p->budget, &p->arrived, key);
        else (void)lc_push(p->budget, &p->pushed, key);
    }
    if (p->arrived.count > 1) qsort(p->arrived.at, p->arrived.count, sizeof *p->arrived.at, lc_by_u64);
    if (p->pushed.count > 1) qsort(p->pushed.at, p->pushed.count, sizeof *p->pushed.at, lc_by_u64);
    return s;
}

static void join(lc_paths *p, uint32_t cell) {
    if (is_new(p, cell)) (void)lc_push(p->budget, &p->group, cell);
}

static void join_all_below(lc_paths *p, uint32_t cell) {
    uint32_t count;
    const uint32_t *below = lc_cell_below(p, cell, &count);
    for (uint32_t i = 0; i < count; i++) join(p, below[i]);
}

/* Marks as met the cells that may be below this value in a better node. */
static void mark_better(lc_paths *p, uint32_t value) {
    for (uint32_t k = 0; k < p->better.count; k++) {
        const lc_path_node *other = &p->nodes.at[p->better.at[k]];
        for (uint32_t i = 0; i < other->count; i++) {
            uint32_t cell = p->tops.at[other->tops + i], count;
            if (cell <= LC_BURIED || lc_cell_value(p, cell) != value) continue;
            const uint32_t *below = lc_cell_below(p, cell, &count);
            for (uint32_t j = 0; j < count; j++) (void)is_new(p, below[j]);
        }
    }
}

/* The one cell of a value: from cells that arrived and from cells on which it was pushed. */
static void unite(lc_paths *p, uint32_t value, const uint64_t *arrived, uint32_t arrivals, const uint64_t *pushed,
                  uint32_t pushes) {
    uint32_t cell = arrivals ? (uint32_t)*arrived : LC_BURIED;
    if (arrivals != 1 || pushes || p->better.count) {
        forget_met(p);
        mark_better(p, value);
        p->group.count = 0;
        (void)lc_push(p->budget, &p->group, value);
        for (uint32_t i = 0; i < pushes; i++) join(p, (uint32_t)pushed[i]);
        for (uint32_t i = 0; i < arrivals; i++) join_all_below(p, (uint32_t)arrived[i]);
        if (p->group.count <= 1) return;
        qsort(p->group.at + 1, p->group.count - 1, sizeof *p->group.at, lc_by_u32);
        uint32_t before = p->cells.items.count;
        cell = lc_intern_add(&p->cells, p->group.at, p->group.count * sizeof *p->group.at);
        if (cell == LC_NOT_INTERNED) return;
        if (cell == before) p->cell_bytes += p->group.count * sizeof *p->group.at;
    }
    (void)lc_push(p->budget, &p->tops, cell);
}

/* How many keys from here on are of the same value as the first? */
static uint32_t run(const uint64_t *keys, uint32_t count, uint32_t value) {
    uint32_t i = 0;
    while (i < count && keys[i] >> 32 == value) i++;
    return i;
}

static void unite_all(lc_paths *p) {
    const uint64_t *a = p->arrived.at, *b = p->pushed.at;
    for (uint32_t i = 0, j = 0; i < p->arrived.count || j < p->pushed.count;) {
        uint64_t first = i < p->arrived.count ? a[i] : UINT64_MAX;
        if (j < p->pushed.count && b[j] < first) first = b[j];
        uint32_t value = (uint32_t)(first >> 32);
        uint32_t arrivals = i < p->arrived.count ? run(a + i, p->arrived.count - i, value) : 0;
        uint32_t pushes = j < p->pushed.count ? run(b + j, p->pushed.count - j, value) : 0;
        unite(p, value, arrivals ? a + i : NULL, arrivals, pushes ? b + j : NULL, pushes);
        i += arrivals;
        j += pushes;
    }
}

/* Must what is on top be taken away at once, or EMPTY be returned? */
static bool must_wait(const lc_paths *p, const lc_path_node *n, uint32_t cell) {
    if (cell == LC_BURIED) return false;
    uint32_t value = lc_cell_value(p, cell);
    const lc_moved *moved = cell == LC_BOTTOM ? NULL : &p->all->values.at[value];
    if (moved && (moved->added != 1 || moved->removed != 1)) return false;
    const uint32_t *row = lc_row(p, n);
    for (uint32_t slot = 0; slot < p->slots; slot++) {
        if (!lc_can_take(n, row, slot)) continue;
        const lc_move *m = &p->moves[row[slot]];
        if (moved ? m->kind == LC_REMOVES && m->value == value : m->kind == LC_FINDS_NONE) return true;
    }
    return false;
}

static void free_ones_first(lc_paths *p, lc_path_node *n) {
    uint32_t *tops = p->tops.at + n->tops;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t cell = tops[i];
        if (must_wait(p, n, cell)) continue;
        tops[i] = tops[n->free];
        tops[n->free++] = cell;
    }
}

/* Nodes with the same operations stand together, those that used fewer pending ones first. */
static void find_better(lc_paths *p, uint32_t index, uint32_t first) {
    const lc_path_node *n = &p->nodes.at[index];
    p->better.count = 0;
    while (index-- > first) {
        const lc_path_node *other = &p->nodes.at[index];
        if (other->at != n->at || other->mask != n->mask) return;
        if (other->count && other->helpers < n->helpers && lc_multiset_contains(&p->sets, n->used, other->used))
            (void)lc_push(p->budget, &p->better, index);
    }
}

static bool better_has(const lc_paths *p, uint32_t cell) {
    for (uint32_t k = 0; k < p->better.count; k++) {
        const lc_path_node *other = &p->nodes.at[p->better.at[k]];
        for (uint32_t i = 0; i < other->count; i++)
            if (p->tops.at[other->tops + i] == cell) return true;
    }
    return false;
}

void lc_settle(lc_paths *p, uint32_t index, uint32_t first) {
    lc_path_node *n = &p->nodes.at[index];
    n->tops = p->tops.count;
    specials s = unpack(p, n);
    find_better(p, index, first);
    if (s.bottom && !better_has(p, LC_BOTTOM)) (void)lc_push(p->budget, &p->tops, LC_BOTTOM);
    unite_all(p);
    if (s.buried && p->tops.count == n->tops && !p->better.count) (void)lc_push(p->budget, &p->tops, LC_BURIED);
    n->count = p->tops.count - n->tops;
    free_ones_first(p, n);
}
