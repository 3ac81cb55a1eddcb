/* Does a specification behave like the kind of object that it is declared to be?
 *
 * It and the built-in specification of that kind are given the same operations, one after another, and must allow the
 * same results.  Both may be nondeterministic, so each side is followed through the set of all states that it can be in
 * after the results so far.  The operations are random, with few values, so that they are added, found and compared
 * again and again.  A sequence after which the results differ is a counterexample; it is shrunk by leaving operations
 * out.
 *
 * The comparison is a test and no proof: it misses a difference that shows only after more operations, or with other
 * values, than are tried here.
 */
#include "spec/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "history/values.h"
#include "spec/facts_walk.h"

enum { WALKS = 24, STEPS = 24, MOST_ROOM = 64 };

typedef struct comparison {
    const lc_instance *instance;
    const lince_spec *builtin;
    lince_values *values;
    lc_instance reference;
    lc_walk given, built_in;
    uint64_t random;
    lc_walked calls[STEPS];
    uint32_t count;
} comparison;

/* ---- both sides ---- */

static bool both_work(const comparison *c) { return lc_walk_works(&c->given) && lc_walk_works(&c->built_in); }

static void begin_both(comparison *c) {
    lc_walk_begin(&c->given);
    lc_walk_begin(&c->built_in);
}

/* Do the results of this call differ?  If not, both sides take the step, with the results that the call has already if
 * these are possible. */
static bool differ(comparison *c, lc_walked *x, uint64_t choice) {
    lc_walk_try(&c->given, x);
    lc_walk_try(&c->built_in, x);
    if (!both_work(c)) return false;
    if (lc_walk_only(&c->given, &c->built_in) || lc_walk_only(&c->built_in, &c->given)) return true;
    const lince_results *results = x->happened ? lc_walk_find(&c->built_in, &x->results) : NULL;
    uint32_t count = c->built_in.outcomes.count;
    if (!results && count) results = &c->built_in.outcomes.at[choice % count].results;
    x->happened = results != NULL;
    if (!results) return false;
    x->results = *results;
    lc_walk_take(&c->given, &x->results);
    lc_walk_take(&c->built_in, &x->results);
    return false;
}

/* ---- random operations ---- */

static uint32_t below(comparison *c, uint32_t count) { return lc_random_below(&c->random, count); }

static bool is_container(const comparison *c) {
    uint32_t is = c->builtin->is;
    return is == LINCE_IS_BAG || is == LINCE_IS_DEQUE || is == LINCE_IS_PQUEUE || is == LINCE_IS_QUEUE ||
           is == LINCE_IS_STACK;
}

static lince_value draw_value(comparison *c, const lince_method *m, uint32_t place) {
    static const char *const words[] = {"a", "b", ""};
    uint32_t word = below(c, 3);
    switch (c->builtin->is) {
    case LINCE_IS_COUNTER: return lince_int(c->values, (int64_t)below(c, 4) - 1);
    case LINCE_IS_REGISTER: return lince_int(c->values, below(c, 3));
    case LINCE_IS_MAP:
        if (place + 1 == m->key) return lince_int(c->values, 1 + below(c, 2));
        if (m->role == LINCE_ROLE_APPEND) return lince_string(c->values, words[word], strlen(words[word]));
        return lince_int(c->values, below(c, 3));
    default: return lince_int(c->values, 1 + below(c, 4));
    }
}

static void draw_call(comparison *c, lc_walked *x, uint32_t method) {
    const lince_method *m = &c->instance->spec->methods[method];
    *x = (lc_walked){.method = method, .argc = m->args_min + below(c, m->args_max - m->args_min + 1u)};
    for (uint32_t i = 0; i < x->argc; i++) x->args[i] = draw_value(c, m, i);
}

/* How many elements may be inside.  A state of fixed size, such as the variable of a model in C, has room for a limited
 * number of them, and its code need not check that: the walk fills at most half of it. */
static uint32_t room_of(const comparison *c) {
    if (c->instance->size && c->instance->size < MOST_ROOM) return (uint32_t)c->instance->size + 1;
    size_t size = c->given.initial_size;
    if (size <= sizeof(int64_t)) return MOST_ROOM;
    return size / 16 < 2 ? 2 : size / 16 < MOST_ROOM ? (uint32_t)(size / 16) : MOST_ROOM;
}

static bool adds(const comparison *c, uint32_t method) {
    return is_container(c) && c->instance->spec->methods[method].role == LINCE_ROLE_ADD;
}

/* By how much an operation that happened changes the number of elements. */
static int change_of(const comparison *c, const lc_walked *x) {
    const lince_method *m = &c->instance->spec->methods[x->method];
    if (!x->happened || (m->pure_result != LINCE_NO_VALUE && x->results.at[0] == m->pure_result)) return 0;
    return m->role == LINCE_ROLE_ADD ? 1 : m->role == LINCE_ROLE_REMOVE ? -1 : 0;
}

/* An operation that both sides have: there is one (facts.c). */
static uint32_t draw_method(comparison *c, uint32_t methods) {
    uint32_t method = below(c, methods);
    while (c->instance->table->rows[method] == LC_NO_METHOD) method = below(c, methods);
    return method;
}

/* One walk in three draws additions as often as everything else, the remaining walks more often.  True: the results of
 * the last call differ. */
