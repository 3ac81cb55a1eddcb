#include "monitor/gaps.h"

#include <string.h>

enum { MOST = 4096 };

void lco_gaps_free(lco_gaps *g) {
    lc_vec_free(g->budget, &g->at);
    g->first = 0;
}

void lco_gaps_begin(lco_gaps *g, uint64_t now) {
    g->at.count = g->first = 0;
    g->merged = false;
    (void)lc_push(g->budget, &g->at, (lco_gap){now, UINT64_MAX});
}

void lco_gaps_forget(lco_gaps *g, uint64_t before) {
    while (g->first < g->at.count && g->at.at[g->first].to < before) g->first++;
    if (g->first < MOST) return;
    memmove(g->at.at, g->at.at + g->first, (g->at.count - g->first) * sizeof *g->at.at);
    g->at.count -= g->first;
    g->first = 0;
}

/* If memory runs out no gap is removed, and the budget records it. */
static bool split(lco_gaps *g, uint32_t i, uint64_t from, uint64_t to) {
    lco_gap behind = {to, g->at.at[i].to};
    if (!lc_push(g->budget, &g->at, behind)) return false;
    memmove(g->at.at + i + 2, g->at.at + i + 1, (g->at.count - i - 2) * sizeof *g->at.at);
    g->at.at[i + 1] = behind;
    g->at.at[i].to = from - 1;
    return true;
}

void lco_gaps_cover(lco_gaps *g, uint64_t from, uint64_t to) {
    if (from >= to) return;
    uint32_t i = g->at.count; /* covers end not long ago: from the back */
    while (i > g->first && g->at.at[i - 1].to >= from) i--;
    uint32_t kept = i;
    for (; i < g->at.count && g->at.at[i].from < to; i++) {
        lco_gap x = g->at.at[i];
        if (x.from < from && x.to >= to) { /* it is the only one */
            (void)split(g, i, from, to);
            kept = i = g->at.count;
            break;
        }
        if (x.from < from) g->at.at[kept++] = (lco_gap){x.from, from - 1};
        else if (x.to >= to) g->at.at[kept++] = (lco_gap){to, x.to};
    }
    if (kept < i) {
        memmove(g->at.at + kept, g->at.at + i, (g->at.count - i) * sizeof *g->at.at);
        g->at.count -= i - kept;
    }
    if (g->at.count - g->first > MOST) {
        g->at.at[g->first + 1].from = g->at.at[g->first].from;
        g->merged = true;
        g->first++;
    }
}

bool lco_gaps_any(const lco_gaps *g, uint64_t from, uint64_t to, uint64_t limit) {
    if (limit < to) to = limit;
    for (uint32_t i = g->at.count; i > g->first && g->at.at[i - 1].to >= from; i--) {
        lco_gap x = g->at.at[i - 1];
        if ((x.from > from ? x.from : from) < to) return true;
    }
    return false;
}
