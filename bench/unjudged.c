/* An online checker that judges nothing: what recording and merging do by themselves. */
#include <stdlib.h>

#include "history/values.h"
#include "monitor/online.h"

struct lco_online {
    lc_budget budget;
    lince_values values;
    lco_online_covered covered;
};

lince_status lco_online_new(lco_online **out, const lco_online_options *options, lince_error *error) {
    (void)options, (void)error;
    *out = calloc(1, sizeof **out);
    if (!*out) return LINCE_OUT_OF_MEMORY;
    lc_budget_init(&(*out)->budget, 0);
    lc_values_init(&(*out)->values, NULL, &(*out)->budget);
    return LINCE_DONE;
}

void lco_online_free(lco_online *o) {
    if (o) lc_values_destroy(&o->values);
    free(o);
}

lince_values *lco_online_values(lco_online *o) {
    if (o->budget.used > 1 << 20) {
        lc_values_destroy(&o->values);
        lc_values_init(&o->values, NULL, &o->budget);
    }
    return &o->values;
}

bool lco_online_call(lco_online *o, uint32_t slot, uint32_t method, const lince_value *args, uint32_t count,
                     lince_error *error) {
    (void)slot, (void)method, (void)args, (void)count, (void)error;
    o->covered.operations++;
    return true;
}

bool lco_online_return(lco_online *o, uint32_t slot, const lince_value *results, uint32_t count, lince_error *error) {
    (void)o, (void)slot, (void)results, (void)count, (void)error;
    return true;
}

void lco_online_crash(lco_online *o, uint32_t slot) { (void)o, (void)slot; }
void lco_online_crash_unknown(lco_online *o) { (void)o; }
void lco_online_fail(lco_online *o, uint32_t slot) { (void)o, (void)slot; }
void lco_online_name(lco_online *o, uint32_t slot, const char *name) { (void)o, (void)slot, (void)name; }
void lco_online_gap(lco_online *o) { o->covered.gaps++; }
void lco_online_reset(lco_online *o) { (void)o; }
void lco_online_flush(lco_online *o) { (void)o; }
void lco_online_remind(lco_online *o, double now) { (void)o, (void)now; }
const lco_online_violation *lco_online_violated(const lco_online *o) { return (void)o, NULL; }
const lco_online_covered *lco_online_coverage(const lco_online *o) { return &o->covered; }
size_t lco_online_memory(const lco_online *o) { return o->budget.used; }