static bool walk(comparison *c, uint32_t number) {
    uint32_t methods = c->instance->spec->method_count, eager = number % 3;
    int64_t inside = 0, room = room_of(c);
    begin_both(c);
    for (c->count = 0; c->count < STEPS && both_work(c);) {
        uint32_t method = draw_method(c, methods);
        for (uint32_t i = 0; i < eager && !adds(c, method); i++) method = draw_method(c, methods);
        if (adds(c, method) && inside >= room) {
            if (!below(c, STEPS)) break; /* perhaps nothing can be removed */
            continue;
        }
        lc_walked *x = &c->calls[c->count++];
        draw_call(c, x, method);
        if (differ(c, x, below(c, UINT32_MAX))) return true;
        inside += change_of(c, x);
    }
    return false;
}

/* ---- the sequence that is shown ---- */

/* Leaves out one of the calls.  The number of calls after which the results differ; 0: they do not. */
static uint32_t length_without(comparison *c, const lc_walked *calls, uint32_t count, uint32_t without,
                               lc_walked *out) {
    uint32_t kept = 0;
    begin_both(c);
    for (uint32_t i = 0; i < count; i++) {
        if (i == without) continue;
        out[kept] = calls[i];
        if (differ(c, &out[kept++], 0)) return kept;
        if (!both_work(c)) return 0;
    }
    return 0;
}

static void shorten(comparison *c) {
    lc_walked shorter[STEPS];
    for (uint32_t i = 0; i < c->count && both_work(c);) {
        uint32_t length = length_without(c, c->calls, c->count, i, shorter);
        if (!length) {
            i++;
            continue;
        }
        memcpy(c->calls, shorter, length * sizeof *shorter);
        c->count = length;
    }
    (void)length_without(c, c->calls, c->count, STEPS, shorter);
}

static lince_status refuse(comparison *c, lince_error *error) {
    lince_text sequence = {0}, given = {0}, built_in = {0}, last = {0};
    shorten(c);
    for (uint32_t i = 0; i + 1 < c->count; i++) {
        lc_walked_print(&sequence, &c->given, &c->calls[i]);
        lc_text_puts(&sequence, i + 2 < c->count ? ", " : ": ");
    }
    c->calls[c->count - 1].happened = false;
    lc_walked_print(&last, &c->given, &c->calls[c->count - 1]);
    lc_outcomes_print(&given, &c->given);
    lc_outcomes_print(&built_in, &c->built_in);
    lc_fail(error, "%s is declared to be a %s, but does not behave like one: %s%s%s %s, where a %s %s",
            c->instance->spec->name, c->builtin->name, c->count > 1 ? "after " : "", lc_text(&sequence), lc_text(&last),
            lc_text(&given), c->builtin->name, lc_text(&built_in));
    lc_text_free(&sequence);
    lc_text_free(&given);
    lc_text_free(&built_in);
    lc_text_free(&last);
    return LINCE_BAD_INPUT;
}

/* ---- all of it ---- */

static void fill_in_reference(comparison *c) {
    c->reference = (lc_instance){.spec = c->builtin, .init = c->instance->init};
    for (uint32_t i = 0; i < c->builtin->param_count; i++) c->reference.params[i] = c->builtin->params[i].otherwise;
    if (c->builtin->size_of) c->reference.params[0] = c->instance->size;
}

lince_status lc_facts_check(const lc_instance *instance, const lince_spec *builtin, lince_error *error) {
    comparison *c = calloc(1, sizeof *c);
    lince_values *values = lince_values_new();
    lince_status status = c && values ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) {
        c->instance = instance;
        c->builtin = builtin;
        c->values = values;
        c->random = 88172645463325252u;
        fill_in_reference(c);
        lc_walk_init(&c->given, instance, NULL, values);
        lc_walk_init(&c->built_in, &c->reference, instance->table->rows, values);
        for (uint32_t i = 0; i < WALKS && status == LINCE_DONE && both_work(c); i++)
            if (walk(c, i)) status = refuse(c, error);
        if (status == LINCE_DONE && c->given.no_values)
            status = lc_fail(error, "%s declares LINCE_STATES_ARE_VALUES, but has a state that is no row of values",
                             instance->spec->name);
        if (!both_work(c)) status = lc_instance_failed(instance, error) ? LINCE_BAD_INPUT : LINCE_OUT_OF_MEMORY;
        lc_walk_free(&c->given);
        lc_walk_free(&c->built_in);
    }
    lince_values_free(values);
    free(c);
    return status;
}

/* ---- the initial value ---- */

lince_status lc_facts_find_initial(lc_instance *instance, const lince_spec *builtin) {
    const lince_spec *spec = instance->spec;
    bool holds = builtin->is == LINCE_IS_REGISTER || builtin->is == LINCE_IS_MAP;
    unsigned role = builtin->is == LINCE_IS_MAP ? LINCE_ROLE_GET : LINCE_ROLE_READ;
    uint32_t method = 0;
    while (method < spec->method_count && (spec->methods[method].role != role || lc_is_beside_kind(instance, method)))
        method++;
    if (!holds || spec->traits & LINCE_HAS_INIT || instance->init || method == spec->method_count) return LINCE_DONE;
    lince_values *values = lince_values_new();
    if (!values) return LINCE_OUT_OF_MEMORY;
    lc_walk w;
    lince_text text = {0};
    lc_walk_init(&w, instance, NULL, values);
    lc_walk_begin(&w);
    lc_walk_try(&w,
                &(lc_walked){.method = method, .argc = spec->methods[method].args_min, .args = {lince_int(values, 1)}});
    if (w.outcomes.count) lc_value_print(&text, values, w.outcomes.at[0].results.at[0]);
    if (text.length && !text.cut) instance->init = strdup(lc_text(&text));
    bool fine = lc_walk_works(&w) && !text.cut && (!text.length || instance->init);
    lc_walk_free(&w);
    lc_text_free(&text);
    lince_values_free(values);
    return fine ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}
