/* Counters that go up and down, by any amount.
 *
 * Whether such a history is linearizable is a question of which sums there are, for which no fast algorithm is known.
 * But at any instant the counter is between two bounds: an operation that has returned has moved it, one that is open
 * may have, one that has not been called has not.
 *
 * Theorem.  If the value that a get or a fetch_add found is not between these bounds at any instant from its call to
 * its return, its own move left out, the history is not linearizable.
 *
 * Where every value is, an order is looked for step by step (counter_walk.c).  If none is found the search decides.
 *
 * Time O(n w) where at most w operations are open at once.
 */
#include "check/poly/counter_mixed.h"

#include "check/poly/waiting.h"

/* ---- bounds ---- */

typedef struct bounds {
    int64_t low, high;
} bounds;

static int64_t below_zero(int64_t n) { return n < 0 ? n : 0; }
static int64_t above_zero(int64_t n) { return n > 0 ? n : 0; }

static void pass_event(const lc_tally *c, uint32_t event, bounds *b) {
    uint32_t number = c->p->note[lc_event_op(c->part->events[event])];
    if (number == LC_NEVER) return;
    int64_t by = c->ops.at[number].by;
    if (lc_event_what(c->part->events[event]) == LC_INVOKE) {
        b->low += below_zero(by);
        b->high += above_zero(by);
    } else {
        b->low += above_zero(by);
        b->high += below_zero(by);
    }
}

typedef enum fault { NO_FAULT, TOO_HIGH, TOO_LOW } fault;

/* `b` are the bounds right after the call.  Each event moves one of them, so the value is on the same side throughout.
 */
static fault fault_of(const lc_tally *c, const lc_count_op *o, bounds b) {
    for (uint32_t i = o->called;;) {
        int64_t low = b.low - below_zero(o->by), high = b.high - above_zero(o->by);
        if (low <= o->found && o->found <= high) return NO_FAULT;
        if (++i == o->returned) return o->found < low ? TOO_LOW : TOO_HIGH;
        pass_event(c, i, &b);
    }
}

/* All changes that were called before it returned matter: those that were there, and those that were not. */
static lc_outcome blame(lc_tally *c, const lc_count_op *o, fault f) {
    lc_poly_name(c->p, f == TOO_HIGH ? "counted too many" : "counted too few");
    lc_poly_explain_op(c->p, o->op);
    lc_poly_explain(c->p, f == TOO_HIGH ? ", but the counter cannot have been so high by then"
                                        : ", but the counter cannot have been so low then");
    lc_poly_explain(c->p, ", whichever open operations had taken effect");
    for (uint32_t i = 0; i < c->ops.count; i++) {
        const lc_count_op *other = &c->ops.at[i];
        bool matters = other == o || (other->by && other->called < o->returned);
        if (matters && !lc_poly_blame(c->p, other->op)) return lc_poly_halt(c->p, LC_NO_MEMORY);
    }
    return LC_VIOLATED;
}

static lc_outcome check_bounds(lc_tally *c) {
    bounds b = {0};
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        if (lc_poly_stopped(c->p, i)) return LC_HALTED;
        uint32_t number = c->p->note[lc_event_op(c->part->events[i])];
        pass_event(c, i, &b);
        if (number == LC_NEVER || lc_event_what(c->part->events[i]) != LC_INVOKE) continue;
        const lc_count_op *o = &c->ops.at[number];
        fault f = o->deed == LC_COUNT_CHANGE ? NO_FAULT : fault_of(c, o, b);
        if (f != NO_FAULT) return blame(c, o, f);
    }
    return LC_HOLDS;
}

/* ---- the operations ---- */

/* Their sum stays far away from the ends of 64 bits. */
#define MOST_BY ((int64_t)1 << 30)

static lc_outcome see_call(lc_tally *c, uint32_t op, uint32_t place) {
    const lince_values *values = &c->p->binding->values;
    lc_count_op o = {.op = op, .called = place, .returned = c->p->note[op]};
    bool returned = o.returned != LC_NEVER;
    lc_meaning m;
    lc_mean(c->p->binding, op, &m);
    c->p->note[op] = LC_NEVER;
    if (m.method->pure) {
        if (!returned) return LC_HOLDS;
        o.deed = LC_COUNT_GET;
    } else {
        o.deed = returned && m.method->results_max ? LC_COUNT_FETCH : LC_COUNT_CHANGE;
        o.by = m.method->role == LINCE_ROLE_LOWER ? -1 : 1;
        if (m.method->args_max && !lince_get_int(values, m.last, &o.by))
            return lc_poly_not_for_me(c->p, "something else than a number is added");
        if (o.by > MOST_BY || o.by < -MOST_BY) return lc_poly_not_for_me(c->p, "large numbers are added");
    }
    if (o.deed != LC_COUNT_CHANGE) {
        if (!m.known) return lc_poly_not_for_me(c->p, "a result is not known");
        if (!lince_get_int(values, m.result, &o.found)) return lc_poly_not_for_me(c->p, "a result is no number");
    }
    c->p->note[op] = c->ops.count;
    return lc_push(c->p->budget, &c->ops, o) ? LC_HOLDS : lc_poly_halt(c->p, LC_NO_MEMORY);
}

static lc_outcome see_part(lc_tally *c) {
    uint32_t open = 0;
    if (!lc_note_returns(c->p, c->part)) return LC_HALTED;
    for (uint32_t i = 0; i < c->part->event_count; i++) {
        uint32_t op = lc_event_op(c->part->events[i]), before = c->ops.count;
        if (lc_event_what(c->part->events[i]) == LC_RETURN) {
            open--;
            continue;
        }
        lc_outcome outcome = see_call(c, op, i);
        if (outcome != LC_HOLDS) return outcome;
        open += c->ops.count - before;
        if (open > c->width) c->width = open;
    }
    return LC_HOLDS;
}

lc_outcome lc_poly_counter_mixed(lc_poly *p, const lc_part *part) {
    lc_tally c = {.p = p, .part = part};
    lc_outcome outcome = see_part(&c);
    if (outcome == LC_HOLDS) outcome = check_bounds(&c);
    if (outcome == LC_HOLDS) outcome = lc_count_walk(&c);
    lc_vec_free(p->budget, &c.ops);
    return outcome;
}
