#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "check/width/lane.h"
#include "check/width/width.h"

typedef struct node {
    uint64_t mask;
    uint32_t at, used;
    uint32_t tops, count, free;
    uint32_t gifts;
} node;

typedef struct gift {
    uint32_t top, pushed, next;
} gift;

enum { ROOT, FLOOR };
#define NOTHING UINT32_MAX

typedef LC_VEC(uint32_t) list;

typedef struct paths {
    lc_width *w;
    lc_budget *budget;
    const lc_move *moves;
    lc_moves *all;
    uint32_t slots, returns;
    uint32_t *rows, *due, *end, *removers_before, *last_call;
    LC_VEC(node) nodes;
    list layers, tops, stamps, found, group, levels;
    uint32_t stamp;
    LC_VEC(gift) gifts;
    lc_intern entries;
    lc_multisets sets;
    uint32_t *table;
    uint32_t table_size;
} paths;

static const uint32_t *entry(const paths *p, uint32_t e, uint32_t *count) {
    const lc_interned *i = lc_intern_get(&p->entries, e);
    *count = i->size / 4 - 1;
    return i->bytes;
}
static uint32_t entry_value(const paths *p, uint32_t e) { return *(const uint32_t *)lc_intern_get(&p->entries, e)->bytes; }

static bool start(paths *p) {
    lc_lane l;
    bool fine = lc_lane_build(&l, p->all, 7, p->budget);
    if (fine && l.occupant.count <= 64) {
        p->slots = l.occupant.count ? l.occupant.count : 1;
        p->returns = l.returns.count;
        p->rows = calloc((size_t)(p->returns + 1) * p->slots, 4);
        p->due = calloc(p->returns + 1, 4);
        p->end = calloc(p->returns + 1, 4);
        p->removers_before = calloc(p->returns + 1, 4);
        p->last_call = calloc(p->all->values.count + 1, 4);
        for (uint32_t at = 0, r = 0; at <= p->returns; at++) {
            for (uint32_t s = 0; s < p->slots; s++)
                p->rows[(size_t)at * p->slots + s] = at < p->returns && lc_bit(l.open.at, s) ? l.occupant.at[s] : LC_NO_MOVE;
            p->end[at] = lc_lane_end(&l);
            while (r < p->all->removers.count && p->moves[p->all->removers.at[r]].call < p->end[at]) r++;
            p->removers_before[at] = r;
            if (at < p->returns) {
                p->due[at] = p->moves[lc_lane_due(&l)].slot;
                lc_lane_take(&l, lc_lane_due(&l));
            }
        }
        for (uint32_t i = 0; i < p->all->list.count; i++)
            if (p->moves[i].kind == LC_REMOVES && !lc_move_pends(&p->moves[i]))
                p->last_call[p->moves[i].value] = p->moves[i].call + 1;
    }
    lc_lane_free(&l);
    return fine && p->slots;
}

static void successor(const paths *p, const node *b, uint32_t slot, uint32_t *at, uint64_t *mask) {
    *at = b->at;
    *mask = b->mask | (uint64_t)1 << slot;
    while (*at < p->returns && *mask >> p->due[*at] & 1) {
        *mask &= ~((uint64_t)1 << p->due[*at]);
        ++*at;
    }
}

static uint32_t *probe(const paths *p, uint32_t at, uint64_t mask, uint32_t used) {
    for (uint64_t i = lc_mix(mask, (uint64_t)at << 32 | used);; i++) {
        uint32_t *slot = &p->table[i & (p->table_size - 1)];
        if (!*slot) return slot;
        const node *n = &p->nodes.at[*slot - 1];
        if (n->at == at && n->mask == mask && n->used == used) return slot;
    }
}

static uint32_t reach(paths *p, uint32_t at, uint64_t mask, uint32_t used, uint32_t first) {
    uint32_t *slot = probe(p, at, mask, used);
    if (*slot) return *slot - 1;
    (void)lc_push(p->budget, &p->nodes, (node){.mask = mask, .at = at, .used = used, .gifts = NOTHING});
    *slot = p->nodes.count;
    if ((p->nodes.count - first) * 2 > p->table_size) {
        free(p->table);
        p->table_size *= 2;
        p->table = calloc(p->table_size, 4);
        for (uint32_t i = first; i < p->nodes.count; i++) {
            const node *n = &p->nodes.at[i];
            *probe(p, n->at, n->mask, n->used) = i + 1;
        }
    }
    return p->nodes.count - 1;
}

static void give(paths *p, uint32_t to, uint32_t top, uint32_t pushed) {
    node *n = &p->nodes.at[to];
    (void)lc_push(p->budget, &p->gifts, (gift){top, pushed, n->gifts});
    n->gifts = p->gifts.count - 1;
}

