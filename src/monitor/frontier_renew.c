/* Values move to another pool, and states hold values.  Where they are is known only if the specification declares it;
 * else every value is kept.
 *
 * Invariants.  A state that holds values is a row of them and nothing else.  Keys that differ are different in the new
 * pool as well, so that no state of a key that rests is lost.
 */
#include <assert.h>

#include "monitor/frontier.h"

typedef enum content { UNKNOWN, NO_VALUES, ONLY_VALUES } content;

static content content_of(const lince_spec *spec) {
    if (spec->traits & LINCE_STATES_ARE_VALUES) return ONLY_VALUES;
    return spec->traits & LINCE_STATES_LACK_VALUES ? NO_VALUES : UNKNOWN;
}

bool lco_frontier_holds_values(const lco_frontiers *f) { return content_of(f->watch->instance->spec) == ONLY_VALUES; }

bool lco_frontiers_can_renew(const lco_frontiers *f) { return content_of(f->watch->instance->spec) != UNKNOWN; }

/* A row of values with every `step`-th of them renewed, from the `first` on.  Rows that are sorted are so by content,
 * which stays. */
static uint32_t renewed(lco_frontiers *f, lc_intern *to, const lc_interned *row, uint32_t first, uint32_t step,
                        const lco_renewal *renewal) {
    uint32_t count = row->size / (uint32_t)sizeof(lince_value);
    assert(row->size % sizeof(lince_value) == 0);
    f->row.count = 0;
    if (!lc_reserve(&f->watch->budget, &f->row, count + 1)) return 0;
    for (uint32_t i = 0; i < count; i++) {
        lince_value value = ((const lince_value *)row->bytes)[i];
        bool moves = i >= first && (i - first) % step == 0;
        f->row.at[f->row.count++] = moves ? lco_renewed(renewal, value) : value;
    }
    uint32_t number = lc_intern_add(to, f->row.at, row->size);
    return number == LC_NOT_INTERNED ? 0 : number; /* memory is out, and all will be forgotten */
}

/* Of millions of keys that are not in use most hold small numbers, which are the same in any pool.  A check is a good
 * deal cheaper than to put them all into new tables. */
static bool all_stay(const lco_frontiers *f, bool rows, const lco_renewal *to) {
    bool stay = true;
    *to->asked += f->states.items.count;
    for (uint32_t i = 0; rows && stay && i < f->states.items.count; i++) {
        const lc_interned *row = lc_intern_get(&f->states, i);
        uint32_t count = row->size / (uint32_t)sizeof(lince_value);
        for (uint32_t k = 0; stay && k < count; k++) stay = lc_is_plain(((const lince_value *)row->bytes)[k]);
    }
    for (uint32_t i = 0; stay && i < f->idle.slot_count; i++)
        stay = !f->idle.values[i] || lc_is_plain((lince_value)f->idle.keys[i]);
    return stay;
}

static void renew_kinds(lco_kinds *kinds, const lco_renewal *to) {
    for (uint32_t k = 0; k < kinds->count; k++) {
        if (!kinds->at[k].count) continue;
        kinds->at[k].op.args = lco_renewed(to, kinds->at[k].op.args);
        kinds->at[k].sets = lco_renewed(to, kinds->at[k].sets);
    }
}

static void renew_ops(lco_frontier *x, const lco_renewal *to) {
    renew_kinds(&x->crashed, to);
    renew_kinds(&x->base.crashed, to);
    for (uint32_t i = 0; i < x->base.log.count; i++) {
        x->base.log.at[i].args = lco_renewed(to, x->base.log.at[i].args);
        x->base.log.at[i].results = lco_renewed(to, x->base.log.at[i].results);
    }
    for (uint32_t s = 0; s < x->seats.count; s++) {
        if (!x->seats.at[s].taken) continue;
        x->seats.at[s].op.args = lco_renewed(to, x->seats.at[s].op.args);
        x->seats.at[s].op.results = lco_renewed(to, x->seats.at[s].op.results);
    }
}

/* Their keys are values, too. */
static void renew_idle(lco_frontiers *f, lc_intern *states, bool rows, const lco_renewal *to) {
    lc_map64 fresh;
    lc_map64_init(&fresh, &f->watch->budget);
    for (uint32_t i = 0; i < f->idle.slot_count; i++) {
        if (!f->idle.values[i]) continue;
        uint32_t state = f->idle.values[i] - 1;
        if (rows) state = renewed(f, states, lc_intern_get(&f->states, state), 0, 1, to);
        lc_map64_put(&fresh, lco_renewed(to, (lince_value)f->idle.keys[i]), state);
    }
    assert(fresh.count == f->idle.count || lc_exhausted(&f->watch->budget));
    lc_map64_free(&f->idle);
    f->idle = fresh;
}

void lco_frontiers_renew(lco_frontiers *f, lco_frontier *at, uint32_t count, const lco_renewal *to) {
    bool rows = content_of(f->watch->instance->spec) == ONLY_VALUES, stay = all_stay(f, rows, to);
    lc_intern states, answers;
    lc_intern_init(&states, &f->watch->budget);
    lco_answers_init(&answers, &f->watch->budget);
    rows = rows && !stay;
    if (!stay) renew_idle(f, &states, rows, to);
    for (uint32_t i = 0; i < count; i++) {
        at[i].key = lco_renewed(to, at[i].key);
        renew_ops(&at[i], to);
        lco_base *b = &at[i].base;
        if (rows && b->known) b->state = renewed(f, &states, lc_intern_get(&f->states, b->state), 0, 1, to);
        for (uint32_t k = 0; k < at[i].at.count; k++) {
            lco_configuration *c = &at[i].at.at[k];
            if (rows) c->state = renewed(f, &states, lc_intern_get(&f->states, c->state), 0, 1, to);
            if (c->answers) c->answers = renewed(f, &answers, lc_intern_get(&f->answers, c->answers), 1, 2, to);
        }
    }
    if (rows) {
        lc_intern_free(&f->states);
        f->states = states;
        f->states_kept = states.items.count;
        f->bytes = 0;
        for (uint32_t i = 0; i < states.items.count; i++) f->bytes += lc_intern_get(&f->states, i)->size;
        f->bytes_kept = f->bytes;
    } else lc_intern_free(&states);
    lc_intern_free(&f->answers);
    f->answers = answers;
    f->answers_kept = answers.items.count;
}
