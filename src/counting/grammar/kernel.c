#include "counting/grammar/kernel_parts.h"

#include <stdlib.h>

#include "base/error.h"
#include "counting/grammar/derive.h"

lince_status lc_kernel_parse(lc_kernel **out, const char *text, size_t size, const char *file, lince_error *error) {
    *out = NULL;
    lc_kernel *k = calloc(1, sizeof *k);
    if (!k) return LINCE_OUT_OF_MEMORY;
    lc_budget_init(&k->budget, 0);
    lince_status status = lc_grammar_parse(&k->grammar, text, size, file, &k->budget, error);
    if (!status) status = lc_grammar_prepare(&k->grammar, file, error);
    if (!status) *out = k;
    else lc_kernel_free(k);
    return status;
}

void lc_kernel_free(lc_kernel *k) {
    if (!k) return;
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

lince_status lc_kernel_violations(const lc_formula **out, lc_scope *scope, const lc_kernel *k, const lc_limits *limits,
                                  lince_error *error) {
    *out = NULL;
    if (!lc_solver_exists())
        return lc_fail(error, "deriving a formula from a grammar needs Z3, which this Lince was built without");
    lc_derivation d;
    bool good = lc_derivation_init(&d, &k->grammar, scope->length, limits, scope->arena.budget);
    good = good && lc_derive_cases(&d) && lc_derive_clauses(&d);
    if (good) *out = lc_derivation_formula(&d, scope);
    lc_derivation_free(&d);
    if (lc_exhausted(scope->arena.budget)) return LINCE_OUT_OF_MEMORY;
    return *out ? LINCE_DONE : LINCE_STOPPED;
}