static bool alive(const paths *p, const node *n, uint32_t v) {
    if (p->last_call[v] > p->end[n->at]) return true;
    if (p->all->removers.count > lc_multiset_count(&p->sets, n->used, p->all->values.count)) return true;
    const uint32_t *row = p->rows + (size_t)n->at * p->slots;
    for (uint32_t s = 0; s < p->slots; s++)
        if (row[s] != LC_NO_MOVE && !(n->mask >> s & 1) && p->moves[row[s]].kind == LC_REMOVES &&
            p->moves[row[s]].value == v)
            return true;
    return false;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static bool fresh(paths *p, uint32_t e) {
    while (p->stamps.count <= e) (void)lc_push(p->budget, &p->stamps, 0);
    if (p->stamps.at[e] == p->stamp) return false;
    p->stamps.at[e] = p->stamp;
    return true;
}

static bool is_free(const paths *p, const node *n, uint32_t e) {
    const uint32_t *row = p->rows + (size_t)n->at * p->slots;
    uint32_t v = entry_value(p, e);
    for (uint32_t s = 0; s < p->slots; s++) {
        if (row[s] == LC_NO_MOVE || n->mask >> s & 1) continue;
        const lc_move *m = &p->moves[row[s]];
        if (e == ROOT && m->kind == LC_FINDS_NONE) return false;
        if (e > FLOOR && m->kind == LC_REMOVES && m->value == v && p->all->values.at[v].added == 1 &&
            p->all->values.at[v].removed == 1)
            return false;
    }
    return true;
}


static int by_key(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}
static unsigned long stat_max, stat_gifts, stat_callers;
static struct { uint64_t *at; uint32_t count, room; } arrived, pushed;
static void settle(paths *p, uint32_t index) {
    node *n = &p->nodes.at[index];
    arrived.count = pushed.count = 0;
    bool floor = false, root = false;
    p->stamp++;
    for (uint32_t g = n->gifts; g != NOTHING; g = p->gifts.at[g].next) {
        gift *x = &p->gifts.at[g];
        stat_gifts++;
        if (x->pushed != LC_ANY_VALUE) {
            if (!alive(p, n, x->pushed)) floor = true;
            else (void)lc_push(NULL, &pushed, (uint64_t)x->pushed << 32 | x->top);
            continue;
        }
        if (!fresh(p, x->top)) continue;
        if (x->top == FLOOR) floor = true;
        else if (x->top == ROOT) root = true;
        else {
            uint32_t v = entry_value(p, x->top);
            if (!alive(p, n, v)) floor = true;
            else (void)lc_push(NULL, &arrived, (uint64_t)v << 32 | x->top);
        }
    }
    qsort(arrived.at, arrived.count, 8, by_key);
    qsort(pushed.at, pushed.count, 8, by_key);
    n->tops = p->tops.count;
    if (root) (void)lc_push(p->budget, &p->tops, ROOT);
    for (uint32_t i = 0, j = 0; i < arrived.count || j < pushed.count;) {
        uint32_t vi = i < arrived.count ? (uint32_t)(arrived.at[i] >> 32) : UINT32_MAX;
        uint32_t vj = j < pushed.count ? (uint32_t)(pushed.at[j] >> 32) : UINT32_MAX;
        uint32_t v = vi < vj ? vi : vj;
        uint32_t from = i;
        while (i < arrived.count && arrived.at[i] >> 32 == v) i++;
        if (vj != v && i - from == 1) {
            (void)lc_push(p->budget, &p->tops, (uint32_t)arrived.at[from]);
            continue;
        }
        p->stamp++;
        p->group.count = 0;
        (void)lc_push(p->budget, &p->group, v);
        for (; j < pushed.count && pushed.at[j] >> 32 == v; j++)
            if (fresh(p, (uint32_t)pushed.at[j])) (void)lc_push(p->budget, &p->group, (uint32_t)pushed.at[j]);
        for (; from < i; from++) {
            uint32_t count;
            const uint32_t *below = entry(p, (uint32_t)arrived.at[from], &count);
            for (uint32_t k = 1; k <= count; k++)
                if (fresh(p, below[k])) (void)lc_push(p->budget, &p->group, below[k]);
        }
        stat_callers += p->group.count;
        qsort(p->group.at + 1, p->group.count - 1, 4, by_number);
        (void)lc_push(p->budget, &p->tops, lc_intern_add(&p->entries, p->group.at, p->group.count * 4));
    }
    if (floor && p->tops.count == n->tops) (void)lc_push(p->budget, &p->tops, FLOOR);
    n->count = p->tops.count - n->tops;
    if (n->count > stat_max) stat_max = n->count;
    n->free = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t *t = p->tops.at + n->tops;
        if (!is_free(p, n, t[i])) continue;
        uint32_t swap = t[n->free];
        t[n->free++] = t[i];
        t[i] = swap;
    }
}

