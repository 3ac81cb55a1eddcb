#include "check/poly/elements.h"

#include <string.h>

#include "base/dense.h"

/* ---- the effect of each operation ---- */

/* First notes, by operation: its role, whether it returns in the part. */
#define RETURNED 4u

typedef struct gathering {
    lc_poly *p;
    lc_elements *e;
    LC_VEC(uint32_t) again;     /* removals of elements that had been removed before */
    LC_VEC(lince_value) values; /* per call: the value it adds or removes, LINCE_NO_VALUE: none, or unknown */
    lince_value least, greatest;
    lc_dense elements; /* by value */
} gathering;

static lc_outcome read_call(gathering *g, uint32_t op) {
    lc_meaning m;
    lc_mean(g->p->binding, op, &m);
    lince_value v = LINCE_NO_VALUE;
    lc_who who;
    if (m.method->role == LINCE_ROLE_ADD) {
        who = LC_ADDS;
        v = m.last;
        if (v == LINCE_EMPTY) return lc_poly_not_for_me(g->p, "EMPTY cannot be added");
    } else if (m.method->role == LINCE_ROLE_REMOVE) {
        who = m.pure ? LC_FINDS_EMPTY : LC_REMOVES;
        if (!m.pure) v = m.result;
    } else {
        return lc_poly_not_for_me(g->p, "there are operations that neither add nor remove");
    }
    if (v != LINCE_NO_VALUE) {
        if (v < g->least) g->least = v;
        if (v > g->greatest) g->greatest = v;
    }
    g->p->note[op] = who;
    return lc_push(g->p->budget, &g->values, v) ? LC_HOLDS : lc_poly_halt(g->p, LC_NO_MEMORY);
}

static lc_outcome read_part(gathering *g) {
    const lc_part *part = g->e->part;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_poly_stopped(g->p, i)) return LC_HALTED;
        if (lc_event_what(part->events[i]) == LC_RETURN) {
            g->p->note[op] |= RETURNED;
            continue;
        }
        lc_outcome outcome = read_call(g, op);
        if (outcome != LC_HOLDS) return outcome;
    }
    return LC_HOLDS;
}

/* ---- from values to elements ---- */

static uint32_t element_of(gathering *g, lince_value v) {
    uint32_t found = lc_dense_get(&g->elements, v);
    if (found != LC_NOT_MAPPED) return found;
    found = g->e->at.count;
    lc_element fresh = {LC_NO_OP, LC_NO_OP, LC_NEVER, LC_NEVER, LC_NEVER, LC_NEVER};
    if (!lc_push(g->p->budget, &g->e->at, fresh)) return LC_NO_ELEMENT;
    lc_dense_put(&g->elements, v, found);
    return found;
}

/* Values that are added twice: `called` of their element is LC_NEVER, `add` is the second of the two. */
static bool is_repeated(const lc_element *x) { return x->add != LC_NO_OP && x->called == LC_NEVER; }

static bool see_addition(lc_elements *e, lc_element *x, uint32_t op, uint32_t place) {
    if (x->add == LC_NO_OP) {
        x->called = place;
    } else {
        x->called = LC_NEVER;
        e->repeated = true;
    }
    x->add = op;
    return true;
}

/* A removal that has not returned in this part may have removed anything.  If the history has its later result, that is
 * a good guess. */
static bool see_pending(gathering *g, uint32_t op, uint32_t place, lince_value guess) {
    lc_pending pending = {op, place, guess == LINCE_NO_VALUE ? LC_NO_ELEMENT : element_of(g, guess)};
    return lc_push(g->p->budget, &g->e->pending, pending);
}

static bool see_removal(gathering *g, lc_element *x, uint32_t op, uint32_t place) {
    if (x->remove != LC_NO_OP) return lc_push(g->p->budget, &g->again, op);
    x->remove = op;
    x->leaving = place;
    return true;
}

/* The second look at a call. */
static lc_outcome see_call(gathering *g, uint32_t op, uint32_t place, lince_value v) {
    lc_poly *p = g->p;
    lc_elements *e = g->e;
    lc_who who = lc_who_is(p->note[op]);
    bool returned = p->note[op] & RETURNED, fine;
    p->note[op] = LC_NOBODY;
    if (who != LC_ADDS && !returned) {
        fine = see_pending(g, op, place, v);
    } else if (who == LC_FINDS_EMPTY) {
        fine = lc_push(p->budget, &e->empties, (lc_empty){op, place, LC_NEVER, LC_NEVER});
        if (fine) p->note[op] = (e->empties.count - 1) << 2 | LC_FINDS_EMPTY;
    } else if (v == LINCE_NO_VALUE) {
        return lc_poly_not_for_me(p, "the result of a removal is not known");
    } else {
        uint32_t number = element_of(g, v);
        if (number == LC_NO_ELEMENT) return lc_poly_halt(p, LC_NO_MEMORY);
        p->note[op] = number << 2 | (uint32_t)who;
        fine = who == LC_ADDS ? see_addition(e, &e->at.at[number], op, place)
                              : see_removal(g, &e->at.at[number], op, place);
    }
    return fine ? LC_HOLDS : lc_poly_halt(p, LC_NO_MEMORY);
}

