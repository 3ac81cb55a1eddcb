/* Queues: first in, first out, also with operations that look at the first element.
 *
 * The operations at the front of an element are its removal and the looks that return it.  `first` is the place of the
 * first return of one of these, LC_NEVER if there is none, `last` that of the last call of one, LC_NEVER if the element
 * is not removed.  If `first` comes before `last` the element is certainly at the front in between: its reign.
 *
 * Theorem (Henzinger, Sezgin and Vafeiadis 2013; the form for intervals follows Emmi and Enea 2018; reigns are the
 * forward zones of Gibbons and Korach 1997).  A history of a queue with distinct values is linearizable iff every
 * element was added once before it was seen or removed, and seen before it was removed; every operation that found
 * nothing has a moment outside all covers (elements.h); no reign overlaps another one, or contains both `first` and
 * `last` of an element without a reign; and there are no two elements a and b such that
 *
 *     the addition of a returned before that of b was called, and
 *     b left the front before a: b.first < a.last.
 *
 * Here `first` of an element without a reign that falls into another one's reign is moved to just before that reign,
 * and `last` to its end.
 *
 * Why.  Let a precede b if a.added < b.called or a.first < b.last.  The elements pass through the queue in an order
 * that extends this relation, since elements are at the front one after the other: had b come first, all its operations
 * at the front would have taken effect before those of a.  For the same reason an element that has an operation at the
 * front within a reign of another comes as a whole before that reign or after it, which justifies moving `first` and
 * `last`.  After that links of the second kind join: let a.first < b.last and b.first < c.last.  If not a.first <
 * c.last then b.first < c.last <= a.first < b.last, so that a.first falls into the reign of b, from which it was moved.
 * Two links of the first kind can be replaced by one that skips elements, as in any interval order.  So a shortest
 * cycle has two elements: two links of the second kind are reigns that overlap, or the operations of an element within
 * a reign; one of each kind is the pattern above.  Without a cycle there is an order, found below by taking elements
 * that none of those left precedes.  Let operations take effect as late as their returns and that order allow: an
 * addition at its return brings all earlier elements' additions with it, a removal all earlier removals and looks, a
 * look the removals of the elements before its own.  An operation that is brought along has been called, or its element
 * would not be earlier.  A moment outside all covers splits the elements into those that were added before, all of
 * which may be gone by then, and the rest, none of which precedes one of the former; of the elements that may come next
 * the one that was added first is taken, so the former come first.
 *
 * Time O(n log n) for the order, linear for the verdict; a few words an element.
 */
#include <assert.h>
#include <string.h>

#include "check/poly/elements.h"

typedef struct queueing {
    lc_poly *p;
    const lc_elements *e;
    uint32_t *first, *last;       /* per element */
    uint32_t *reign;              /* per element: from whose reign its `first` was moved, LC_NO_ELEMENT */
    uint32_t *by_first, *by_last; /* elements that play a part */
    uint32_t *rank;               /* per element, once it has its place */
    uint32_t *order;              /* elements */
    uint32_t all, count;          /* elements that play a part; those in the order */
    uint8_t *state;               /* per element */
    LC_VEC(uint32_t) heap;        /* elements that none of those left precedes, the first added on top */
} queueing;

static const lc_element *element(const queueing *q, uint32_t x) { return &q->e->at.at[x]; }
static uint32_t number_of(const queueing *q, const lc_element *x) { return (uint32_t)(x - q->e->at.at); }
static bool has_reign(const queueing *q, uint32_t x) { return q->first[x] < q->last[x]; }

/* ---- the violation ---- */

static uint32_t first_op(const queueing *q, const lc_element *x) {
    return x->gone < x->seen ? x->remove : lc_first_look(q->e, x)->op;
}

static uint32_t last_op(const queueing *q, const lc_element *x) {
    if (x->looks != LC_NO_LOOK && x->leaving == x->looked) return q->e->looks.at[x->looks].op;
    return x->leaving == x->called ? x->add : x->remove;
}

/* `a` was at the front before `b`. */
static void put_before(const queueing *q, const lc_element *a, const lc_element *b) {
    lc_poly_explain_op(q->p, first_op(q, a));
    if (b->leaving == LC_NEVER) {
        lc_poly_explain(q->p, " returned while the value of ");
        lc_poly_explain_op(q->p, b->add);
        lc_poly_explain(q->p, " was still inside");
    } else {
        lc_poly_explain(q->p, " returned before ");
        lc_poly_explain_op(q->p, last_op(q, b));
        lc_poly_explain(q->p, " was called");
    }
}

static lc_outcome blame(queueing *q, const lc_element *a, const lc_element *b, const lc_element *between) {
    lc_poly_name(q->p, "not first in, first out");
    bool fine = lc_blame_element(q->p, q->e, a) && lc_blame_element(q->p, q->e, b) &&
                (!between || lc_blame_element(q->p, q->e, between));
    return fine ? LC_VIOLATED : lc_poly_halt(q->p, LC_NO_MEMORY);
}

