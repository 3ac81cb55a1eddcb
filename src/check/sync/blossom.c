/* Matching in a graph that need not be bipartite (Edmonds 1965; Lawrence and Lowe, section 7.4), when only some
 * operations must get a partner.
 *
 * Let M be a matching that covers a set R of operations, and x not covered, and let there be a matching N that covers R
 * and x.  The edges that are in one of the two make paths and circles, and x is the end of a path.  Its other end is
 * either not covered by M, an odd number of edges away; or it is covered by M and not by N, an even number away, and so
 * not in R.  Exchanging M for N along this path covers x and all of R.  So it is enough to look for a path from x whose
 * edges alternate, to an operation that is free, or over an even number of edges to one that can do without a partner.
 * If there is none, no matching covers R and x.
 *
 * R is the set of operations that returned before x.  So operations get their partners in the order of their returns,
 * and if that fails at x, it is x or an operation before x that cannot be explained, with any continuation.
 *
 * Edmonds' search finds all even distances: breadth first, where an edge between two even ones closes a circle of odd
 * length, a blossom, all of which are then even.  In a bipartite graph there is none, and it is the common search for
 * an augmenting path.  Operations that never returned are considered only if there is no other way.  Those x competes
 * with are those at even distances when the search ends in failure: they have edges only to the odd ones, each of which
 * can serve one of them, or one of a blossom.  (All of a blossom but one serve each other.)
 */
#include "check/sync/blossom.h"

#include <assert.h>

bool lc_blossom_init(lc_blossom *b, lc_stateless *s, lc_sync_graph *g) {
    *b = (lc_blossom){.s = s, .g = g};
    if (!lc_reserve(s->budget, &b->nodes, s->ops.count + 1)) return false;
    for (uint32_t i = 0; i < s->ops.count; i++) b->nodes.at[i] = (lc_blossom_node){.parent = LC_ALONE, .base = i};
    b->nodes.count = s->ops.count;
    return true;
}

void lc_blossom_free(lc_blossom *b) {
    lc_vec_free(b->s->budget, &b->nodes);
    lc_vec_free(b->s->budget, &b->touched);
    lc_vec_free(b->s->budget, &b->queue);
}

static uint32_t mate(const lc_blossom *b, uint32_t i) { return b->s->ops.at[i].mate; }

static bool touch(lc_blossom *b, uint32_t i) {
    if (b->nodes.at[i].listed) return true;
    b->nodes.at[i].listed = true;
    return lc_push(b->s->budget, &b->touched, i);
}

static bool can_do_without(const lc_blossom *b, uint32_t i) {
    return !b->g->required.at[i] || b->s->ops.at[i].ends > b->needed_until;
}

static bool make_even(lc_blossom *b, uint32_t i) {
    b->nodes.at[i].even = true;
    return touch(b, i) && lc_push(b->s->budget, &b->queue, i);
}

/* Along the path from x to v, which is free by now, every operation changes its partner. */
static void exchange(lc_blossom *b, uint32_t v) {
    lc_sync_op *ops = b->s->ops.at;
    while (v != LC_ALONE) {
        uint32_t u = b->nodes.at[v].parent, next = ops[u].mate;
        ops[v].mate = u;
        ops[u].mate = v;
        v = next;
    }
}

/* v is at an even distance and does without its partner from now on. */
static void release(lc_blossom *b, uint32_t v) {
    uint32_t partner = mate(b, v);
    b->s->ops.at[v].mate = LC_ALONE;
    exchange(b, partner);
}

/* ---- blossoms ---- */

/* The base at which the ways back from a and b meet. */
static uint32_t meeting_point(lc_blossom *b, uint32_t a, uint32_t c) {
    lc_blossom_node *nodes = b->nodes.at;
    uint32_t found, start = a;
    for (;; a = nodes[mate(b, a)].parent) {
        a = nodes[a].base;
        nodes[a].marked = true;
        if (mate(b, a) == LC_ALONE) break; /* x itself */
    }
    for (found = nodes[c].base; !nodes[found].marked; found = nodes[nodes[mate(b, found)].parent].base) {}
    for (a = start;; a = nodes[mate(b, a)].parent) {
        a = nodes[a].base;
        nodes[a].marked = false;
        if (mate(b, a) == LC_ALONE) break;
    }
    return found;
}

/* Marks the blossoms on the way from v back to `base`, and records in those at odd distances how x is reached the other
 * way round, through `child`. */
static void mark_way(lc_blossom *b, uint32_t v, uint32_t base, uint32_t child) {
    lc_blossom_node *nodes = b->nodes.at;
    while (nodes[v].base != base) {
        nodes[nodes[v].base].marked = nodes[nodes[mate(b, v)].base].marked = true;
        nodes[v].parent = child;
        child = mate(b, v);
        v = nodes[child].parent;
    }
}

typedef enum found { A_WAY, NO_WAY, NO_MEMORY, STOPPED } found;

