/* The operations a window leaves behind, and nothing less: together with any later ones they explain exactly the
 * histories that all operations so far would explain.
 *
 * Call an element *gone* if it was removed, and else *inside*.  All values are distinct here, unless stated otherwise,
 * and no operation has crashed.  At an instant at which no operation is open the contents follow from the order in
 * which the elements inside were added, so it is enough to leave operations behind that allow the same orders.
 *
 * Bags and priority queues.  The contents are a multiset, which is the same in all orders: the additions of the
 * elements inside are enough.  That holds for equal values as well, if all of their additions have the same arguments;
 * then as many of these are left behind as were not removed.
 *
 * Queues.  The additions of the elements inside, and if there is one, an operation that looked at one of these
 * elements, x.  Every element added before that look was behind x, and all the rest came later, so x is the first; all
 * other orders that real time allows are possible.  Let an order of the additions be given that begins with x and let
 * every element inside be added at the first moment that is after its call, after the additions of those before it in
 * that order, and after t, the last moment at which an element was added that is gone, or the queue was empty, or x was
 * added.  That is before the addition returns, for it did so after t.
 *
 * Stacks and deques.  An element that is gone can restrict the order of two elements whose additions overlapped.  Give
 * every element the interval from the first call of its operations to the last return, which are, for an element
 * inside, the addition alone and the operations that looked at it, and give each removal that found nothing its own.
 * Intervals that overlap form *segments*.  Between two segments no operation is under way and all elements inside stay,
 * so that the contents after a segment are those before it, with the elements of the segment behind them in one of the
 * orders that the segment allows.  A segment in which no two additions of elements inside, to the same end, overlap
 * allows one order, and its additions alone determine it.  All other segments are left behind as they are.
 *
 * Before that elements are left out that come and go at one end and restrict nothing: those for which no other
 * operation calls or returns between the first return and the last call of their operations.  Given an order of all the
 * other operations, one that takes effect in that time may as well do so at its beginning; the element comes and goes
 * after them at once.  It must not have been looked at by an operation that has not returned.
 *
 * Operations that are open make their segment the last one; it is left behind as it is, and the above holds at the
 * instant before it.
 *
 * If that is too much, or values repeat or an operation crashed, operations cannot describe the contents (contents.h).
 */
#include <stdlib.h>

#include "base/order.h"
#include "monitor/windows.h"

/* Operations that are left behind beyond the additions of the elements inside. */
enum { MOST_EXTRA = 512, PASSES = 8 };
#define NONE UINT32_MAX

typedef enum order { BY_NO_ORDER, FIRST_OUT, LAST_OUT, TWO_ENDS, UNKNOWN } order;

static order order_of(const lc_instance *instance) {
    if (lc_is_bounded(instance)) return UNKNOWN;
    switch (instance->is) {
    case LINCE_IS_BAG:
    case LINCE_IS_PQUEUE: return BY_NO_ORDER;
    case LINCE_IS_QUEUE: return FIRST_OUT;
    case LINCE_IS_STACK: return LAST_OUT;
    case LINCE_IS_DEQUE: return TWO_ENDS;
    default: return UNKNOWN;
    }
}

typedef struct element {
    uint64_t call, end;            /* of its interval */
    uint64_t first_end, last_call; /* of its operations */
    uint64_t add_end;              /* of its last addition */
    uint32_t add, added, removed;  /* the last addition, and how many there are */
    uint32_t looked;               /* how many looked at it */
    uint8_t ends;                  /* of a deque that it came and left at: 1, 2 or both */
    bool alike;                    /* all additions have the same arguments */
    bool says_nothing;
    uint32_t left; /* additions still to be left behind */
} element;

typedef struct interval {
    uint64_t from, to;
    uint32_t op, element; /* one of them is NONE */
} interval;

typedef struct carrying {
    lco_windows *w;
    lc_budget *budget;
    order order;
    lc_map64 of_value;
    LC_VEC(element) elements;
    LC_VEC(uint32_t) of_op; /* its element, or NONE */
    LC_VEC(uint8_t) keep;
    LC_VEC(interval) intervals;
    LC_VEC(uint64_t) events; /* of the operations that matter */
    bool repeated, looking;  /* one that looks has not returned */
    uint32_t extra;
} carrying;