static lc_outcome both_at_front(queueing *q, const lc_element *a, const lc_element *b) {
    put_before(q, a, b);
    lc_poly_explain(q->p, ", yet ");
    put_before(q, b, a);
    lc_poly_explain(q->p, ", so each was at the front before the other one");
    return blame(q, a, b, NULL);
}

static lc_outcome overtaken(queueing *q, const lc_element *a, const lc_element *b) {
    lc_poly *p = q->p;
    uint32_t reign = q->reign[number_of(q, b)];
    const lc_element *between = reign == LC_NO_ELEMENT ? NULL : element(q, reign);
    uint32_t first = b->gone < b->seen ? b->gone : b->seen;
    if (first < a->leaving) between = NULL;
    lc_poly_explain_op(p, a->looks != LC_NO_LOOK && a->added == a->seen ? lc_first_look(q->e, a)->op : a->add);
    lc_poly_explain(p, " returned before ");
    lc_poly_explain_op(p, b->add);
    lc_poly_explain(p, " was called, yet ");
    if (between) {
        put_before(q, b, between);
        lc_poly_explain(p, " and ");
        put_before(q, between, a);
    } else if (a->leaving == LC_NEVER) {
        lc_poly_explain_op(p, first_op(q, b));
        lc_poly_explain(p, " returned while the former was still inside");
    } else {
        put_before(q, b, a);
    }
    return blame(q, a, b, between);
}

/* ---- the verdict ---- */

/* `u` is the element that reigns. */
static lc_outcome move_out(queueing *q, const lc_element *u, const lc_element *x, bool is_last) {
    uint32_t reign = number_of(q, u), number = number_of(q, x);
    bool inside = is_last ? q->last[reign] == LC_NEVER : q->last[number] == q->last[reign];
    if (inside) return both_at_front(q, u, x);
    if (is_last) {
        q->last[number] = q->last[reign];
    } else {
        q->first[number] = q->first[reign] - 1;
        q->reign[number] = reign;
    }
    return LC_HOLDS;
}

static lc_outcome find_reigns(queueing *q) {
    const lc_elements *e = q->e;
    const lc_element *u = NULL;
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t i = 0; i < e->places && e->looks.count && outcome == LC_HOLDS; i++) {
        if (lc_poly_stopped(q->p, i)) return LC_HALTED;
        if (u && i > q->last[number_of(q, u)]) u = NULL;
        const lc_element *x = lc_element_of(q->p, e, i);
        if (!x || x == u || x->called == LC_NEVER) continue;
        bool first = q->first[number_of(q, x)] == i;
        if (has_reign(q, number_of(q, x))) {
            if (first && u) return both_at_front(q, u, x);
            if (first) u = x;
        } else if (u && (first || x->leaving == i)) {
            outcome = move_out(q, u, x, !first);
        }
    }
    for (uint32_t i = 0; u && q->last[number_of(q, u)] == LC_NEVER && i < e->at.count && outcome == LC_HOLDS; i++)
        if (q->first[i] == e->places && !has_reign(q, i)) outcome = move_out(q, u, element(q, i), false);
    return outcome;
}

/* Along the events: of those that were added before, which leaves last? */
static lc_outcome find_overtaking(queueing *q) {
    const lc_element *last = NULL;
    for (uint32_t i = 0; i < q->e->places; i++) {
        if (lc_poly_stopped(q->p, i)) return LC_HALTED;
        const lc_element *x = lc_element_of(q->p, q->e, i);
        if (!x) continue;
        uint32_t number = number_of(q, x);
        if (i == x->called && last && q->last[number_of(q, last)] > q->first[number]) return overtaken(q, last, x);
        if (i == x->added && (!last || q->last[number] > q->last[number_of(q, last)])) last = x;
    }
    return LC_HOLDS;
}

/* A place for each operation that found nothing: the first one in its interval outside all covers. */
static lc_outcome place_empties(lc_poly *p, lc_elements *e) {
    uint32_t inside = 0, called = 0, placed = 0;
    for (uint32_t i = 0; i < e->places && placed < e->empties.count; i++) {
        if (lc_poly_stopped(p, i)) return LC_HALTED;
        uint32_t note = p->note[lc_event_op(e->part->events[i])];
        const lc_element *x = lc_element_of(p, e, i);
        if (x) {
            if (lc_has_cover(x)) inside += (i == x->added) - (i == x->leaving);
        } else if (lc_who_is(note) == LC_FINDS_EMPTY) {
            if (lc_event_what(e->part->events[i]) == LC_INVOKE) called++;
            else if (lc_which(note) >= placed) return lc_blame_empty(p, e, &e->empties.at[lc_which(note)]);
        }
        for (; !inside && placed < called; placed++) e->empties.at[placed].place = i;
    }
    return LC_HOLDS;
}

