/* g is searched by going through r in the order of the calls.  An operation x of r can get g(x) if all that precedes
 * g(x) in h was given to operations that precede x in r; that is the second condition, asked for y when its turn has
 * come.  An operation with more others before (or, returned ones, behind) it in h than x has in r is no use.  Of
 * operations that agree in label and in interval only one is tried.  What lies ahead depends only on the operations
 * that were given and on who has those that are still open in r: such a situation is not entered twice, which bounds
 * the search by the cuts of h, exponential in the number of threads rather than that of equal operations.
 */
#include "history/weaker.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"

typedef lc_order_op op;

static bool is_pending(const op *o) { return o->label == o->call; }

/* ---- orders ---- */

static void count_neighbours(lc_order *o) {
    for (op *a = o->ops; a < o->ops + o->count; a++)
        for (op *b = o->ops; b < o->ops + o->count; b++)
            if (lc_interval_precedes(a->time, b->time)) {
                b->before++;
                a->behind += !is_pending(b);
            }
}

static int by_beginning(const void *a, const void *b) {
    const op *x = a, *y = b;
    if (x->time.from != y->time.from) return x->time.from < y->time.from ? -1 : 1;
    if (x->time.to != y->time.to) return x->time.to < y->time.to ? -1 : 1;
    return LC_ORDER(x->label, y->label);
}

bool lc_order_of(lc_order *out, const lc_counts *counts, const lc_op_labels *labels) {
    size_t size = 0;
    for (uint32_t i = 0; i < counts->count; i++) size += counts->at[i].count;
    *out = (lc_order){.ops = calloc(size + 1, sizeof *out->ops)};
    if (!out->ops) return false;
    for (uint32_t i = 0; i < counts->count; i++)
        for (uint64_t n = 0; n < counts->at[i].count; n++) {
            const lc_count *c = &counts->at[i];
            op *o = &out->ops[out->count++];
            *o = (op){.label = c->label, .call = lc_op_label_call(labels, c->label), .time = {c->from, c->to}};
            out->returned += !is_pending(o);
        }
    qsort(out->ops, out->count, sizeof *out->ops, by_beginning);
    count_neighbours(out);
    return true;
}

void lc_order_free(lc_order *o) {
    free(o->ops);
    o->ops = NULL;
}

/* ---- the search ---- */

typedef struct search {
    const lc_order *h, *r;
    uint32_t *given; /* per operation of r: of h */
    uint32_t *taker; /* per operation of h: of r + 1, 0: none */
    uint32_t spare;  /* how many more pending operations of h may be given: the returned ones have to be */
    uint32_t deepest;
    lc_intern dead; /* situations that lead nowhere */
    uint32_t *situation;
} search;

/* The operations of h that are given and, of those that are open in r when its i-th is called, to whom. */
static size_t describe(search *s, uint32_t i) {
    uint32_t words = (s->h->count + 31) / 32, size = words;
    memset(s->situation, 0, words * sizeof *s->situation);
    for (uint32_t y = 0; y < s->h->count; y++)
        if (s->taker[y]) s->situation[y / 32] |= 1u << y % 32;
    for (uint32_t x = 0; x < i; x++)
        if (!lc_interval_precedes(s->r->ops[x].time, s->r->ops[i].time)) s->situation[size++] = s->given[x];
    return size * sizeof *s->situation;
}

static bool fits(const op *x, const op *y) {
    return (y->label == x->label || y->label == x->call) && y->before <= x->before && y->behind <= x->behind;
}

/* Was an operation like this one tried before it? */
static bool is_twin(const search *s, const op *y) {
    for (const op *z = s->h->ops; z < y; z++)
        if (!s->taker[z - s->h->ops] && z->label == y->label && z->time.from == y->time.from &&
            z->time.to == y->time.to)
            return true;
    return false;
}

static bool is_ready(const search *s, const op *x, const op *y) {
    for (uint32_t z = 0; z < s->h->count; z++) {
        if (!lc_interval_precedes(s->h->ops[z].time, y->time)) continue;
        if (!s->taker[z] || !lc_interval_precedes(s->r->ops[s->taker[z] - 1].time, x->time)) return false;
    }
    return true;
}

/* Finds partners for the operations of r from the i-th on. */
static bool match(search *s, uint32_t i) {
    if (i > s->deepest) s->deepest = i;
    if (i == s->r->count) return true;
    if (lc_intern_find(&s->dead, s->situation, describe(s, i)) != LC_NOT_INTERNED) return false;
    const op *x = &s->r->ops[i];
    for (uint32_t n = 0; n < s->h->count; n++) {
        const op *y = &s->h->ops[n];
        if (s->taker[n] || !fits(x, y) || (is_pending(y) && !s->spare) || is_twin(s, y) || !is_ready(s, x, y)) continue;
        s->spare -= is_pending(y);
        s->taker[n] = i + 1;
        s->given[i] = n;
        if (match(s, i + 1)) return true;
        s->taker[n] = 0;
        s->spare += is_pending(y);
    }
    lc_intern_add(&s->dead, s->situation, describe(s, i)); /* without memory for it we only search longer */
    return false;
}

lc_weaker lc_is_weaker(const lc_order *h, const lc_order *r, uint32_t *depth) {
    if (depth) *depth = 0;
    if (r->count < h->returned || r->count > h->count) return LC_NOT_WEAKER;
    size_t numbers = (size_t)r->count + h->count;
    search s = {.h = h, .r = r, .spare = r->count - h->returned};
    s.given = calloc(2 * numbers + 1, sizeof *s.given);
    if (!s.given) return LC_WEAKER_UNKNOWN;
    s.taker = s.given + r->count;
    s.situation = s.taker + h->count;
    lc_intern_init(&s.dead, NULL);
    bool weaker = match(&s, 0);
    if (depth) *depth = s.deepest;
    lc_intern_free(&s.dead);
    free(s.given);
    return weaker ? LC_WEAKER : LC_NOT_WEAKER;
}