/* ---- elements ---- */

static uint64_t end_of(const lco_watched *x) { return x->fortune == LCO_IS_OPEN ? LCO_OPEN : x->end; }

static uint8_t side_of(const carrying *c, const lco_watched *x) {
    bool back = c->w->watch->instance->spec->methods[x->method].end == LINCE_END_BACK;
    return c->order == TWO_ENDS && back ? 2 : 1;
}

static element *element_of(carrying *c, lince_value value) {
    uint32_t at = lc_map64_get(&c->of_value, value);
    if (at == LC_NOT_MAPPED) {
        at = c->elements.count;
        element fresh = {.call = UINT64_MAX, .first_end = UINT64_MAX, .add = NONE, .alike = true};
        if (!lc_push(c->budget, &c->elements, fresh)) return NULL;
        lc_map64_put(&c->of_value, value, at);
    }
    return &c->elements.at[at];
}

static void note(carrying *c, element *e, uint32_t op, lince_role role) {
    const lco_watched *x = &c->w->ops.at[op];
    uint64_t end = end_of(x);
    if (x->call < e->call) e->call = x->call;
    if (end > e->end) e->end = end;
    if (end < e->first_end) e->first_end = end;
    if (x->call > e->last_call) e->last_call = x->call;
    if (role != LINCE_ROLE_PEEK) e->ends |= side_of(c, x);
    e->removed += role == LINCE_ROLE_REMOVE;
    e->looked += role == LINCE_ROLE_PEEK;
    if (role != LINCE_ROLE_ADD) return;
    if (e->added++) e->alike = e->alike && c->w->ops.at[e->add].args == x->args;
    e->add = op;
    e->add_end = end;
}

/* False: memory is out, or an operation crashed. */
static bool list_elements(carrying *c) {
    const lco_windows *w = c->w;
    bool fine = lc_reserve(c->budget, &c->of_op, (uint64_t)w->ops.count + 1) &&
                lc_reserve(c->budget, &c->keep, (uint64_t)w->ops.count + 1);
    for (uint32_t i = 0; fine && i < w->ops.count; i++) {
        const lco_watched *x = &w->ops.at[i];
        lco_use of = lco_use_of(w, x);
        c->of_op.at[i] = NONE;
        c->keep.at[i] = false;
        if (x->fortune == LCO_HAS_FAILED) continue;
        if (x->fortune == LCO_HAS_CRASHED && of.role != LINCE_ROLE_PEEK) return false;
        if (x->fortune == LCO_HAS_CRASHED) continue;
        c->looking = c->looking || (of.role == LINCE_ROLE_PEEK && x->fortune == LCO_IS_OPEN);
        if (of.value == LINCE_NO_VALUE) continue;
        element *e = element_of(c, of.value);
        if (!e) return false;
        note(c, e, i, of.role);
        c->of_op.at[i] = (uint32_t)(e - c->elements.at);
        c->repeated = c->repeated || e->added > 1 || e->removed > 1;
    }
    return fine;
}

static bool is_inside(const element *e) { return e->added > e->removed; }

/* ---- elements that restrict nothing ---- */

static bool matters(const carrying *c, uint32_t op) {
    const lco_watched *x = &c->w->ops.at[op];
    if (x->fortune == LCO_HAS_FAILED || x->fortune == LCO_HAS_CRASHED) return false;
    return c->of_op.at[op] == NONE || !c->elements.at[c->of_op.at[op]].says_nothing;
}

static bool list_events(carrying *c) {
    c->events.count = 0;
    for (uint32_t i = 0; i < c->w->ops.count; i++) {
        const lco_watched *x = &c->w->ops.at[i];
        if (!matters(c, i)) continue;
        if (!lc_push(c->budget, &c->events, x->call)) return false;
        if (x->fortune != LCO_IS_OPEN && !lc_push(c->budget, &c->events, x->end)) return false;
    }
    if (c->events.count) qsort(c->events.at, c->events.count, sizeof *c->events.at, lc_by_u64);
    return true;
}

/* How many events are before this one. */
static uint32_t before(const carrying *c, uint64_t number) {
    uint32_t low = 0, high = c->events.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->events.at[middle] < number) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Are all events strictly between the first return and the last call of its operations its own? */
