#include "model/search/store.h"

#include <assert.h>

bool lcm_store_init(lcm_store *s, uint32_t words, lc_budget *budget) {
    *s = (lcm_store){0};
    lcm_table_init(&s->table, budget);
    if (!lcm_tree_init(&s->tree, words, NULL, 0, 1, budget)) return false;
    size_t size = lcm_tree_values(s->tree.words) * sizeof *s->values;
    s->values = lc_allocate(budget, size);
    s->last = lc_allocate(budget, size);
    return s->values && s->last && lcm_table_widen(&s->table, (lcm_widths){0});
}

void lcm_store_free(lcm_store *s) {
    size_t size = lcm_tree_values(s->tree.words) * sizeof *s->values;
    lc_release(s->tree.budget, s->values, size);
    lc_release(s->tree.budget, s->last, size);
    lcm_table_free(&s->table);
    lcm_tree_free(&s->tree);
}

static bool make_wide(lcm_table *t, uint64_t key) {
    uint8_t left = (uint8_t)lcm_bits((uint32_t)(key >> 32)), right = (uint8_t)lcm_bits((uint32_t)key);
    if (left <= t->widths.left && right <= t->widths.right) return true;
    return lcm_table_widen(t, (lcm_widths){left, right, 0});
}

uint32_t lcm_store_add(lcm_store *s, const uint32_t *state) {
    uint64_t key;
    memcpy(s->values, state, s->tree.words * sizeof *state);
    lcm_tree_enter(&s->tree);
    bool folded = lcm_tree_fold(&s->tree, s->values, s->near ? s->last : NULL, NULL, &key);
    lcm_tree_leave(&s->tree);
    if (!folded) return LCM_NOT_STORED;
    uint32_t *free_now = s->last;
    s->last = s->values;
    s->values = free_now;
    s->near = true;
    lcm_record record = {key, 0};
    lcm_probe probe = lcm_table_look(&s->table, lcm_table_hash(record));
    for (uint32_t i; (i = lcm_table_next(&s->table, &probe)) != LCM_NO_RECORD;)
        if (lcm_table_get(&s->table, i).key == key) return i;
    if (!make_wide(&s->table, key)) return LCM_NOT_STORED;
    return lcm_table_add(&s->table, record);
}

void lcm_store_get(const lcm_store *s, uint32_t number, uint32_t *state) {
    assert(number < s->table.count);
    lcm_tree_unfold(&s->tree, lcm_table_get(&s->table, number).key, s->values);
    memcpy(state, s->values, s->tree.words * sizeof *state);
}