static void spread(paths *p, uint32_t index, uint32_t first) {
    node b = p->nodes.at[index];
    const uint32_t *row = p->rows + (size_t)b.at * p->slots;
    uint32_t removers = p->all->values.count;
    uint32_t helpers = p->removers_before[b.at] ? p->removers_before[b.at] - lc_multiset_count(&p->sets, b.used, removers) : 0;
    /* levels */
    p->levels.count = 0;
    uint32_t starts[66];
    uint32_t level_count = 1;
    starts[0] = 0;
    for (uint32_t i = 0; i < b.count; i++) (void)lc_push(p->budget, &p->levels, p->tops.at[b.tops + i]);
    starts[1] = b.count;
    while (level_count <= helpers && level_count < 64) {
        p->stamp++;
        for (uint32_t i = starts[level_count - 1]; i < starts[level_count]; i++) {
            uint32_t count;
            const uint32_t *below = entry(p, p->levels.at[i], &count);
            for (uint32_t j = 1; j <= count; j++)
                if (fresh(p, below[j])) (void)lc_push(p->budget, &p->levels, below[j]);
        }
        if (p->levels.count == starts[level_count]) break;
        starts[++level_count] = p->levels.count;
    }
    for (uint32_t s = 0; s < p->slots; s++) {
        if (row[s] == LC_NO_MOVE || b.mask >> s & 1) continue;
        const lc_move *m = &p->moves[row[s]];
        bool skip = false;
        for (uint32_t o = 0; o < p->slots && !skip; o++) {
            if (row[o] == LC_NO_MOVE || b.mask >> o & 1) continue;
            const lc_move *x = &p->moves[row[o]];
            skip = x->kind == m->kind && x->value == m->value && x->end < m->end;
        }
        if (skip) continue;
        uint32_t at;
        uint64_t mask;
        successor(p, &b, s, &at, &mask);
        if (m->kind == LC_ADDS) {
            if (!b.free) continue;
            uint32_t to = reach(p, at, mask, b.used, first);
            for (uint32_t i = 0; i < b.free; i++) give(p, to, p->tops.at[b.tops + i], m->value);
            continue;
        }
        uint32_t used = b.used;
        for (uint32_t level = 0; level < level_count; level++) {
            uint32_t to = NOTHING;
            for (uint32_t i = starts[level]; i < starts[level + 1]; i++) {
                uint32_t t = p->levels.at[i];
                if (m->kind == LC_FINDS_NONE) {
                    if (t != ROOT) continue;
                    if (to == NOTHING) to = reach(p, at, mask, used, first);
                    give(p, to, ROOT, LC_ANY_VALUE);
                } else {
                    uint32_t count;
                    const uint32_t *below = entry(p, t, &count);
                    if (t <= FLOOR || below[0] != m->value) continue;
                    if (to == NOTHING) to = reach(p, at, mask, used, first);
                    for (uint32_t j = 1; j <= count; j++) give(p, to, below[j], LC_ANY_VALUE);
                }
            }
            if (level + 1 < level_count) used = lc_multiset_add(&p->sets, used, removers);
        }
        if (m->kind == LC_REMOVES && b.free) {
            const lc_moved *v = &p->all->values.at[m->value];
            if (!v->pending) continue;
            uint32_t k = lc_multiset_count(&p->sets, b.used, m->value);
            if (k < v->pending && p->moves[p->all->adders.at[v->adders + k]].call < p->end[b.at]) {
                uint32_t to = reach(p, at, mask, lc_multiset_add(&p->sets, b.used, m->value), first);
                for (uint32_t i = 0; i < b.free; i++) give(p, to, p->tops.at[b.tops + i], LC_ANY_VALUE);
            }
        }
    }
}

static lc_outcome walk(paths *p) {
    p->table_size = 64;
    p->table = calloc(p->table_size, 4);
    uint32_t none = LC_ANY_VALUE, floor = LC_ANY_VALUE - 1;
    lc_intern_add(&p->entries, &none, 4);
    lc_intern_add(&p->entries, &floor, 4);
    (void)lc_push(p->budget, &p->nodes, (node){.gifts = NOTHING});
    (void)lc_push(p->budget, &p->layers, 0);
    give(p, 0, ROOT, LC_ANY_VALUE);
    settle(p, 0);
    for (uint32_t layer = 0; layer < p->returns; layer++) {
        uint32_t from = p->layers.at[layer], to = p->nodes.count;
        (void)lc_push(p->budget, &p->layers, to);
        memset(p->table, 0, p->table_size * 4);
        p->gifts.count = 0;
        for (uint32_t i = from; i < to; i++) {
            spread(p, i, to);
            p->w->visited += p->nodes.at[i].count;
        }
        if (p->nodes.count == to) return LC_VIOLATED;
        for (uint32_t i = to; i < p->nodes.count; i++) settle(p, i);
    }
    return LC_HOLDS;
}

lc_outcome lc_width_stack(lc_width *w) {
    paths p = {.w = w, .budget = w->budget, .moves = w->moves.list.at, .all = &w->moves};
    lc_intern_init(&p.entries, w->budget);
    lc_multisets_init(&p.sets, w->budget);
    if (!start(&p)) return LC_UNDECIDED;
    lc_outcome o = walk(&p);
    if (getenv("STATS"))
    fprintf(stderr, "nodes %u tops %u entries %u max %lu gifts %lu slots %u callers %lu\n", p.nodes.count, p.tops.count, p.entries.items.count, stat_max,
            stat_gifts, p.slots, stat_callers);
    return o;
}