static bool is_undisturbed(const carrying *c, const element *e) {
    if (e->last_call < e->first_end) return true;
    uint32_t all = before(c, e->last_call) - before(c, e->first_end + 1), own = 0;
    if (all > 2 * e->looked) return false; /* an addition and a removal alone have none there */
    for (uint32_t i = 0; all && i < c->w->ops.count; i++) {
        const lco_watched *x = &c->w->ops.at[i];
        if (c->of_op.at[i] == NONE || &c->elements.at[c->of_op.at[i]] != e) continue;
        own += x->call > e->first_end && x->call < e->last_call;
        own += x->end > e->first_end && x->end < e->last_call;
    }
    return own == all;
}

static bool says_nothing(const carrying *c, const element *e) {
    bool gone = e->added == 1 && e->removed == 1 && e->end != LCO_OPEN;
    return gone && (e->ends == 1 || e->ends == 2) && is_undisturbed(c, e);
}

static bool drop_silent(carrying *c) {
    bool again = (c->order == LAST_OUT || c->order == TWO_ENDS) && !c->looking;
    for (int pass = 0; again && pass < PASSES; pass++) {
        again = false;
        if (!list_events(c)) return false;
        for (uint32_t i = 0; i < c->elements.count; i++) {
            element *e = &c->elements.at[i];
            if (e->says_nothing || !says_nothing(c, e)) continue;
            again = e->says_nothing = true;
        }
    }
    return true;
}

/* ---- segments ---- */

static int by_begin(const void *a, const void *b) {
    const interval *x = a, *y = b;
    return LC_ORDER(x->from, y->from);
}

/* Is only the addition of an element inside its interval?  If order matters, the operations that looked at it restrict
 * it further. */
static bool is_of_addition(const carrying *c, const element *e) {
    return is_inside(e) && e->added == 1 && (c->order == BY_NO_ORDER || c->order == FIRST_OUT);
}

static bool list_intervals(carrying *c) {
    bool fine = true;
    for (uint32_t i = 0; fine && i < c->elements.count; i++) {
        const element *e = &c->elements.at[i];
        uint64_t from = is_of_addition(c, e) ? c->w->ops.at[e->add].call : e->call;
        uint64_t to = is_of_addition(c, e) ? e->add_end : e->end;
        if (!e->says_nothing) fine = lc_push(c->budget, &c->intervals, (interval){from, to, NONE, i});
    }
    for (uint32_t i = 0; fine && i < c->w->ops.count; i++) {
        const lco_watched *x = &c->w->ops.at[i];
        bool alone = c->of_op.at[i] == NONE && matters(c, i);
        bool looked = c->of_op.at[i] != NONE && lco_use_of(c->w, x).role == LINCE_ROLE_PEEK &&
                      is_of_addition(c, &c->elements.at[c->of_op.at[i]]);
        if (alone || looked) fine = lc_push(c->budget, &c->intervals, (interval){x->call, end_of(x), i, NONE});
    }
    if (fine && c->intervals.count) qsort(c->intervals.at, c->intervals.count, sizeof *c->intervals.at, by_begin);
    return fine;
}

static int by_side(const void *a, const void *b) {
    const interval *x = a, *y = b; /* `op` is the side here */
    if (x->op != y->op) return x->op < y->op ? -1 : 1;
    return by_begin(a, b);
}

/* Do additions of two that are inside overlap, to the same end? */
static bool allows_orders(carrying *c, const interval *at, uint32_t count) {
    LC_VEC(interval) adds = {0};
    bool some = c->order == LAST_OUT || c->order == TWO_ENDS;
    for (uint32_t i = 0; some && i < count; i++) {
        const element *e = at[i].element == NONE ? NULL : &c->elements.at[at[i].element];
        if (!e || !is_inside(e)) continue;
        const lco_watched *add = &c->w->ops.at[e->add];
        some = lc_push(c->budget, &adds, (interval){add->call, e->add_end, side_of(c, add), NONE});
    }
    if (adds.count) qsort(adds.at, adds.count, sizeof *adds.at, by_side);
    bool overlap = false;
    for (uint32_t i = 1; i < adds.count && !overlap; i++)
        overlap = adds.at[i].op == adds.at[i - 1].op && adds.at[i].from < adds.at[i - 1].to;
    lc_vec_free(c->budget, &adds);
    return overlap;
}

