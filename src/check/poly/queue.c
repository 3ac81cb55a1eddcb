/* Queues: first in, first out.
 *
 * Theorem (Henzinger, Sezgin and Vafeiadis 2013; the form for intervals follows Emmi and Enea 2018).  A history of a
 * queue with distinct values is linearizable iff every element was added once before it was removed, every removal that
 * found nothing has a moment outside all covers (elements.h), and there are no two elements a and b such that
 *
 *     the addition of a returned before that of b was called, and
 *     b was removed before a: the removal of b returned before that of a was called, or a was never removed.
 *
 * Why.  Let a precede b if a.added < b.called or a.gone < b.leaving.  The elements pass through the queue in an order
 * that extends this relation.  Both halves are interval orders, and a cycle of such a union can be shortened to one of
 * two elements, which is the pattern above; without one there is an order, found below by taking elements that none of
 * those left precedes.  Let operations take effect as late as their returns and that order allow: an addition at its
 * return brings all earlier elements' additions with it, a removal all earlier removals.  An operation that is brought
 * along has been called, or it would not be earlier.  A moment outside all covers splits the elements into those that
 * were added before, all of which may be gone by then, and the rest, none of which precedes one of the former; of the
 * elements that may come next the one that was added first is taken, so the former come first.
 *
 * Time O(n log n) for the order, linear for the verdict; a few words an element.
 */
#include <assert.h>

#include "check/poly/elements.h"

/* ---- the verdict ---- */

static lc_outcome overtaken(lc_poly *p, const lc_element *a, const lc_element *b) {
    lc_poly_name(p, "not first in, first out");
    lc_poly_explain_op(p, a->add);
    lc_poly_explain(p, " returned before ");
    lc_poly_explain_op(p, b->add);
    lc_poly_explain(p, " was called, yet ");
    lc_poly_explain_op(p, b->remove);
    if (a->remove == LC_NO_OP) {
        lc_poly_explain(p, " returned while the former was still inside");
    } else {
        lc_poly_explain(p, " returned before ");
        lc_poly_explain_op(p, a->remove);
        lc_poly_explain(p, " was called");
    }
    return lc_blame_element(p, a) && lc_blame_element(p, b) ? LC_VIOLATED : lc_poly_halt(p, LC_NO_MEMORY);
}

/* Along the events: of those that were added before, who leaves last? */
static lc_outcome find_overtaking(lc_poly *p, const lc_elements *e) {
    const lc_element *last = NULL;
    for (uint32_t i = 0; i < e->places; i++) {
        if (lc_poly_stopped(p, i)) return LC_HALTED;
        const lc_element *x = lc_element_of(p, e, i);
        if (!x) continue;
        if (i == x->called && last && last->leaving > x->gone) return overtaken(p, last, x);
        if (i == x->added && (!last || x->leaving > last->leaving)) last = x;
    }
    return LC_HOLDS;
}

