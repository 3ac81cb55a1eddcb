#include "monitor/crashed.h"

void lco_spendings_init(lco_spendings *s, lc_budget *budget) {
    *s = (lco_spendings){0};
    lc_intern_init(&s->lists, budget);
    (void)lc_intern_add(&s->lists, "", 0);
}

void lco_spendings_free(lco_spendings *s) {
    lc_vec_free(s->lists.budget, &s->row);
    lc_intern_free(&s->lists);
}

/* ---- kinds ---- */

static bool is_same(const lco_kind *k, const lco_watched *op) {
    return k->count && k->op.method == op->method && k->op.args == op->args;
}

uint32_t lco_kind_add(lco_kinds *kinds, lco_watch *w, const lco_watched *op) {
    uint32_t unused = kinds->count;
    for (uint32_t i = 0; i < kinds->count; i++) {
        if (!kinds->at[i].count && unused == kinds->count) unused = i;
        if (!is_same(&kinds->at[i], op)) continue;
        kinds->at[i].op = *op;
        kinds->at[i].count++;
        kinds->at[i].lasting += !op->lost;
        return i;
    }
    if (unused == kinds->count && !lc_push(&w->budget, kinds, (lco_kind){0})) return UINT32_MAX;
    kinds->at[unused] = (lco_kind){.op = *op, .count = 1, .lasting = !op->lost, .sets = lco_value_set(w, op)};
    return unused;
}

/* It is unknown which of them it was. */
void lco_kind_settle(lco_kind *k, uint32_t count) {
    k->count -= count;
    if (k->lasting > k->count) k->lasting = k->count;
}

void lco_kinds_outlast_gap(lco_kinds *kinds) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < kinds->count; i++) {
        lco_kind k = kinds->at[i];
        k.count = k.lasting;
        if (k.count) kinds->at[kept++] = k;
    }
    kinds->count = kept;
}

/* ---- lists: in the order of kinds, so that equal ones have equal bytes ---- */

const lco_spending *lco_spending_list(const lco_spendings *s, uint32_t list, uint32_t *count) {
    if (list == LCO_NOTHING_SPENT) return *count = 0, NULL;
    const lc_interned *bytes = lc_intern_get(&s->lists, list);
    *count = bytes->size / (uint32_t)sizeof(lco_spending);
    return bytes->bytes;
}

uint32_t lco_spent(const lco_spendings *s, uint32_t list, uint32_t kind) {
    uint32_t count;
    const lco_spending *at = lco_spending_list(s, list, &count);
    for (uint32_t i = 0; i < count; i++)
        if (at[i].kind == kind) return at[i].count;
    return 0;
}

static uint32_t changed(lco_spendings *s, uint32_t list, uint32_t kind, uint32_t to) {
    uint32_t count, i = 0;
    const lco_spending *at = lco_spending_list(s, list, &count);
    lc_budget *budget = s->lists.budget;
    s->row.count = 0;
    if (!lc_reserve(budget, &s->row, (uint64_t)count + 1)) return LCO_NOTHING_SPENT;
    while (i < count && at[i].kind < kind) s->row.at[s->row.count++] = at[i++];
    if (to) s->row.at[s->row.count++] = (lco_spending){kind, to};
    if (i < count && at[i].kind == kind) i++;
    while (i < count) s->row.at[s->row.count++] = at[i++];
    if (!s->row.count) return LCO_NOTHING_SPENT;
    uint32_t number = lc_intern_add(&s->lists, s->row.at, s->row.count * sizeof *s->row.at);
    return number == LC_NOT_INTERNED ? LCO_NOTHING_SPENT : number;
}

uint32_t lco_spend(lco_spendings *s, uint32_t list, uint32_t kind) {
    return changed(s, list, kind, lco_spent(s, list, kind) + 1);
}

uint32_t lco_spend_less(lco_spendings *s, uint32_t list, uint32_t kind, uint32_t less) {
    return changed(s, list, kind, lco_spent(s, list, kind) - less);
}

bool lco_spent_no_more(const lco_spendings *s, uint32_t one, uint32_t other) {
    if (one == other || one == LCO_NOTHING_SPENT) return true;
    if (other == LCO_NOTHING_SPENT) return false;
    uint32_t ones, others, k = 0;
    const lco_spending *a = lco_spending_list(s, one, &ones), *b = lco_spending_list(s, other, &others);
    for (uint32_t i = 0; i < ones; i++) {
        while (k < others && b[k].kind < a[i].kind) k++;
        if (k == others || b[k].kind != a[i].kind || b[k].count < a[i].count) return false;
    }
    return true;
}
