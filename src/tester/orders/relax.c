/* Orders that are stronger than a test needs: see repair.h. */
#include <string.h>

#include "base/clock.h"
#include "tester/orders/repair.h"

enum { SITES_MOST = 256 };

static int cost_with(const lcd_change_explorer *s, const lcd_change *c, uint32_t site, lcd_slot slot, uint8_t order) {
    lcd_change other = *c;
    lcd_change_remove(&other, site, slot);
    lcd_change_add(&other, (lcd_change_item){site, (uint8_t)slot, order});
    return lcd_change_cost(&other, &s->sites);
}

/* Gives one slot of a site the cheapest order that holds.  False: out of time or room. */
static bool relax_slot(lcd_change_explorer *s, lcd_change *c, uint32_t site, lcd_slot slot) {
    uint8_t orders[6], now = lcd_change_order(c, &s->sites, site, slot);
    unsigned count = lcd_orders_of((lcd_site_kind)s->sites.at.at[site].kind, slot, orders);
    for (unsigned i = 0; i < count; i++) { /* the weakest first */
        lcd_change weaker = *c;
        const lcd_failing *by;
        if (!lcd_order_is_within(orders[i], now) || orders[i] == now) continue;
        lcd_change_remove(&weaker, site, slot);
        if (!lcd_change_add(&weaker, (lcd_change_item){site, (uint8_t)slot, orders[i]})) return false;
        if (lcd_change_explorer_refute(s, &weaker, &by)) continue;
        lcd_change_outcome outcome = lcd_explore_change(s, &weaker);
        if (outcome == LCD_CHANGE_UNDECIDED) return false;
        if (outcome == LCD_CHANGE_FAILS) continue;
        *c = weaker;
        return true;
    }
    return true;
}

/* How much there is to be gained at most. */
static int gain_of(const lcd_change_explorer *s, uint32_t site) {
    const lcd_site *at = &s->sites.at.at[site];
    static const lcd_change none = {.count = 0};
    return at->order == LCD_NO_ORDER ? 0 : -cost_with(s, &none, site, LCD_SLOT_ORDER, __ATOMIC_RELAXED);
}

static bool is_next(const lcd_change_explorer *s, uint32_t site, uint32_t best, bool fences_last) {
    if (best == LCD_NO_SITE) return true;
    bool fence = s->sites.at.at[site].kind == LCD_SITE_FENCE, other = s->sites.at.at[best].kind == LCD_SITE_FENCE;
    if (fences_last && fence != other) return other;
    return gain_of(s, site) > gain_of(s, best);
}

/* False: out of time or room; the change holds all the same. */
static bool relax_all(lcd_change_explorer *s, lcd_change *c, bool fences_last) {
    bool done[SITES_MOST] = {false};
    for (;;) {
        uint32_t best = LCD_NO_SITE;
        for (uint32_t i = 0; i < s->sites.at.count && i < SITES_MOST; i++)
            if (!done[i] && !s->sites.at.at[i].varies && is_next(s, i, best, fences_last)) best = i;
        if (best == LCD_NO_SITE) return true;
        done[best] = true;
        const lcd_site *site = &s->sites.at.at[best];
        bool compares = site->kind == LCD_SITE_COMPARE && site->failure != LCD_NO_ORDER;
        if (site->order != LCD_NO_ORDER && !relax_slot(s, c, best, LCD_SLOT_ORDER)) return false;
        if (compares && !relax_slot(s, c, best, LCD_SLOT_FAILURE)) return false;
    }
}

/* Where accesses are strong enough without the fences, or the other way round, the result depends on which is relaxed
 * first: both ways are taken, and the cheaper result counts.  Failures of the first spare explorations on the second.
 */
void lcd_relax(lcd_advice *out, lcd_test_run *t, const lct_config *config, double deadline) {
    double started = lc_now();
    *out = (lcd_advice){.kind = LCD_ADVICE_NOT_FOUND, .relaxes = true};
    lcd_change_explorer *s = &out->explorer;
    lcd_change_explorer_init(s, t, config, deadline);
    lcd_change other = {.count = 0};
    bool whole = lcd_explore_change(s, &out->change) == LCD_CHANGE_HOLDS && relax_all(s, &out->change, true);
    if (whole && relax_all(s, &other, false) &&
        lcd_change_cost(&other, &s->sites) < lcd_change_cost(&out->change, &s->sites))
        out->change = other;
    if (out->change.count && lcd_explore_change(s, &out->change) != LCD_CHANGE_HOLDS)
        out->change.count = 0; /* its coverage, too */
    out->kind = out->change.count ? LCD_ADVICE_CHANGE : whole ? LCD_ADVICE_NO_ORDER : LCD_ADVICE_NOT_FOUND;
    out->seconds = lc_now() - started;
}