/* A place for each removal that found nothing: the first one in its interval outside all covers. */
static lc_outcome place_empties(lc_poly *p, lc_elements *e) {
    uint32_t inside = 0, called = 0, placed = 0;
    for (uint32_t i = 0; i < e->places && placed < e->empties.count; i++) {
        if (lc_poly_stopped(p, i)) return LC_HALTED;
        uint32_t note = p->note[lc_event_op(e->part->events[i])];
        if (lc_who_is(note) <= LC_REMOVES) {
            const lc_element *x = &e->at.at[lc_which(note)];
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

enum { PLACED = 1, ADDED_NEXT = 2, REMOVED_NEXT = 4 }; /* none of those left precedes it by addition, by removal */

typedef struct queueing {
    lc_poly *p;
    const lc_elements *e;
    uint8_t *state;          /* per element */
    uint32_t *rank;          /* per element, once it has its place */
    LC_VEC(uint32_t) heap;   /* elements that none of those left precedes, the first added on top */
    uint32_t *order;         /* elements */
    uint32_t count, leavers; /* how many are in the order; how many removed ones are not yet */
} queueing;

static uint32_t number_of(const queueing *q, const lc_element *x) { return (uint32_t)(x - q->e->at.at); }

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

static bool release(queueing *q, const lc_element *x, uint8_t how) {
    uint8_t *state = &q->state[number_of(q, x)];
    *state |= how;
    return *state != (ADDED_NEXT | REMOVED_NEXT) || push_heap(q, number_of(q, x));
}

/* The first event of a kind, from `from` on, that belongs to an element without a place. */
static uint32_t first_left(const queueing *q, uint32_t from, size_t field) {
    for (; from < q->e->places; from++) {
        const lc_element *x = lc_element_of(q->p, q->e, from);
        if (x && *(const uint32_t *)((const char *)x + field) == from && !(q->state[number_of(q, x)] & PLACED)) break;
    }
    return from;
}

static bool arrange(queueing *q) {
    const lc_elements *e = q->e;
    uint32_t added = 0, gone = 0;     /* the least of those left */
    uint32_t called = 0, leaving = 0; /* events before which all elements have been released */
    bool stayers = false;
    for (;;) {
        added = first_left(q, added, offsetof(lc_element, added));
        gone = first_left(q, gone, offsetof(lc_element, gone));
        for (; called < added; called++) {
            const lc_element *x = lc_element_of(q->p, e, called);
            if (x && x->called == called && !release(q, x, ADDED_NEXT)) return false;
        }
        for (; leaving < gone; leaving++) {
            const lc_element *x = lc_element_of(q->p, e, leaving);
            if (x && x->leaving == leaving && !release(q, x, REMOVED_NEXT)) return false;
        }
        for (uint32_t i = 0; !q->leavers && !stayers && i < e->at.count; i++) {
            const lc_element *x = &e->at.at[i];
            if (x->called != LC_NEVER && x->leaving == LC_NEVER && !release(q, x, REMOVED_NEXT)) return false;
        }
        stayers = stayers || !q->leavers;
        if (!q->heap.count) return true;
        uint32_t next = pop_heap(q);
        q->state[next] |= PLACED;
        q->rank[next] = q->count;
        q->order[q->count++] = next;
        q->leavers -= e->at.at[next].leaving != LC_NEVER;
        if (lc_poly_stopped(q->p, q->count)) return false;
    }
}

/* ---- the order of the operations ---- */

typedef struct emission {
    const queueing *q;
    uint32_t added, removed; /* elements of the order so far */
} emission;

static void add_up_to(emission *m, uint32_t rank) {
    for (; m->added <= rank; m->added++) lc_poly_place(m->q->p, m->q->e->at.at[m->q->order[m->added]].add);
}

static void remove_up_to(emission *m, uint32_t rank) {
    add_up_to(m, rank);
    for (; m->removed <= rank; m->removed++) lc_poly_place(m->q->p, m->q->e->at.at[m->q->order[m->removed]].remove);
}

static void emit(const queueing *q) {
    const lc_elements *e = q->e;
    emission m = {.q = q};
    uint32_t empty = 0;
    for (uint32_t i = 0; i < e->places; i++) {
        uint32_t op = lc_event_op(e->part->events[i]), note = q->p->note[op];
        if (lc_event_what(e->part->events[i]) == LC_RETURN && lc_who_is(note) <= LC_REMOVES) {
            const lc_element *x = &e->at.at[lc_which(note)];
            if (x->called != LC_NEVER && op == x->add) add_up_to(&m, q->rank[lc_which(note)]);
            else if (x->called != LC_NEVER && op == x->remove) remove_up_to(&m, q->rank[lc_which(note)]);
        }
        for (; empty < e->empties.count && e->empties.at[empty].place == i; empty++) {
            while (m.removed < q->count && e->at.at[q->order[m.removed]].added <= i) remove_up_to(&m, m.removed);
            lc_poly_place(q->p, e->empties.at[empty].op);
        }
    }
}

static lc_outcome decide_queue(lc_poly *p, lc_elements *e) {
    lc_outcome outcome = find_overtaking(p, e);
    if (outcome == LC_HOLDS) outcome = place_empties(p, e);
    if (outcome != LC_HOLDS) return outcome;
    size_t count = (size_t)e->at.count + 1, bytes = count * sizeof(uint32_t);
    queueing q = {.p = p, .e = e};
    q.state = lc_allocate(p->budget, count);
    q.rank = lc_allocate(p->budget, bytes);
    q.order = lc_allocate(p->budget, bytes);
    uint32_t all = 0;
    for (uint32_t i = 0; q.state && i < e->at.count; i++) {
        q.state[i] = 0;
        all += e->at.at[i].called != LC_NEVER;
        q.leavers += e->at.at[i].called != LC_NEVER && e->at.at[i].leaving != LC_NEVER;
    }
    bool fine = q.state && q.rank && q.order && arrange(&q);
    assert(!fine || q.count == all);
    (void)all;
    if (fine) emit(&q);
    lc_release(p->budget, q.state, count);
    lc_release(p->budget, q.rank, bytes);
    lc_release(p->budget, q.order, bytes);
    lc_vec_free(p->budget, &q.heap);
    if (fine) return LC_HOLDS;
    return lc_poly_halt(p, p->halt != LC_GO_ON ? p->halt : LC_NO_MEMORY);
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
