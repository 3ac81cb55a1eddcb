#include "check/search/space.h"

#include <assert.h>
#include <string.h>

void lc_space_init(lc_space *s, const lc_binding *binding, lc_budget *budget) {
    *s = (lc_space){.budget = budget, .binding = binding};
    lc_values_init(&s->values, &binding->values, budget);
    lc_intern_init(&s->states, budget);
    lc_map64_init(&s->steps, budget);
    lc_intern_init(&s->groups, budget);
}

void lc_space_reset(lc_space *s, const lc_instance *instance) {
    lc_values_clear(&s->values);
    lc_intern_clear(&s->states);
    lc_map64_clear(&s->steps);
    lc_intern_clear(&s->groups);
    s->group_next.count = 0;
    s->lists.count = 0;
    lc_runner_free(&s->runner);
    lc_runner_init(&s->runner, instance, &s->values, s->binding->init);
}

void lc_space_free(lc_space *s) {
    lc_values_destroy(&s->values);
    lc_intern_free(&s->states);
    lc_map64_free(&s->steps);
    lc_intern_free(&s->groups);
    lc_vec_free(s->budget, &s->group_next);
    lc_vec_free(s->budget, &s->lists);
    lc_vec_free(s->budget, &s->emitted);
    lc_runner_free(&s->runner);
}

static void collect(void *context, const void *state, size_t size, const lince_results *results) {
    lc_space *s = context;
    (void)results;
    uint32_t number = lc_intern_add(&s->states, state, size);
    if (number == LC_NOT_INTERNED) return;
    for (uint32_t i = 0; i < s->emitted.count; i++)
        if (s->emitted.at[i] == number) return;
    (void)lc_push(s->budget, &s->emitted, number);
}

/* The successors gathered by `collect`, as an lc_next. */
static lc_next gathered(lc_space *s) {
    if (s->runner.out_of_memory) atomic_store(&s->budget->exhausted, true);
    if (s->emitted.count == 0) return LC_NO_STEP;
    if (s->emitted.count == 1) return lc_next_one(s->emitted.at[0]);
    uint32_t at = s->lists.count;
    if (!lc_reserve(s->budget, &s->lists, (uint64_t)at + 1 + s->emitted.count)) return LC_NO_STEP;
    s->lists.at[s->lists.count++] = s->emitted.count;
    for (uint32_t i = 0; i < s->emitted.count; i++) s->lists.at[s->lists.count++] = s->emitted.at[i];
    return LC_NEXT_LIST | at;
}

lc_next lc_space_start(lc_space *s) {
    s->emitted.count = 0;
    lc_run_init(&s->runner, collect, s);
    return gathered(s);
}

static void fill_in_call(const lc_space *s, uint32_t label, lc_call *out) {
    lc_label_call(&s->binding->labels.at[label & LC_PART_LABEL], out);
    out->call.part = (lince_part)(label >> LC_PART_SHIFT);
}

lc_next lc_space_next(lc_space *s, uint32_t state, uint32_t label) {
    uint64_t key = (uint64_t)state << 32 | label;
    if (!s->forget) {
        uint32_t known = lc_map64_get(&s->steps, key);
        if (known != LC_NOT_MAPPED) return known;
    }
    lc_call call;
    fill_in_call(s, label, &call);
    const lc_interned *from = lc_intern_get(&s->states, state);
    s->emitted.count = 0;
    s->asked++;
    lc_run_next(&s->runner, from->bytes, from->size, &call.call, 1, collect, s);
    lc_next next = gathered(s);
    bool hidden = s->runner.instance->partial && s->binding->labels.at[label & LC_PART_LABEL].pure;
    if (hidden && next != LC_NO_STEP) next = lc_next_one(state); /* the states before and after are equivalent */
    if (!s->forget) lc_map64_put(&s->steps, key, next);
    return next;
}

/* ---- several operations at once ---- */

enum { MOST_TOGETHER = LC_ARITY_MAX };

typedef struct together {
    lc_call full[MOST_TOGETHER];
    lince_call calls[MOST_TOGETHER];
} together;

static uint32_t row_of(const lc_space *s, uint32_t label) {
    return s->binding->labels.at[label & LC_PART_LABEL].content[0];
}

/* Few at a time, and mostly in order already. */
static void sort_labels(const lc_space *s, uint32_t *labels, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t label = labels[i], row = row_of(s, label), k = i;
        for (; k && (row_of(s, labels[k - 1]) > row || (row_of(s, labels[k - 1]) == row && labels[k - 1] > label)); k--)
            labels[k] = labels[k - 1];
        labels[k] = label;
    }
}

static void fill_in(const lc_space *s, together *t, const uint32_t *labels, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        fill_in_call(s, labels[i], &t->full[i]);
        t->calls[i] = t->full[i].call;
    }
}

/* Where the answers of a specification go. */
typedef struct listener {
    lc_emit *emitted;
    void *context;
} listener;

