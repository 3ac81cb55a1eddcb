/* Are the facts true that a specification declares of operations that take effect together?
 *
 *   LINCE_STATELESS  a group has the same outcomes in every state
 *   LINCE_PAIRS      two operations whose roles fit have a step, in which each returns the value that the other gave;
 *                    other two have none, and one alone returns its `pure_result`
 *
 * They are tried with random groups of few operations, with few values.  This is a test and no proof. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "base/vec.h"
#include "history/values.h"
#include "spec/facts.h"
#include "spec/facts_walk.h"

enum { ROUNDS = 64, TOGETHER = 3, MOST_STATES = 16 };

typedef struct group {
    lince_call calls[TOGETHER];
    lince_value args[TOGETHER][LINCE_ARGS_MAX];
    uint32_t count;
} group;

/* The results of all operations of a group, in one of its outcomes. */
typedef struct results {
    lince_results at[TOGETHER];
} results;

typedef LC_VEC(uint32_t) numbers;

typedef struct group_check {
    const lc_instance *instance;
    lince_values *values;
    lc_runner runner;
    uint64_t random;
    lc_intern states, outcomes;
    numbers first, other; /* outcomes in the first state, and in another one */
    numbers *into;
    uint32_t count; /* of operations in the current group */
    bool failed;
} group_check;

static const lince_spec *spec_of(const group_check *t) { return t->instance->spec; }
static const lince_method *method_of(const group_check *t, const lince_call *c) {
    return &spec_of(t)->methods[c->method];
}
static bool works(const group_check *t) { return !t->failed && !t->runner.out_of_memory; }

/* ---- groups ---- */

static int by_method(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

/* Calls come by the rows of their methods. */
static void draw(group_check *t, uint32_t least, uint32_t most, group *g) {
    uint32_t rows[TOGETHER];
    g->count = least + lc_random_below(&t->random, most - least + 1);
    for (uint32_t i = 0; i < g->count; i++) rows[i] = lc_random_below(&t->random, spec_of(t)->method_count);
    qsort(rows, g->count, sizeof *rows, by_method);
    for (uint32_t i = 0; i < g->count; i++) {
        const lince_method *m = &spec_of(t)->methods[rows[i]];
        uint32_t argc = m->args_min + lc_random_below(&t->random, m->args_max - m->args_min + 1u);
        for (uint32_t k = 0; k < argc; k++) g->args[i][k] = lince_int(t->values, 1 + lc_random_below(&t->random, 3));
        g->calls[i] = (lince_call){.method = rows[i], .argc = argc, .args = g->args[i]};
    }
}

static void add_state(group_check *t, const void *state, size_t size) {
    if (t->states.items.count < MOST_STATES && lc_intern_add(&t->states, state, size) == LC_NOT_INTERNED)
        t->failed = true;
}

static void on_initial(void *context, const void *state, size_t size, const lince_results *unused) {
    (void)unused;
    add_state(context, state, size);
}

static void on_outcome(void *context, const void *state, size_t size, const lince_results *of_each) {
    group_check *t = context;
    results all;
    memset(&all, 0, sizeof all);
    memcpy(all.at, of_each, t->count * sizeof *of_each);
    uint32_t number = lc_intern_add(&t->outcomes, &all, sizeof all);
    t->failed |= number == LC_NOT_INTERNED || !lc_push(NULL, t->into, number);
    add_state(t, state, size);
}

static void run(group_check *t, const group *g, uint32_t state, numbers *into) {
    const lc_interned *from = lc_intern_get(&t->states, state);
    t->into = into;
    t->into->count = 0;
    t->count = g->count;
    lc_run_next(&t->runner, from->bytes, from->size, g->calls, g->count, on_outcome, t);
}

/* ---- text ---- */

static void put_value(lince_text *out, const group_check *t, lince_value v) {
    if (v == LINCE_NO_VALUE) lc_text_puts(out, "nothing");
    else lc_value_print(out, t->values, v);
}

static void put_group(lince_text *out, const group_check *t, const group *g) {
    for (uint32_t i = 0; i < g->count; i++) {
        lc_text_printf(out, "%s%s(", i ? " with " : "", method_of(t, &g->calls[i])->name);
        for (uint32_t k = 0; k < g->calls[i].argc; k++) {
            lc_text_puts(out, k ? ", " : "");
            lc_value_print(out, t->values, g->args[i][k]);
        }
        lc_text_puts(out, ")");
    }
}

static lince_status refuse(const group_check *t, const group *g, const char *trait, const char *why,
                           lince_error *error) {
    lince_text calls = {0};
    put_group(&calls, t, g);
    lc_fail(error, "%s declares %s, which is wrong: %s %s", spec_of(t)->name, trait, lc_text(&calls), why);
    lc_text_free(&calls);
    return LINCE_BAD_INPUT;
}

/* ---- LINCE_STATELESS ---- */

static bool contains(const numbers *all, uint32_t wanted) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->at[i] == wanted) return true;
    return false;
}

static bool has_all_of(const numbers *all, const numbers *some) {
    for (uint32_t i = 0; i < some->count; i++)
        if (!contains(all, some->at[i])) return false;
    return true;
}

