#include "tester/orders/change.h"

#include <string.h>

static int find(const lcd_change *c, uint32_t site, lcd_slot slot) {
    for (uint32_t i = 0; i < c->count; i++)
        if (c->at[i].site == site && c->at[i].slot == slot) return (int)i;
    return -1;
}

static bool comes_before(const lcd_change_item *a, const lcd_change_item *b) {
    return a->site != b->site ? a->site < b->site : a->slot < b->slot;
}

bool lcd_change_add(lcd_change *c, lcd_change_item item) {
    if (c->count == LCD_CHANGED_MOST || find(c, item.site, item.slot) >= 0) return false;
    uint32_t at = c->count++;
    for (; at > 0 && comes_before(&item, &c->at[at - 1]); at--) c->at[at] = c->at[at - 1];
    c->at[at] = item;
    return true;
}

bool lcd_change_remove(lcd_change *c, uint32_t site, lcd_slot slot) {
    int at = find(c, site, slot);
    if (at < 0) return false;
    memmove(&c->at[at], &c->at[at + 1], (--c->count - (uint32_t)at) * sizeof *c->at);
    return true;
}

/* ---- orders ---- */

static bool acquires(unsigned o) { return o == __ATOMIC_CONSUME || o == __ATOMIC_ACQUIRE || o >= __ATOMIC_ACQ_REL; }
static bool releases(unsigned o) { return o >= __ATOMIC_RELEASE; }

bool lcd_order_is_within(unsigned weak, unsigned strong) {
    if (weak == strong || weak == LCD_NO_ORDER) return true;
    if (strong == LCD_NO_ORDER || weak == __ATOMIC_SEQ_CST) return false;
    return (!acquires(weak) || acquires(strong)) && (!releases(weak) || releases(strong));
}

static uint8_t join(uint8_t a, uint8_t b) {
    if (lcd_order_is_within(a, b)) return b;
    if (lcd_order_is_within(b, a)) return a;
    return __ATOMIC_ACQ_REL;
}

static uint8_t order_of_code(const lcd_site *s, lcd_slot slot) {
    return slot == LCD_SLOT_ORDER ? s->order : slot == LCD_SLOT_FAILURE ? s->failure : LCD_NO_ORDER;
}

static uint8_t written(const lcd_change *c, const lcd_sites *sites, uint32_t site, lcd_slot slot) {
    int at = c ? find(c, site, slot) : -1;
    return at >= 0 ? c->at[at].order : order_of_code(&sites->at.at[site], slot);
}

/* A compare-exchange that fails may not have a stronger order than one that succeeds (C11, 7.17.7.4), so that one is
 * raised with it. */
uint8_t lcd_change_order(const lcd_change *c, const lcd_sites *sites, uint32_t site, lcd_slot slot) {
    uint8_t order = written(c, sites, site, slot);
    const lcd_site *s = &sites->at.at[site];
    bool compares = s->kind == LCD_SITE_COMPARE && c;
    if (compares && slot == LCD_SLOT_ORDER && find(c, site, LCD_SLOT_FAILURE) >= 0) {
        uint8_t failure = written(c, sites, site, LCD_SLOT_FAILURE);
        if (order != LCD_NO_ORDER && !lcd_order_is_within(failure, s->failure)) return join(order, failure);
    }
    if (compares && slot == LCD_SLOT_FAILURE && order != LCD_NO_ORDER && find(c, site, slot) < 0) {
        uint8_t success = written(c, sites, site, LCD_SLOT_ORDER); /* which was made weaker */
        if (find(c, site, LCD_SLOT_ORDER) >= 0 && !lcd_order_is_within(order, success) &&
            lcd_order_is_within(success, s->order))
            return acquires(success) ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED;
    }
    return order;
}

unsigned lcd_orders_of(lcd_site_kind kind, lcd_slot slot, uint8_t orders[6]) {
    static const uint8_t loads[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_SEQ_CST};
    static const uint8_t stores[] = {__ATOMIC_RELAXED, __ATOMIC_RELEASE, __ATOMIC_SEQ_CST};
    static const uint8_t updates[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_ACQ_REL,
                                      __ATOMIC_SEQ_CST};
    static const uint8_t before[] = {__ATOMIC_RELEASE, __ATOMIC_SEQ_CST},
                         after[] = {__ATOMIC_ACQUIRE, __ATOMIC_SEQ_CST}, full[] = {__ATOMIC_SEQ_CST};
    bool reads = kind != LCD_SITE_STORE, writes = kind != LCD_SITE_LOAD;
    const uint8_t *from = updates;
    unsigned count = sizeof updates;
    if (slot == LCD_SLOT_FAILURE || (slot == LCD_SLOT_ORDER && kind == LCD_SITE_LOAD))
        from = loads, count = sizeof loads;
    else if (slot == LCD_SLOT_ORDER && kind == LCD_SITE_STORE) from = stores, count = sizeof stores;
    else if (slot == LCD_SLOT_BEFORE) from = writes ? before : full, count = writes ? sizeof before : sizeof full;
    else if (slot == LCD_SLOT_AFTER) from = reads ? after : full, count = reads ? sizeof after : sizeof full;
    memcpy(orders, from, count);
    return count;
}

/* ---- a whole change ---- */

static bool is_within_at(const lcd_change *weak, const lcd_change *strong, const lcd_sites *sites, uint32_t site) {
    for (lcd_slot slot = 0; slot < LCD_SLOTS; slot++) {
        uint8_t w = lcd_change_order(weak, sites, site, slot), s = lcd_change_order(strong, sites, site, slot);
        if (!lcd_order_is_within(w, s)) return false;
    }
    return true;
}