static void query_together(lc_space *s, const lc_interned *from, const together *t, uint32_t count, listener to) {
    s->asked++;
    lc_run_next(&s->runner, from->bytes, from->size, t->calls, count, to.emitted, to.context);
}

/* Every order of the calls from `at` on that keeps those of one method together. */
static void query_all_orders(lc_space *s, const lc_interned *from, together *t, uint32_t count, uint32_t at,
                             listener to) {
    if (at == count) query_together(s, from, t, count, to);
    for (uint32_t i = at; i < count && t->calls[i].method == t->calls[at].method; i++) {
        lince_call chosen = t->calls[i];
        t->calls[i] = t->calls[at];
        t->calls[at] = chosen;
        query_all_orders(s, from, t, count, at + 1, to);
        t->calls[at] = t->calls[i];
        t->calls[i] = chosen;
    }
}

static void query_all(lc_space *s, const lc_interned *from, together *t, uint32_t count, listener to) {
    if (s->runner.instance->spec->traits & LINCE_ORDERED) query_all_orders(s, from, t, count, 0, to);
    else query_together(s, from, t, count, to);
}

/* The number of this group; LC_NOT_INTERNED: memory is out. */
static uint32_t group_number(lc_space *s, uint32_t state, const uint32_t *labels, uint32_t count) {
    uint32_t content[1 + MOST_TOGETHER] = {state};
    memcpy(content + 1, labels, count * sizeof *labels);
    return lc_intern_add(&s->groups, content, (1 + count) * sizeof *content);
}

lc_next lc_space_meet(lc_space *s, uint32_t state, uint32_t *labels, uint32_t count) {
    assert(count && count <= MOST_TOGETHER);
    if (count == 1) return lc_space_next(s, state, labels[0]);
    sort_labels(s, labels, count);
    uint32_t number = s->forget ? s->group_next.count : group_number(s, state, labels, count);
    if (number < s->group_next.count) return s->group_next.at[number];
    together t;
    fill_in(s, &t, labels, count);
    s->emitted.count = 0;
    query_all(s, lc_intern_get(&s->states, state), &t, count, (listener){collect, s});
    lc_next next = gathered(s);
    if (!s->forget && number != LC_NOT_INTERNED) (void)lc_push(s->budget, &s->group_next, next);
    return next;
}

bool lc_space_joins(lc_space *s, uint32_t state, uint32_t *labels, uint32_t count) {
    if (!s->runner.instance->spec->joins) return true;
    sort_labels(s, labels, count);
    together t;
    fill_in(s, &t, labels, count);
    const lc_interned *from = lc_intern_get(&s->states, state);
    return lc_run_joins(&s->runner, from->bytes, from->size, t.calls, count);
}

bool lc_space_walk(lc_space *s, const uint32_t *labels, uint32_t count, uint32_t *last) {
    lc_next next = lc_space_start(s);
    for (uint32_t i = 0; i < count && lc_next_count(s, next) == 1 && labels[i] != LC_NO_LABEL; i++)
        next = lc_space_next(s, lc_next_state(s, next, 0), labels[i]);
    if (lc_next_count(s, next) != 1 || lc_exhausted(s->budget)) return false;
    *last = lc_next_state(s, next, 0);
    return true;
}

struct result_collector {
    lc_possible_result *report;
    void *context;
    const lince_call *calls;
    const lince_value *whose; /* which of them: the one that has its results there */
};

static void report_result(void *context, const void *state, size_t size, const lince_results *results) {
    const struct result_collector *c = context;
    static const lince_results none;
    uint32_t of = 0;
    (void)state, (void)size;
    while (c->calls[of].results != c->whose) of++;
    c->report(c->context, results ? &results[of] : &none);
}

void lc_space_results(lc_space *s, uint32_t state, uint32_t label, lc_possible_result *report, void *context) {
    lc_call call;
    lc_label_call(&s->binding->labels.at[label], &call);
    call.call.known = false;
    const lc_interned *from = lc_intern_get(&s->states, state);
    struct result_collector collector = {report, context, &call.call, call.call.results};
    lc_run_next(&s->runner, from->bytes, from->size, &call.call, 1, report_result, &collector);
}

void lc_space_meet_results(lc_space *s, uint32_t state, uint32_t *labels, uint32_t count, uint32_t label,
                           lc_possible_result *report, void *context) {
    together t;
    uint32_t of = 0;
    sort_labels(s, labels, count);
    while (labels[of] != label) of++;
    fill_in(s, &t, labels, count);
    t.calls[of].known = false;
    struct result_collector collector = {report, context, t.calls, t.calls[of].results};
    query_all(s, lc_intern_get(&s->states, state), &t, count, (listener){report_result, &collector});
}

void lc_space_print(lc_space *s, uint32_t state, lince_text *out) {
    const lc_interned *at = lc_intern_get(&s->states, state);
    lc_run_print(&s->runner, at->bytes, at->size, out);
}