static void see_return(const lc_poly *p, lc_elements *e, uint32_t op, uint32_t place) {
    uint32_t note = p->note[op];
    if (lc_who_is(note) == LC_FINDS_EMPTY) {
        e->empties.at[lc_which(note)].returned = place;
    } else if (lc_who_is(note) != LC_NOBODY) {
        lc_element *x = &e->at.at[lc_which(note)];
        if (x->add == op) x->added = place;
        else if (x->remove == op) x->gone = place;
    }
}

static lc_outcome see_part(gathering *g) {
    const lc_part *part = g->e->part;
    for (uint32_t i = 0, call = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_poly_stopped(g->p, i)) return LC_HALTED;
        if (lc_event_what(part->events[i]) == LC_RETURN) {
            see_return(g->p, g->e, op, i);
            continue;
        }
        lc_outcome outcome = see_call(g, op, i, g->values.at[call++]);
        if (outcome != LC_HOLDS) return outcome;
    }
    return LC_HOLDS;
}

/* ---- violations by one element alone ---- */

static lc_outcome violated(lc_poly *p) { return lc_exhausted(p->budget) ? lc_poly_halt(p, LC_NO_MEMORY) : LC_VIOLATED; }

bool lc_blame_element(lc_poly *p, const lc_element *x) {
    return lc_poly_blame(p, x->add) && (x->remove == LC_NO_OP || lc_poly_blame(p, x->remove));
}

static lc_outcome removed_twice(lc_poly *p, const lc_element *x, uint32_t op) {
    lc_poly_name(p, "removed twice");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, " and ");
    lc_poly_explain_op(p, op);
    lc_poly_explain(p, x->add == LC_NO_OP ? " removed a value that was never added"
                                          : " removed the same element, which was added only once");
    lc_poly_blame(p, op);
    if (x->add == LC_NO_OP) lc_poly_blame(p, x->remove);
    else lc_blame_element(p, x);
    return violated(p);
}

static lc_outcome never_added(lc_poly *p, const lc_element *x) {
    lc_poly_name(p, "removed but never added");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, " removed a value that was never added");
    lc_poly_blame(p, x->remove);
    return violated(p);
}

static lc_outcome removed_too_early(lc_poly *p, const lc_element *x) {
    lc_poly_name(p, "removed before it was added");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, " returned before ");
    lc_poly_explain_op(p, x->add);
    lc_poly_explain(p, " was called");
    lc_blame_element(p, x);
    return violated(p);
}

static void leave_out(lc_element *x) { *x = (lc_element){LC_NO_OP, LC_NO_OP, LC_NEVER, LC_NEVER, LC_NEVER, LC_NEVER}; }

/* An addition that did not return and was never observed is dropped. */
static lc_outcome settle(lc_poly *p, lc_element *x) {
    if (is_repeated(x)) leave_out(x);
    else if (x->add == LC_NO_OP && x->remove != LC_NO_OP) return never_added(p, x);
    else if (x->remove == LC_NO_OP && x->added == LC_NEVER) leave_out(x);
    else if (x->gone < x->called) return removed_too_early(p, x);
    if (x->remove == LC_NO_OP) return LC_HOLDS;
    if (x->gone < x->added) x->added = x->gone;
    if (x->leaving < x->called) x->leaving = x->called;
    return LC_HOLDS;
}

static lc_outcome settle_all(gathering *g) {
    for (uint32_t i = 0; i < g->again.count; i++) {
        const lc_element *x = &g->e->at.at[lc_which(g->p->note[g->again.at[i]])];
        if (!is_repeated(x)) return removed_twice(g->p, x, g->again.at[i]);
    }
    for (uint32_t i = 0; i < g->e->at.count; i++) {
        lc_outcome outcome = settle(g->p, &g->e->at.at[i]);
        if (outcome != LC_HOLDS) return outcome;
    }
    return LC_HOLDS;
}

lc_outcome lc_elements_gather(lc_poly *p, lc_elements *e, const lc_part *part) {
    *e = (lc_elements){.part = part, .places = part->event_count};
    gathering g = {.p = p, .e = e, .least = UINT32_MAX};
    lc_outcome outcome = read_part(&g);
    bool fine = lc_dense_init(&g.elements, g.least, g.greatest, g.values.count, p->budget);
    if (outcome == LC_HOLDS) outcome = fine ? see_part(&g) : lc_poly_halt(p, LC_NO_MEMORY);
    lc_dense_free(&g.elements);
    lc_vec_free(p->budget, &g.values);
    if (outcome == LC_HOLDS) outcome = settle_all(&g);
    lc_vec_free(p->budget, &g.again);
    return outcome;
}

void lc_elements_free(lc_elements *e, lc_budget *budget) {
    lc_vec_free(budget, &e->at);
    lc_vec_free(budget, &e->empties);
    lc_vec_free(budget, &e->pending);
}
