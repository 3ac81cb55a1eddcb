#include "counting/formula/explain.h"

#include "counting/formula/recount.h"

enum { MOST_OTHERS = 8 }; /* labels that are named beside those that were found */

static bool is_found(const lc_instance_found *found, uint32_t label) {
    for (uint32_t i = 0; i < found->count; i++)
        if (found->at[i].label == label) return true;
    return false;
}

static bool shares_element(const lc_instance_found *found, const lc_labels *labels, uint32_t label) {
    for (uint32_t i = 0; i < found->count; i++) {
        uint32_t element = labels->facts[found->at[i].label].element;
        if (element != LINCE_NO_VALUE && element == labels->facts[label].element) return true;
    }
    return false;
}

void lc_instance_print(lince_text *out, const lc_scope *scope, const lc_instance_found *found, const lc_counts *counts,
                       const lc_labels *labels) {
    for (uint32_t i = 0; i < found->count; i++) {
        lc_text_printf(out, "%s%s = ", i ? ", " : "", scope->names.at[found->at[i].variable]);
        lc_labels_print(out, labels, found->at[i].label);
    }
    uint32_t others = 0;
    for (uint32_t i = 0; i < counts->count && others < MOST_OTHERS; i++) {
        uint32_t label = counts->at[i].label;
        if (i && counts->at[i - 1].label == label) continue;
        if (is_found(found, label) || !shares_element(found, labels, label)) continue;
        lc_text_puts(out, others++ ? ", " : ", with ");
        lc_labels_print(out, labels, label);
    }
}

bool lc_formula_explain(lince_text *out, const lc_instance *instance, uint32_t k, const lc_counts *counts,
                        const lc_labels *labels, const lc_limits *limits, const lc_family **which, lc_budget *budget) {
    uint32_t count;
    const lc_family *const *families = lc_families_of(instance, &count);
    bool seen = false;
    for (uint32_t i = 0; i < count && !seen; i++) {
        lc_scope scope;
        lc_instance_found found = {0};
        lc_scope_init(&scope, k, budget);
        const lc_formula *f = NULL;
        seen = lc_family_formula(&f, families[i], &scope, instance, limits, NULL) == LINCE_DONE &&
               lc_evaluate(&scope, f, counts, labels, limits, &found, budget) == LC_TRUE;
        if (seen) {
            lc_text_printf(out, "%s: ", families[i]->name);
            lc_instance_print(out, &scope, &found, counts, labels);
            lc_text_printf(out, "%s%s", found.count ? ": " : "", families[i]->meaning);
            if (which) *which = families[i];
        }
        lc_vec_free(budget, &found);
        lc_scope_free(&scope);
    }
    return seen;
}

bool lc_formula_explain_prefix(lince_text *out, lc_binding *b, uint32_t object, uint32_t events, uint32_t k,
                               const lc_limits *limits) {
    lc_recount r;
    lc_counts counts = {0};
    bool seen = lc_recount_init(&r, b, NULL, object, k);
    if (seen) lc_recount_until(&r, events);
    seen =
        seen && lc_counting_list(&r.counting, &counts) &&
        lc_formula_explain(out, b->objects.at[object].instance, k, &counts, &r.labels.labels, limits, NULL, b->budget);
    lc_vec_free(b->budget, &counts);
    lc_recount_free(&r);
    return seen;
}
