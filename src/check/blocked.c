/* A search of its own, over sets of operations that have taken effect and states: histories of tests are short, and
 * where the search for a linearization may stop at the first order, this one goes through all that fail. */
#include "check/blocked.h"

#include "check/space.h"

enum { OPS = 64, CONFIGS = 200000 };

typedef struct config {
    uint64_t done; /* operations, a bit each */
    uint32_t state, unused;
} config;

typedef struct search {
    const lince_history *history;
    lc_binding *binding;
    lc_space space;
    uint32_t ops[OPS], labels[OPS]; /* of one object */
    uint32_t count;
    uint64_t returned;
    uint64_t before[OPS]; /* those that had returned when it was called */
    lc_intern seen;
    LC_VEC(config) todo;
    lc_blocked *found;
    bool exact, right, failed;
} search;

/* ---- can it go on? ---- */

typedef struct outcome {
    search *s;
    bool goes_on;
    lince_text *result; /* NULL: not wanted */
} outcome;

static bool is_nothing(lince_value v) {
    return v == LINCE_EMPTY || v == LINCE_NONE || v == LINCE_NIL || v == LINCE_FALSE || v == LINCE_CLOSED;
}

static void look_at(void *context, const lince_results *results) {
    outcome *o = context;
    bool one = results->at[0] != LINCE_NO_VALUE && results->at[1] == LINCE_NO_VALUE;
    if (o->goes_on || (!o->s->exact && one && is_nothing(results->at[0]))) return;
    o->goes_on = true;
    for (unsigned i = 0; o->result && i < LINCE_RESULTS_MAX && results->at[i] != LINCE_NO_VALUE; i++) {
        if (i) lince_print(o->result, ", ");
        lince_print_value(o->result, &o->s->space.values, results->at[i]);
    }
}

static bool goes_on(search *s, uint32_t state, uint32_t i, lince_text *result) {
    outcome o = {.s = s, .result = result};
    lc_space_results(&s->space, state, s->labels[i], look_at, &o);
    return o.goes_on;
}

/* ---- the search ---- */

static void reach(search *s, uint64_t done, uint32_t state) {
    config c = {.done = done, .state = state};
    uint32_t before = s->seen.items.count, number = lc_intern_add(&s->seen, &c, sizeof c);
    if (number == LC_NOT_INTERNED) s->failed = true;
    else if (number == before && !lc_push(NULL, &s->todo, c)) s->failed = true;
}

/* Does it wait because another one does? */
static bool gives_way(const search *s, const config *c, uint32_t i) {
    const lc_binding *b = s->binding;
    const lc_instance *instance = b->objects.at[lc_object_of(b, s->ops[i])].instance;
    for (uint32_t k = 0; k < s->count; k++)
        if (!(c->done >> k & 1) && lc_gives_way(instance, lc_row_of(b, s->ops[i]), lc_row_of(b, s->ops[k])))
            return true;
    return false;
}

/* All that have returned have taken effect: does everybody who is left have to wait? */
static void end_at(search *s, const config *c) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (c->done >> i & 1 || gives_way(s, c, i) || !goes_on(s, c->state, i, NULL)) continue;
        if (!s->found->wrong) {
            s->found->wrong = true;
            s->found->op = s->ops[i];
            goes_on(s, c->state, i, &s->found->result);
        }
        return;
    }
    s->right = true;
}

static void go_from(search *s, const config *c) {
    if (c->done == s->returned) {
        end_at(s, c);
        return;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (!((s->returned & ~c->done) >> i & 1) || (s->before[i] & ~c->done)) continue;
        lc_next next = lc_space_next(&s->space, c->state, s->labels[i]);
        for (uint32_t k = 0; k < lc_next_count(&s->space, next); k++)
            reach(s, c->done | UINT64_C(1) << i, lc_next_state(&s->space, next, k));
    }
}

/* The operations of an object, those that change nothing and never returned left out; false: there are too many, or
 * none waits. */
static bool collect(search *s, uint32_t object) {
    const lince_history *h = s->history;
    bool waits = false;
    s->count = 0;
    s->returned = 0;
    for (uint32_t op = 0; op < h->ops.count; op++) {
        if (lc_object_of(s->binding, op) != object || s->binding->label_of.at[op] == LC_NO_LABEL) continue;
        if (s->count == OPS) return false;
        s->labels[s->count] = lc_label_op(s->binding, op);
        if (s->labels[s->count] == LC_NO_LABEL) s->failed = true;
        s->ops[s->count++] = op;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const lc_op *op = &h->ops.at[s->ops[i]];
        s->before[i] = 0;
        if (lc_op_outcome(h, op) == LC_RETURN) s->returned |= UINT64_C(1) << i;
        else waits = true;
        for (uint32_t k = 0; k < s->count; k++)
            if (h->ops.at[s->ops[k]].end != LC_NEVER && h->ops.at[s->ops[k]].end < op->call)
                s->before[i] |= UINT64_C(1) << k;
    }
    return waits && !s->failed;
}

/* True: it is right as far as this object goes, or too much to find out. */
static bool object_is_right(search *s, uint32_t object) {
    if (!collect(s, object)) return true;
    lc_space_reset(&s->space, s->binding->objects.at[object].instance);
    lc_intern_clear(&s->seen);
    s->todo.count = 0;
    s->right = false;
    lc_next start = lc_space_start(&s->space);
    for (uint32_t k = 0; k < lc_next_count(&s->space, start); k++) reach(s, 0, lc_next_state(&s->space, start, k));
    while (s->todo.count && !s->right && !s->failed && s->seen.items.count < CONFIGS) {
        config c = s->todo.at[--s->todo.count];
        go_from(s, &c);
    }
    return s->right || s->failed || s->todo.count || !s->found->wrong;
}

static const lc_instance *look_up(const void *specs, lc_span object) { return lc_specs_find(specs, object); }

lince_status lc_check_blocked(const lince_history *h, const lince_specs *specs, bool exact, lince_value init,
                              lc_blocked *found, lince_error *error) {
    *found = (lc_blocked){.wrong = false};
    lc_budget budget;
    lc_binding binding;
    lc_budget_init(&budget, 0);
    const lc_limits none = {0};
    lc_bind_options options = {.lookup = look_up, .context = specs, .init = init, .limits = &none};
    lince_status status = lc_bind(&binding, h, &options, &budget, error);
    search s = {.history = h, .binding = &binding, .exact = exact, .found = found};
    bool right = true;
    if (status == LINCE_DONE) {
        lc_space_init(&s.space, &binding, &budget);
        lc_intern_init(&s.seen, NULL);
        for (uint32_t i = 0; i < binding.objects.count && right && !s.failed; i++) {
            lc_text_clear(&found->result);
            found->wrong = false;
            right = object_is_right(&s, i);
        }
        if (s.failed || s.space.runner.out_of_memory) status = LINCE_OUT_OF_MEMORY;
        lc_vec_free(NULL, &s.todo);
        lc_intern_free(&s.seen);
        lc_space_free(&s.space);
    }
    found->wrong = status == LINCE_DONE && !right;
    lc_binding_free(&binding);
    return status;
}
