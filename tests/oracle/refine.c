#include "refine.h"

#include "orders.h"

view oracle_view(const history *whole, int events, int object, int k) {
    view v;
    relation r = {0};
    unsigned keep = 0;
    int ignored[MOST_OPS];
    history prefix = oracle_prefix(whole, events);
    for (int i = 0; i < prefix.op_count; i++)
        if (prefix.ops[i].object == object) keep |= 1u << i;
    v.history = oracle_part(&prefix, keep, 0, ignored);
    const history *h = &v.history;
    for (r.count = 0; r.count < h->op_count; r.count++)
        for (int a = 0; a < h->op_count; a++)
            if (oracle_returned(h, &h->ops[a]) && h->ops[a].end < h->ops[r.count].call)
                r.past[r.count] |= (uint64_t)1 << a;
    relation weak = relation_weaken(&r, k);
    for (int i = 0; i < h->op_count; i++) v.preceding[i] = (unsigned)weak.past[i];
    for (int i = 0, next = 0; i < whole->op_count; i++) {
        const op *o = &whole->ops[i];
        bool there = o->object == object && o->call < events && !(oracle_failed(whole, o) && o->end < events);
        v.number[i] = there ? next++ : -1;
    }
    return v;
}

int oracle_refine_fault(const history *h, int k) {
    for (int events = 1; events <= h->event_count; events++)
        for (int object = 0; h->events[events - 1].what == RETURN && object < h->object_count; object++) {
            view v = oracle_view(h, events, object, k);
            if (!oracle_holds_in_order(&v.history, v.preceding)) return events;
        }
    return 0;
}

bool oracle_view_holds(const view *v, unsigned keep, unsigned pending) {
    int number[MOST_OPS];
    unsigned preceding[MOST_OPS] = {0};
    history part = oracle_part(&v->history, keep, pending, number);
    for (int i = 0; i < v->history.op_count; i++)
        for (int a = 0; a < v->history.op_count; a++)
            if ((keep & 1u << i) && (keep & ~pending & 1u << a) && (v->preceding[i] & 1u << a))
                preceding[number[i]] |= 1u << number[a];
    return oracle_holds_in_order(&part, preceding);
}
