/* A_k by its definition (history/counting.h): for tests and measurements that compare with it. */
#ifndef LC_TESTS_WEAKENED_H
#define LC_TESTS_WEAKENED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history/interval.h"
#include "history/represent.h"

/* ---- labels ---- */

static inline const lc_op_label *label_at(const lc_op_labels *l, uint32_t label) {
    return lc_intern_get(&l->labels, label)->bytes;
}
static inline bool label_is_pending(const lc_op_labels *l, uint32_t label) {
    return lc_op_label_call(l, label) == label;
}

/* ---- intervals ---- */

/* Does one operation belong to the past of another? */
static inline bool in_past(const lc_intervals *i, uint32_t op, uint32_t of) {
    return !lc_interval_none(i->at.at[op]) && !lc_interval_none(i->at.at[of]) &&
           lc_interval_precedes(i->at.at[op], i->at.at[of]);
}

/* What A_k makes of an interval in a history of this length (lemma 6.5): of its time, all but the last k steps are one
 * moment, and nothing precedes what begins in it. */
static inline lc_interval recent_interval(lc_interval i, uint32_t length, uint32_t k) {
    uint32_t older = length > k ? length - k : 0;
    return (lc_interval){i.from > older ? i.from - older : 0, i.to > older ? i.to - older : 0};
}

static inline void weaken_intervals(lc_intervals *i, uint32_t k) {
    for (uint32_t o = 0; o < i->at.count; o++)
        if (!lc_interval_none(i->at.at[o])) i->at.at[o] = recent_interval(i->at.at[o], i->length, k);
    if (i->length > k) i->length = k;
}

/* ---- representations ---- */

/* Of two that are sorted. */
static inline bool counts_equal(const lc_counts *a, const lc_counts *b) {
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const lc_count *x = &a->at[i], *y = &b->at[i];
        if (x->label != y->label || x->from != y->from || x->to != y->to || x->count != y->count) return false;
    }
    return true;
}

/* The length of the history: there is no step in which nothing begins. */
static inline uint32_t counts_length(const lc_counts *c) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->at[i].from > length) length = c->at[i].from;
    return length;
}

static inline void weaken_counts(lc_counts *c, uint32_t k) {
    uint32_t length = counts_length(c);
    for (uint32_t i = 0; i < c->count; i++) {
        lc_interval recent = recent_interval((lc_interval){c->at[i].from, c->at[i].to}, length, k);
        c->at[i].from = recent.from;
        c->at[i].to = recent.to;
    }
    lc_counts_sort(c);
}

/* ---- and back to histories ---- */

/* The call or return of a thread's only operation. */
static inline bool add_half(lince_history *h, uint64_t thread, const lc_op_labels *labels, uint32_t label,
                            bool is_call) {
    char text[24];
    const lc_op_label *l = label_at(labels, label);
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
static inline bool add_half_step(lince_history *h, const lc_counts *c, const lc_op_labels *labels, uint32_t now,
                                 bool calls) {
    bool fine = true;
    uint64_t thread = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const lc_count *x = &c->at[i];
        bool due = calls ? x->from == now : x->to == now && !label_is_pending(labels, x->label);
        for (uint64_t n = 0; n < x->count && due && fine; n++) fine = add_half(h, thread + n, labels, x->label, calls);
        thread += x->count;
    }
    return fine;
}

/* Some history with this representation, a thread for each operation.  NULL: out of memory. */
static inline lince_history *history_of_counts(const lc_counts *c, const lc_op_labels *labels) {
    lince_history *h = lince_history_new();
    bool fine = h;
    for (uint32_t now = 0, length = counts_length(c); fine && now <= length; now++)
        fine = add_half_step(h, c, labels, now, true) && add_half_step(h, c, labels, now, false);
    if (fine) return h;
    lince_history_free(h);
    return NULL;
}

/* A_k of a history. */
static inline lince_history *weakened_history(const lince_history *h, uint32_t k) {
    lc_op_labels labels;
    lc_counts counts = {0};
    lc_op_labels_init(&labels);
    if (!lc_represent(&counts, h, &labels)) abort();
    weaken_counts(&counts, k);
    lince_history *weak = history_of_counts(&counts, &labels);
    if (!weak) abort();
    lc_vec_free(NULL, &counts);
    lc_op_labels_free(&labels);
    return weak;
}

#endif
