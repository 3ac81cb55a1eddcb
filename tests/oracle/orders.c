#include "orders.h"

/* How many distinct pasts the operations in `of` have. */
static int distinct_pasts(const relation *r, uint64_t of) {
    int count = 0;
    for (int a = 0; a < r->count; a++) {
        bool known = !(of >> a & 1);
        for (int b = 0; b < a && !known; b++) known = (of >> b & 1) && r->past[b] == r->past[a];
        count += !known;
    }
    return count;
}

static uint64_t all_of(const relation *r) { return r->count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << r->count) - 1; }

int relation_length(const relation *r) { return r->count ? distinct_pasts(r, all_of(r)) - 1 : 0; }

/* As printed, `from` counts the pasts of the operations before this one.  But a smaller past may belong only to
 * operations that are still open when this one is called, and then the lemma would be wrong: count smaller pasts. */
void relation_interval(const relation *r, int op, int *from, int *to) {
    uint64_t smaller = 0, not_after = 0;
    for (int p = 0; p < r->count; p++) {
        if (r->past[p] != r->past[op] && !(r->past[p] & ~r->past[op])) smaller |= (uint64_t)1 << p;
        if (!(r->past[p] >> op & 1)) not_after |= (uint64_t)1 << p;
    }
    *from = distinct_pasts(r, smaller);
    *to = distinct_pasts(r, not_after) - 1;
}

relation relation_weaken(const relation *r, int k) {
    relation weak = *r;
    int length = relation_length(r);
    for (int o = 0; o < r->count; o++) {
        int from, to;
        relation_interval(r, o, &from, &to);
        if (!(length - k < from)) weak.past[o] = 0;
    }
    return weak;
}
