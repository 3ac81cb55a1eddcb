/* The down-sets of a part: a return that is due and a mask over the operations open there, as in lane.h. */
#include <string.h>

#include "base/hash.h"
#include "check/bounded_width/lane.h"
#include "check/bounded_width/paths.h"

enum { WIDEST = 64, FEWEST_SLOTS = 64 };

/* ---- the time line ---- */

static bool lay_out_row(lc_paths *p, const lc_lane *l, uint32_t *removers) {
    for (uint32_t slot = 0; slot < p->slots; slot++) {
        bool open = !lc_lane_done(l) && lc_bit(l->open.at, slot);
        if (!lc_push(p->budget, &p->rows, open ? l->occupant.at[slot] : LC_NO_MOVE)) return false;
    }
    uint32_t end = lc_lane_end(l);
    while (*removers < p->all->removers.count && p->moves[p->all->removers.at[*removers]].call < end) ++*removers;
    return lc_push(p->budget, &p->ends, end) && lc_push(p->budget, &p->removers_before, *removers) &&
           (lc_lane_done(l) || lc_push(p->budget, &p->due, p->moves[lc_lane_due(l)].slot));
}

static bool lay_out_rows(lc_paths *p, lc_lane *l) {
    p->slots = l->occupant.count;
    p->returns = l->returns.count;
    if (p->slots > WIDEST || (p->returns + (size_t)1) * p->slots * sizeof(uint32_t) > p->most_bytes) return false;
    for (uint32_t at = 0, removers = 0;; at++) {
        if (!lay_out_row(p, l, &removers)) return false;
        if (at == p->returns) return true;
        lc_lane_take(l, lc_lane_due(l));
    }
}

static bool find_last_calls(lc_paths *p) {
    for (uint32_t v = 0; v < p->all->values.count; v++)
        if (!lc_push(p->budget, &p->last_call, 0)) return false;
    for (uint32_t i = 0; i < p->all->list.count; i++) {
        const lc_move *m = &p->moves[i];
        if (m->kind == LC_REMOVES && !lc_move_pends(m)) p->last_call.at[m->value] = m->call + 1;
    }
    return true;
}

bool lc_paths_lay_out(lc_paths *p) {
    lc_lane l;
    unsigned all_kinds = 1u << LC_ADDS | 1u << LC_REMOVES | 1u << LC_FINDS_NONE;
    bool fine = lc_lane_build(&l, &p->w->moves, all_kinds, p->budget) && lay_out_rows(p, &l) && find_last_calls(p);
    lc_lane_free(&l);
    return fine;
}

/* ---- the properties of a node ---- */

void lc_successor(const lc_paths *p, const lc_path_node *n, uint32_t slot, uint32_t *at, uint64_t *mask) {
    *at = n->at;
    *mask = n->mask | (uint64_t)1 << slot;
    while (*at < p->returns && *mask >> p->due.at[*at] & 1) {
        *mask &= ~((uint64_t)1 << p->due.at[*at]);
        ++*at;
    }
}

bool lc_wanted(const lc_paths *p, const lc_path_node *n, uint32_t value) {
    if (p->last_call.at[value] > p->ends.at[n->at]) return true;
    uint32_t removers = p->all->removers.count;
    if (removers && removers > lc_multiset_count(&p->sets, n->used, p->removals)) return true;
    const uint32_t *row = lc_row(p, n);
    for (uint32_t slot = 0; slot < p->slots; slot++) {
        if (!lc_can_take(n, row, slot)) continue;
        const lc_move *m = &p->moves[row[slot]];
        if (m->kind == LC_REMOVES && m->value == value) return true;
    }
    return false;
}

uint32_t lc_use_removals(lc_paths *p, uint32_t used, uint32_t count) {
    while (count--) used = lc_multiset_add(&p->sets, used, p->removals);
    return used;
}

uint32_t lc_helping_addition(const lc_paths *p, const lc_path_node *n, uint32_t value) {
    const lc_moved *v = &p->all->values.at[value];
    if (!v->pending) return LC_NO_MOVE;
    uint32_t used = lc_multiset_count(&p->sets, n->used, value);
    if (used == v->pending) return LC_NO_MOVE;
    uint32_t move = p->all->adders.at[v->adders + used];
    return p->moves[move].call < p->ends.at[n->at] ? move : LC_NO_MOVE;
}

/* ---- the nodes of a layer ---- */

static uint32_t *probe(const lc_paths *p, uint32_t at, uint64_t mask, uint32_t used) {
    for (uint64_t i = lc_mix(mask, (uint64_t)at << 32 | used);; i++) {
        uint32_t *slot = &p->table[i & (p->table_size - 1)];
        if (!*slot) return slot;
        const lc_path_node *n = &p->nodes.at[*slot - 1];
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
        const lc_path_node *n = &p->nodes.at[i];
        *probe(p, n->at, n->mask, n->used) = i + 1;
    }
    return true;
}

bool lc_paths_clear_table(lc_paths *p) {
    if (!p->table) return resize_table(p, FEWEST_SLOTS, p->nodes.count);
    memset(p->table, 0, p->table_size * sizeof *p->table);
    return true;
}

uint32_t lc_node_at(lc_paths *p, uint32_t at, uint64_t mask, uint32_t used, uint32_t first) {
    uint32_t *slot = probe(p, at, mask, used);
    if (*slot) return *slot - 1;
    lc_path_node fresh = {.mask = mask, .at = at, .used = used, .gifts = LC_NO_GIFT};
    fresh.helpers = lc_intern_get(&p->sets.sets, used)->size / (uint32_t)sizeof(uint32_t);
    if (!lc_push(p->budget, &p->nodes, fresh)) return LC_NO_NODE;
    *slot = p->nodes.count;
    bool crowded = p->nodes.count - first > p->table_size / 2;
    return !crowded || resize_table(p, 2 * p->table_size, first) ? p->nodes.count - 1 : LC_NO_NODE;
}
