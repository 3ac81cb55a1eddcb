/* Priority queues: the smallest leaves first, equal ones in any order.
 *
 * Theorem (after Abdulla et al. 2025 and Lee and Mathur 2025).  A history of a priority queue with distinct values is
 * linearizable iff every element was added once before it was removed, every removal of x has an instant that no cover
 * of a smaller element contains, and every removal that found nothing has one outside all covers.
 *
 * Why.  A smaller element that is certainly inside forbids to remove x.  Conversely let x leave at the first instant t
 * of its removal that smaller covers leave free, and come just before `added`, or at t as well if that is earlier. From
 * `leaving` to t smaller covers follow each other without a gap, so that x stays inside that long forbids nothing that
 * they do not forbid already: when x leaves, no smaller one is inside.
 *
 * The elements are taken from the smallest on, and their covers put into a tree over the instants.  Time O(n log n).
 */
#define _GNU_SOURCE /* qsort_r */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/poly/instants.h"

typedef struct ranking {
    lc_poly *p;
    lc_elements *e;
    uint32_t instants;
    lc_cover_tree covers;
    LC_VEC(uint64_t) sorted; /* elements, the smallest first: how they compare, then which one */
    LC_VEC(uint32_t) leaves; /* per element: the instant at which it leaves, LC_NEVER: it does not */
} ranking;

static lince_value priority_of(const ranking *r, uint32_t element) {
    lc_meaning m;
    lc_mean(r->p->binding, r->e->at.at[element].add, &m);
    return m.first;
}

static uint32_t rank_at(const ranking *r, uint32_t i) { return (uint32_t)(r->sorted.at[i] >> 32); }
static uint32_t element_at(const ranking *r, uint32_t i) { return (uint32_t)r->sorted.at[i]; }

/* ---- from the smallest to the greatest ---- */

static int by_content(const void *a, const void *b, void *context) {
    const ranking *r = context;
    return lince_compare(&r->p->binding->values, (lince_value)(*(const uint64_t *)a >> 32),
                         (lince_value)(*(const uint64_t *)b >> 32));
}

/* Small integers sort by themselves.  Anything else is compared by content, after which ranks take the place of
 * handles. */
static bool sort_elements(ranking *r) {
    const lince_values *values = &r->p->binding->values;
    bool small = true;
    for (uint32_t i = 0; i < r->e->at.count; i++) {
        if (r->e->at.at[i].called == LC_NEVER) continue;
        lince_value v = priority_of(r, i);
        int64_t number;
        small = small && lince_get_int(values, v, &number) && number >= INT32_MIN && number <= INT32_MAX;
        if (!lc_push(r->p->budget, &r->sorted, (uint64_t)v << 32 | i)) return false;
    }
    uint64_t *at = r->sorted.at;
    uint32_t count = r->sorted.count;
    for (uint32_t i = 0; small && i < count; i++) {
        int64_t number = 0;
        lince_get_int(values, (lince_value)(at[i] >> 32), &number);
        at[i] = (uint64_t)(uint32_t)(number - INT32_MIN) << 32 | (uint32_t)at[i];
    }
    if (small) {
        if (count) qsort(at, count, sizeof *at, lc_by_u64);
        return true;
    }
    qsort_r(at, count, sizeof *at, by_content, r);
    lince_value before = LINCE_NO_VALUE;
    for (uint32_t i = 0, rank = 0; i < count; i++) {
        lince_value v = (lince_value)(at[i] >> 32);
        rank += v != before;
        before = v;
        at[i] = (uint64_t)rank << 32 | (uint32_t)at[i];
    }
    return true;
}

/* ---- the verdict ---- */

/* The elements that are smaller than the one in question. */
typedef struct smaller {
    const lc_element *first;
    const uint8_t *mark; /* per element */
} smaller;

static bool is_smaller(const void *context, const lc_element *y) {
    const smaller *s = context;
    return s->mark[y - s->first];
}

static lc_outcome not_the_smallest(ranking *r, uint32_t group, uint32_t element) {
    lc_poly *p = r->p;
    const lc_element *x = &r->e->at.at[element];
    uint8_t *mark = lc_allocate(p->budget, r->e->at.count);
    if (!mark) return lc_poly_halt(p, LC_NO_MEMORY);
    memset(mark, 0, r->e->at.count);
    for (uint32_t i = 0; i < group; i++) mark[element_at(r, i)] = 1;
    smaller s = {r->e->at.at, mark};
    lc_chain chain = {0};
    bool covered = lc_cover_between(p, r->e, x->leaving, x->gone, is_smaller, &s, &chain);
    assert(covered || lc_exhausted(p->budget));
    (void)covered;
    lc_release(p->budget, mark, r->e->at.count);
    lc_poly_name(p, "not the smallest first");
    lc_poly_explain_op(p, x->remove);
    lc_poly_explain(p, chain.count == 1 ? " removed it although something smaller was inside all the while: "
                                        : " removed it although at every moment something smaller was inside: ");
    lc_blame_element(p, x);
    lc_blame_chain(p, &chain);
    lc_vec_free(p->budget, &chain);
    return lc_exhausted(p->budget) ? lc_poly_halt(p, LC_NO_MEMORY) : LC_VIOLATED;
}

