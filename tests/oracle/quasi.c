/* Definition 4 of the Round-Up paper, executed.
 *
 * For each object: choose which of its pending operations take part.  List all orders of those and the completed ones
 * that never put an operation before one that precedes it, and all orders that the specification allows, where a
 * pending operation may return anything.  Take every pair of one and the other.  The history is quasi linearizable if
 * in some pair no operation of a set of methods is further from its place, counted among the operations of that set,
 * than the set's factor.
 */
#include "quasi.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void quasi_print(const quasi_factors *f, char *text) {
    *text = '\0';
    for (int i = 0; i < f->count; i++) {
        const quasi_set *s = &f->sets[i];
        bool several = s->names && strchr(s->names, ',');
        text += sprintf(text, "%s%s%s%s%s", i ? "," : "", several ? "{" : "", s->names ? s->names : "",
                        several ? "}" : "", s->names ? "=" : "");
        text += s->most == QUASI_MIN ? sprintf(text, "min") : sprintf(text, "%d", s->most);
    }
}

static bool belongs(const history *h, int number, const quasi_set *s) {
    if (!s->names) return true;
    const char *name = oracle_method(h, &h->ops[number])->name;
    size_t length = strlen(name);
    for (const char *at = s->names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (!strncmp(at, name, length) && (!at[length] || at[length] == ',')) return true;
    return false;
}

/* ---- all orders ---- */

typedef struct orders {
    int count;
    unsigned char at[5040][QUASI_OPS]; /* 7! are as many as there can be */
} orders;

typedef struct listing {
    const history *h;
    int object;
    unsigned members;
    unsigned preceding[MOST_OPS];
    unsigned char order[QUASI_OPS];
    orders *into;
} listing;

static void keep(listing *l, int length) {
    assert(l->into->count < 5040);
    memcpy(l->into->at[l->into->count++], l->order, (size_t)length);
}

static void list_real(listing *l, unsigned placed, int length) {
    if (placed == l->members) keep(l, length);
    for (int i = 0; i < l->h->op_count; i++) {
        if (!(l->members & ~placed & 1u << i) || l->preceding[i] & ~placed) continue;
        l->order[length] = (unsigned char)i;
        list_real(l, placed | 1u << i, length + 1);
    }
}

/* Where an order may have led to: several states, if the specification leaves a choice. */
typedef struct places {
    int count;
    state at[64];
} places;

static void add_place(places *p, const state *s) {
    for (int i = 0; i < p->count; i++)
        if (!memcmp(&p->at[i], s, sizeof *s)) return;
    assert(p->count < 64);
    p->at[p->count++] = *s;
}

static void step(const listing *l, const places *now, const op *o, places *next) {
    next->count = 0;
    for (int i = 0; i < now->count; i++) {
        outcomes out;
        out.count = 0;
        l->h->objects[l->object].model->step(&now->at[i], o->method, o->args, &out);
        for (int k = 0; k < out.count; k++)
            if (!oracle_returned(l->h, o) || out.at[k].result == o->result) add_place(next, &out.at[k].after);
    }
}

static void list_legal(listing *l, unsigned placed, int length, const places *now) {
    if (placed == l->members) keep(l, length);
    for (int i = 0; i < l->h->op_count; i++) {
        if (!(l->members & ~placed & 1u << i)) continue;
        places next;
        step(l, now, &l->h->ops[i], &next);
        l->order[length] = (unsigned char)i;
        if (next.count) list_legal(l, placed | 1u << i, length + 1, &next);
    }
}

static bool precedes(const history *h, int a, int b) {
    const op *x = &h->ops[a], *y = &h->ops[b];
    if (a == b || !oracle_returned(h, x)) return false;
    return x->thread == y->thread ? x->call < y->call : h->times[x->end] < h->times[y->call];
}

/* ---- all pairs of them ---- */

typedef struct pair {
    const history *h;
    const unsigned char *real, *legal;
    int count;
} pair;

typedef bool use_pair(void *context, const pair *); /* true: it is enough */

static bool each_pair_of(const history *h, int object, unsigned members, use_pair *use, void *context) {
    static orders real, legal;
    listing l = {.h = h, .object = object, .members = members};
    for (int b = 0; b < h->op_count; b++)
        for (int a = 0; a < h->op_count; a++)
            if (members & 1u << a && members & 1u << b && precedes(h, a, b)) l.preceding[b] |= 1u << a;
    places start;
    start.count = 1;
    h->objects[object].model->start(&start.at[0], h->init);
    real.count = legal.count = 0;
    l.into = &legal;
    list_legal(&l, 0, 0, &start);
    l.into = &real;
    if (legal.count) list_real(&l, 0, 0);
    for (int i = 0; i < legal.count; i++)
        for (int k = 0; k < real.count; k++)
            if (use(context, &(pair){h, real.at[k], legal.at[i], __builtin_popcount(members)})) return true;
    return false;
}

static bool each_pair(const history *h, int object, use_pair *use, void *context) {
    unsigned completed = 0, open = 0;
    for (int i = 0; i < h->op_count; i++) {
        if (h->ops[i].object != object || oracle_failed(h, &h->ops[i])) continue;
        *(oracle_returned(h, &h->ops[i]) ? &completed : &open) |= 1u << i;
    }
    assert(__builtin_popcount(completed | open) <= QUASI_OPS);
    for (unsigned some = open;; some = (some - 1) & open) { /* all subsets, the empty one last */
        if (each_pair_of(h, object, completed | some, use, context)) return true;
        if (!some) return false;
    }
}

/* The place, from 1, of each operation of the history among a set; 0: it has none. */
static void find_places(const pair *p, const unsigned char *order, const quasi_set *s, int *place) {
    int count = 0;
    memset(place, 0, MOST_OPS * sizeof *place);
    for (int i = 0; i < p->count; i++)
        if (belongs(p->h, order[i], s)) place[order[i]] = ++count;
}

static int distance(const pair *p, const quasi_set *s) {
    int real[MOST_OPS], legal[MOST_OPS], most = 0;
    find_places(p, p->real, s, real);
    find_places(p, p->legal, s, legal);
    for (int i = 0; i < MOST_OPS; i++)
        if (abs(real[i] - legal[i]) > most) most = abs(real[i] - legal[i]);
    return most;
}

/* ---- questions ---- */

typedef struct question {
    const quasi_factors *factors;
    int set, smallest; /* what is sought, and what was found */
} question;

static bool is_near(const pair *p, const quasi_factors *f, int except) {
    for (int i = 0; i < f->count; i++)
        if (i != except && distance(p, &f->sets[i]) > f->sets[i].most) return false;
    return true;
}

static bool holds_by(void *context, const pair *p) {
    const question *q = context;
    return is_near(p, q->factors, -1);
}

bool quasi_holds(const history *h, const quasi_factors *f) {
    for (int i = 0; i < h->object_count; i++)
        if (!each_pair(h, i, holds_by, &(question){.factors = f})) return false;
    return true;
}

static bool look_for_smaller(void *context, const pair *p) {
    question *q = context;
    int d = distance(p, &q->factors->sets[q->set]);
    if (d < q->smallest && is_near(p, q->factors, q->set)) q->smallest = d;
    return q->smallest == 0;
}

int quasi_smallest(const history *h, const quasi_factors *f, int set) {
    int all = 0;
    for (int i = 0; i < h->object_count; i++) {
        question q = {.factors = f, .set = set, .smallest = QUASI_NEVER};
        each_pair(h, i, look_for_smaller, &q);
        if (q.smallest > all) all = q.smallest;
    }
    return all;
}

/* ---- is an answer right? ---- */

typedef struct claim {
    const quasi_factors *factors;
    const unsigned *order; /* NULL: any will do */
    int count;
    const quasi_place *moved;
    int moved_count;
    bool legal, near; /* some pair has this legal order; and the distances are fine */
} claim;

static int first_set(const history *h, const quasi_factors *f, int number) {
    int i = 0;
    while (i < f->count && !belongs(h, number, &f->sets[i])) i++;
    return i;
}

static const quasi_place *find_moved(const claim *c, int number) {
    for (int i = 0; i < c->moved_count; i++)
        if (c->moved[i].op == number) return &c->moved[i];
    return NULL;
}

static bool confirms(void *context, const pair *p) {
    claim *c = context;
    if (c->order && p->count != c->count) return false;
    for (int i = 0; c->order && i < p->count; i++)
        if (p->legal[i] != c->order[i]) return false;
    c->legal = true;
    if (!is_near(p, c->factors, -1)) return false;
    c->near = true;
    for (int d = 0; d <= c->factors->count; d++) {
        int real[MOST_OPS] = {0}, legal[MOST_OPS] = {0};
        if (d < c->factors->count) {
            find_places(p, p->real, &c->factors->sets[d], real);
            find_places(p, p->legal, &c->factors->sets[d], legal);
        }
        for (int i = 0; i < p->count; i++) {
            int number = p->legal[i];
            if (first_set(p->h, c->factors, number) != d) continue;
            const quasi_place *m = find_moved(c, number);
            quasi_place found = {number, real[number], legal[number]};
            if (m ? m->real != found.real || m->legal != found.legal : found.real != found.legal) return false;
        }
    }
    return true;
}

const char *quasi_witness_fault(const history *h, const quasi_factors *f, const unsigned *order, int count,
                                const quasi_place *moved, int moved_count) {
    int seen = 0;
    for (int i = 0; i < count; i++)
        if (order[i] >= (unsigned)h->op_count) return "the witness names an operation that is not in the history";
    for (int o = 0; o < h->object_count; o++) {
        unsigned mine[MOST_OPS];
        claim c = {.factors = f, .order = mine, .moved = moved, .moved_count = moved_count};
        for (int i = 0; i < count; i++)
            if (h->ops[order[i]].object == o) mine[c.count++] = order[i];
        seen += c.count;
        if (each_pair(h, o, confirms, &c)) continue;
        return c.near    ? "the operations are not moved as it is said"
               : c.legal ? "the witness is not near enough to any order that time allows"
                         : "the witness is not a legal order of the operations";
    }
    for (int i = 0; i < moved_count; i++) {
        bool there = false;
        for (int k = 0; k < count; k++) there = there || (int)order[k] == moved[i].op;
        if (!there) return "an operation is moved that is not in the witness";
        for (int k = 0; k < i; k++)
            if (moved[k].op == moved[i].op) return "an operation is moved twice";
    }
    return seen == count ? NULL : "the witness is about other objects";
}

const char *quasi_moves_fault(const history *h, const quasi_factors *f, const quasi_place *moved, int moved_count) {
    for (int o = 0; o < h->object_count; o++) {
        claim c = {.factors = f, .moved = moved, .moved_count = moved_count};
        if (!each_pair(h, o, confirms, &c)) return "the operations cannot be moved as it is said";
    }
    return NULL;
}
