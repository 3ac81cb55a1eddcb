#include "target/explore/record_list.h"

#include "target/explore/interval_orders.h"
#include "target/explore/record_links.h"
#include "target/explore/record_order.h"
#include "target/explore/tree.h"

enum { MOST = 1 << 14 }; /* histories of one execution */

_Static_assert((int)LCT_INTERVALS_MOST >= (int)LCT_LINKED_MOST, "each operation that is linked has room");

typedef struct list {
    const lct_operation *ops;
    lct_log_visit *visit;
    void *context;
    lct_log_entry log[2 * LCT_LINKED_MOST];
} list;

/* It waits for its first step: in some schedule it is called at the very end. */
static bool waits(const lct_operation *b) { return b->first >= 0 && lct_t.events[b->first].thread != b->thread; }

static void fill_in(lct_intervals *in, const lct_operation *ops, uint32_t count, const lct_links *links) {
    *in = (lct_intervals){.count = count};
    for (uint32_t a = 0; a < count; a++) {
        if (!ops[a].returned) continue;
        in->returned |= (uint64_t)1 << a;
        in->begun[a] = (uint64_t)1 << a;
        for (uint32_t b = 0; b < count; b++) {
            bool begun = !waits(&ops[b]) && links->at[b * count + a] & LCT_LINK_PAST;
            if (begun) in->begun[a] |= (uint64_t)1 << b;
            if (lct_operation_precedes(&ops[a], &ops[b])) in->ended[b] |= (uint64_t)1 << a;
        }
    }
}

static bool pass_on(void *context, const lct_interval_point *points, uint32_t count) {
    list *l = context;
    for (uint32_t i = 0; i < count; i++) {
        const lct_operation *op = &l->ops[points[i].operation];
        l->log[i] = points[i].ends ? *op->end : *op->call;
        lct_record_chain(&l->log[i], i ? &l->log[i - 1] : NULL);
    }
    l->visit(l->context, l->log, count);
    return true;
}

bool lct_record_list(lct_log_visit *visit, void *context) {
    static list l LCT_STATE;
    lct_intervals in;
    uint32_t count;
    const lct_links *links = lct_record_links(&l.ops, &count);
    if (!links) return false;
    l.visit = visit;
    l.context = context;
    fill_in(&in, l.ops, count, links);
    return lct_interval_orders(&in, MOST, pass_on, &l);
}