static lc_outcome remove_in_turn(ranking *r) {
    lc_elements *e = r->e;
    for (uint32_t i = 0, group = 0; i < r->sorted.count; group = i) {
        for (; i < r->sorted.count && rank_at(r, i) == rank_at(r, group); i++) {
            if (lc_poly_stopped(r->p, i)) return LC_HALTED;
            const lc_element *x = &e->at.at[element_at(r, i)];
            if (x->remove == LC_NO_OP) continue;
            uint32_t t = lc_covers_gap(&r->covers, x->leaving, x->gone);
            r->leaves.at[element_at(r, i)] = t;
            bool returned = x->gone <= r->instants;
            if (t == LC_NEVER && returned) return not_the_smallest(r, group, element_at(r, i));
        }
        for (uint32_t k = group; k < i; k++) {
            const lc_element *x = &e->at.at[element_at(r, k)];
            if (lc_has_cover(x)) lc_covers_add(&r->covers, x->added, x->leaving, 1);
        }
    }
    return LC_HOLDS;
}

static lc_outcome place_empties(ranking *r) {
    for (uint32_t i = 0; i < r->e->empties.count; i++) {
        lc_empty *empty = &r->e->empties.at[i];
        empty->place = lc_covers_gap(&r->covers, empty->called, empty->returned);
        if (empty->place == LC_NEVER) return lc_blame_empty(r->p, r->e, empty);
    }
    return LC_HOLDS;
}

/* ---- the order ---- */

/* Those that leave at an instant, the smallest first, each after coming if it has not come before; then those that find
 * nothing; then, as additions return, those that come. */
static bool emit(ranking *r) {
    lc_poly *p = r->p;
    const lc_elements *e = r->e;
    size_t bytes = ((size_t)r->instants + 1) * sizeof(uint32_t),
           next_bytes = ((size_t)e->at.count + 1) * sizeof(uint32_t);
    uint32_t *first = lc_allocate(p->budget, bytes),
             *next = lc_allocate(p->budget, next_bytes); /* elements, or LC_NEVER */
    bool fine = first && next;
    if (fine) memset(first, 0xff, bytes);
    for (uint32_t i = r->sorted.count; fine && i-- > 0;) {
        uint32_t x = element_at(r, i), t = r->leaves.at[x];
        if (t == LC_NEVER) continue;
        next[x] = first[t];
        first[t] = x;
    }
    for (uint32_t i = 0, instant = 0, empty = 0; fine && i < e->places; i++) {
        uint32_t op = lc_event_op(e->part->events[i]), note = p->note[op];
        if (lc_event_what(e->part->events[i]) == LC_RETURN) {
            if (lc_who_is(note) != LC_ADDS) continue;
            const lc_element *x = &e->at.at[lc_which(note)];
            uint32_t t = r->leaves.at[lc_which(note)];
            if (x->called != LC_NEVER && (t == LC_NEVER || t >= x->added)) lc_poly_place(p, op);
            continue;
        }
        for (uint32_t x = first[instant]; x != LC_NEVER; x = next[x]) {
            if (e->at.at[x].added > instant) lc_poly_place(p, e->at.at[x].add);
            lc_poly_place(p, e->at.at[x].remove);
        }
        for (; empty < e->empties.count && e->empties.at[empty].place == instant; empty++)
            lc_poly_place(p, e->empties.at[empty].op);
        instant++;
    }
    lc_release(p->budget, first, bytes);
    lc_release(p->budget, next, next_bytes);
    return fine;
}

static lc_outcome decide_pqueue(lc_poly *p, lc_elements *e) {
    ranking r = {.p = p, .e = e};
    r.instants = lc_to_instants(p, e);
    bool fine = sort_elements(&r) && lc_covers_init(&r.covers, e, r.instants, false, p->budget) &&
                lc_reserve(p->budget, &r.leaves, e->at.count);
    lc_outcome outcome = LC_HALTED;
    if (fine) {
        for (uint32_t i = 0; i < e->at.count; i++) r.leaves.at[i] = LC_NEVER;
        outcome = remove_in_turn(&r);
        if (outcome == LC_HOLDS) outcome = place_empties(&r);
        if (outcome == LC_HOLDS) fine = emit(&r);
    }
    lc_covers_free(&r.covers);
    lc_vec_free(p->budget, &r.sorted);
    lc_vec_free(p->budget, &r.leaves);
    return fine ? outcome : lc_poly_halt(p, LC_NO_MEMORY);
}

/* An element greater than y cannot leave while y is inside. */
static bool keys_of_pqueue(lc_poly *p, const lc_elements *e, uint32_t *key, uint32_t *bound, uint32_t *size) {
    lc_elements same = *e;
    ranking r = {.p = p, .e = &same};
    bool fine = sort_elements(&r);
    uint32_t rank = 0;
    for (uint32_t i = r.sorted.count; fine && i-- > 0;) { /* the greatest first */
        if (i + 1 < r.sorted.count) rank += rank_at(&r, i) != rank_at(&r, i + 1);
        key[element_at(&r, i)] = bound[element_at(&r, i)] = rank;
    }
    *size = rank + 1;
    lc_vec_free(p->budget, &r.sorted);
    return fine;
}

lc_outcome lc_poly_pqueue(lc_poly *p, const lc_part *part) {
    return lc_poly_container(p, part, decide_pqueue, keys_of_pqueue);
}
