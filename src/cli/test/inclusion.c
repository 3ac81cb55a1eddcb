/* What "weaker" means (definition 4.2 of the paper): h is weaker than r iff there is an injection g from the operations
 * of r to those of h such that
 *   - every operation of h that returned is g of something: what is left out is pending;
 *   - if g(x) precedes g(y) in h, then x precedes y in r: h orders nothing that r does not order;
 *   - g(x) has the method and the arguments of x, and its results unless it is pending.
 * So an operation of h that never returned may be missing in r, be pending there as well, or have returned anything:
 * the reference may do for it whatever it likes, because nobody has seen what came of it.  An operation that is pending
 * in r can be matched by a pending one only; that it may have had its effect does not make it a returned one.
 *
 * The relation is transitive, so a reference that is weaker than another adds nothing and is not kept.
 *
 * Operations are the same only if their labels are, and most labels occur once.  References are kept by the multiset of
 * their labels; where nothing is pending in h there is one such class to look at.  For one reference, g is searched by
 * going through r in the order of the calls.  An operation x of r can get g(x) if all that precedes g(x) in h was given
 * to operations that precede x in r; that is the second condition, asked for y when its turn has come.  An operation
 * with more others before (or, returned ones, behind) it in h than x has in r is no use.  Of operations that agree in
 * label and in interval only one is tried.  What lies ahead depends only on the operations that were given and on who
 * has those that are still open in r: such a situation is not entered twice, which bounds the search by the cuts of h,
 * exponential in the number of threads rather than that of equal operations.
 */
#include "cli/test/inclusion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "history/interval.h"

typedef struct op {
    uint32_t label; /* object, method, arguments, results */
    uint32_t call;  /* the same without the results: the label of those that are pending */
    lc_interval time;
    uint32_t before, behind; /* how many precede it; how many that returned it precedes */
} op;

static bool is_pending(const op *o) { return o->label == o->call; }

/* A history as we need it: operations by call. */
typedef struct order {
    op *ops;
    uint32_t count, returned;
} order;

typedef struct reference {
    order order;
    size_t number;
} reference;

typedef struct class {
    LC_VEC(reference) list;
} class;

struct lc_references {
    lince_values values;
    lc_intern names;     /* object, NUL, method */
    lc_intern labels;    /* name, arguments, results */
    lc_intern multisets; /* sorted labels: the number is that of the class */
    LC_VEC(class) classes;
    LC_VEC(uint32_t) calls;  /* per label, its call */
    LC_VEC(int32_t) missing; /* per label, for comparing multisets; zero otherwise */
    LC_VEC(uint32_t) taken;  /* likewise: the labels that found a partner */
    size_t added;
    bool failed;
};

/* ---- labels ---- */

/* LC_NOT_INTERNED, as below: out of memory. */
static uint32_t label_of(lc_references *r, uint32_t name, lince_value args, lince_value results) {
    uint32_t content[] = {name, args, results};
    uint32_t label = lc_intern_add(&r->labels, content, sizeof content);
    if (label == LC_NOT_INTERNED || label < r->calls.count) return label;
    if (!lc_push(NULL, &r->missing, 0) || !lc_push(NULL, &r->calls, label)) return LC_NOT_INTERNED;
    if (results == LINCE_NO_VALUE) return label;
    uint32_t call = label_of(r, name, args, LINCE_NO_VALUE);
    r->calls.at[label] = call;
    return call == LC_NOT_INTERNED ? call : label;
}

static uint32_t label_op(lc_references *r, const lince_history *h, const lc_op *o) {
    const lc_interned *method = lc_intern_get(&h->methods, o->method);
    uint32_t name = lc_intern_add(&r->names, method->bytes, method->size);
    lince_value args = lc_value_copy(&r->values, &h->values, o->args), results = LINCE_NO_VALUE;
    if (name == LC_NOT_INTERNED || args == LINCE_NO_VALUE) return LC_NOT_INTERNED;
    if (lc_op_outcome(h, o) == LC_RETURN) {
        results = lc_value_copy(&r->values, &h->values, o->results);
        if (results == LINCE_NO_VALUE) return LC_NOT_INTERNED;
    }
    return label_of(r, name, args, results);
}

