/* Smaller automata: states whose edges are the same become one, those from which nothing is accepted go, and edges that
 * require more than another one to the same state.  The product with a system grows with every state that stays, so
 * this pays. */
#include <string.h>

#include "model/ltl/buchi.h"

/* Looking for states without a future takes time that grows faster than the automaton. */
enum { PRUNED_MAX = 1024 };

typedef struct reducer {
    lcm_buchi *a;
    uint32_t *class; /* of each state: the first state that is the same */
    bool *alive;
    LC_VEC(lcm_buchi_edge) edges; /* of the state at hand */
    LC_VEC(uint64_t) key;
} reducer;

static bool covers(const lcm_buchi_edge *x, const lcm_buchi_edge *y) {
    return x->to == y->to && !(x->yes & ~y->yes) && !(x->no & ~y->no) && !(y->marks & ~x->marks);
}

static int compare(const lcm_buchi_edge *x, const lcm_buchi_edge *y) {
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    if (x->yes != y->yes) return x->yes < y->yes ? -1 : 1;
    if (x->no != y->no) return x->no < y->no ? -1 : 1;
    return x->marks == y->marks ? 0 : x->marks < y->marks ? -1 : 1;
}

/* The edges of a state between classes, the needless ones left out, in order. */
static void gather(reducer *r, uint32_t state) {
    const lcm_buchi *a = r->a;
    r->edges.count = 0;
    for (uint32_t i = a->first.at[state]; i < a->first.at[state + 1]; i++) {
        lcm_buchi_edge edge = a->edges.at[i];
        edge.to = r->class[edge.to];
        if (!r->alive[edge.to]) continue;
        uint32_t kept = 0, at;
        bool covered = false;
        for (uint32_t k = 0; k < r->edges.count && !covered; k++) covered = covers(&r->edges.at[k], &edge);
        if (covered) continue;
        for (uint32_t k = 0; k < r->edges.count; k++)
            if (!covers(&edge, &r->edges.at[k])) r->edges.at[kept++] = r->edges.at[k];
        r->edges.count = kept;
        if (!lc_push(a->budget, &r->edges, edge)) return;
        for (at = kept; at > 0 && compare(&edge, &r->edges.at[at - 1]) < 0; at--) r->edges.at[at] = r->edges.at[at - 1];
        r->edges.at[at] = edge;
    }
}

/* One round; were there states that are the same and had not been known to be? */
static bool merge(reducer *r) {
    lcm_buchi *a = r->a;
    lc_intern kinds;
    lc_intern_init(&kinds, a->budget);
    LC_VEC(uint32_t) first = {0}; /* state of each kind */
    bool merged = false;
    for (uint32_t s = 0; s < a->state_count && !lc_exhausted(a->budget); s++) {
        if (r->class[s] != s) continue;
        gather(r, s);
        r->key.count = 0;
        for (uint32_t i = 0; i < r->edges.count; i++) {
            const lcm_buchi_edge *e = &r->edges.at[i];
            uint64_t parts[] = {e->yes, e->no, e->marks, e->to};
            for (uint32_t k = 0; k < 4; k++) (void)lc_push(a->budget, &r->key, parts[k]);
        }
        uint32_t kind = lc_intern_add(&kinds, r->key.at, r->key.count * sizeof *r->key.at);
        if (kind == first.count) {
            (void)lc_push(a->budget, &first, s);
        } else if (kind < first.count) {
            r->class[s] = first.at[kind];
            merged = true;
        }
    }
    for (uint32_t s = 0; s < a->state_count; s++) r->class[s] = r->class[r->class[s]];
    lc_vec_free(a->budget, &first);
    lc_intern_free(&kinds);
    return merged && !lc_exhausted(a->budget);
}

/* Of the states that are alive, those from which paths through states that are alive lead to an edge with these
 * marks. */
static void reach_marks(const reducer *r, uint64_t marks, bool *reaches) {
    const lcm_buchi *a = r->a;
    memset(reaches, 0, a->state_count);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t s = a->state_count; s-- > 0;) {
            if (!r->alive[s] || reaches[s]) continue;
            for (uint32_t i = a->first.at[s]; i < a->first.at[s + 1] && !reaches[s]; i++) {
                const lcm_buchi_edge *e = &a->edges.at[i];
                reaches[s] = r->alive[e->to] && ((e->marks & marks) == marks || reaches[e->to]);
            }
            more |= reaches[s];
        }
    }
}

/* The states that remain when states are taken away as long as one of the marks cannot be reached (Emerson and Lei):
 * those with a run that is accepted. */
static void prune(reducer *r) {
    const lcm_buchi *a = r->a;
    bool *reaches = lc_allocate(a->budget, a->state_count);
    for (bool more = reaches != NULL; more;) {
        more = false;
        uint64_t left = a->marks;
        do {
            reach_marks(r, left & -left, reaches);
            for (uint32_t s = 0; s < a->state_count; s++) {
                if (!r->alive[s] || reaches[s]) continue;
                r->alive[s] = false;
                more = true;
            }
            left &= left - 1;
        } while (left);
    }
    lc_release(a->budget, reaches, a->state_count);
}

/* The automaton of classes that are alive and reached, numbered as they are met. */
static void rebuild(reducer *r) {
    lcm_buchi *a = r->a, small = {.budget = a->budget, .marks = a->marks, .sure = UINT32_MAX};
    LC_VEC(uint32_t) order = {0};
    uint32_t *number = lc_allocate(a->budget, a->state_count * sizeof *number);
    if (number) memset(number, 0xff, a->state_count * sizeof *number);
    if (number && r->alive[0] && lc_push(a->budget, &order, r->class[0])) number[r->class[0]] = 0;
    for (uint32_t s = 0; s < order.count && !lc_exhausted(a->budget); s++) {
        (void)lc_push(a->budget, &small.first, small.edges.count);
        gather(r, order.at[s]);
        for (uint32_t i = 0; i < r->edges.count; i++) {
            lcm_buchi_edge e = r->edges.at[i];
            if (number[e.to] == UINT32_MAX && lc_push(a->budget, &order, e.to)) number[e.to] = order.count - 1;
            e.to = number[e.to];
            if (!e.yes && !e.no && e.marks == a->marks && e.to == s) small.sure = s;
            (void)lc_push(a->budget, &small.edges, e);
        }
    }
    (void)lc_push(a->budget, &small.first, small.edges.count);
    small.state_count = order.count;
    lc_release(a->budget, number, a->state_count * sizeof *number);
    lc_vec_free(a->budget, &order);
    lcm_buchi_free(a);
    *a = small;
}

void lcm_buchi_reduce(lcm_buchi *a) {
    uint32_t count = a->state_count; /* as it was */
    reducer r = {.a = a};
    r.class = lc_allocate(a->budget, count * sizeof *r.class);
    r.alive = lc_allocate(a->budget, count);
    if (r.class && r.alive) {
        for (uint32_t s = 0; s < a->state_count; s++) r.class[s] = s;
        memset(r.alive, true, a->state_count);
        if (a->state_count <= PRUNED_MAX) prune(&r);
        while (merge(&r)) {}
        rebuild(&r);
    }
    lc_release(a->budget, r.class, count * sizeof *r.class);
    lc_release(a->budget, r.alive, count);
    lc_vec_free(a->budget, &r.edges);
    lc_vec_free(a->budget, &r.key);
}
