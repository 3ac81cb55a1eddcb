#include "check/space.h"

#include <assert.h>

void lc_space_init(lc_space *s, const lc_binding *binding, lc_budget *budget) {
    *s = (lc_space){.budget = budget, .binding = binding};
    lc_values_init(&s->values, &binding->values, budget);
    lc_intern_init(&s->states, budget);
    lc_map64_init(&s->steps, budget);
}

void lc_space_reset(lc_space *s, const lc_instance *instance) {
    lc_values_clear(&s->values);
    lc_intern_clear(&s->states);
    lc_map64_clear(&s->steps);
    s->lists.count = 0;
    lc_runner_free(&s->runner);
    lc_runner_init(&s->runner, instance, &s->values, s->binding->init);
}

void lc_space_free(lc_space *s) {
    lc_values_destroy(&s->values);
    lc_intern_free(&s->states);
    lc_map64_free(&s->steps);
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

/* What `collect` gathered, as an lc_next. */
static lc_next gathered(lc_space *s) {
    if (s->runner.out_of_memory) atomic_store(&s->budget->exhausted, true);
    if (s->emitted.count == 0) return LC_NO_STEP;
    if (s->emitted.count == 1) return s->emitted.at[0] + 1;
    uint32_t at = s->lists.count;
    if (!lc_reserve(s->budget, &s->lists, at + 1 + s->emitted.count)) return LC_NO_STEP;
    s->lists.at[s->lists.count++] = s->emitted.count;
    for (uint32_t i = 0; i < s->emitted.count; i++) s->lists.at[s->lists.count++] = s->emitted.at[i];
    return LC_NEXT_LIST | at;
}

lc_next lc_space_start(lc_space *s) {
    s->emitted.count = 0;
    lc_run_init(&s->runner, collect, s);
    return gathered(s);
}

lc_next lc_space_next(lc_space *s, uint32_t state, uint32_t label) {
    uint64_t key = (uint64_t)state << 32 | label;
    if (!s->forget) {
        uint32_t known = lc_map64_get(&s->steps, key);
        if (known != LC_NOT_MAPPED) return known;
    }
    lc_call call;
    lc_label_call(&s->binding->labels.at[label], &call);
    const lc_interned *from = lc_intern_get(&s->states, state);
    s->emitted.count = 0;
    s->asked++;
    lc_run_next(&s->runner, from->bytes, from->size, &call.call, 1, collect, s);
    lc_next next = gathered(s);
    if (!s->forget) lc_map64_put(&s->steps, key, next);
    return next;
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
};

static void report_result(void *context, const void *state, size_t size, const lince_results *results) {
    const struct result_collector *c = context;
    static const lince_results none;
    (void)state, (void)size;
    c->report(c->context, results ? results : &none);
}

void lc_space_results(lc_space *s, uint32_t state, uint32_t label, lc_possible_result *report, void *context) {
    lc_call call;
    lc_label_call(&s->binding->labels.at[label], &call);
    call.call.known = false;
    const lc_interned *from = lc_intern_get(&s->states, state);
    struct result_collector collector = {report, context};
    lc_run_next(&s->runner, from->bytes, from->size, &call.call, 1, report_result, &collector);
}

void lc_space_print(lc_space *s, uint32_t state, lince_text *out) {
    const lc_interned *at = lc_intern_get(&s->states, state);
    lc_run_print(&s->runner, at->bytes, at->size, out);
}