bool lcd_change_is_within(const lcd_change *weak, const lcd_change *strong, const lcd_sites *sites) {
    for (uint32_t i = 0; i < weak->count; i++)
        if (!is_within_at(weak, strong, sites, weak->at[i].site)) return false;
    for (uint32_t i = 0; i < strong->count; i++)
        if (!is_within_at(weak, strong, sites, strong->at[i].site)) return false;
    return true;
}

static int cost_of(lcd_site_kind kind, lcd_slot slot, uint8_t order) {
    bool fence = kind == LCD_SITE_FENCE || slot >= LCD_SLOT_BEFORE;
    switch (order) {
    case LCD_NO_ORDER:
    case __ATOMIC_RELAXED: return 0;
    case __ATOMIC_SEQ_CST: return fence ? 60 : kind == LCD_SITE_LOAD || slot == LCD_SLOT_FAILURE ? 30 : 40;
    case __ATOMIC_ACQ_REL: return fence ? 30 : 20;
    default: return fence ? 20 : 10;
    }
}

/* A site that cannot be changed in the text is a second choice. */
int lcd_change_cost(const lcd_change *c, const lcd_sites *sites) {
    enum { BY_HAND = 5 };
    int cost = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t site = c->at[i].site;
        const lcd_site *s = &sites->at.at[site];
        if (i && c->at[i - 1].site == site) continue;
        for (lcd_slot slot = 0; slot < LCD_SLOTS; slot++)
            cost += cost_of((lcd_site_kind)s->kind, slot, lcd_change_order(c, sites, site, slot)) -
                    cost_of((lcd_site_kind)s->kind, slot, order_of_code(s, slot));
        if (!s->spelling.found) cost += BY_HAND;
    }
    return cost;
}

/* ---- in a graph ---- */

static bool add_fence(lcd_event_graph *out, const lcd_event *at, uint8_t order) {
    if (order == LCD_NO_ORDER) return true;
    return lc_push(NULL, &out->events,
                   (lcd_event){.kind = LCD_EVENT_FENCE,
                               .order = order,
                               .thread = at->thread,
                               .site = at->site,
                               .step = UINT32_MAX,
                               .source = LCD_NO_EVENT,
                               .older = LCD_NO_EVENT});
}

static bool add_event(lcd_event_graph *out, const lcd_event *e, const lcd_sites *sites, const lcd_change *c,
                      int32_t *number) {
    lcd_event copy = *e;
    bool sited = e->site != LCD_NO_SITE;
    bool failed = sited && sites->at.at[e->site].kind == LCD_SITE_COMPARE && e->kind == LCD_EVENT_LOAD;
    if (sited) {
        uint8_t order = lcd_change_order(c, sites, e->site, failed ? LCD_SLOT_FAILURE : LCD_SLOT_ORDER);
        if (order != LCD_NO_ORDER) copy.order = order;
    }
    bool enough = !sited || add_fence(out, e, lcd_change_order(c, sites, e->site, LCD_SLOT_BEFORE));
    *number = (int32_t)out->events.count;
    enough = enough && lc_push(NULL, &out->events, copy);
    return enough && (!sited || add_fence(out, e, lcd_change_order(c, sites, e->site, LCD_SLOT_AFTER)));
}

bool lcd_change_graph(lcd_event_graph *out, const lcd_event_graph *g, const lcd_sites *sites, const lcd_change *c) {
    static const lcd_change none = {.count = 0};
    LC_VEC(int32_t) number = {0};
    bool enough = lc_reserve(NULL, &number, g->events.count + (uint64_t)1);
    lcd_event_graph_init(out);
    for (uint32_t i = 0; i < g->events.count && enough; i++)
        enough = add_event(out, &g->events.at[i], sites, c ? c : &none, &number.at[i]);
    for (uint32_t i = 0; i < out->events.count && enough; i++) {
        lcd_event *e = &out->events.at[i];
        if (e->source >= 0) e->source = number.at[e->source];
        if (e->older >= 0) e->older = number.at[e->older];
    }
    for (uint32_t i = 0; i < g->edges.count && enough; i++)
        enough = lc_push(NULL, &out->edges,
                         (lcd_event_edge){number.at[g->edges.at[i].before], number.at[g->edges.at[i].after]});
    for (int i = 0; i < 2 && enough; i++) out->race[i] = g->race[i] < 0 ? g->race[i] : number.at[g->race[i]];
    lc_vec_free(NULL, &number);
    return enough;
}

/* ---- in a worker ---- */

static uint8_t plus_one(uint8_t order) { return order == LCD_NO_ORDER ? 0 : (uint8_t)(order + 1); }

bool lcd_change_overrides(lct_config *config, const lcd_sites *sites, const lcd_change *c) {
    config->overrides = 0;
    for (uint32_t i = 0; i < sites->places.count; i++) {
        const lcd_site_place *p = &sites->places.at[i];
        bool changed = false;
        for (uint32_t k = 0; k < c->count; k++) changed |= c->at[k].site == p->site;
        if (!changed) continue;
        if (config->overrides == LCT_OVERRIDES) return false;
        lct_override *o = &config->override[config->overrides++];
        *o = (lct_override){.frame_count = p->frame_count};
        memcpy(o->frames, p->frames, p->frame_count * sizeof *p->frames);
        o->order = plus_one(lcd_change_order(c, sites, p->site, LCD_SLOT_ORDER));
        o->failure = plus_one(lcd_change_order(c, sites, p->site, LCD_SLOT_FAILURE));
        o->before = plus_one(lcd_change_order(c, sites, p->site, LCD_SLOT_BEFORE));
        o->after = plus_one(lcd_change_order(c, sites, p->site, LCD_SLOT_AFTER));
    }
    return true;
}
