#include "history/counts.h"

#include <stdlib.h>

#include "base/order.h"

static int by_label(const void *a, const void *b) {
    const lc_count *x = a, *y = b;
    if (x->label != y->label) return x->label < y->label ? -1 : 1;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return LC_ORDER(x->to, y->to);
}

void lc_counts_sort(lc_counts *c) {
    uint32_t kept = 0;
    if (c->count) qsort(c->at, c->count, sizeof *c->at, by_label);
    for (uint32_t i = 0; i < c->count; i++)
        if (kept && !by_label(&c->at[kept - 1], &c->at[i])) c->at[kept - 1].count += c->at[i].count;
        else c->at[kept++] = c->at[i];
    c->count = kept;
}
