#include "logic/kernel/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "logic/kernel/derive.h"

static bool same_call(const lc_constant *a, const lc_constant *b) {
    return !strcmp(a->method, b->method) && !strcmp(a->args, b->args);
}

static uint32_t find_pending(const lc_kernel *k, const lc_constant *label) {
    uint32_t i = 0;
    while (i < k->pending.count && !same_call(&k->pending.at[i], label)) i++;
    return i;
}

static lince_status list_pending(lc_kernel *k) {
    for (uint32_t i = 0; i < k->grammar.labels.count; i++) {
        lc_constant label = k->grammar.labels.at[i];
        label.results = NULL;
        if (find_pending(k, &label) == k->pending.count && !lc_push(&k->budget, &k->pending, label))
            return LINCE_OUT_OF_MEMORY;
    }
    return LINCE_DONE;
}

lince_status lc_kernel_parse(lc_kernel **out, const char *text, size_t size, const char *file, lince_error *error) {
    *out = NULL;
    lc_kernel *k = calloc(1, sizeof *k);
    if (!k) return LINCE_OUT_OF_MEMORY;
    lc_budget_init(&k->budget, 0);
    lince_status status = lc_grammar_parse(&k->grammar, text, size, file, &k->budget, error);
    if (!status) status = lc_grammar_prepare(&k->grammar, file, error);
    if (!status) status = list_pending(k);
    if (!status) *out = k;
    else lc_kernel_free(k);
    return status;
}

void lc_kernel_free(lc_kernel *k) {
    if (!k) return;
    lc_vec_free(&k->budget, &k->pending);
    lc_grammar_free(&k->grammar);
    free(k);
}

lince_status lc_kernel_builtin(lc_kernel **out, const char *name, lince_error *error) {
    lince_text text = {0};
    *out = NULL;
    lince_status status = lc_kernel_text(&text, name, error);
    if (!status && text.cut) status = LINCE_OUT_OF_MEMORY;
    if (!status) status = lc_kernel_parse(out, lc_text(&text), text.length, NULL, error);
    lc_text_free(&text);
    return status;
}

const char *lc_kernel_name(const lc_kernel *k) { return k->grammar.name; }
bool lc_kernel_is_prefix_closed(const lc_kernel *k) { return !k->grammar.exactly; }
uint32_t lc_kernel_label_count(const lc_kernel *k) { return k->grammar.labels.count + k->pending.count; }

lc_constant lc_kernel_label_at(const lc_kernel *k, uint32_t label) {
    return label < k->grammar.labels.count ? k->grammar.labels.at[label]
                                           : k->pending.at[label - k->grammar.labels.count];
}

uint32_t lc_kernel_label(const lc_kernel *k, const lc_constant *label) {
    if (!label->results) {
        uint32_t pending = find_pending(k, label);
        return pending < k->pending.count ? k->grammar.labels.count + pending : LC_NO_LABEL;
    }
    for (uint32_t i = 0; i < k->grammar.labels.count; i++)
        if (same_call(&k->grammar.labels.at[i], label) && !strcmp(k->grammar.labels.at[i].results, label->results))
            return i;
    return LC_NO_LABEL;
}

lince_status lc_kernel_formula(const lc_formula **out, lc_scope *scope, const lc_kernel *k, const lc_limits *limits,
                               lince_error *error) {
    *out = NULL;
    if (!lc_solver_exists())
        return lc_fail(error, "deriving a formula from a grammar needs Z3, which this Lince was built without");
    lc_derivation d;
    bool good = lc_derivation_init(&d, &k->grammar, scope->length, limits, scope->arena.budget);
    good = good && lc_derive_cases(&d) && lc_derive_clauses(&d);
    if (good) *out = lc_derivation_tell(&d, scope);
    lc_derivation_free(&d);
    if (lc_exhausted(scope->arena.budget)) return LINCE_OUT_OF_MEMORY;
    return *out ? LINCE_DONE : LINCE_STOPPED;
}
