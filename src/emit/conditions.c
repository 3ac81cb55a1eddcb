#include "emit/conditions.h"

static lc_budget *budget_of(const lc_making *m) { return m->all->scope.arena.budget; }

void lc_condition_begin(lc_making *m, const char *name) {
    m->name = name;
    m->extra = false;
    m->parts.count = 0;
}

void lc_require(lc_making *m, const lc_formula *f) {
    if (!f || f->kind != LC_F_TRUE) (void)lc_push(budget_of(m), &m->parts, f);
}

/* A condition that cannot fail is left out. */
void lc_condition_end(lc_making *m) {
    if (!m->parts.count) return;
    const lc_formula *f = lc_and(&m->all->scope, m->parts.at, m->parts.count);
    (void)lc_push(budget_of(m), &m->all->at, (lc_condition){m->name, f, m->extra});
}

static int at_least(int a, int b) { return a > b ? a : b; }
static int at_most(int a, int b) { return a < b ? a : b; }

void lc_sum_add(lc_making *m, lc_sum *sum, lc_select *select, uint32_t what, lc_count_window w) {
    for (uint32_t l = 0; l < m->labels->at.count; l++) {
        if (!select(m->labels, l, what)) continue;
        lc_count_of count = {.times = 1,
                             .of = {.constant = true, .number = lc_emit_label_constant(&m->all->scope, m->labels, l)}};
        bool pending = lc_emit_label_pending(m->labels, l);
        for (int from = at_least(w.from_least, 0); from <= at_most(w.from_most, m->k); from++)
            for (int to = at_least(pending ? m->k : from, w.to_least); to <= at_most(w.to_most, m->k); to++) {
                count.from = (uint32_t)from;
                count.to = (uint32_t)to;
                (void)lc_push(budget_of(m), sum, count);
            }
    }
}

const lc_formula *lc_sum_at_most(lc_making *m, lc_sum *left, int64_t number, lc_sum *right) {
    lc_scope *scope = &m->all->scope;
    const lc_formula *f;
    if (!left->count && number <= 0) f = lc_true(scope, true); /* counters are never negative */
    else
        f = lc_at_most(scope, lc_term_make(scope, number > 0 ? number : 0, left->at, left->count),
                       lc_term_make(scope, number < 0 ? -number : 0, right->at, right->count));
    lc_vec_free(budget_of(m), left);
    lc_vec_free(budget_of(m), right);
    return f;
}

const lc_formula *lc_none(lc_making *m, lc_select *select, uint32_t what, lc_count_window w) {
    lc_sum sum = {0}, zero = {0};
    lc_sum_add(m, &sum, select, what, w);
    return lc_sum_at_most(m, &sum, 0, &zero);
}

const lc_formula *lc_either(lc_making *m, const lc_formula *a, const lc_formula *b) {
    return lc_or(&m->all->scope, (const lc_formula *[]){a, b}, 2);
}

bool lc_conditions_make(lc_conditions *c, const lc_emit_labels *labels, uint32_t k) {
    *c = (lc_conditions){0};
    lc_scope_init(&c->scope, k, NULL);
    lc_making m = {.all = c, .labels = labels, .k = (int)k};
    switch (labels->object) {
    case LC_OBJECT_CONTAINER: lc_conditions_container(&m); break;
    case LC_OBJECT_SET:
    case LC_OBJECT_LOCK: lc_conditions_balance(&m); break;
    case LC_OBJECT_REGISTER: lc_conditions_register(&m); break;
    }
    lc_vec_free(NULL, &m.parts);
    bool made = c->at.count > 0;
    for (uint32_t i = 0; i < c->at.count; i++) made &= c->at.at[i].holds != NULL;
    return made;
}

void lc_conditions_free(lc_conditions *c) {
    lc_vec_free(NULL, &c->at);
    lc_scope_free(&c->scope);
}
