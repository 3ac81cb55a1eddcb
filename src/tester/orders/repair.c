#include "tester/orders/repair.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/map64.h"

enum {
    ITEMS_MOST = 6,       /* changes of one repair */
    LOOKED_MOST = 100000, /* candidates that are compared with the graphs */
    EXPLORED_MOST = 200
};

typedef struct candidate {
    lcd_change change;
    int cost;
} candidate;

typedef struct search {
    lcd_advice *out;
    lcd_change_explorer *explorer;
    LC_VEC(candidate) heap; /* the cheapest first */
    lc_map64 seen;
    uint32_t graphs; /* that some order is known to forbid */
    uint32_t looked;
    bool complete; /* nothing was left out so far */
} search;

/* ---- the queue ---- */

static bool comes_first(const candidate *a, const candidate *b) {
    if (a->cost != b->cost) return a->cost < b->cost;
    if (a->change.count != b->change.count) return a->change.count < b->change.count;
    return memcmp(a->change.at, b->change.at, a->change.count * sizeof *a->change.at) < 0;
}

static void swap(candidate *a, candidate *b) {
    candidate c = *a;
    *a = *b;
    *b = c;
}

static void put(search *s, const lcd_change *c) {
    uint64_t key = lc_hash_bytes(c->at, c->count * sizeof *c->at) | 1;
    if (lc_map64_get(&s->seen, key) != LC_NOT_MAPPED) return;
    lc_map64_put(&s->seen, key, 0);
    if (!lc_push(NULL, &s->heap, (candidate){*c, lcd_change_cost(c, &s->explorer->sites)})) {
        s->complete = false;
        return;
    }
    for (uint32_t i = s->heap.count - 1; i && comes_first(&s->heap.at[i], &s->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
        swap(&s->heap.at[i], &s->heap.at[(i - 1) / 2]);
}

static candidate take(search *s) {
    candidate first = s->heap.at[0];
    s->heap.at[0] = s->heap.at[--s->heap.count];
    for (uint32_t i = 0;;) {
        uint32_t least = i;
        for (uint32_t k = 2 * i + 1; k <= 2 * i + 2; k++)
            if (k < s->heap.count && comes_first(&s->heap.at[k], &s->heap.at[least])) least = k;
        if (least == i) return first;
        swap(&s->heap.at[i], &s->heap.at[least]);
        i = least;
    }
}

/* ---- candidates ---- */

/* Places for a fence are those at which one can be written down. */
static bool is_offered(const lcd_site *site, lcd_slot slot) {
    if (slot == LCD_SLOT_ORDER) return site->order != LCD_NO_ORDER && !site->varies;
    if (slot == LCD_SLOT_FAILURE)
        return site->kind == LCD_SITE_COMPARE && site->failure != LCD_NO_ORDER && !site->varies;
    if (site->kind == LCD_SITE_FENCE) return false;
    bool has_order = site->form == LCD_FORM_ATOMIC; /* else a fence is all that there is, written down or not */
    return !has_order || (slot == LCD_SLOT_BEFORE ? site->spelling.alone : site->spelling.plain);
}

/* One more change of a site. */
static void extend_site(search *s, const lcd_change *c, uint32_t site) {
    const lcd_sites *sites = &s->explorer->sites;
    for (lcd_slot slot = 0; slot < LCD_SLOTS; slot++) {
        if (!is_offered(&sites->at.at[site], slot)) continue;
        uint8_t orders[6], now = lcd_change_order(c, sites, site, slot);
        unsigned count = lcd_orders_of((lcd_site_kind)sites->at.at[site].kind, slot, orders);
        for (unsigned i = 0; i < count; i++) {
            lcd_change more = *c;
            if (!lcd_order_is_within(orders[i], now) && lcd_order_is_within(now, orders[i]) &&
                lcd_change_add(&more, (lcd_change_item){site, (uint8_t)slot, orders[i]}))
                put(s, &more);
        }
    }
}

/* A set that forbids the graph differs at one of its sites. */
static void extend(search *s, const lcd_change *c, const lcd_failing *by) {
    const lcd_sites *sites = &s->explorer->sites;
    if (c->count >= ITEMS_MOST) {
        s->complete = false;
        return;
    }
    for (uint32_t site = 0; site < sites->at.count; site++) {
        bool relevant = !by;
        for (uint32_t i = 0; by && i < by->graph.events.count; i++) relevant |= by->graph.events.at[i].site == site;
        if (relevant) extend_site(s, c, site);
    }
}

/* ---- the search ---- */

/* Everything as strong as it can be. */
static lcd_change strongest(const lcd_sites *sites) {
    lcd_change all = {.count = 0};
    for (uint32_t site = 0; site < sites->at.count; site++)
        for (lcd_slot slot = 0; slot < LCD_SLOTS; slot++) {
            bool fence = slot >= LCD_SLOT_BEFORE && sites->at.at[site].kind != LCD_SITE_FENCE;
            if (fence || is_offered(&sites->at.at[site], slot))
                lcd_change_add(&all, (lcd_change_item){site, (uint8_t)slot, __ATOMIC_SEQ_CST});
        }
    return all;
}

/* If that fails, no order helps.  Sites that are met on the way are made strong, too. */
static bool all_fail(search *s) {
    const lcd_sites *sites = &s->explorer->sites;
    for (uint32_t before = UINT32_MAX; before != sites->at.count;) {
        before = sites->at.count;
        lcd_change all = strongest(sites);
        if (!all.count || all.count == LCD_CHANGED_MOST || lcd_explore_change(s->explorer, &all) != LCD_CHANGE_FAILS)
            return false;
    }
    return true;
}

/* Is there a graph that no order forbids? */
static bool is_hopeless(search *s) {
    lcd_change all = strongest(&s->explorer->sites);
    const lcd_failing *by;
    if (s->graphs == s->explorer->failing.count) return false;
    s->graphs = s->explorer->failing.count;
    return all.count < LCD_CHANGED_MOST && lcd_change_explorer_refute(s->explorer, &all, &by) && by;
}

static void accept(search *s, const lcd_change *c) {
    lcd_advice *out = s->out;
    if (out->kind == LCD_ADVICE_CHANGE) {
        out->ties[out->tie_count++] = *c;
        return;
    }
    out->kind = LCD_ADVICE_CHANGE;
    out->change = *c;
}

/* False: the search is over. */
static bool step(search *s) {
    const lcd_failing *by;
    candidate c = take(s);
    bool found = s->out->kind == LCD_ADVICE_CHANGE;
    if (found && c.cost > lcd_change_cost(&s->out->change, &s->explorer->sites)) return false;
    if (s->looked++ >= LOOKED_MOST || s->explorer->explored >= EXPLORED_MOST || s->explorer->spent) return false;
    if (!lcd_change_explorer_refute(s->explorer, &c.change, &by)) {
        lcd_change_outcome outcome = lcd_explore_change(s->explorer, &c.change);
        if (outcome == LCD_CHANGE_UNDECIDED) return s->complete = false;
        if (s->explorer->changes_nothing) return false;
        if (outcome == LCD_CHANGE_HOLDS) {
            accept(s, &c.change);
            return s->out->tie_count < LCD_TIES_MOST;
        }
        if (!lcd_change_explorer_refute(s->explorer, &c.change, &by)) return s->complete = false;
    }
    extend(s, &c.change, by);
    return true;
}

void lcd_repair(lcd_advice *out, lcd_test_run *t, const lct_config *config, double deadline) {
    static const lcd_change none = {.count = 0};
    double started = lc_now();
    *out = (lcd_advice){.kind = LCD_ADVICE_NOT_FOUND};
    lcd_change_explorer_init(&out->explorer, t, config, deadline);
    search s = {.out = out, .explorer = &out->explorer, .complete = true};
    lc_map64_init(&s.seen, NULL);
    lcd_change_explorer_learn(s.explorer, t->failure);
    if (!s.explorer->failing.count && !s.explorer->changes_nothing) lcd_explore_unchanged(s.explorer);
    if (!s.explorer->changes_nothing) put(&s, &none);
    while (s.heap.count && !is_hopeless(&s) && step(&s)) {}
    lcd_unsure unsure = out->explorer.unsure; /* of the search */
    if (s.explorer->changes_nothing) out->kind = LCD_ADVICE_NO_ORDER;
    else if (out->kind == LCD_ADVICE_NOT_FOUND && all_fail(&s)) out->kind = LCD_ADVICE_NO_ORDER;
    out->explorer.unsure = unsure;
    lc_map64_free(&s.seen);
    lc_vec_free(NULL, &s.heap);
    out->seconds = lc_now() - started;
}

void lcd_advice_free(lcd_advice *a) {
    if (a->kind != LCD_ADVICE_NONE) lcd_change_explorer_free(&a->explorer);
}
