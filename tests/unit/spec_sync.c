/* What the checkers rely on, on random steps of every built-in synchronization object: what a table promises is what
 * its steps do. */
#include "tap.h"

#include "spec_script.h"

static const char *const specs[] = {
    "abc",
    "barrier:n=1",
    "barrier:n=3",
    "broadcast:n=2",
    "channel",
    "closeable-channel",
    "combining-barrier:n=2,f=sum",
    "combining-barrier:n=3,f=min",
    "combining-barrier:n=2,f=max",
    "counter-channel",
    "enrollable-barrier",
    "exchanger",
    "filter-channel",
    "men-women",
    "one-family:n=3",
    "terminating-queue:n=1",
    "terminating-queue:n=2",
    "timeout-channel",
    "timeout-exchanger",
    "two-families:n=2",
};
enum { SPECS = sizeof specs / sizeof *specs, TRIES = 4000, MOST = 4, LARGEST = 64 };

static uint64_t seed;
static unsigned any(unsigned limit) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % limit;
}

/* Operations that try to take a step together. */
typedef struct group {
    lince_value args[MOST][LINCE_ARGS_MAX];
    lince_value results[MOST][LINCE_RESULTS_MAX];
    lince_call calls[MOST];
    size_t count;
} group;

static int by_row(const void *a, const void *b) {
    const lince_call *x = a, *y = b;
    return (x->method > y->method) - (x->method < y->method);
}

static void any_group(walker *w, group *g) {
    const lince_spec *spec = w->instance.spec;
    lince_value pool[] = {lince_int(w->values, 0),
                          lince_int(w->values, 1),
                          lince_int(w->values, 2),
                          lince_symbol(w->values, "x", 1),
                          LINCE_NONE,
                          LINCE_CLOSED};
    g->count = 1 + any(MOST);
    for (size_t i = 0; i < g->count; i++) {
        uint32_t row = any(spec->method_count), argc = spec->methods[row].args_max;
        for (uint32_t k = 0; k < argc; k++) g->args[i][k] = pool[any(any(4) ? 3 : 6)];
        g->calls[i] = (lince_call){.method = row, .argc = argc, .args = g->args[i]};
    }
    qsort(g->calls, g->count, sizeof *g->calls, by_row);
}

/* ---- what came of it ---- */

typedef struct came {
    unsigned outcomes;
    state after; /* the first */
    lince_results results[MOST];
    size_t count;
    bool fits; /* as many results as the table says */
    const lince_spec *spec;
    const lince_call *calls;
} came;

static void note(void *context, const void *bytes, size_t size, const lince_results *results) {
    came *c = context;
    for (size_t i = 0; i < c->count; i++) {
        const lince_method *m = &c->spec->methods[c->calls[i].method];
        unsigned returned = 0;
        while (returned < LINCE_RESULTS_MAX && results[i].at[returned] != LINCE_NO_VALUE) returned++;
        c->fits &= returned >= m->results_min && returned <= m->results_max;
    }
    if (c->outcomes++) return;
    c->after = (state){.size = size};
    if (size) memcpy(c->after.bytes, bytes, size);
    memcpy(c->results, results, c->count * sizeof *results);
}

static came step(walker *w, const state *s, const group *g) {
    came c = {.count = g->count, .fits = true, .spec = w->instance.spec, .calls = g->calls};
    lc_run_next(&w->runner, s->bytes, s->size, g->calls, g->count, note, &c);
    return c;
}

static void know(group *g, const came *c) {
    for (size_t i = 0; i < g->count; i++) {
        memcpy(g->results[i], c->results[i].at, sizeof g->results[i]);
        g->calls[i].known = true;
        g->calls[i].results = g->results[i];
    }
}

/* ---- promises ---- */

static bool joins(walker *w, const state *s, const group *g) {
    return lc_run_joins(&w->runner, s->bytes, s->size, g->calls, g->count);
}

/* Whoever takes a step together may join, and so may any of them. */
static bool all_parts_join(walker *w, const state *s, const group *g) {
    for (unsigned chosen = 1; chosen < 1u << g->count; chosen++) {
        group part = *g;
        part.count = 0;
        for (size_t i = 0; i < g->count; i++)
            if (chosen >> i & 1) part.calls[part.count++] = g->calls[i];
        if (!joins(w, s, &part)) return false;
    }
    return true;
}

static lince_value gift(const lince_call *call) { return call->argc ? call->args[0] : LINCE_NO_VALUE; }

static lince_value taken(const lince_spec *spec, const lince_call *call) {
    lince_value result = call->results[0];
    return result == spec->methods[call->method].ok_result ? LINCE_NO_VALUE : result;
}