/* ---- the order of the elements ---- */

enum { PLACED = 1, ADDED_NEXT = 2, LEAVES_NEXT = 4 }; /* none of those left precedes it by addition, at the front */

static bool earlier(const queueing *q, uint32_t a, uint32_t b) { return q->e->at.at[a].added < q->e->at.at[b].added; }

static bool push_heap(queueing *q, uint32_t x) {
    if (!lc_push(q->p->budget, &q->heap, x)) return false;
    uint32_t i = q->heap.count - 1;
    for (; i && earlier(q, x, q->heap.at[(i - 1) / 2]); i = (i - 1) / 2) q->heap.at[i] = q->heap.at[(i - 1) / 2];
    q->heap.at[i] = x;
    return true;
}

static uint32_t pop_heap(queueing *q) {
    uint32_t top = q->heap.at[0], x = q->heap.at[--q->heap.count], i = 0;
    for (uint32_t child; (child = 2 * i + 1) < q->heap.count; i = child) {
        if (child + 1 < q->heap.count && earlier(q, q->heap.at[child + 1], q->heap.at[child])) child++;
        if (!earlier(q, q->heap.at[child], x)) break;
        q->heap.at[i] = q->heap.at[child];
    }
    if (q->heap.count) q->heap.at[i] = x;
    return top;
}

static bool release(queueing *q, uint32_t x, uint8_t how) {
    q->state[x] |= how;
    return q->state[x] != (ADDED_NEXT | LEAVES_NEXT) || push_heap(q, x);
}

/* Until when elements that have to leave before it are first seen: an element with a reign does not precede itself. */
static uint32_t last_before(const queueing *q, uint32_t x) { return has_reign(q, x) ? q->first[x] : q->last[x]; }

static uint32_t at_most(uint32_t place, uint32_t most) { return place < most ? place : most; }

/* By counting.  False: out of memory. */
static bool sort_elements(queueing *q) {
    const lc_elements *e = q->e;
    size_t keys = (size_t)e->places + 3, bytes = keys * sizeof(uint32_t);
    uint32_t *starts = lc_allocate(q->p->budget, bytes);
    for (int half = 0; half < 2 && starts; half++) {
        uint32_t *sorted = half ? q->by_last : q->by_first, most = e->places + 1;
        memset(starts, 0, bytes);
        for (uint32_t i = 0; i < e->at.count; i++)
            if (e->at.at[i].called != LC_NEVER) starts[at_most(half ? last_before(q, i) : q->first[i], most) + 1]++;
        for (size_t i = 1; i < keys; i++) starts[i] += starts[i - 1];
        for (uint32_t i = 0; i < e->at.count; i++)
            if (e->at.at[i].called != LC_NEVER)
                sorted[starts[at_most(half ? last_before(q, i) : q->first[i], most)]++] = i;
    }
    if (starts) lc_release(q->p->budget, starts, bytes);
    return starts;
}

/* The first place from `from` on before which an element without a place was added. */
static uint32_t first_added(const queueing *q, uint32_t from) {
    for (; from < q->e->places; from++) {
        const lc_element *x = lc_element_of(q->p, q->e, from);
        if (x && x->added == from && x->called != LC_NEVER && !(q->state[number_of(q, x)] & PLACED)) break;
    }
    return from;
}

static bool arrange(queueing *q) {
    const lc_elements *e = q->e;
    uint32_t added = 0, called = 0; /* the least of those left; the event before which all have been released */
    uint32_t first = 0, last = 0;   /* the same in by_first and by_last */
    for (;;) {
        added = first_added(q, added);
        while (first < q->all && q->state[q->by_first[first]] & PLACED) first++;
        uint32_t least = first < q->all ? q->first[q->by_first[first]] : LC_NEVER;
        for (; called < added; called++) {
            const lc_element *x = lc_element_of(q->p, e, called);
            if (x && x->called == called && !release(q, number_of(q, x), ADDED_NEXT)) return false;
        }
        for (; last < q->all && last_before(q, q->by_last[last]) <= least; last++)
            if (!release(q, q->by_last[last], LEAVES_NEXT)) return false;
        if (!q->heap.count) return true;
        uint32_t next = pop_heap(q);
        q->state[next] |= PLACED;
        q->rank[next] = q->count;
        q->order[q->count++] = next;
        if (lc_poly_stopped(q->p, q->count)) return false;
    }
}

/* ---- the order of the operations ---- */

typedef struct emission {
    const queueing *q;
    lc_elements *e;
    uint32_t added, removed; /* elements of the order so far */
} emission;

