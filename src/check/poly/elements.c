#include "check/poly/elements.h"

#include <string.h>

#include "base/dense.h"

/* ---- the effect of each operation ---- */

/* First notes, by operation: its role, whether it leaves everything inside, whether it returns in the part. */
#define JUST_LOOKS (1u << LC_WHO_BITS)
#define RETURNED   (2u << LC_WHO_BITS)

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
    uint32_t who;
    if (m.method->role == LINCE_ROLE_ADD) {
        who = LC_ADDS;
        v = m.last;
        if (v == LINCE_EMPTY) return lc_poly_not_for_me(g->p, "EMPTY cannot be added");
    } else if (m.method->role == LINCE_ROLE_REMOVE) {
        who = m.pure ? LC_FINDS_EMPTY : LC_REMOVES;
        if (!m.pure) v = m.result;
    } else if (m.method->role == LINCE_ROLE_PEEK) {
        bool nothing = m.method->pure_result != LINCE_NO_VALUE && m.result == m.method->pure_result;
        who = JUST_LOOKS | (nothing ? LC_FINDS_EMPTY : LC_LOOKS);
        if (!nothing) v = m.result;
    } else {
        return lc_poly_not_for_me(g->p, "there are operations that neither add nor remove nor look");
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
    if (g->values.count > LC_MOST_NOTED) return lc_poly_not_for_me(g->p, "there are too many operations");
    return LC_HOLDS;
}

/* ---- from values to elements ---- */