/* Which of these operations, with these results, should take a step by LINCE_PAIRS? */
static bool pairs(const lince_spec *spec, const group *g) {
    const lince_method *a = &spec->methods[g->calls[0].method];
    bool alone = a->pure_result != LINCE_NO_VALUE && g->calls[0].results[0] == a->pure_result;
    if (g->count == 1) return alone;
    const lince_method *b = &spec->methods[g->calls[1].method];
    if (g->count != 2 || alone || (b->pure_result != LINCE_NO_VALUE && g->calls[1].results[0] == b->pure_result))
        return false;
    bool fit = a->role == LINCE_ROLE_EITHER ? b->role == LINCE_ROLE_EITHER
                                            : a->role == LINCE_ROLE_LEFT && b->role == LINCE_ROLE_RIGHT;
    return fit && taken(spec, &g->calls[0]) == gift(&g->calls[1]) && taken(spec, &g->calls[1]) == gift(&g->calls[0]);
}

/* Results of these operations that some step may have given. */
static void any_results(walker *w, group *g) {
    for (size_t i = 0; i < g->count; i++) {
        const lince_method *m = &w->instance.spec->methods[g->calls[i].method];
        lince_value pool[] = {m->pure_result ? m->pure_result : LINCE_NIL, m->ok_result ? m->ok_result : LINCE_NIL,
                              lince_int(w->values, 0), lince_int(w->values, 1), lince_int(w->values, 2)};
        memset(g->results[i], 0, sizeof g->results[i]);
        if (m->results_max) g->results[i][0] = pool[any(5)];
        g->calls[i].known = true;
        g->calls[i].results = g->results[i];
    }
}

static void test_pairs(walker *w) {
    unsigned as_promised = 0, met = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        group g;
        any_group(w, &g);
        any_results(w, &g);
        bool happened = step(w, &w->now.at[0], &g).outcomes > 0;
        as_promised += happened == pairs(w->instance.spec, &g);
        met += happened;
    }
    expect(as_promised == TRIES && met > 10, "%s: who meets whom is as the roles say (%u met)", w->instance.name, met);
}

static void test_steps(const char *name) {
    walker w;
    walker_start(&w, name, NULL);
    uint32_t least, most;
    lc_instance_arity(&w.instance, &least, &most);
    state s = w.now.at[0];
    unsigned steps = 0, changes = 0;
    bool fit = true, join = true, counted = true, known = true, pure = true;
    for (unsigned i = 0; i < TRIES; i++) {
        group g;
        any_group(&w, &g);
        came c = step(&w, &s, &g);
        if (!c.outcomes) continue;
        steps++;
        fit &= c.fits;
        counted &= g.count >= least && g.count <= most;
        join &= all_parts_join(&w, &s, &g);
        know(&g, &c);
        known &= step(&w, &s, &g).outcomes == 1 && all_parts_join(&w, &s, &g);
        bool changed = !same_state(&s, &c.after);
        changes += changed;
        for (size_t k = 0; k < g.count; k++) {
            lince_value nothing = w.instance.spec->methods[g.calls[k].method].pure_result;
            pure &= !changed || nothing == LINCE_NO_VALUE || g.results[k][0] != nothing;
        }
        if (c.after.size <= LARGEST && any(4)) s = c.after;
        else if (!any(8)) s = w.now.at[0];
    }
    expect(steps > 20, "%s took %u steps", name, steps);
    expect(counted, "%s: %u to %u take one together", name, least, most);
    expect(fit, "%s: as many results as the table says", name);
    expect(join, "%s: whoever takes a step, and any of them, may join", name);
    expect(known, "%s: with its results known it is the same step", name);
    expect(pure, "%s: what is said to change nothing does not", name);
    bool stateless = w.instance.spec->traits & LINCE_STATELESS;
    expect(stateless == (changes == 0), "%s is %s", name, stateless ? "stateless" : "not stateless");
    if (w.instance.spec->traits & LINCE_PAIRS) test_pairs(&w);
    walker_end(&w);
}

int main(void) {
    for (size_t i = 0; i < SPECS; i++) {
        seed = 2026 + i;
        test_steps(specs[i]);
    }
    for (size_t i = 0; i < lc_builtin_spec_count; i++) {
        const lince_spec *spec = lc_builtin_specs[i];
        bool met = !lc_spec_is_sync(spec) || spec->traits & LINCE_INTERVALS;
        for (size_t k = 0; k < SPECS; k++) met |= !strncmp(specs[k], spec->name, strlen(spec->name));
        expect(met, "%s was tried", spec->name);
    }
    return tap_end();
}
