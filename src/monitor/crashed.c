#include "monitor/crashed.h"

void lc_spendings_init(lc_spendings *s, lc_budget *budget) {
    *s = (lc_spendings){0};
    lc_intern_init(&s->lists, budget);
    (void)lc_intern_add(&s->lists, "", 0);
}

void lc_spendings_free(lc_spendings *s) {
    lc_vec_free(s->lists.budget, &s->row);
    lc_intern_free(&s->lists);
}

/* ---- kinds ---- */

static bool is_same(const lc_kind *k, const lc_watched *op) {
    return k->count && k->op.method == op->method && k->op.args == op->args;
}

uint32_t lc_kind_add(lc_kinds *kinds, lc_watch *w, const lc_watched *op) {
    uint32_t unused = kinds->count;
    for (uint32_t i = 0; i < kinds->count; i++) {
        if (!kinds->at[i].count && unused == kinds->count) unused = i;
        if (!is_same(&kinds->at[i], op)) continue;
        kinds->at[i].op = *op;
        kinds->at[i].count++;
        kinds->at[i].lasting += !op->lost;
        return i;
    }
    if (unused == kinds->count && !lc_push(&w->budget, kinds, (lc_kind){0})) return UINT32_MAX;
    kinds->at[unused] = (lc_kind){.op = *op, .count = 1, .lasting = !op->lost, .sets = lc_value_set(w, op)};
    return unused;
}

/* Which of them it was nobody knows. */
void lc_kind_settle(lc_kind *k, uint32_t count) {
    k->count -= count;
    if (k->lasting > k->count) k->lasting = k->count;
}

void lc_kinds_outlast_gap(lc_kinds *kinds) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < kinds->count; i++) {
        lc_kind k = kinds->at[i];
        k.count = k.lasting;
        if (k.count) kinds->at[kept++] = k;
    }
    kinds->count = kept;
}

/* ---- lists: in the order of kinds, so that equal ones have equal bytes ---- */

const lc_spending *lc_spending_list(const lc_spendings *s, uint32_t list, uint32_t *count) {
    if (list == LC_NOTHING_SPENT) return *count = 0, NULL;
    const lc_interned *bytes = lc_intern_get(&s->lists, list);
    *count = bytes->size / (uint32_t)sizeof(lc_spending);
    return bytes->bytes;
}

uint32_t lc_spent(const lc_spendings *s, uint32_t list, uint32_t kind) {
    uint32_t count;
    const lc_spending *at = lc_spending_list(s, list, &count);
    for (uint32_t i = 0; i < count; i++)
        if (at[i].kind == kind) return at[i].count;
    return 0;
}

static uint32_t changed(lc_spendings *s, uint32_t list, uint32_t kind, uint32_t to) {
    uint32_t count, i = 0;
    const lc_spending *at = lc_spending_list(s, list, &count);
    lc_budget *budget = s->lists.budget;
    s->row.count = 0;
    if (!lc_reserve(budget, &s->row, (uint64_t)count + 1)) return LC_NOTHING_SPENT;
    while (i < count && at[i].kind < kind) s->row.at[s->row.count++] = at[i++];
    if (to) s->row.at[s->row.count++] = (lc_spending){kind, to};
    if (i < count && at[i].kind == kind) i++;
    while (i < count) s->row.at[s->row.count++] = at[i++];
    if (!s->row.count) return LC_NOTHING_SPENT;
    uint32_t number = lc_intern_add(&s->lists, s->row.at, s->row.count * sizeof *s->row.at);
    return number == LC_NOT_INTERNED ? LC_NOTHING_SPENT : number;
}

uint32_t lc_spend(lc_spendings *s, uint32_t list, uint32_t kind) {
    return changed(s, list, kind, lc_spent(s, list, kind) + 1);
}

uint32_t lc_spend_less(lc_spendings *s, uint32_t list, uint32_t kind, uint32_t less) {
    return changed(s, list, kind, lc_spent(s, list, kind) - less);
}

bool lc_spent_no_more(const lc_spendings *s, uint32_t one, uint32_t other) {
    if (one == other || one == LC_NOTHING_SPENT) return true;
    if (other == LC_NOTHING_SPENT) return false;
    uint32_t ones, others, k = 0;
    const lc_spending *a = lc_spending_list(s, one, &ones), *b = lc_spending_list(s, other, &others);
    for (uint32_t i = 0; i < ones; i++) {
        while (k < others && b[k].kind < a[i].kind) k++;
        if (k == others || b[k].kind != a[i].kind || b[k].count < a[i].count) return false;
    }
    return true;
}