/* v and u are both even and adjacent: every operation on the circle becomes even. */
static found contract(lc_blossom *b, uint32_t v, uint32_t u) {
    uint32_t base = meeting_point(b, v, u);
    mark_way(b, v, base, u);
    mark_way(b, u, base, v);
    lc_blossom_node *nodes = b->nodes.at;
    uint32_t spare = LC_ALONE;
    for (uint32_t k = 0; k < b->touched.count; k++) {
        uint32_t i = b->touched.at[k];
        if (!nodes[nodes[i].base].marked) continue;
        nodes[i].base = base;
        if (nodes[i].even) continue;
        if (!make_even(b, i)) return NO_MEMORY;
        if (can_do_without(b, i)) spare = i;
    }
    for (uint32_t k = 0; k < b->touched.count; k++) nodes[b->touched.at[k]].marked = false;
    b->work += b->touched.count;
    if (spare == LC_ALONE) return NO_WAY;
    release(b, spare);
    return A_WAY;
}

/* ---- the search ---- */

static found look(lc_blossom *b, uint32_t v, uint32_t u, uint32_t x) {
    lc_blossom_node *nodes = b->nodes.at;
    if (nodes[v].base == nodes[u].base || mate(b, v) == u) return NO_WAY;
    if (u == x || (mate(b, u) != LC_ALONE && nodes[mate(b, u)].parent != LC_ALONE)) return contract(b, v, u);
    if (nodes[u].parent != LC_ALONE) return NO_WAY;
    if (!touch(b, u)) return NO_MEMORY;
    nodes[u].parent = v;
    uint32_t next = mate(b, u);
    if (next == LC_ALONE) {
        exchange(b, u);
        return A_WAY;
    }
    if (!make_even(b, next)) return NO_MEMORY;
    if (!can_do_without(b, next)) return NO_WAY;
    release(b, next);
    return A_WAY;
}

/* All operations that v could meet; `all`: also if they never returned. */
static found look_around(lc_blossom *b, uint32_t v, uint32_t x, bool all) {
    const lc_sync_graph *g = b->g;
    const lc_sync_op *ops = b->s->ops.at;
    found f = NO_WAY;
    for (uint32_t k = g->from.at[v]; k < g->from.at[v + 1] && f == NO_WAY; k++, b->work++)
        f = look(b, v, g->to.at[k], x);
    assert(ops[v].ends != LC_NEVER); /* such a one could do without a partner, so the way would end there */
    if (!all) return f;
    for (uint32_t k = 0; k < g->pending.count && f == NO_WAY; k++, b->work++) {
        uint32_t p = g->pending.at[k];
        if (ops[p].call > ops[v].ends) break;
        if (lc_graph_have_a_step(b->g, b->s, v, p)) f = look(b, v, p, x);
    }
    return f;
}

static bool must_stop(lc_blossom *b) {
    enum { PATIENCE = 1 << 12 };
    if (b->work < b->next_look) return false;
    b->next_look = b->work + PATIENCE;
    return lc_grouping_stopped(b->s, UINT64_MAX);
}

static found search(lc_blossom *b, uint32_t x, bool all) {
    found f = make_even(b, x) ? NO_WAY : NO_MEMORY;
    for (uint32_t at = 0; at < b->queue.count && f == NO_WAY; at++) {
        f = look_around(b, b->queue.at[at], x, all);
        if (f == NO_WAY && must_stop(b)) f = STOPPED;
    }
    return f;
}

static void report_rivals(lc_blossom *b) {
    lc_sync_answer *a = &b->s->answer;
    for (uint32_t k = 0; k < b->touched.count; k++) {
        uint32_t i = b->touched.at[k], op = b->s->ops.at[i].op;
        if (b->nodes.at[i].even) (void)lc_push(b->s->budget, &a->blame, op);
        else (void)lc_push(b->s->budget, &a->partners, op);
    }
}

static void forget(lc_blossom *b) {
    for (uint32_t k = 0; k < b->touched.count; k++) {
        uint32_t i = b->touched.at[k];
        b->nodes.at[i] = (lc_blossom_node){.parent = LC_ALONE, .base = i};
    }
    b->touched.count = b->queue.count = 0;
}

lc_outcome lc_blossom_cover(lc_blossom *b, uint32_t x) {
    assert(mate(b, x) == LC_ALONE);
    b->needed_until = b->s->ops.at[x].ends;
    found f = search(b, x, false);
    if (f == NO_WAY && b->g->pending.count) {
        forget(b);
        f = search(b, x, true);
    }
    if (f == NO_WAY) report_rivals(b);
    forget(b);
    if (f == NO_MEMORY) return lc_halt_grouping(b->s, LC_NO_MEMORY);
    return f == A_WAY ? LC_HOLDS : f == NO_WAY ? LC_VIOLATED : LC_HALTED;
}
