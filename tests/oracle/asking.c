#include "asking.h"

#include <stdlib.h>

#include "counting/formula/evaluate.h"
#include "counting/formula/families.h"
#include "counting/formula/recount.h"
#include "counting/patterns/refine_scan.h"
#include "spec/specs.h"

enum { MOST = 16 };

struct asking {
    const lince_specs *specs;
    uint32_t k, count, held;
    const lc_family *const *families;
    lc_scope scope[MOST];
    lc_evaluator *evaluators[MOST];
};

static const lc_instance *find(const void *specs, lc_span object) { return lc_specs_find(specs, object); }

asking *asking_new(const lince_specs *specs, uint32_t k) {
    uint32_t count;
    lince_error error = {0};
    const lc_instance *instance = lc_specs_find(specs, (lc_span){"", 0});
    const lc_family *const *families = lc_families_of(instance, &count);
    if (!count) return NULL;
    asking *a = calloc(1, sizeof *a);
    if (!a || count > MOST) abort();
    *a = (asking){.specs = specs, .k = k, .count = count, .families = families};
    for (uint32_t i = 0; i < count; i++) {
        const lc_formula *formula;
        lc_scope_init(&a->scope[i], k, NULL);
        if (lc_family_formula(&formula, families[i], &a->scope[i], instance, NULL, &error) != LINCE_DONE) abort();
        a->evaluators[i] = lc_evaluator_new(&a->scope[i], formula, NULL);
        if (!a->evaluators[i]) abort();
    }
    return a;
}

void asking_free(asking *a) {
    if (!a) return;
    for (uint32_t i = 0; i < a->count; i++) {
        lc_evaluator_free(a->evaluators[i]);
        lc_scope_free(&a->scope[i]);
    }
    free(a);
}

const char *asking_name(const asking *a) { return a->families[a->held]->name; }

static void bind(lc_binding *b, const lince_specs *specs, const lince_history *h) {
    static const lc_limits none;
    lc_bind_options options = {.lookup = find, .context = specs, .init = LINCE_NO_VALUE, .limits = &none};
    lince_error error = {0};
    if (lc_bind(b, h, &options, NULL, &error) != LINCE_DONE) abort();
}

int asking_formulas(asking *a, const lince_history *h) {
    lc_binding b;
    lc_recount r;
    lc_counts counts = {0};
    uint32_t event = 0;
    lc_truth truth = LC_FALSE;
    bind(&b, a->specs, h);
    if (!lc_recount_init(&r, &b, NULL, 0, a->k)) abort();
    while (truth == LC_FALSE && h->events.count && lc_recount_return(&r, &event)) {
        if (!lc_counting_list(&r.counting, &counts)) abort();
        truth = lc_evaluators_run(a->evaluators, a->count, &counts, &r.labels.labels, NULL, NULL, &a->held);
    }
    lc_vec_free(NULL, &counts);
    lc_recount_free(&r);
    lc_binding_free(&b);
    return truth == LC_TRUE ? (int)event + 1 : truth == LC_UNKNOWN ? ASKING_NO_IDEA : 0;
}

bool asking_has_patterns(const lince_specs *specs) {
    lc_container container;
    return lc_container_of(lc_specs_find(specs, (lc_span){"", 0}), &container);
}

int asking_patterns(const lince_specs *specs, uint32_t k, const lince_history *h) {
    lc_binding b;
    lc_refine_scan along;
    lc_container container;
    if (!lc_container_of(lc_specs_find(specs, (lc_span){"", 0}), &container)) return ASKING_NO_IDEA;
    bind(&b, specs, h);
    lc_patterns_scan(&along, container, k, &b, h->events.at, h->events.count, NULL);
    int events = along.answer == LC_CONTAINS_SOME   ? (int)along.event + 1
                 : along.answer == LC_CONTAINS_NONE ? 0
                                                    : ASKING_NO_IDEA;
    lc_refine_scan_free(&along, NULL);
    lc_binding_free(&b);
    return events;
}
