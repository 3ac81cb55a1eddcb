#include "check/search/timeline.h"

#include <assert.h>

#include "base/bits.h"
#include "base/order.h"

void lc_timeline_init(lc_timeline *t, lc_budget *budget) {
    *t = (lc_timeline){.budget = budget};
    lc_map64_init(&t->class_of, budget);
}

void lc_timeline_free(lc_timeline *t) {
    for (uint32_t i = 0; i < t->classes.count; i++) lc_vec_free(t->budget, &t->classes.at[i].members);
    lc_vec_free(t->budget, &t->classes);
    lc_map64_free(&t->class_of);
    lc_vec_free(t->budget, &t->ops);
    lc_vec_free(t->budget, &t->returns);
    lc_vec_free(t->budget, &t->eager);
    lc_vec_free(t->budget, &t->rank);
    lc_vec_free(t->budget, &t->occupant);
    lc_vec_free(t->budget, &t->taken);
    lc_vec_free(t->budget, &t->after);
}

/* The line operation with this history number, among the first `called`.  Numbers ascend, and most returns follow their
 * call closely. */
static uint32_t find_op(const lc_timeline *t, uint32_t called, uint32_t op) {
    if (!called) return LC_NO_OP;
    uint32_t low = lc_gallop_back(&t->ops.at->op, sizeof *t->ops.at, called, op);
    return low < called && t->ops.at[low].op == op ? low : LC_NO_OP;
}

/* The operations called in the part.  `slot` holds for now whether they return. */
static bool list_ops(lc_timeline *t, const lc_part *part, lc_binding *b) {
    t->ops.count = 0;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE) {
            lc_line_op fresh = {
                .op = op, .label = lc_label_op(b, op), .slot = LC_NO_SLOT, .previous = LC_NO_OP, .ends = LC_NEVER};
            if (fresh.label == LC_NO_LABEL || !lc_push(t->budget, &t->ops, fresh)) return false;
        } else {
            t->ops.at[find_op(t, t->ops.count, op)].slot = 0;
        }
    }
    return true;
}

/* Gives the pending operations labels without results, and leaves out those that could never matter: with no result
 * to explain, an operation that changes nothing fits everywhere. */
static bool settle_pending(lc_timeline *t, lc_binding *b) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->ops.count; i++) {
        lc_line_op op = t->ops.at[i];
        if (op.slot == LC_NO_SLOT) {
            op.label = lc_pending_label(b, op.label);
            if (op.label == LC_NO_LABEL) return false;
            if (b->labels.at[op.label].pure && !t->keep_pure) continue;
        }
        t->ops.at[kept++] = op;
    }
    t->ops.count = kept;
    return true;
}

/* Operations of one thread that touch in an instant: remember their order beside that of the intervals.  Between two of
 * them further operations of that thread may touch, too, which take no part here or do not return here, and so order
 * nothing. */
static bool read_ties(lc_timeline *t, const lince_history *h) {
    t->after.count = 0;
    for (uint32_t i = 0; i < t->ops.count && h->ties.count; i++) {
        uint32_t before = LC_NO_OP;
        for (uint32_t op = lc_tied_to(h, t->ops.at[i].op); op != LC_NEVER; op = lc_tied_to(h, op)) {
            before = find_op(t, i, op);
            if (before != LC_NO_OP && t->ops.at[before].slot != LC_NO_SLOT) break;
            before = LC_NO_OP;
        }
        if (before == LC_NO_OP) continue;
        while (t->after.count < t->ops.count)
            if (!lc_push(t->budget, &t->after, LC_NO_OP)) return false;
        t->after.at[i] = before;
    }
    return true;
}

static bool join_class(lc_timeline *t, uint32_t local, const lince_history *h) {
    lc_line_op *op = &t->ops.at[local];
    bool crashed = t->crashed_apart && lc_op_outcome(h, &h->ops.at[op->op]) == LC_CRASH;
    uint64_t kind = (uint64_t)op->label << 1 | crashed;
    uint32_t c = lc_map64_get(&t->class_of, kind);
    if (c == LC_NOT_MAPPED) {
        c = t->class_count;
        lc_map64_put(&t->class_of, kind, c);
        if (c == t->classes.count && !lc_push(t->budget, &t->classes, (lc_class){.label = 0})) return false;
        t->classes.at[c].label = op->label;
        t->classes.at[c].crashed = crashed;
        t->classes.at[c].members.count = 0;
        t->class_count++;
    }
    op->previous = c;
    return lc_push(t->budget, &t->classes.at[c].members, local);
}

/* The lowest free slot; there are as many as operations were ever open at once. */
static bool take_slot(lc_timeline *t, uint32_t local) {
    uint32_t w = 0;
    while (w < t->taken.count && !~t->taken.at[w]) w++;
    if (w == t->taken.count && !lc_push(t->budget, &t->taken, 0)) return false;
    uint32_t slot = w * 64 + lc_lowest(~t->taken.at[w]);
    lc_set_bit(t->taken.at, slot);
    if (slot == t->slots) {
        if (!lc_push(t->budget, &t->occupant, LC_NO_OP)) return false;
        t->slots++;
    }
    t->ops.at[local].slot = slot;
    t->ops.at[local].previous = t->occupant.at[slot];
    t->occupant.at[slot] = local;
    return true;
}

/* Slots, classes and returns, in the order of the events. */
static bool lay_out(lc_timeline *t, const lc_part *part, const lince_history *h) {
    t->returns.count = t->occupant.count = t->taken.count = 0;
    t->class_count = t->slots = 0;
    lc_map64_clear(&t->class_of);
    uint32_t called = 0;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE) {
            if (called == t->ops.count || t->ops.at[called].op != op) continue; /* it was left out */
            bool returns = t->ops.at[called].slot != LC_NO_SLOT;
            bool tied = t->after.count && t->after.at[called] != LC_NO_OP; /* so not interchangeable */
            if (!(returns || tied ? take_slot(t, called) : join_class(t, called, h))) return false;
            called++;
        } else {
            uint32_t local = find_op(t, called, op);
            lc_clear_bit(t->taken.at, t->ops.at[local].slot);
            t->ops.at[local].ends = t->returns.count;
            if (!lc_push(t->budget, &t->returns, (lc_line_return){local, called})) return false;
        }
    }
    assert(called == t->ops.count);
    return !lc_exhausted(t->budget);
}

bool lc_timeline_build(lc_timeline *t, const lc_part *part, lc_binding *b) {
    return list_ops(t, part, b) && settle_pending(t, b) && read_ties(t, b->history) && lay_out(t, part, b->history) &&
           lc_timeline_rank(t, b) && lc_timeline_eager(t, b);
}