/* ---- leaving behind ---- */

/* The additions of those inside; of equal ones as many as were not removed, from the last on. */
static bool keep_inside(carrying *c) {
    for (uint32_t i = 0; i < c->elements.count; i++) {
        element *e = &c->elements.at[i];
        e->left = is_inside(e) ? e->added - e->removed : 0;
        if (e->left && e->removed && !e->alike) return false; /* which of them it was is not known */
    }
    for (uint32_t i = c->w->ops.count; i-- > 0;) {
        element *e = c->of_op.at[i] == NONE ? NULL : &c->elements.at[c->of_op.at[i]];
        if (!e || !e->left || lco_use_of(c->w, &c->w->ops.at[i]).role != LINCE_ROLE_ADD) continue;
        e->left--;
        c->keep.at[i] = true;
    }
    return true;
}

/* Of a queue, the last operation that looked at an element inside, before the segment that is not over. */
static void keep_look(carrying *c) {
    for (uint32_t i = c->w->ops.count; c->order == FIRST_OUT && i-- > 0;) {
        const element *e = c->of_op.at[i] == NONE ? NULL : &c->elements.at[c->of_op.at[i]];
        if (!e || c->keep.at[i] || !is_inside(e) || lco_use_of(c->w, &c->w->ops.at[i]).role != LINCE_ROLE_PEEK)
            continue;
        c->keep.at[i] = true;
        return;
    }
}

static void keep_op(carrying *c, uint32_t op) {
    c->extra += !c->keep.at[op];
    c->keep.at[op] = true;
}

/* Marks the operations in segments that are kept. */
static void mark_segments(carrying *c, uint8_t *whole) {
    for (uint32_t i = 0, next; i < c->intervals.count; i = next) {
        uint64_t to = c->intervals.at[i].to;
        for (next = i + 1; next < c->intervals.count && c->intervals.at[next].from < to; next++)
            if (c->intervals.at[next].to > to) to = c->intervals.at[next].to;
        if (to != LCO_OPEN && !allows_orders(c, &c->intervals.at[i], next - i)) continue;
        for (uint32_t k = i; k < next; k++) {
            if (c->intervals.at[k].element == NONE) keep_op(c, c->intervals.at[k].op);
            else whole[c->intervals.at[k].element] = true;
        }
    }
}

static bool keep_segments(carrying *c) {
    LC_VEC(uint8_t) whole = {0};
    if (!lc_reserve(c->budget, &whole, (uint64_t)c->elements.count + 1)) return false;
    for (uint32_t i = 0; i < c->elements.count; i++) whole.at[i] = false;
    mark_segments(c, whole.at);
    for (uint32_t i = 0; i < c->w->ops.count; i++) {
        uint32_t e = c->of_op.at[i];
        if (e == NONE || !whole.at[e]) continue;
        if (!is_of_addition(c, &c->elements.at[e]) || i == c->elements.at[e].add) keep_op(c, i);
    }
    lc_vec_free(c->budget, &whole);
    return true;
}

static bool choose(carrying *c) {
    if (!list_elements(c) || (c->repeated && c->order != BY_NO_ORDER)) return false;
    if (!drop_silent(c) || !list_intervals(c) || !keep_inside(c)) return false;
    if (!keep_segments(c)) return false;
    keep_look(c);
    return c->extra <= MOST_EXTRA && !lc_exhausted(c->budget);
}

bool lco_windows_carry_all(lco_windows *w) {
    carrying c = {.w = w, .budget = &w->watch->budget, .order = order_of(w->watch->instance)};
    if (c.order == UNKNOWN) return false;
    lc_map64_init(&c.of_value, c.budget);
    bool fine = choose(&c);
    if (fine) lco_windows_keep(w, c.keep.at);
    lc_map64_free(&c.of_value);
    lc_vec_free(c.budget, &c.elements);
    lc_vec_free(c.budget, &c.of_op);
    lc_vec_free(c.budget, &c.keep);
    lc_vec_free(c.budget, &c.intervals);
    lc_vec_free(c.budget, &c.events);
    return fine;
}
