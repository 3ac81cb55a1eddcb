/* Evaluates formulas on counting representations of many labels, to measure that alone:
 *
 *     formulas LABELS K
 *
 * Half of the labels add a value each, the others remove it later; their intervals are spread over all K steps, which
 * is harder than a history whose operations are mostly in step 0.  Prints, for the families of a queue and of a stack,
 * and for the paper's four-variable formulas, `queue LABELS K: 0.012 s CPU, false`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counting/formula/explain.h"
#include "counting/formula/parse.h"
#include "target/runtime/splitmix.h"

static uint64_t seed = 7;

static uint32_t below(uint32_t bound) { return (uint32_t)(lct_splitmix(&seed) % bound); }

static bool read_label(const void *context, uint32_t label, lince_text *method, lince_text *args, lince_text *results) {
    (void)context;
    lc_text_puts(method, label % 2 ? "deq" : "enq");
    lc_text_printf(label % 2 ? results : args, "%u", label / 2);
    return true;
}

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void measure(const char *name, lc_evaluator *const *e, uint32_t count, const lc_counts *counts,
                    const lc_labels *labels, uint32_t k) {
    uint32_t which;
    double started = cpu();
    lc_truth truth = lc_evaluators_run(e, count, counts, labels, NULL, NULL, &which);
    printf("%s %u %u: %.3f s CPU, %s\n", name, labels->count, k, cpu() - started, truth == LC_TRUE ? "true" : "false");
}

static void families(const char *spec, const lc_counts *counts, const lc_labels *labels, uint32_t k) {
    lc_instance instance;
    lince_error error;
    uint32_t count;
    if (lc_instance_parse(&instance, spec, NULL, 0, &error)) abort();
    const lc_family *const *f = lc_families_of(&instance, &count);
    lc_scope scopes[8];
    lc_evaluator *e[8];
    for (uint32_t i = 0; i < count; i++) {
        lc_scope_init(&scopes[i], k, NULL);
        const lc_formula *made;
        if (lc_family_formula(&made, f[i], &scopes[i], &instance, NULL, &error)) abort();
        e[i] = lc_evaluator_new(&scopes[i], made, NULL);
    }
    measure(spec, e, count, counts, labels, k);
    for (uint32_t i = 0; i < count; i++) lc_evaluator_free(e[i]), lc_scope_free(&scopes[i]);
    lc_instance_free(&instance);
}

static void paper(const char *name, const char *text, const lc_counts *counts, const lc_labels *labels, uint32_t k) {
    lc_scope scope;
    lince_error error;
    const lc_formula *f;
    lc_scope_init(&scope, k, NULL);
    if (lc_formula_parse(&f, &scope, name, text, strlen(text), &error)) abort();
    lc_evaluator *e = lc_evaluator_new(&scope, f, NULL);
    measure(name, &e, 1, counts, labels, k);
    lc_evaluator_free(e);
    lc_scope_free(&scope);
}

int main(int argc, char **argv) {
    uint32_t count = argc == 3 ? (uint32_t)atoi(argv[1]) : 0, k = argc == 3 ? (uint32_t)atoi(argv[2]) : 0;
    if (argc != 3 || !count || k > LC_MOST_LENGTH) return fprintf(stderr, "usage: formulas LABELS K\n"), 2;
    lc_fact *facts = malloc(count * sizeof *facts);
    lc_counts counts = {0};
    if (!facts) return 3;
    for (uint32_t i = 0; i < count; i++) {
        bool removes = i % 2;
        facts[i] = (lc_fact){.element = 1 + i / 2, .is = (uint16_t)(1u << (removes ? LC_P_removes : LC_P_adds))};
        /* All overlap, so that nothing is wrong and everything has to be tried. */
        uint32_t half = k / 2, from = below(half + 1), to = half + below(k - half + 1);
        (void)lc_push(NULL, &counts, (lc_count){i, from, to, 1});
    }
    lc_labels labels = {facts, count, read_label, NULL};
    families("queue", &counts, &labels, k);
    families("stack", &counts, &labels, k);
    paper("paper-fv", "exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2) and before(x1, x2) and before(y2, y1)",
          &counts, &labels, k);
    paper("paper-lv",
          "exists x1, x2, y1, y2. match(x1, y1) and match(x2, y2) and before(x1, x2) and before(y1, y2) "
          "and before(x2, y1)",
          &counts, &labels, k);
    lc_vec_free(NULL, &counts);
    free(facts);
    return 0;
}
