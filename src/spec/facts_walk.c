#include "spec/facts_walk.h"

#include "base/text.h"
#include "history/values.h"

enum { MOST_STATES = 64 };

/* LINCE_STATES_ARE_VALUES: is that true of this state? */
static bool is_row_of_values(const lc_walk *w, const void *state, size_t size) {
    const lince_value *items = state;
    if (size % sizeof *items) return false;
    for (size_t i = 0; i < size / sizeof *items; i++)
        if (!lc_value_belongs(w->runner.values, items[i])) return false;
    return true;
}

static uint32_t add_state(lc_walk *w, const void *state, size_t size) {
    uint32_t number = lc_intern_add(&w->states, state, size);
    if (number == LC_NOT_INTERNED) w->failed = true;
    if (w->runner.instance->spec->traits & LINCE_STATES_ARE_VALUES && !is_row_of_values(w, state, size))
        w->no_values = true;
    return number;
}

static void keep_state(lc_walk *w, uint32_t state) {
    for (uint32_t i = 0; i < w->now.count; i++)
        if (w->now.at[i] == state) return;
    if (w->now.count >= MOST_STATES) w->cut = true;
    else if (!lc_push(NULL, &w->now, state)) w->failed = true;
}

void lc_walk_init(lc_walk *w, const lc_instance *instance, const uint32_t *rows, lince_values *values) {
    *w = (lc_walk){.rows = rows};
    lc_runner_init(&w->runner, instance, values, LINCE_NO_VALUE);
    lc_intern_init(&w->states, NULL);
}

void lc_walk_free(lc_walk *w) {
    lc_runner_free(&w->runner);
    lc_intern_free(&w->states);
    lc_vec_free(NULL, &w->now);
    lc_vec_free(NULL, &w->outcomes);
}

bool lc_walk_works(const lc_walk *w) { return !w->failed && !w->runner.out_of_memory; }

static void add_initial(void *context, const void *state, size_t size, const lince_results *results) {
    lc_walk *w = context;
    uint32_t number = add_state(w, state, size);
    (void)results;
    w->initial_size = size;
    if (!w->failed) keep_state(w, number);
}

void lc_walk_begin(lc_walk *w) {
    w->now.count = 0;
    w->cut = false;
    lc_run_init(&w->runner, add_initial, w);
}

/* Of the state that is being left. */
typedef struct leaving {
    lc_walk *walk;
    uint32_t from;
} leaving;

static void add_outcome(void *context, const void *state, size_t size, const lince_results *results) {
    const leaving *l = context;
    lc_walk_outcome o = {.from = l->from, .state = add_state(l->walk, state, size)};
    if (results) o.results = *results;
    if (!lc_push(NULL, &l->walk->outcomes, o)) l->walk->failed = true;
}

void lc_walk_try(lc_walk *w, const lc_walked *c) {
    lince_call made = {.method = w->rows ? w->rows[c->method] : c->method, .argc = c->argc, .args = c->args};
    w->outcomes.count = 0;
    for (uint32_t i = 0; i < w->now.count && lc_walk_works(w); i++) {
        leaving l = {w, w->now.at[i]};
        const lc_interned *state = lc_intern_get(&w->states, l.from);
        lc_run_next(&w->runner, state->bytes, state->size, &made, 1, add_outcome, &l);
    }
}

void lc_walk_take(lc_walk *w, const lince_results *results) {
    w->now.count = 0;
    for (uint32_t i = 0; i < w->outcomes.count && !w->failed; i++)
        if (lc_same_results(&w->outcomes.at[i].results, results)) keep_state(w, w->outcomes.at[i].state);
}

/* ---- results ---- */

bool lc_same_results(const lince_results *a, const lince_results *b) {
    for (size_t i = 0; i < LINCE_RESULTS_MAX; i++) {
        if (a->at[i] != b->at[i]) return false;
        if (a->at[i] == LINCE_NO_VALUE) return true;
    }
    return true;
}

const lince_results *lc_walk_find(const lc_walk *w, const lince_results *wanted) {
    for (uint32_t i = 0; i < w->outcomes.count; i++)
        if (lc_same_results(&w->outcomes.at[i].results, wanted)) return &w->outcomes.at[i].results;
    return NULL;
}

const lince_results *lc_walk_only(const lc_walk *w, const lc_walk *other) {
    for (uint32_t i = 0; i < w->outcomes.count; i++)
        if (!lc_walk_find(other, &w->outcomes.at[i].results)) return &w->outcomes.at[i].results;
    return NULL;
}

uint32_t lc_random_below(uint64_t *random, uint32_t count) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)(*random >> 32) % count;
}

/* ---- text ---- */

static void put_results(lince_text *out, const lc_walk *w, const lince_results *results, const char *nothing) {
    if (results->at[0] == LINCE_NO_VALUE) lc_text_puts(out, nothing);
    for (size_t i = 0; i < LINCE_RESULTS_MAX && results->at[i] != LINCE_NO_VALUE; i++) {
        lc_text_puts(out, i ? ", " : "");
        lc_value_print(out, w->runner.values, results->at[i]);
    }
}

void lc_walked_print(lince_text *out, const lc_walk *w, const lc_walked *x) {
    lc_text_printf(out, "%s(", w->runner.instance->spec->methods[x->method].name);
    for (uint32_t i = 0; i < x->argc; i++) {
        lc_text_puts(out, i ? ", " : "");
        lc_value_print(out, w->runner.values, x->args[i]);
    }
    lc_text_puts(out, ")");
    if (!x->happened || x->results.at[0] == LINCE_NO_VALUE) return;
    lc_text_puts(out, " → ");
    put_results(out, w, &x->results, "");
}

void lc_outcomes_print(lince_text *out, const lc_walk *w) {
    if (!w->outcomes.count) lc_text_puts(out, "has no step");
    for (uint32_t i = 0; i < w->outcomes.count; i++) {
        const lince_results *results = &w->outcomes.at[i].results;
        bool before = false;
        for (uint32_t k = 0; k < i; k++) before = before || lc_same_results(&w->outcomes.at[k].results, results);
        if (before) continue;
        lc_text_puts(out, i ? " or " : "returns ");
        put_results(out, w, results, "nothing");
    }
}
