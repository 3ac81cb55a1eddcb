/* What the checkers rely on, on random walks through every built-in specification: purity is declared exactly where it
 * holds, known results only filter, states are equal exactly when nothing tells them apart, and operations with
 * different keys do not influence each other. */
#include "tap.h"

#include "spec_script.h"

static const char *const all_specs[] = {
    "bag",   "cas-register",     "counter",  "deque",  "map",           "mutex", "pqueue",
    "queue", "queue:capacity=2", "register", "rwlock", "semaphore:n=1", "set",   "snzi",
    "stack", "stack:capacity=2",
};
enum { SPECS = sizeof all_specs / sizeof *all_specs, STEPS = 800, MOST_METHODS = 8, LARGEST = 6 * 8 };

static uint64_t seed;
static unsigned any(unsigned limit) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % limit;
}

/* An operation with random arguments, results unknown. */
typedef struct op {
    lince_value args[LINCE_ARGS_MAX];
    lince_call call;
} op;

static void any_op(walker *w, op *o) {
    const lince_spec *spec = w->instance.spec;
    lince_value pool[] = {lince_int(w->values, 0),
                          lince_int(w->values, 1),
                          lince_int(w->values, 1),
                          lince_int(w->values, -2),
                          lince_string(w->values, "a", 1),
                          lince_string(w->values, "b", 1),
                          lince_symbol(w->values, "x", 1),
                          LINCE_NIL,
                          LINCE_EMPTY};
    uint32_t row = any(spec->method_count);
    const lince_method *m = &spec->methods[row];
    uint32_t argc = m->args_min + any(m->args_max - m->args_min + 1u);
    for (uint32_t i = 0; i < argc; i++) o->args[i] = pool[any(sizeof pool / sizeof *pool)];
    o->call = (lince_call){.method = row, .argc = argc, .args = o->args};
}

/* One random outcome, if there is one that is not too large. */
static void move(state *s, const states *all) {
    if (all->count == 0) return;
    const state *to = &all->at[any((unsigned)all->count)];
    if (to->size <= LARGEST) *s = *to;
}

/* Walks a few steps at random. */
static state wander(walker *w, unsigned steps) {
    state s = w->now.at[0];
    while (steps--) {
        op o;
        any_op(w, &o);
        states all = outcomes(w, &s, &o.call);
        move(&s, &all);
    }
    return s;
}

static bool same_outcomes(const states *a, const states *b) {
    for (size_t i = 0; i < a->count; i++) {
        bool found = false;
        for (size_t j = 0; j < b->count; j++)
            found |= same_state(&a->at[i], &b->at[j]) &&
                     !memcmp(&a->at[i].results, &b->at[j].results, sizeof(lince_results));
        if (!found) return false;
    }
    return a->count == b->count;
}

/* ---- purity ---- */

enum { COMMON = LINCE_NOTHING };

typedef struct observed {
    unsigned steps, changes;
    unsigned with[COMMON], changes_with[COMMON]; /* by its result, where that is a common handle */
} observed;

static bool result_count_fits(const lince_method *m, const lince_results *r) {
    unsigned count = 0;
    while (count < LINCE_RESULTS_MAX && r->at[count]) count++;
    return count >= m->results_min && count <= m->results_max;
}

static bool observe(observed *o, const lince_method *m, const state *from, const state *to) {
    bool changed = !same_state(from, to);
    lince_value result = to->results.at[0];
    o->steps++;
    o->changes += changed;
    if (result < COMMON) {
        o->with[result]++;
        o->changes_with[result] += changed;
    }
    bool declared = m->pure || (m->pure_result && result == m->pure_result);
    return result_count_fits(m, &to->results) && !(declared && changed);
}

/* With the results of one outcome known exactly the outcomes with these results are left. */
static bool known_filters(walker *w, const state *s, op *o, const states *all) {
    for (size_t i = 0; i < all->count; i++) {
        states wanted = {.count = 0};
        for (size_t j = 0; j < all->count; j++)
            if (!memcmp(&all->at[i].results, &all->at[j].results, sizeof(lince_results)))
                wanted.at[wanted.count++] = all->at[j];
        lince_call call = o->call;
        call.known = true;
        call.results = all->at[i].results.at;
        states got = outcomes(w, s, &call);
        if (!same_outcomes(&got, &wanted)) return false;
    }
    lince_value bogus[LINCE_RESULTS_MAX] = {lince_symbol(w->values, "bogus", 5)};
    lince_call call = o->call;
    call.known = true;
    call.results = bogus;
    return outcomes(w, s, &call).count == 0;
}

static bool declared_as_observed(const lince_method *m, const observed *o) {
    if (o->steps == 0 || (o->changes == 0) != m->pure) return false;
    for (lince_value r = LINCE_NIL; !m->pure && m->results_max && r < COMMON; r++)
        if (o->with[r] >= 10 && (o->changes_with[r] == 0) != (m->pure_result == r)) return false;
    return m->pure_result == LINCE_NO_VALUE || o->with[m->pure_result] > 0;
}