static void put_look(const emission *m, lc_look *look) {
    if (look->place == LC_NEVER) lc_poly_place(m->q->p, look->op);
    look->place = 0;
}

static void add_until(emission *m, uint32_t rank) {
    for (; m->added < rank; m->added++) lc_poly_place(m->q->p, m->e->at.at[m->q->order[m->added]].add);
}

static void remove_until(emission *m, uint32_t rank) {
    add_until(m, rank);
    for (; m->removed < rank; m->removed++) {
        const lc_element *x = &m->e->at.at[m->q->order[m->removed]];
        for (uint32_t i = x->looks; i != LC_NO_LOOK; i = m->e->looks.at[i].earlier) put_look(m, &m->e->looks.at[i]);
        assert(x->remove != LC_NO_OP);
        lc_poly_place(m->q->p, x->remove);
    }
}

static void emit_return(emission *m, uint32_t note) {
    const lc_element *x = &m->e->at.at[lc_which(note)];
    lc_look *look = lc_who_is(note) == LC_LOOKS ? &m->e->looks.at[lc_which(note)] : NULL;
    if (look) x = &m->e->at.at[look->element];
    if (x->called == LC_NEVER) return;
    uint32_t rank = m->q->rank[number_of(m->q, x)];
    if (lc_who_is(note) == LC_ADDS) return add_until(m, rank + 1);
    if (lc_who_is(note) == LC_REMOVES) return remove_until(m, rank + 1);
    remove_until(m, rank);
    add_until(m, rank + 1);
    put_look(m, look);
}

static void emit(const queueing *q, lc_elements *e) {
    emission m = {.q = q, .e = e};
    uint32_t empty = 0;
    for (uint32_t i = 0; i < e->looks.count; i++) e->looks.at[i].place = LC_NEVER;
    for (uint32_t i = 0; i < e->places; i++) {
        uint32_t note = q->p->note[lc_event_op(e->part->events[i])];
        if (lc_event_what(e->part->events[i]) == LC_RETURN && lc_who_is(note) <= LC_LOOKS) emit_return(&m, note);
        for (; empty < e->empties.count && e->empties.at[empty].place == i; empty++) {
            while (m.removed < q->count && element(q, q->order[m.removed])->added <= i) remove_until(&m, m.removed + 1);
            lc_poly_place(q->p, e->empties.at[empty].op);
        }
    }
}

/* ---- all of it ---- */

static lc_outcome decide(queueing *q, lc_elements *e) {
    lc_outcome outcome = find_reigns(q);
    if (outcome == LC_HOLDS) outcome = find_overtaking(q);
    if (outcome == LC_HOLDS) outcome = place_empties(q->p, e);
    if (outcome != LC_HOLDS) return outcome;
    if (!sort_elements(q) || !arrange(q)) return lc_poly_halt(q->p, q->p->halt != LC_GO_ON ? q->p->halt : LC_NO_MEMORY);
    assert(q->count == q->all);
    emit(q, e);
    return LC_HOLDS;
}

static lc_outcome decide_queue(lc_poly *p, lc_elements *e) {
    enum { ARRAYS = 7 };
    size_t count = (size_t)e->at.count + 1, bytes = (ARRAYS * sizeof(uint32_t) + 1) * count;
    uint32_t *room = lc_allocate(p->budget, bytes);
    if (!room) return lc_poly_halt(p, LC_NO_MEMORY);
    queueing q = {.p = p, .e = e, .first = room, .last = room + count, .reign = room + 2 * count};
    q.by_first = room + 3 * count;
    q.by_last = room + 4 * count;
    q.rank = room + 5 * count;
    q.order = room + 6 * count;
    q.state = (uint8_t *)(room + ARRAYS * count);
    for (uint32_t i = 0; i < e->at.count; i++) {
        const lc_element *x = &e->at.at[i];
        q.first[i] = at_most(x->gone, x->seen);
        q.last[i] = x->leaving;
        q.reign[i] = LC_NO_ELEMENT;
        q.state[i] = 0;
        q.all += x->called != LC_NEVER;
    }
    lc_outcome outcome = decide(&q, e);
    lc_release(p->budget, room, bytes);
    lc_vec_free(p->budget, &q.heap);
    return outcome;
}

/* An element added after y cannot leave before y. */
static bool keys_of_queue(lc_poly *p, const lc_elements *e, uint32_t *key, uint32_t *bound, uint32_t *size) {
    (void)p;
    for (uint32_t i = 0; i < e->at.count; i++) {
        key[i] = e->places - e->at.at[i].called;
        bound[i] = e->places - e->at.at[i].added;
    }
    *size = e->places + 1;
    return true;
}

lc_outcome lc_poly_queue(lc_poly *p, const lc_part *part) {
    return lc_poly_container(p, part, decide_queue, keys_of_queue);
}