/* ---- orders ---- */

static void count_neighbours(order *o) {
    for (op *a = o->ops; a < o->ops + o->count; a++)
        for (op *b = o->ops; b < o->ops + o->count; b++)
            if (lc_interval_precedes(a->time, b->time)) {
                b->before++;
                a->behind += !is_pending(b);
            }
}

static bool make_order(lc_references *r, const lince_history *h, order *out) {
    lc_intervals times;
    *out = (order){.ops = malloc((h->ops.count + (size_t)1) * sizeof *out->ops)};
    bool fine = lc_intervals_of(&times, h, NULL) && out->ops;
    assert(!h->ties.count); /* the order would be more than that of the intervals */
    for (uint32_t i = 0; fine && i < h->ops.count; i++) {
        if (lc_interval_none(times.at.at[i])) continue; /* it failed: it did not happen */
        uint32_t label = label_op(r, h, &h->ops.at[i]);
        fine = label != LC_NOT_INTERNED;
        if (!fine) break;
        out->ops[out->count] = (op){.label = label, .call = r->calls.at[label], .time = times.at.at[i]};
        out->returned += !is_pending(&out->ops[out->count++]);
    }
    lc_intervals_free(&times);
    if (fine) {
        count_neighbours(out);
    } else {
        free(out->ops);
        *out = (order){.ops = NULL};
        r->failed = true;
    }
    return fine;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The class of an order; LC_NOT_INTERNED: it has none, or, if it is to be made, memory ran out. */
static uint32_t find_class(lc_references *r, const order *o, bool make) {
    uint32_t *labels = malloc((o->count + (size_t)1) * sizeof *labels), found = LC_NOT_INTERNED;
    if (!labels) {
        r->failed = true;
        return found;
    }
    for (uint32_t i = 0; i < o->count; i++) labels[i] = o->ops[i].label;
    qsort(labels, o->count, sizeof *labels, by_number);
    size_t size = o->count * sizeof *labels;
    if (!make) {
        found = lc_intern_find(&r->multisets, labels, size);
    } else if (lc_reserve(NULL, &r->classes, r->multisets.items.count + 1)) {
        found = lc_intern_add(&r->multisets, labels, size);
        if (found == r->classes.count) r->classes.at[r->classes.count++] = (class){0};
    }
    free(labels);
    return found;
}

/* Puts all that `o` has into `missing`, or takes it out. */
static void count_labels(lc_references *r, const order *o, int32_t by) {
    for (uint32_t i = 0; i < o->count; i++) r->missing.at[o->ops[i].label] += by;
}

/* How many labels of the class find a partner of their own in h, as if there were no order, and how many of the
 * operations that returned are partners then.  `missing` holds the labels of h.  What returned goes first to what
 * returned in the same way. */
static uint32_t partners(lc_references *r, uint32_t number, uint32_t *returned) {
    const lc_interned *set = lc_intern_get(&r->multisets, number);
    const uint32_t *labels = set->bytes;
    uint32_t count = set->size / (uint32_t)sizeof *labels;
    r->taken.count = 0;
    *returned = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t call = r->calls.at[labels[i]], partner = r->missing.at[labels[i]] ? labels[i] : call;
        if (!r->missing.at[partner]) continue;
        if (!lc_push(NULL, &r->taken, partner)) {
            r->failed = true;
            break;
        }
        r->missing.at[partner]--;
        *returned += partner != call;
    }
    for (uint32_t i = 0; i < r->taken.count; i++) r->missing.at[r->taken.at[i]]++;
    return r->taken.count;
}

/* ---- one reference ---- */