static void test_purity(const char *name) {
    walker w;
    walker_start(&w, name, NULL);
    const lince_spec *spec = w.instance.spec;
    observed seen[MOST_METHODS] = {{0}};
    state s = w.now.at[0];
    bool sound = true, filters = true, repeatable = true;
    for (unsigned i = 0; i < STEPS; i++) {
        op o;
        any_op(&w, &o);
        states all = outcomes(&w, &s, &o.call), again = outcomes(&w, &s, &o.call);
        repeatable &= same_outcomes(&all, &again);
        for (size_t j = 0; j < all.count; j++)
            sound &= observe(&seen[o.call.method], &spec->methods[o.call.method], &s, &all.at[j]);
        filters &= known_filters(&w, &s, &o, &all);
        move(&s, &all);
    }
    expect(sound, "%s: what is declared pure changes nothing, and results have the declared number", name);
    expect(filters, "%s: known results filter the outcomes and do nothing else", name);
    expect(repeatable, "%s: a step depends on nothing but what it is given", name);
    for (uint32_t m = 0; m < spec->method_count; m++)
        expect(declared_as_observed(&spec->methods[m], &seen[m]), "%s: purity of %s is declared as observed", name,
               spec->methods[m].name);
    expect(!w.runner.out_of_memory, "%s: memory sufficed", name);
    walker_end(&w);
}

/* ---- canonical states ---- */

/* Makes the same random operations from both; true once one can do what the other cannot. */
static bool told_apart(walker *w, state a, state b, unsigned steps) {
    while (steps--) {
        op o;
        any_op(w, &o);
        states from_a = outcomes(w, &a, &o.call), from_b = outcomes(w, &b, &o.call);
        if (from_a.count != from_b.count) return true;
        if (from_a.count == 0) continue;
        size_t i = any((unsigned)from_a.count), j = 0;
        while (j < from_b.count && memcmp(&from_a.at[i].results, &from_b.at[j].results, sizeof(lince_results))) j++;
        if (j == from_b.count) return true;
        if (from_a.at[i].size > LARGEST || from_b.at[j].size > LARGEST) continue;
        a = from_a.at[i];
        b = from_b.at[j];
    }
    return false;
}

static void test_canonical(const char *name) {
    walker w;
    walker_start(&w, name, NULL);
    unsigned different = 0, confused = 0, split = 0;
    for (unsigned i = 0; i < 60; i++) {
        state a = wander(&w, any(12)), b = wander(&w, any(12));
        bool apart = false;
        for (unsigned tries = 0; tries < 40 && !apart; tries++) apart = told_apart(&w, a, b, 80);
        if (same_state(&a, &b)) split += apart;
        else different++, confused += !apart;
    }
    expect(different > 5 && confused == 0, "%s: of %u pairs of different states none behaves alike (%u do)", name,
           different, confused);
    expect(split == 0, "%s: equal states behave alike", name);
    walker_end(&w);
}

/* ---- keys ---- */

/* Outcomes of two operations one after the other, the results of both kept side by side. */
static states both(walker *w, const state *s, const lince_call *one, const lince_call *two, bool swapped) {
    states all = {.count = 0}, first = outcomes(w, s, one);
    for (size_t i = 0; i < first.count; i++) {
        states second = outcomes(w, &first.at[i], two);
        for (size_t j = 0; j < second.count; j++) {
            lince_value a = first.at[i].results.at[0], b = second.at[j].results.at[0];
            lince_results results = {{swapped ? b : a, swapped ? a : b}};
            collect(&all, second.at[j].bytes, second.at[j].size, &results);
        }
    }
    return all;
}

static void test_keys(const char *name) {
    walker w;
    walker_start(&w, name, NULL);
    unsigned pairs = 0;
    bool commute = true;
    for (unsigned i = 0; i < 600; i++) {
        state s = wander(&w, any(10));
        op a, b;
        any_op(&w, &a);
        any_op(&w, &b);
        const lince_method *methods = w.instance.spec->methods;
        lince_value key_a = a.args[methods[a.call.method].key - 1], key_b = b.args[methods[b.call.method].key - 1];
        if (key_a == key_b) continue;
        states ab = both(&w, &s, &a.call, &b.call, false), ba = both(&w, &s, &b.call, &a.call, true);
        pairs += ab.count > 0;
        commute &= same_outcomes(&ab, &ba);
    }
    expect(pairs > 100 && commute, "%s: operations with different keys commute (%u pairs)", name, pairs);
    walker_end(&w);
}

/* A key is of use only if every method has one. */
static bool has_keys(const lince_spec *spec) {
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (!spec->methods[i].key) return false;
    return true;
}

int main(void) {
    unsigned keyed = 0;
    for (size_t i = 0; i < SPECS; i++) {
        seed = 12345 + i;
        test_purity(all_specs[i]);
        test_canonical(all_specs[i]);
    }
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        bool met = false;
        for (size_t j = 0; j < SPECS; j++)
            met |= !strncmp(all_specs[j], lc_builtin_specs[i]->name, strlen(lc_builtin_specs[i]->name));
        if (lc_spec_is_sync(lc_builtin_specs[i])) continue; /* see spec_sync.c */
        expect(met, "%s was walked", lc_builtin_specs[i]->name);
        if (!has_keys(lc_builtin_specs[i])) continue;
        keyed++;
        test_keys(lc_builtin_specs[i]->name);
    }
    expect(keyed == 2, "map and set have keys");
    return tap_end();
}
