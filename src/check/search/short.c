#include "check/search/short.h"

enum { CONFIGS = 200000 };

static const lc_instance *look_up(const void *specs, lc_span object) { return lc_specs_find(specs, object); }

lince_status lc_short_init(lc_short *s, const lince_history *h, const lince_specs *specs, lince_value init,
                           lince_error *error) {
    *s = (lc_short){.history = h};
    lc_budget_init(&s->budget, 0);
    const lc_limits none = {0};
    lc_bind_options options = {.lookup = look_up, .context = specs, .init = init, .keep_pure = true, .limits = &none};
    lince_status status = lc_bind(&s->binding, h, &options, &s->budget, error);
    lc_space_init(&s->space, &s->binding, &s->budget);
    lc_intern_init(&s->seen, NULL);
    return status;
}

void lc_short_free(lc_short *s) {
    lc_vec_free(NULL, &s->todo);
    lc_intern_free(&s->seen);
    lc_space_free(&s->space);
    lc_binding_free(&s->binding);
}

uint32_t lc_short_objects(const lc_short *s) { return s->binding.objects.count; }

/* The operations of an object; those that failed have no label. */
static bool collect(lc_short *s, uint32_t object) {
    s->count = 0;
    for (uint32_t op = 0; op < s->history->ops.count; op++) {
        if (lc_object_of(&s->binding, op) != object || s->binding.label_of.at[op] == LC_NO_LABEL) continue;
        if (s->count == LC_SHORT_OPS) return false;
        s->labels[s->count] = lc_label_op(&s->binding, op);
        s->failed |= s->labels[s->count] == LC_NO_LABEL;
        s->ops[s->count++] = op;
    }
    return true;
}

static bool comes_before(const lince_history *h, uint32_t first, uint32_t second, bool program_order) {
    const lc_op *a = &h->ops.at[first], *b = &h->ops.at[second];
    return lc_comes_before(h, first, second) && (!program_order || a->thread == b->thread);
}

bool lc_short_object(lc_short *s, uint32_t object, bool program_order) {
    const lince_history *h = s->history;
    s->returned = 0;
    if (!collect(s, object)) return false;
    for (uint32_t i = 0; i < s->count; i++) {
        const lc_op *op = &h->ops.at[s->ops[i]];
        s->before[i] = 0;
        if (lc_op_outcome(h, op) == LC_RETURN) s->returned |= UINT64_C(1) << i;
        for (uint32_t k = 0; k < s->count; k++)
            if (comes_before(h, s->ops[k], s->ops[i], program_order)) s->before[i] |= UINT64_C(1) << k;
    }
    lc_space_reset(&s->space, s->binding.objects.at[object].instance);
    return true;
}

static void reach(lc_short *s, uint64_t done, uint32_t state) {
    lc_short_config c = {.done = done, .state = state};
    uint32_t before = s->seen.items.count, number = lc_intern_add(&s->seen, &c, sizeof c);
    if (number == LC_NOT_INTERNED) s->failed = true;
    else if (number == before && !lc_push(NULL, &s->todo, c)) s->failed = true;
}

static void go_from(lc_short *s, const lc_short_config *c, uint64_t may) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (!((may & ~c->done) >> i & 1) || (s->before[i] & ~c->done)) continue;
        lc_next next = lc_space_next(&s->space, c->state, s->labels[i]);
        for (uint32_t k = 0; k < lc_next_count(&s->space, next); k++)
            reach(s, c->done | UINT64_C(1) << i, lc_next_state(&s->space, next, k));
    }
}

bool lc_short_search(lc_short *s, uint64_t may, lc_short_visit *visit, void *context) {
    bool goes_on = true;
    lc_intern_clear(&s->seen);
    s->todo.count = 0;
    lc_next start = lc_space_start(&s->space);
    for (uint32_t k = 0; k < lc_next_count(&s->space, start); k++) reach(s, 0, lc_next_state(&s->space, start, k));
    while (s->todo.count && goes_on && !s->failed && s->seen.items.count < CONFIGS) {
        lc_short_config c = s->todo.at[--s->todo.count];
        goes_on = visit(s, &c, context);
        if (goes_on) go_from(s, &c, may);
    }
    s->failed |= s->space.runner.out_of_memory;
    return goes_on && !s->todo.count && !s->failed;
}
