#include "history/represent.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "history/interval.h"

bool lc_represent(lc_counts *out, const lince_history *h, lc_op_labels *labels) {
    lc_intervals times;
    assert(!h->ties.count); /* the order would be more than that of the intervals */
    out->count = 0;
    bool fine = lc_intervals_of(&times, h, NULL);
    for (uint32_t i = 0; fine && i < h->ops.count; i++) {
        lc_interval time = times.at.at[i];
        if (lc_interval_none(time)) continue;
        uint32_t label = lc_op_label_of(labels, h, &h->ops.at[i]);
        fine = label != LC_NOT_INTERNED && lc_push(NULL, out, (lc_count){label, time.from, time.to, 1});
    }
    lc_intervals_free(&times);
    if (fine) lc_counts_sort(out);
    return fine;
}

/* The call or return of a thread's only operation. */
static bool add_event(lince_history *h, uint64_t thread, const lc_op_labels *labels, uint32_t label, bool is_call) {
    char text[24];
    const lc_op_label *l = lc_op_label_at(labels, label);
    const lc_interned *name = lc_intern_get(&labels->names, l->name);
    const char *object = name->bytes;
    size_t length = strlen(object);
    lc_span method = {object + length + 1, name->size - length - 1};
    lc_span who = {text, (size_t)snprintf(text, sizeof text, "T%llu", (unsigned long long)thread + 1)};
    lince_value payload = lc_value_copy(&h->values, &labels->values, is_call ? l->args : l->results);
    lince_error error;
    if (payload == LINCE_NO_VALUE) return false;
    return LINCE_DONE == (is_call ? lc_history_invoke(h, 0, who, (lc_span){object, length}, method, payload, &error)
                                  : lc_history_return(h, 0, who, payload, &error));
}

/* In each step all calls come before all returns. */
static bool add_half_step(lince_history *h, const lc_counts *c, const lc_op_labels *labels, uint32_t now, bool calls) {
    bool fine = true;
    uint64_t thread = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const lc_count *x = &c->at[i];
        bool due = calls ? x->from == now : x->to == now && !lc_op_label_pending(labels, x->label);
        for (uint64_t n = 0; n < x->count && due && fine; n++) fine = add_event(h, thread + n, labels, x->label, calls);
        thread += x->count;
    }
    return fine;
}

lince_history *lc_history_of_counts(const lc_counts *c, const lc_op_labels *labels) {
    lince_history *h = lince_history_new();
    bool fine = h;
    for (uint32_t now = 0, length = lc_counts_length(c); fine && now <= length; now++)
        fine = add_half_step(h, c, labels, now, true) && add_half_step(h, c, labels, now, false);
    if (fine) return h;
    lince_history_free(h);
    return NULL;
}
