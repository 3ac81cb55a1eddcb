/* A largest matching in a bipartite graph, in O(E sqrt(V)) (Hopcroft and Karp 1973; for the question Lawrence and Lowe,
 * section 7.3, by the method of Ford and Fulkerson).
 *
 * Round by round: how far is each operation of the left, over edges that alternate, from one of the left that is free?
 * Then as many shortest paths to free ones of the right as there are, no two of which share an operation, change sides
 * at once.  The shortest paths of the next round are longer, so there are few rounds.
 *
 * This confirms quickly that a history is right.  If an operation that needs a partner has none in the end, that proves
 * nothing: one that could do without may have taken it, and operations that did not return were not considered.  Then
 * blossom.c finds the culprit, one return after the other.
 */
#include "check/sync/bipartite.h"

#define FAR UINT32_MAX

enum { NO_SIDE, LEFT, RIGHT };

typedef struct pairing {
    lc_stateless *s;
    const lc_sync_graph *g;
    LC_VEC(uint8_t) side;
    LC_VEC(uint32_t) distance; /* of those of the left */
    LC_VEC(uint32_t) next;     /* of those of the left: the edge to be tried next */
    LC_VEC(uint32_t) queue;    /* or the path that is being tried */
    uint64_t work;
} pairing;

static uint32_t mate(const pairing *p, uint32_t i) { return p->s->ops.at[i].mate; }

static void join(pairing *p, uint32_t left, uint32_t right) {
    p->s->ops.at[left].mate = right;
    p->s->ops.at[right].mate = left;
}

static bool make_room(pairing *p) {
    uint32_t count = p->s->ops.count;
    lc_budget *budget = p->s->budget;
    if (!lc_reserve(budget, &p->side, count + 1) || !lc_reserve(budget, &p->distance, count + 1) ||
        !lc_reserve(budget, &p->next, count + 1) || !lc_reserve(budget, &p->queue, count + 1))
        return false;
    for (uint32_t i = 0; i < count; i++) p->side.at[i] = NO_SIDE;
    return true;
}

static void make_free(pairing *p) {
    lc_budget *budget = p->s->budget;
    lc_vec_free(budget, &p->side);
    lc_vec_free(budget, &p->distance);
    lc_vec_free(budget, &p->next);
    lc_vec_free(budget, &p->queue);
}

/* ---- two sides ---- */

/* All operations connected with `first`; false: they are not of two sides. */
static bool take_sides(pairing *p, uint32_t first) {
    uint32_t done = 0, count = 0;
    p->side.at[first] = LEFT;
    p->queue.at[count++] = first;
    while (done < count) {
        uint32_t x = p->queue.at[done++];
        for (uint32_t k = p->g->from.at[x]; k < p->g->from.at[x + 1]; k++) {
            uint32_t y = p->g->to.at[k];
            if (p->side.at[y] == p->side.at[x]) return false;
            if (p->side.at[y] != NO_SIDE) continue;
            p->side.at[y] = p->side.at[x] == LEFT ? RIGHT : LEFT;
            p->queue.at[count++] = y;
        }
    }
    return true;
}

static bool has_two_sides(pairing *p) {
    for (uint32_t i = 0; i < p->s->ops.count; i++)
        if (p->side.at[i] == NO_SIDE && !take_sides(p, i)) return false;
    return true;
}

/* ---- a round ---- */

/* False: there is no way from a free one to a free one. */
static bool measure(pairing *p) {
    uint32_t done = 0, count = 0;
    bool reached = false;
    for (uint32_t i = 0; i < p->s->ops.count; i++) {
        bool free = p->side.at[i] == LEFT && mate(p, i) == LC_ALONE;
        p->distance.at[i] = free ? 0 : FAR;
        p->next.at[i] = p->g->from.at[i];
        if (free) p->queue.at[count++] = i;
    }
    while (done < count) {
        uint32_t x = p->queue.at[done++];
        for (uint32_t k = p->g->from.at[x]; k < p->g->from.at[x + 1]; k++) {
            uint32_t z = mate(p, p->g->to.at[k]);
            p->work++;
            if (z == LC_ALONE) reached = true;
            else if (p->distance.at[z] == FAR) {
                p->distance.at[z] = p->distance.at[x] + 1;
                p->queue.at[count++] = z;
            }
        }
    }
    return reached;
}

/* A shortest path from a free one, to be changed at once; an operation that leads nowhere is not tried again in this
 * round. */
static void follow(pairing *p, uint32_t start) {
    uint32_t depth = 0, *path = p->queue.at;
    for (path[0] = start;;) {
        uint32_t x = path[depth];
        if (p->next.at[x] == p->g->from.at[x + 1]) {
            p->distance.at[x] = FAR;
            if (!depth--) return;
            p->next.at[path[depth]]++;
            continue;
        }
        uint32_t y = p->g->to.at[p->next.at[x]], z = mate(p, y);
        p->work++;
        if (z == LC_ALONE) break;
        if (p->distance.at[z] == p->distance.at[x] + 1) path[++depth] = z;
        else p->next.at[x]++;
    }
    for (depth++; depth--;) join(p, path[depth], p->g->to.at[p->next.at[path[depth]]]);
}

/* ---- all rounds ---- */

static bool all_have_partners(const pairing *p) {
    for (uint32_t i = 0; i < p->s->ops.count; i++)
        if (p->g->required.at[i] && mate(p, i) == LC_ALONE) return false;
    return true;
}

static lc_outcome go_round(pairing *p) {
    enum { PATIENCE = 1 << 20 }; /* edges between two looks at the clock */
    while (!all_have_partners(p) && measure(p)) {
        for (uint32_t i = 0; i < p->s->ops.count; i++) {
            if (p->side.at[i] == LEFT && mate(p, i) == LC_ALONE) follow(p, i);
            if (p->work < PATIENCE) continue;
            p->work = 0;
            lc_halt halt = lc_halt_now(p->s->budget, &p->s->meter.limits);
            if (halt != LC_GO_ON) return lc_halt_grouping(p->s, halt);
        }
    }
    return all_have_partners(p) ? LC_HOLDS : LC_UNDECIDED;
}

lc_outcome lc_bipartite(lc_stateless *s, const lc_sync_graph *g) {
    pairing p = {.s = s, .g = g};
    lc_outcome outcome = LC_UNDECIDED;
    if (!make_room(&p)) outcome = lc_halt_grouping(s, LC_NO_MEMORY);
    else if (has_two_sides(&p)) outcome = go_round(&p);
    for (uint32_t i = 0; i < s->ops.count && outcome != LC_HOLDS; i++) s->ops.at[i].mate = LC_ALONE;
    make_free(&p);
    return outcome;
}