typedef struct search {
    const order *h, *r;
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

/* Is h weaker than r?  `depth`: how many operations of r found a partner at the best attempt. */
static bool is_weaker(lc_references *set, const order *h, const order *r, uint32_t *depth) {
    assert(r->count >= h->returned);
    size_t numbers = (size_t)r->count + h->count;
    search s = {.h = h, .r = r, .spare = r->count - h->returned};
    s.given = calloc(2 * numbers + 1, sizeof *s.given);
    if (!s.given) {
        set->failed = true;
        return false;
    }
    s.taker = s.given + r->count;
    s.situation = s.taker + h->count;
    lc_intern_init(&s.dead, NULL);
    bool weaker = match(&s, 0);
    *depth = s.deepest;
    lc_intern_free(&s.dead);
    free(s.given);
    return weaker;
}

/* ---- all of them ---- */

/* The best so far. */
typedef struct nearest {
    uint32_t partners, depth;
    size_t number;
} nearest;

static bool look_in_class(lc_references *r, const order *h, uint32_t number, nearest *best) {
    const class *c = &r->classes.at[number];
    for (uint32_t i = 0; i < c->list.count; i++) {
        uint32_t depth = 0;
        bool weaker = is_weaker(r, h, &c->list.at[i].order, &depth);
        if (weaker || best->number == SIZE_MAX || depth > best->depth)
            *best = (nearest){UINT32_MAX, depth, c->list.at[i].number};
        if (weaker) return true;
    }
    return false;
}

static bool look_everywhere(lc_references *r, const order *h, nearest *best) {
    nearest other = {.number = SIZE_MAX}; /* of those that have other operations */
    bool found = false;
    count_labels(r, h, 1);
    for (uint32_t i = 0; !found && i < r->classes.count; i++) {
        uint32_t returned, count = partners(r, i, &returned);
        if (count == lc_intern_get(&r->multisets, i)->size / sizeof(uint32_t) && returned == h->returned)
            found = look_in_class(r, h, i, best);
        else if (r->classes.at[i].list.count && (other.number == SIZE_MAX || count > other.partners))
            other = (nearest){count, 0, r->classes.at[i].list.at[0].number};
    }
    count_labels(r, h, -1);
    if (best->number == SIZE_MAX) *best = other;
    return found;
}

static bool allows(lc_references *r, const order *h, size_t *number) {
    nearest best = {.number = SIZE_MAX};
    bool found = false, complete = h->returned == h->count;
    uint32_t own = complete ? find_class(r, h, false) : LC_NOT_INTERNED;
    if (own != LC_NOT_INTERNED) found = look_in_class(r, h, own, &best);
    if (best.number == SIZE_MAX) found = look_everywhere(r, h, &best);
    *number = best.number;
    return found;
}

bool lc_references_allow(lc_references *r, const lince_history *h, size_t *number) {
    order o;
    *number = SIZE_MAX;
    bool allowed = make_order(r, h, &o) && allows(r, &o, number);
    free(o.ops);
    return allowed;
}

bool lc_references_add(lc_references *r, const lince_history *h) {
    reference new = {.number = r->added};
    size_t known;
    bool fine = make_order(r, h, &new.order), needed = fine && !allows(r, &new.order, &known);
    if (needed) {
        uint32_t number = find_class(r, &new.order, true);
        fine = number != LC_NOT_INTERNED && lc_push(NULL, &r->classes.at[number].list, new);
    }
    r->added++;
    r->failed |= !fine;
    if (!needed || !fine) free(new.order.ops);
    return fine;
}

bool lc_references_failed(const lc_references *r) { return r->failed; }

lc_references *lc_references_new(void) {
    lc_references *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    lc_values_init(&r->values, NULL, NULL);
    lc_intern_init(&r->names, NULL);
    lc_intern_init(&r->labels, NULL);
    lc_intern_init(&r->multisets, NULL);
    return r;
}

void lc_references_free(lc_references *r) {
    if (!r) return;
    for (uint32_t i = 0; i < r->classes.count; i++) {
        class *c = &r->classes.at[i];
        for (uint32_t j = 0; j < c->list.count; j++) free(c->list.at[j].order.ops);
        lc_vec_free(NULL, &c->list);
    }
    lc_vec_free(NULL, &r->classes);
    lc_vec_free(NULL, &r->calls);
    lc_vec_free(NULL, &r->missing);
    lc_vec_free(NULL, &r->taken);
    lc_intern_free(&r->names);
    lc_intern_free(&r->labels);
    lc_intern_free(&r->multisets);
    lc_values_destroy(&r->values);
    free(r);
}
