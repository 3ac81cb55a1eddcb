#include "check/result.h"

#include <stdlib.h>

#include "check/explain.h"

void lince_result_free(lince_result *r) {
    if (!r) return;
    lc_violation_free(r->violation);
    lc_vec_free(NULL, &r->witness);
    lc_vec_free(NULL, &r->conflict);
    lc_vec_free(NULL, &r->groups);
    free(r->algorithm_names);
    free(r->spec);
    free(r->with);
    free(r->quasi.smallest);
    lc_vec_free(NULL, &r->quasi.moved);
    free(r);
}

lince_verdict lince_result_verdict(const lince_result *r) { return r->verdict; }
const char *lince_result_algorithm(const lince_result *r) { return r->algorithm; }
lince_reason lince_result_reason(const lince_result *r) { return r->why_unknown; }

const uint32_t *lince_result_witness(const lince_result *r, size_t *count) {
    *count = r->witness.count;
    return r->witness.at;
}

const uint32_t *lince_result_groups(const lince_result *r, size_t *count) {
    *count = r->groups.count;
    return r->groups.at;
}

const uint32_t *lince_result_conflict(const lince_result *r, size_t *count) {
    *count = r->conflict.count;
    return r->conflict.at;
}

uint32_t lince_result_smallest_factor(const lince_result *r) {
    return r->quasi.smallest && r->quasi.at_least == r->quasi.enough ? r->quasi.enough : LINCE_NO_FACTOR;
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
