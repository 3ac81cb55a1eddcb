#include "check/result.h"

#include <stdlib.h>

#include "check/explain/explain.h"

void lince_result_free(lince_result *r) {
    if (!r) return;
    lc_violation_free(r->violation);
    lc_vec_free(NULL, &r->witness);
    lc_vec_free(NULL, &r->conflict);
    lc_vec_free(NULL, &r->groups);
    free(r->algorithm_names);
    free(r->spec);
    free(r->undecided);
    free(r->with);
    free(r->quasi.smallest);
    lc_vec_free(NULL, &r->quasi.moved);
    free(r);
}

/* A check that gave no verdict gave no result: then nothing is known. */
static const lince_result nothing = {.verdict = LINCE_VERDICT_UNKNOWN, .algorithm = ""};
static const lince_result *given(const lince_result *r) { return r ? r : &nothing; }

lince_verdict lince_result_verdict(const lince_result *r) { return given(r)->verdict; }
const char *lince_result_algorithm(const lince_result *r) { return given(r)->algorithm; }
lince_reason lince_result_reason(const lince_result *r) { return given(r)->why_unknown; }

const uint32_t *lince_result_witness(const lince_result *r, size_t *count) {
    *count = given(r)->witness.count;
    return given(r)->witness.at;
}

const uint32_t *lince_result_groups(const lince_result *r, size_t *count) {
    *count = given(r)->groups.count;
    return given(r)->groups.at;
}

const uint32_t *lince_result_conflict(const lince_result *r, size_t *count) {
    *count = given(r)->conflict.count;
    return given(r)->conflict.at;
}

uint32_t lince_result_smallest_factor(const lince_result *r) {
    const lc_quasi_finding *q = &given(r)->quasi;
    return q->smallest && q->at_least == q->enough ? q->enough : LINCE_NO_FACTOR;
}

const char *lc_criterion_name(lince_criterion c) {
    static const char *const names[] = {"linearizable", "sequential", "quasi", "sync",
                                        "two-step",     "interval",   "refine"};
    return names[c];
}

void lc_criterion_print(lince_text *out, lince_criterion c, const char *with) {
    lc_text_puts(out, lc_criterion_name(c));
    if ((c == LINCE_QUASI || c == LINCE_REFINE) && with) lc_text_printf(out, ":%s", with);
}

const char *lc_verdict_name(lince_verdict v) {
    return v == LINCE_VERDICT_OK ? "ok" : v == LINCE_VERDICT_VIOLATION ? "violation" : "unknown";
}

bool lc_verdict_find(const char *name, lince_verdict *v) {
    for (*v = LINCE_VERDICT_OK; *v <= LINCE_VERDICT_UNKNOWN; ++*v)
        if (!strcmp(name, lc_verdict_name(*v))) return true;
    return false;
}
