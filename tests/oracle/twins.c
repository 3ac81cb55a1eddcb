/* Specifications that declare what they are, against the built-in ones: on random histories they must get the same
 * verdict, from the same algorithm, with the same explanation.
 *
 *     twins FILE.lin [--seed N] [--count N]
 *
 * The twin of a built-in specification has its step function, and a table in which nothing stands but names, how many
 * arguments and results there are, and the kind.  The objects of the file have step functions of their own.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "check/result.h"
#include "lang/object.h"
#include "spec/specs.h"
#include "subject.h"

enum { MOST_METHODS = 8 };

typedef struct twin {
    lince_method methods[MOST_METHODS];
    lince_param params[LC_PARAMS_MAX];
    lince_spec spec;
} twin;

static void make_twin(twin *t, const lc_instance *of) {
    const lince_spec *spec = of->spec;
    if (spec->method_count > MOST_METHODS) abort();
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        t->methods[i] = (lince_method){.name = m->name,
                                       .aliases = m->aliases,
                                       .args_min = m->args_min,
                                       .args_max = m->args_max,
                                       .results_min = m->results_min,
                                       .results_max = m->results_max};
    }
    for (uint32_t i = 0; i < spec->param_count; i++) {
        t->params[i] = spec->params[i];
        t->params[i].otherwise = of->params[i];
        t->params[i].required = false;
    }
    t->spec = (lince_spec){.abi = LINCE_SPEC_ABI,
                           .name = "twin",
                           .methods = t->methods,
                           .method_count = spec->method_count,
                           .params = t->params,
                           .param_count = spec->param_count,
                           .traits = spec->traits & LINCE_HAS_INIT,
                           .is = spec->is,
                           .size = of->size,
                           .init = spec->init,
                           .next = spec->next,
                           .print = spec->print};
}

/* ---- two results ---- */

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* `steps`: both have the same step function and names, so states and formulas are printed alike. */
static const char *difference_of_violations(const lc_violation *a, const lc_violation *b, bool steps) {
    if (!a || !b) return a == b ? NULL : "only one of them is explained";
    if (a->prefix_events != b->prefix_events || a->culprit != b->culprit) return "another prefix";
    if (!same_text(a->reason, b->reason)) return "another reason";
    if (!same_text(a->pattern, b->pattern)) return "another pattern";
    if (steps && !same_text(a->formula, b->formula)) return "another formula";
    if (steps && !same_text(a->state, b->state)) return "another state";
    if (a->conflict.count != b->conflict.count) return "another conflict";
    for (uint32_t i = 0; i < a->conflict.count; i++) {
        const lc_conflict_op *x = &a->conflict.at[i], *y = &b->conflict.at[i];
        if (x->op != y->op || x->pending != y->pending) return "another conflict";
        if (!same_text(x->instead, y->instead)) return "other results that are possible";
    }
    return NULL;
}

static const char *difference(const lince_result *a, const lince_result *b, bool steps) {
    if (a->verdict != b->verdict) return "another verdict";
    if (strcmp(a->algorithm, b->algorithm) != 0) return "another algorithm";
    if (a->witness.count != b->witness.count) return "another witness";
    for (uint32_t i = 0; i < a->witness.count; i++)
        if (a->witness.at[i] != b->witness.at[i]) return "another witness";
    if (!same_text(a->quasi.smallest, b->quasi.smallest)) return "another smallest factor";
    return difference_of_violations(a->violation, b->violation, steps);
}

/* ---- histories ---- */

static const struct {
    lince_criterion criterion;
    const char *factors;
} criteria[] = {
    {LINCE_LINEARIZABLE, NULL}, {LINCE_SEQUENTIAL, NULL}, {LINCE_QUASI, "1"}, {LINCE_REFINE, "2"}, {LINCE_SYNC, NULL}};
enum { CRITERIA = sizeof criteria / sizeof *criteria };

static lince_result *ask(const lince_history *h, const lince_specs *specs, const scenario *s, int which) {
    lince_check_options options = {
        .criterion = criteria[which].criterion, .factors = criteria[which].factors, .jobs = 1, .thorough = true};
    lince_result *result = NULL;
    lince_error error = {0};
    if (s->init != NIL) options.init = oracle_lince_value(lince_history_values((lince_history *)h), s->init);
    if (lince_check(h, specs, &options, &result, &error) != LINCE_DONE) fprintf(stderr, "# %s\n", error.message);
    return result;
}

typedef struct pair {
    const scenario *scenario;
    lince_specs *builtin, *other;
    bool steps;
} pair;

