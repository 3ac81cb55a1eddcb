/* A stand-in: everything is kept and checked again and again. */
#include <stdlib.h>
#include <string.h>

#include <lince/check.h>

#include "base/error.h"
#include "monitor/online.h"
#include "history/history.h"

struct lc_online {
    lc_online_options o;
    lc_online_covered covered;
    lc_online_violation v;
    bool violated, unknown;
    lince_history *h;
    uint64_t events;
    char names[4096][64];
};
static lince_history *fresh(void) { return lince_history_new(); }
lince_status lc_online_new(lc_online **out, const lc_online_options *o, lince_error *e) {
    (void)e;
    lc_online *x = calloc(1, sizeof *x);
    x->o = *o;
    x->h = fresh();
    for (int i = 0; i < 4096; i++) snprintf(x->names[i], 64, "S%d", i);
    *out = x;
    return LINCE_DONE;
}
void lc_online_free(lc_online *x) {
    if (!x) return;
    lince_history_free(x->h);
    if (x->violated) lince_history_free(x->v.history);
    free(x);
}
lince_values *lc_online_values(lc_online *x) { return &x->h->values; }
bool lc_online_call(lc_online *x, uint32_t slot, uint32_t m, const lince_value *a, uint32_t n, lince_error *e) {
    x->events++;
    x->covered.operations++;
    return lince_invoke(x->h, x->names[slot], NULL, x->o.instance->spec->methods[m].name, a, n, e) == LINCE_DONE;
}
void lc_online_flush(lc_online *x) {
    if (x->violated) return;
    if (x->unknown) { x->covered.not_at_all = x->covered.operations - x->covered.exactly; return; }
    lince_specs *s = lince_specs_new();
    lince_error e;
    lince_result *r = NULL;
    lince_specs_add(s, x->o.instance->name, &e);
    lince_check_options o = {.init = x->o.init, .jobs = 1, .no_explanation = true};
    if (lince_check(x->h, s, &o, &r, &e) == LINCE_DONE && lince_result_verdict(r) == LINCE_VERDICT_VIOLATION) {
        x->violated = true;
        static char reason[] = "no order explains it";
        x->v = (lc_online_violation){true, x->events - 1, reason, x->h, true};
        x->h = fresh();
    }
    x->covered.exactly = x->covered.operations;
    lince_result_free(r);
    lince_specs_free(s);
}
bool lc_online_return(lc_online *x, uint32_t slot, const lince_value *a, uint32_t n, lince_error *e) {
    x->events++;
    lince_return(x->h, x->names[slot], a, n, e);
    if (x->h->ops.count >= 4096) {
        lc_online_flush(x);
        if (!x->violated) { lc_history_forget(x->h); x->unknown = true; }
    }
    return true;
}
void lc_online_crash(lc_online *x, uint32_t slot) { x->events++; lince_crash(x->h, x->names[slot], NULL); }
void lc_online_fail(lc_online *x, uint32_t slot) { x->events++; lince_fail(x->h, x->names[slot], NULL); }
void lc_online_name(lc_online *x, uint32_t slot, const char *n) { snprintf(x->names[slot], 64, "%s", n); }
static void again(lc_online *x) { lince_history_free(x->h); x->h = fresh(); }
void lc_online_gap(lc_online *x) { again(x); x->unknown = true; x->covered.gaps++; }
void lc_online_reset(lc_online *x) { again(x); if (x->violated) lince_history_free(x->v.history); x->violated = x->unknown = false; }
const lc_online_violation *lc_online_violated(const lc_online *x) { return x->violated ? &x->v : NULL; }
const lc_online_covered *lc_online_coverage(const lc_online *x) { return &x->covered; }
size_t lc_online_memory(const lc_online *x) { return lince_history_memory(x->h); }
