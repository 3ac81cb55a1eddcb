#include "check/poly/spans.h"

#include <string.h>

static uint32_t greater(uint32_t a, uint32_t b) { return a > b ? a : b; }

bool lc_spans_init(lc_spans *s, uint32_t count, lc_budget *budget) {
    *s = (lc_spans){.budget = budget, .size = 1};
    while (s->size < count) s->size *= 2;
    size_t bytes = 2 * (size_t)s->size * sizeof *s->ends;
    s->ends = lc_allocate(budget, bytes);
    if (s->ends) memset(s->ends, 0, bytes);
    return s->ends;
}

void lc_spans_free(lc_spans *s) { lc_release(s->budget, s->ends, 2 * (size_t)s->size * sizeof *s->ends); }

void lc_spans_ready(lc_spans *s) {
    for (uint32_t node = s->size - 1; node; node--) s->ends[node] = greater(s->ends[2 * node], s->ends[2 * node + 1]);
}

void lc_spans_forget(lc_spans *s, uint32_t number) {
    uint32_t node = number + s->size;
    s->ends[node] = 0;
    for (node /= 2; node; node /= 2) {
        uint32_t most = greater(s->ends[2 * node], s->ends[2 * node + 1]);
        if (s->ends[node] == most) break;
        s->ends[node] = most;
    }
}

uint32_t lc_spans_after(const lc_spans *s, uint32_t from, uint32_t instant) {
    if (from >= s->size) return LC_NEVER;
    uint32_t node = from + s->size;
    while (s->ends[node] <= instant) {
        while (node & 1) node /= 2; /* up from right children */
        if (!node) return LC_NEVER;
        node++;
    }
    while (node < s->size) node = s->ends[2 * node] > instant ? 2 * node : 2 * node + 1;
    return node - s->size;
}
