/* Priority queues: the smallest leaves first, equal ones in any order, also with operations that look at a smallest
 * one.
 *
 * Theorem (after Abdulla et al. 2025 and Lee and Mathur 2025).  A history of a priority queue with distinct values is
 * linearizable iff every element was added once before it was seen or removed, and seen before it was removed; every
 * removal of x and every look at it has an instant that no cover of a smaller element contains, after the addition of x
 * was called; and every operation that found nothing has an instant outside all covers.
 *
 * Why.  A smaller element that is certainly inside forbids to remove x or to see it.  Conversely let x leave at the
 * first instant t of its removal that smaller covers leave free, and come just before `added`, or at t as well if that
 * is earlier.  From `leaving` to t smaller covers follow each other without a gap, so that x stays inside that long
 * forbids nothing that they do not forbid already: when x leaves, no smaller one is inside.  A look takes effect at an
 * instant of its own that smaller covers leave free: the first one in x's cover, else the first one after it, which is
 * t, else the last one before it; then x comes there already, and smaller covers follow each other from there to
 * `added`.
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
    LC_VEC(uint32_t) comes;  /* per element: the instant of a look before `added`, LC_NEVER: there is none */
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

/* Of those at which a look at x can take effect. */
static uint32_t first_instant(const lc_look *look, const lc_element *x) {
    return look->called > x->called ? look->called : x->called;
}

/* A removal of x, or a look at it, has no instant. */
static lc_outcome not_the_smallest(ranking *r, uint32_t group, const lc_element *x, const lc_look *look) {
    lc_poly *p = r->p;
    uint8_t *mark = lc_allocate(p->budget, r->e->at.count);
    if (!mark) return lc_poly_halt(p, LC_NO_MEMORY);
    memset(mark, 0, r->e->at.count);
    for (uint32_t i = 0; i < group; i++) mark[element_at(r, i)] = 1;
    smaller s = {r->e->at.at, mark};
    lc_chain chain = {0};
    uint32_t from = look ? first_instant(look, x) : x->leaving, to = look ? look->returned : x->gone;
    bool covered = lc_cover_between(p, r->e, from, to, is_smaller, &s, &chain);
    assert(covered || lc_exhausted(p->budget));
    (void)covered;
    lc_release(p->budget, mark, r->e->at.count);
    lc_poly_name(p, "not the smallest first");
    lc_poly_explain_op(p, look ? look->op : x->remove);
    lc_poly_explain(p, look ? " saw it" : " removed it");
    lc_poly_explain(p, chain.count == 1 ? " although something smaller was inside all the while: "
                                        : " although at every moment something smaller was inside: ");
    if (look) lc_blame_look(p, r->e, look);
    else lc_blame_element(p, r->e, x);
    lc_blame_chain(p, r->e, &chain);
    lc_vec_free(p->budget, &chain);
    return lc_exhausted(p->budget) ? lc_poly_halt(p, LC_NO_MEMORY) : LC_VIOLATED;
}

