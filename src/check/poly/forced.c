/* Which elements must have been taken by removals that did not return, and by when.
 *
 * An element y that stays must be gone before a removal returns that found nothing and was called after y was added;
 * and before another element x is removed or seen that cannot leave while y is inside: one below it in a stack, a
 * greater one in a priority queue, one behind it in a queue.  This gives each element a deadline, the earliest of these
 * returns. Where many removals did not return, giving the one called first to the earliest deadline, and so on, mostly
 * explains the history; and if it does not, there is no answer.
 *
 * The elements that cannot leave while y is inside are given by two numbers: x, if its key is below y's bound.  Going
 * back in time, a tree of minima over the keys contains the removals called after the moment at hand.  Time O(n log n).
 */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/poly/elements.h"

typedef struct deadlines {
    const lc_elements *e;
    uint32_t *key, *bound; /* per element */
    uint32_t *least;       /* a tree over the keys (Fenwick 1994): the earliest return of a removal */
    uint32_t size;
} deadlines;

static void insert(deadlines *d, uint32_t key, uint32_t gone) {
    for (uint32_t i = key + 1; i <= d->size; i += i & -i)
        if (gone < d->least[i]) d->least[i] = gone;
}

/* Of the keys below a bound. */
static uint32_t earliest(const deadlines *d, uint32_t bound) {
    uint32_t gone = LC_NEVER;
    for (uint32_t i = bound < d->size ? bound : d->size; i; i -= i & -i)
        if (d->least[i] < gone) gone = d->least[i];
    return gone;
}

typedef struct debt {
    uint32_t deadline, element;
} debt;
typedef LC_VEC(debt) debts;

static int by_deadline(const void *a, const void *b) {
    const debt *x = a, *y = b;
    if (x->deadline != y->deadline) return x->deadline < y->deadline ? -1 : 1;
    return LC_ORDER(x->element, y->element);
}

static bool find_debts(lc_poly *p, deadlines *d, debts *out) {
    const lc_elements *e = d->e;
    uint32_t empty = LC_NEVER; /* the earliest return of those that found nothing and are called later */
    for (uint32_t i = e->places; i-- > 0;) {
        if (lc_poly_stopped(p, i)) return false;
        uint32_t note = p->note[lc_event_op(e->part->events[i])];
        if (lc_who_is(note) == LC_FINDS_EMPTY) {
            const lc_empty *z = &e->empties.at[lc_which(note)];
            if (z->called == i && z->returned < empty) empty = z->returned;
        } else if (lc_who_is(note) != LC_NOBODY) {
            const lc_element *x = lc_element_of(p, e, i);
            uint32_t number = (uint32_t)(x - e->at.at);
            bool takes_part = x->called != LC_NEVER && d->size;
            const lc_look *look = lc_who_is(note) == LC_LOOKS ? &e->looks.at[lc_which(note)] : NULL;
            if (takes_part && look && look->called == i) insert(d, d->key[number], look->returned);
            if (takes_part && x->leaving == i) insert(d, d->key[number], x->gone);
            if (x->added != i || x->remove != LC_NO_OP) continue;
            uint32_t deadline = d->size ? earliest(d, d->bound[number]) : LC_NEVER;
            if (empty < deadline) deadline = empty;
            if (deadline != LC_NEVER && !lc_push(p->budget, out, (debt){deadline, number})) return false;
        }
    }
    return true;
}

bool lc_take_forced(lc_poly *p, const lc_elements *e, lc_keys_of *keys_of, lc_takings *out) {
    size_t bytes = ((size_t)e->at.count + 1) * sizeof(uint32_t), tree = 0;
    deadlines d = {.e = e, .key = lc_allocate(p->budget, bytes), .bound = lc_allocate(p->budget, bytes)};
    debts owed = {0};
    bool fine = d.key && d.bound && (!keys_of || keys_of(p, e, d.key, d.bound, &d.size));
    if (fine) {
        tree = ((size_t)d.size + 1) * sizeof *d.least;
        d.least = lc_allocate(p->budget, tree);
        fine = d.least;
    }
    if (fine) {
        memset(d.least, 0xff, tree);
        fine = find_debts(p, &d, &owed) && owed.count <= e->pending.count;
    }
    if (fine && owed.count) qsort(owed.at, owed.count, sizeof *owed.at, by_deadline);
    out->count = 0;
    for (uint32_t i = 0; fine && i < owed.count; i++)
        fine = e->pending.at[i].called < owed.at[i].deadline &&
               lc_push(p->budget, out, (lc_taking){owed.at[i].element, i});
    lc_release(p->budget, d.key, bytes);
    lc_release(p->budget, d.bound, bytes);
    if (d.least) lc_release(p->budget, d.least, tree);
    lc_vec_free(p->budget, &owed);
    return fine;
}
