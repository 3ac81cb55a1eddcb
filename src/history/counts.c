#include "history/counts.h"

#include <stdlib.h>

#include "history/interval.h"

static int by_label(const void *a, const void *b) {
    const lc_count *x = a, *y = b;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

void lc_counts_sort(lc_counts *c) {
    uint32_t kept = 0;
    if (c->count) qsort(c->at, c->count, sizeof *c->at, by_label);
    for (uint32_t i = 0; i < c->count; i++)
        if (kept && !by_label(&c->at[kept - 1], &c->at[i])) c->at[kept - 1].count += c->at[i].count;
        else c->at[kept++] = c->at[i];
    c->count = kept;
}

bool lc_counts_equal(const lc_counts *a, const lc_counts *b) {
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (by_label(&a->at[i], &b->at[i]) || a->at[i].count != b->at[i].count) return false;
    return true;
}

/* There is no step in which nothing begins. */
uint32_t lc_counts_length(const lc_counts *c) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->at[i].from > length) length = c->at[i].from;
    return length;
}

void lc_counts_weaken(lc_counts *c, uint32_t k) {
    uint32_t length = lc_counts_length(c);
    for (uint32_t i = 0; i < c->count; i++) {
        lc_interval recent = lc_interval_recent((lc_interval){c->at[i].from, c->at[i].to}, length, k);
        c->at[i].from = recent.from;
        c->at[i].to = recent.to;
    }
    lc_counts_sort(c);
}
