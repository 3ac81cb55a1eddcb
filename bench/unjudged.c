/* An online checker that judges nothing: what recording and merging do by themselves. */
#include <stdlib.h>

#include "history/values.h"
#include "monitor/online.h"

struct lc_online {
    lc_budget budget;
    lince_values values;
    lc_online_covered covered;
};

lince_status lc_online_new(lc_online **out, const lc_online_options *options, lince_error *error) {
    (void)options, (void)error;
    *out = calloc(1, sizeof **out);
    if (!*out) return LINCE_OUT_OF_MEMORY;
    lc_budget_init(&(*out)->budget, 0);
    lc_values_init(&(*out)->values, NULL, &(*out)->budget);
    return LINCE_DONE;
}

void lc_online_free(lc_online *o) {
    if (o) lc_values_destroy(&o->values);
    free(o);
}

lince_values *lc_online_values(lc_online *o) {
    if (o->budget.used > 1 << 20) {
        lc_values_destroy(&o->values);
        lc_values_init(&o->values, NULL, &o->budget);
    }
    return &o->values;
}

bool lc_online_call(lc_online *o, uint32_t slot, uint32_t method, const lince_value *args, uint32_t count,
                    lince_error *error) {
    (void)slot, (void)method, (void)args, (void)count, (void)error;
    o->covered.operations++;
    return true;
}

bool lc_online_return(lc_online *o, uint32_t slot, const lince_value *results, uint32_t count, lince_error *error) {
    (void)o, (void)slot, (void)results, (void)count, (void)error;
    return true;
}

void lc_online_crash(lc_online *o, uint32_t slot) { (void)o, (void)slot; }
void lc_online_crash_unknown(lc_online *o) { (void)o; }
void lc_online_fail(lc_online *o, uint32_t slot) { (void)o, (void)slot; }
void lc_online_name(lc_online *o, uint32_t slot, const char *name) { (void)o, (void)slot, (void)name; }
void lc_online_gap(lc_online *o) { o->covered.gaps++; }
void lc_online_reset(lc_online *o) { (void)o; }
void lc_online_flush(lc_online *o) { (void)o; }
void lc_online_remind(lc_online *o, double now) { (void)o, (void)now; }
const lc_online_violation *lc_online_violated(const lc_online *o) { return (void)o, NULL; }
const lc_online_covered *lc_online_coverage(const lc_online *o) { return &o->covered; }
size_t lc_online_memory(const lc_online *o) { return o->budget.used; }