static uint32_t element_of(gathering *g, lince_value v) {
    uint32_t found = lc_dense_get(&g->elements, v);
    if (found != LC_NOT_MAPPED) return found;
    found = g->e->at.count;
    if (!lc_push(g->p->budget, &g->e->at, LC_ABSENT_ELEMENT)) return LC_NO_ELEMENT;
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

static bool see_look(gathering *g, uint32_t number, uint32_t op, uint32_t place) {
    lc_element *x = &g->e->at.at[number];
    lc_look look = {.op = op, .called = place, .returned = LC_NEVER, .element = number, .earlier = x->looks};
    x->looks = g->e->looks.count;
    x->looked = place;
    g->p->note[op] = lc_note(LC_LOOKS, x->looks);
    return lc_push(g->p->budget, &g->e->looks, look);
}

/* The second visit of a call. */
static lc_outcome see_call(gathering *g, uint32_t op, uint32_t place, lince_value v) {
    lc_poly *p = g->p;
    lc_elements *e = g->e;
    lc_who who = lc_who_is(p->note[op]);
    bool returned = p->note[op] & RETURNED, just_looks = p->note[op] & JUST_LOOKS, fine = true;
    p->note[op] = LC_NOBODY;
    if (who != LC_ADDS && !returned) {
        if (!just_looks) fine = see_pending(g, op, place, v);
    } else if (who == LC_FINDS_EMPTY) {
        fine = lc_push(p->budget, &e->empties, (lc_empty){op, place, LC_NEVER, LC_NEVER});
        if (fine) p->note[op] = lc_note(LC_FINDS_EMPTY, e->empties.count - 1);
    } else if (v == LINCE_NO_VALUE) {
        return lc_poly_not_for_me(p, "the result of an operation is not known");
    } else {
        uint32_t number = element_of(g, v);
        if (number == LC_NO_ELEMENT) return lc_poly_halt(p, LC_NO_MEMORY);
        p->note[op] = lc_note(who, number);
        if (who == LC_LOOKS) fine = see_look(g, number, op, place);
        else if (who == LC_ADDS) fine = see_addition(e, &e->at.at[number], op, place);
        else fine = see_removal(g, &e->at.at[number], op, place);
    }
    return fine ? LC_HOLDS : lc_poly_halt(p, LC_NO_MEMORY);
}

static void see_return(const lc_poly *p, lc_elements *e, uint32_t op, uint32_t place) {
    uint32_t note = p->note[op];
    if (lc_who_is(note) == LC_FINDS_EMPTY) {
        e->empties.at[lc_which(note)].returned = place;
    } else if (lc_who_is(note) == LC_LOOKS) {
        lc_element *x = lc_element_of(p, e, place);
        e->looks.at[lc_which(note)].returned = place;
        if (place < x->seen) x->seen = place;
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

const lc_look *lc_first_look(const lc_elements *e, const lc_element *x) {
    const lc_look *first = NULL;
    for (uint32_t i = x->looks; i != LC_NO_LOOK; i = e->looks.at[i].earlier)
        if (!first || e->looks.at[i].returned < first->returned) first = &e->looks.at[i];
    return first;
}

bool lc_blame_element(lc_poly *p, const lc_elements *e, const lc_element *x) {
    if (x->add != LC_NO_OP) lc_poly_blame(p, x->add);
    if (x->remove != LC_NO_OP) lc_poly_blame(p, x->remove);
    const lc_look *first = lc_first_look(e, x);
    if (first) lc_poly_blame(p, first->op);
    if (first && x->looks != first - e->looks.at) lc_poly_blame(p, e->looks.at[x->looks].op);
    return !lc_exhausted(p->budget);
}

bool lc_blame_look(lc_poly *p, const lc_elements *e, const lc_look *look) {
    const lc_element *x = &e->at.at[look->element];
    if (look != lc_first_look(e, x) && x->looks != look - e->looks.at) lc_poly_blame(p, look->op);
    return lc_blame_element(p, e, x);
}

static lc_outcome removed_twice(lc_poly *p, const lc_element *x, uint32_t op) {
    lc_poly_name(p, "removed twice");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, " and ");
    lc_poly_explain_op(p, op);
    lc_poly_explain(p, x->add == LC_NO_OP ? " removed a value that was never added"
                                          : " removed the same element, which was added only once");
    lc_poly_blame(p, op);
    lc_poly_blame(p, x->remove);
    if (x->add != LC_NO_OP) lc_poly_blame(p, x->add);
    return violated(p);
}

/* `op` takes or sees the element. */
static lc_outcome never_added(lc_poly *p, const lc_element *x, uint32_t op) {
    lc_poly_name(p, op == x->remove ? "removed but never added" : "seen but never added");
    lc_poly_explain_op(p, op);
    lc_poly_explain(p, op == x->remove ? " removed a value that was never added" : " saw a value that was never added");
    lc_poly_blame(p, op);
    return violated(p);
}

static lc_outcome in_wrong_order(lc_poly *p, uint32_t first, uint32_t then, const char *pattern) {
    lc_poly_name(p, pattern);
    lc_poly_explain_op(p, first);
    lc_poly_explain(p, " returned before ");
    lc_poly_explain_op(p, then);
    lc_poly_explain(p, " was called");
    lc_poly_blame(p, first);
    lc_poly_blame(p, then);
    return violated(p);
}

/* An addition that did not return and was never observed is dropped. */
static lc_outcome settle(lc_poly *p, const lc_elements *e, lc_element *x) {
    bool looks = x->looks != LC_NO_LOOK;
    if (is_repeated(x)) *x = LC_ABSENT_ELEMENT;
    else if (x->add == LC_NO_OP && x->remove != LC_NO_OP) return never_added(p, x, x->remove);
    else if (x->add == LC_NO_OP && looks) return never_added(p, x, lc_first_look(e, x)->op);
    else if (x->remove == LC_NO_OP && x->added == LC_NEVER && !looks) *x = LC_ABSENT_ELEMENT;
    else if (x->gone < x->called) return in_wrong_order(p, x->remove, x->add, "removed before it was added");
    else if (looks && x->seen < x->called)
        return in_wrong_order(p, lc_first_look(e, x)->op, x->add, "seen before it was added");
    else if (looks && x->gone < x->looked)
        return in_wrong_order(p, x->remove, e->looks.at[x->looks].op, "seen after it was removed");
    if (x->called == LC_NEVER) return LC_HOLDS;
    if (x->gone < x->added) x->added = x->gone;
    if (x->seen < x->added) x->added = x->seen;
    if (x->leaving < x->called) x->leaving = x->called;
    if (x->leaving < x->looked) x->leaving = x->looked;
    return LC_HOLDS;
}

static lc_outcome settle_all(gathering *g) {
    for (uint32_t i = 0; i < g->again.count; i++) {
        const lc_element *x = &g->e->at.at[lc_which(g->p->note[g->again.at[i]])];
        if (!is_repeated(x)) return removed_twice(g->p, x, g->again.at[i]);
    }
    for (uint32_t i = 0; i < g->e->at.count; i++) {
        lc_outcome outcome = settle(g->p, g->e, &g->e->at.at[i]);
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
    lc_vec_free(budget, &e->looks);
    lc_vec_free(budget, &e->empties);
    lc_vec_free(budget, &e->pending);
}
