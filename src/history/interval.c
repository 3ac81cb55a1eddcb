#include "history/interval.h"

bool lc_intervals_of(lc_intervals *out, const lince_history *h, lc_budget *budget) {
    *out = (lc_intervals){.budget = budget};
    for (uint32_t i = 0; i < h->ops.count; i++)
        if (!lc_push(budget, &out->at, LC_NO_INTERVAL)) return false;
    bool returned = false; /* since the last call: then the next one has a larger past than all before it */
    for (uint32_t i = 0; i < h->events.count; i++) {
        uint32_t op = lc_event_op(h->events.at[i]);
        if (lc_op_outcome(h, &h->ops.at[op]) == LC_FAIL) continue;
        if (lc_event_what(h->events.at[i]) == LC_INVOKE) {
            if (returned) out->length++;
            returned = false;
            out->at.at[op] = (lc_interval){out->length, UINT32_MAX};
        } else if (lc_event_what(h->events.at[i]) == LC_RETURN) {
            returned = true;
            out->at.at[op].to = out->length;
        }
    }
    for (uint32_t i = 0; i < out->at.count; i++) /* an operation that never returned lasts to the end */
        if (!lc_interval_none(out->at.at[i]) && out->at.at[i].to == UINT32_MAX) out->at.at[i].to = out->length;
    return true;
}

void lc_intervals_free(lc_intervals *i) { lc_vec_free(i->budget, &i->at); }