static const char *compare(const pair *p, const lince_history *h) {
    const char *fault = NULL;
    for (int c = 0; c < CRITERIA && !fault; c++) {
        lince_result *x = ask(h, p->builtin, p->scenario, c), *y = ask(h, p->other, p->scenario, c);
        fault = x && y ? difference(x, y, p->steps) : "it is refused";
        lince_result_free(x);
        lince_result_free(y);
    }
    return fault;
}

/* An object of the file, whose operations have names that the built-in specification takes, too. */
typedef struct renaming {
    const char *object, *model;
    const char *names[5];
} renaming;

static void rename_methods(history *h, model *renamed, const renaming *r) {
    *renamed = *h->objects[0].model;
    for (int i = 0; renamed->methods[i].name && r->names[i]; i++) renamed->methods[i].name = r->names[i];
    h->objects[0].model = renamed;
}

static const char *run(const pair *p, const renaming *r, uint64_t seed) {
    history drawn;
    model renamed;
    oracle_generate(p->scenario, seed, &drawn);
    if (r) rename_methods(&drawn, &renamed, r);
    lince_history *h = oracle_lince_history(&drawn);
    const char *fault = h ? compare(p, h) : "the history is refused";
    lince_history_free(h);
    return fault;
}

static void run_all(const pair *p, const renaming *r, const char *name, uint64_t seed, uint64_t count) {
    const char *fault = NULL;
    uint64_t done = 0;
    while (done < count && !fault) fault = run(p, r, seed + done++);
    expect(!fault, "%s: %" PRIu64 " histories%s%s", name, done, fault ? ": " : "", fault ? fault : "");
    if (fault) fprintf(stderr, "# failed with --seed %" PRIu64 " --count 1\n", seed + done - 1);
}

static void test_twin(const scenario *s, uint64_t seed, uint64_t count) {
    static twin t;
    lince_error error = {0};
    pair p = {s, oracle_lince_specs(s), lince_specs_new(), true};
    const lc_instance *of = p.builtin ? lc_specs_find(p.builtin, lc_span_of("")) : NULL;
    if (!expect(of && p.other && of->is, "%s declares its kind", s->name)) return;
    make_twin(&t, of);
    if (expect(lince_specs_add_own(p.other, NULL, &t.spec, &error) == LINCE_DONE, "its twin is taken %s",
               error.message))
        run_all(&p, NULL, s->name, seed, count);
    lince_specs_free(p.builtin);
    lince_specs_free(p.other);
}

static const scenario *scenario_named(const char *name) {
    const scenario *s = oracle_scenarios;
    while (s->name && strcmp(s->name, name) != 0) s++;
    return s;
}

static void test_object(const char *file, const renaming *r, uint64_t seed, uint64_t count) {
    const scenario *s = scenario_named(r->model);
    lince_error error = {0};
    char text[4096];
    pair p = {s, oracle_lince_specs(s), lince_specs_new(), false};
    snprintf(text, sizeof text, "%s#%s", file, r->object);
    bool fine = p.builtin && p.other && lc_specs_add_resolver(p.other, &lcm_object_resolver);
    if (expect(fine && lince_specs_add(p.other, text, &error) == LINCE_DONE, "%s is taken %s", r->object,
               error.message))
        run_all(&p, r, r->object, seed, count);
    lince_specs_free(p.builtin);
    lince_specs_free(p.other);
}

int main(int argc, char **argv) {
    static const renaming objects[] = {
        {"Line", "queue-distinct", {"offer", "poll", "front"}},
        {"Line", "queue", {"offer", "poll", "front"}},
        {"Pile", "stack-distinct", {"add", "take", "top"}},
        {"Pile", "stack", {"add", "take", "top"}},
        {"Shelf", "queue:capacity=2", {"offer", "poll", "front"}},
        {"Train", "deque", {"addFirst", "addLast", "pollFirst", "pollLast"}},
        {"Sack", "bag-distinct", {"insert", "get"}},
    };
    uint64_t seed = 1, count = 300;
    if (argc < 2) return 2;
    for (int i = 2; i + 1 < argc; i += 2)
        *(strcmp(argv[i], "--seed") ? &count : &seed) = strtoull(argv[i + 1], NULL, 10);
    for (const scenario *s = oracle_scenarios; s->name; s++)
        if (!s->objects[0].object && !s->objects[1].model) test_twin(s, seed, count);
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) test_object(argv[1], &objects[i], seed, count);
    return tap_end();
}