static uint32_t later(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t sooner(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool place_look(ranking *r, lc_look *look, const lc_element *x) {
    uint32_t from = first_instant(look, x), begin = sooner(x->added, x->leaving), *comes = &r->comes.at[look->element];
    look->place = lc_covers_gap(&r->covers, later(from, begin), look->returned);
    if (look->place != LC_NEVER) return true;
    look->place = lc_covers_last_gap(&r->covers, from, sooner(begin, look->returned));
    *comes = sooner(*comes, look->place);
    return look->place != LC_NEVER;
}

/* When smaller elements have taken their turns. */
static lc_outcome take_turn(ranking *r, uint32_t group, uint32_t number) {
    const lc_element *x = &r->e->at.at[number];
    if (x->remove != LC_NO_OP) {
        uint32_t t = lc_covers_gap(&r->covers, x->leaving, x->gone);
        r->leaves.at[number] = t;
        bool returned = x->gone <= r->instants;
        if (t == LC_NEVER && returned) return not_the_smallest(r, group, x, NULL);
    }
    for (uint32_t i = x->looks; i != LC_NO_LOOK; i = r->e->looks.at[i].earlier)
        if (!place_look(r, &r->e->looks.at[i], x)) return not_the_smallest(r, group, x, &r->e->looks.at[i]);
    return LC_HOLDS;
}

static lc_outcome take_turns(ranking *r) {
    lc_elements *e = r->e;
    for (uint32_t i = 0, group = 0; i < r->sorted.count; group = i) {
        for (; i < r->sorted.count && rank_at(r, i) == rank_at(r, group); i++) {
            if (lc_poly_stopped(r->p, i)) return LC_HALTED;
            lc_outcome outcome = take_turn(r, group, element_at(r, i));
            if (outcome != LC_HOLDS) return outcome;
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

typedef struct emission {
    ranking *r;
    uint32_t *leaving, *coming; /* per instant: an element; LC_NEVER: none */
    uint32_t *next, *after;     /* per element: the next one of each */
    uint32_t *seen, *then;      /* per instant: a look; per look: the next one */
    uint32_t empty;
} emission;

static void put_look(const emission *m, lc_look *look) {
    lc_poly_place(m->r->p, look->op);
    look->place = LC_NEVER;
}

static void put_looks_at(const emission *m, uint32_t x, uint32_t instant) {
    const lc_elements *e = m->r->e;
    for (uint32_t i = e->at.at[x].looks; i != LC_NO_LOOK; i = e->looks.at[i].earlier)
        if (e->looks.at[i].place == instant) put_look(m, &e->looks.at[i]);
}

/* `add` is cleared when it is in the order. */
static void put_addition(const emission *m, lc_element *x) {
    if (x->add != LC_NO_OP) lc_poly_place(m->r->p, x->add);
    x->add = LC_NO_OP;
}

/* Elements that leave at an instant come the smallest first, those that come at one the greatest first. */
static void sort_by_instant(emission *m) {
    const ranking *r = m->r;
    for (uint32_t i = r->sorted.count; i-- > 0;) {
        uint32_t x = element_at(r, i), t = r->leaves.at[x];
        if (t == LC_NEVER) continue;
        m->next[x] = m->leaving[t];
        m->leaving[t] = x;
    }
    for (uint32_t i = 0; i < r->sorted.count; i++) {
        uint32_t x = element_at(r, i), t = r->comes.at[x];
        if (t == LC_NEVER) continue;
        m->after[x] = m->coming[t];
        m->coming[t] = x;
    }
    for (uint32_t i = 0; i < r->e->looks.count; i++) {
        const lc_look *look = &r->e->looks.at[i];
        if (r->e->at.at[look->element].called == LC_NEVER) continue;
        m->then[i] = m->seen[look->place];
        m->seen[look->place] = i;
    }
}

/* Elements that leave, each after coming if it has not come before; looks at those that stay, and operations that find
 * nothing; elements that come for a look. */
static void emit_instant(emission *m, uint32_t instant) {
    const ranking *r = m->r;
    lc_elements *e = r->e;
    for (uint32_t x = m->leaving[instant]; x != LC_NEVER; x = m->next[x]) {
        put_addition(m, &e->at.at[x]);
        put_looks_at(m, x, instant);
        lc_poly_place(r->p, e->at.at[x].remove);
    }
    for (uint32_t i = e->looks.count ? m->seen[instant] : LC_NEVER; i != LC_NEVER; i = m->then[i])
        if (e->looks.at[i].place == instant && r->comes.at[e->looks.at[i].element] != instant)
            put_look(m, &e->looks.at[i]);
    for (; m->empty < e->empties.count && e->empties.at[m->empty].place == instant; m->empty++)
        lc_poly_place(r->p, e->empties.at[m->empty].op);
    for (uint32_t x = m->coming[instant]; x != LC_NEVER; x = m->after[x]) {
        put_addition(m, &e->at.at[x]);
        put_looks_at(m, x, instant);
    }
}

/* The rest of the elements come as late as they can. */
static bool emit(ranking *r) {
    lc_elements *e = r->e;
    size_t instants = r->instants, elements = e->at.count, looks = e->looks.count;
    size_t bytes = (2 * (instants + elements) + (looks ? instants + looks : 0) + 1) * sizeof(uint32_t);
    uint32_t *room = lc_allocate(r->p->budget, bytes);
    if (!room) return false;
    memset(room, 0xff, bytes);
    emission m = {.r = r, .leaving = room, .coming = room + instants, .next = room + 2 * instants};
    m.after = m.next + elements;
    m.seen = m.after + elements;
    m.then = m.seen + instants;
    sort_by_instant(&m);
    for (uint32_t i = 0, instant = 0; i < e->places; i++) {
        lc_element *x = lc_element_of(r->p, e, i);
        bool call = lc_event_what(e->part->events[i]) == LC_INVOKE;
        if (call) emit_instant(&m, instant++);
        else if (x && x->called != LC_NEVER) put_addition(&m, x);
    }
    lc_release(r->p->budget, room, bytes);
    return true;
}

static lc_outcome decide_pqueue(lc_poly *p, lc_elements *e) {
    ranking r = {.p = p, .e = e};
    r.instants = lc_to_instants(p, e);
    bool fine = sort_elements(&r) && lc_covers_init(&r.covers, e, r.instants, false, p->budget) &&
                lc_reserve(p->budget, &r.leaves, e->at.count) && lc_reserve(p->budget, &r.comes, e->at.count);
    lc_outcome outcome = LC_HALTED;
    if (fine) {
        for (uint32_t i = 0; i < e->at.count; i++) r.leaves.at[i] = r.comes.at[i] = LC_NEVER;
        outcome = take_turns(&r);
        if (outcome == LC_HOLDS) outcome = place_empties(&r);
        if (outcome == LC_HOLDS) fine = emit(&r);
    }
    lc_covers_free(&r.covers);
    lc_vec_free(p->budget, &r.sorted);
    lc_vec_free(p->budget, &r.leaves);
    lc_vec_free(p->budget, &r.comes);
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