static lince_status check_stateless(group_check *t, const group *g, lince_error *error) {
    run(t, g, 0, &t->first);
    for (uint32_t state = 1; state < t->states.items.count && works(t); state++) {
        run(t, g, state, &t->other);
        if (works(t) && !(has_all_of(&t->first, &t->other) && has_all_of(&t->other, &t->first)))
            return refuse(t, g, "LINCE_STATELESS", "can return something else in another state", error);
    }
    return LINCE_DONE;
}

/* ---- LINCE_PAIRS ---- */

static lince_value gift_of(const lince_call *c) { return c->argc ? c->args[0] : LINCE_NO_VALUE; }

static bool roles_fit(unsigned a, unsigned b) {
    return (a == LINCE_ROLE_LEFT && b == LINCE_ROLE_RIGHT) || (a == LINCE_ROLE_RIGHT && b == LINCE_ROLE_LEFT) ||
           (a == LINCE_ROLE_EITHER && b == LINCE_ROLE_EITHER);
}

/* Without a result, or with its `ok_result`, it was given nothing. */
static bool was_given(const lince_method *m, lince_value result, lince_value gift) {
    bool nothing = result == LINCE_NO_VALUE || (m->ok_result != LINCE_NO_VALUE && result == m->ok_result);
    return nothing ? gift == LINCE_NO_VALUE : result == gift;
}

static const lince_value *results_of(const group_check *t, uint32_t outcome, uint32_t call) {
    const results *all = (const results *)lc_intern_get(&t->outcomes, t->first.at[outcome])->bytes;
    return all->at[call].at;
}

static lince_status check_alone(group_check *t, const group *g, lince_error *error) {
    const lince_method *m = method_of(t, &g->calls[0]);
    for (uint32_t i = 0; i < t->first.count; i++)
        if (m->pure_result == LINCE_NO_VALUE || *results_of(t, i, 0) != m->pure_result)
            return refuse(t, g, "LINCE_PAIRS", "alone returns something else than its `pure_result`", error);
    return LINCE_DONE;
}

static lince_status check_two(group_check *t, const group *g, lince_error *error) {
    const lince_call *a = &g->calls[0], *b = &g->calls[1];
    bool fit = roles_fit(method_of(t, a)->role, method_of(t, b)->role);
    if (fit != (t->first.count > 0))
        return refuse(t, g, "LINCE_PAIRS",
                      fit ? "has no step, though the roles fit" : "has a step, though the roles differ", error);
    for (uint32_t i = 0; i < t->first.count; i++) {
        lince_value x = *results_of(t, i, 0), y = *results_of(t, i, 1);
        if (was_given(method_of(t, a), x, gift_of(b)) && was_given(method_of(t, b), y, gift_of(a))) continue;
        lince_text why = {0};
        lc_text_puts(&why, "return ");
        put_value(&why, t, x);
        lc_text_puts(&why, " and ");
        put_value(&why, t, y);
        lc_text_puts(&why, ", where each returns the value that the other one gave");
        lince_status status = refuse(t, g, "LINCE_PAIRS", lc_text(&why), error);
        lc_text_free(&why);
        return status;
    }
    return LINCE_DONE;
}

static lince_status check_pairs(group_check *t, const group *g, lince_error *error) {
    run(t, g, 0, &t->first);
    if (!works(t)) return LINCE_DONE;
    return g->count == 1 ? check_alone(t, g, error) : check_two(t, g, error);
}

/* ---- all of it ---- */

static lince_status try_groups(group_check *t, lince_error *error) {
    uint32_t least, most;
    lc_instance_arity(t->instance, &least, &most);
    if (most > TOGETHER) most = TOGETHER;
    lc_run_init(&t->runner, on_initial, t);
    if (least > most || !t->states.items.count) return LINCE_DONE; /* more operations than are tried here */
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < ROUNDS && status == LINCE_DONE && works(t); i++) {
        group g;
        draw(t, least, most, &g);
        status = check_stateless(t, &g, error);
        if (status == LINCE_DONE && works(t) && spec_of(t)->traits & LINCE_PAIRS) status = check_pairs(t, &g, error);
    }
    return status;
}

lince_status lc_facts_check_groups(const lc_instance *instance, lince_error *error) {
    if (!lc_spec_is_sync(instance->spec) || !(instance->spec->traits & LINCE_STATELESS)) return LINCE_DONE;
    group_check t = {.instance = instance, .values = lince_values_new(), .random = 88172645463325252u};
    if (!t.values) return LINCE_OUT_OF_MEMORY;
    lc_runner_init(&t.runner, instance, t.values, LINCE_NO_VALUE);
    lc_intern_init(&t.states, NULL);
    lc_intern_init(&t.outcomes, NULL);
    lince_status status = try_groups(&t, error);
    lc_runner_free(&t.runner);
    lc_intern_free(&t.states);
    lc_intern_free(&t.outcomes);
    lc_vec_free(NULL, &t.first);
    lc_vec_free(NULL, &t.other);
    lince_values_free(t.values);
    return status;
}
