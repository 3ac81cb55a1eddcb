/* Runs to show: a short way to the nodes that were found, and a short way round them.
 *
 * The way round starts at one of the nearest nodes and goes on, each time by the shortest way, to the next edge that
 * has a mark still missing or helps a process that would be neglected, and back in the end; parts that turn out to be
 * needless are left out.  Several nodes are tried as the start.  The shortest of all is as hard to find as a shortest
 * round trip, so it is short, not the shortest.
 */
#include <assert.h>
#include <string.h>

#include "model/ltl/ltl_search.h"

enum { NONE = UINT32_MAX, STARTS_MAX = 64, EFFORT = 1 << 20, TRIMMED_MAX = 100 };

/* The goal of a search: an edge that satisfies any of it. */
typedef struct goal {
    uint32_t region, node, state;
    uint64_t marks, actors, disabled;
} goal;

typedef struct trip {
    uint32_t from, depth;
    lcm_arc arc;
} trip;

typedef LC_VEC(trip) route;

typedef struct guide {
    lcm_ltl_search *search;
    lc_budget *budget;
    trip *last; /* for each node how it was reached first; `from` is NONE where the search began */
    uint32_t *seen, round;
    LC_VEC(uint32_t) queue;
} guide;

static bool guide_init(guide *g, lcm_ltl_search *s) {
    uint32_t count = s->product.nodes.count;
    *g = (guide){.search = s, .budget = s->explored.budget};
    g->last = lc_allocate(g->budget, count * sizeof *g->last);
    g->seen = lc_allocate(g->budget, count * sizeof *g->seen);
    if (g->seen) memset(g->seen, 0, count * sizeof *g->seen);
    return g->last && g->seen && lcm_ltl_room(s);
}

static void guide_free(guide *g) {
    uint32_t count = g->search->product.nodes.count;
    lc_release(g->budget, g->last, count * sizeof *g->last);
    lc_release(g->budget, g->seen, count * sizeof *g->seen);
    lc_vec_free(g->budget, &g->queue);
}

static bool reaches(const guide *g, const goal *want, const lcm_arc *arc) {
    const lcm_ltl_search *s = g->search;
    return arc->to == want->node || (want->region && s->region.at[arc->to] == want->region) ||
           s->product.nodes.at[arc->to].state == want->state || arc->marks & want->marks ||
           arc->actors & want->actors || ~lcm_product_enabled(&s->product, arc->to) & want->disabled;
}

/* Breadth first from node `from` (NONE: from the start of the runs) inside a region (0: everywhere) to the first edge
 * that will do.  The runs begin with an edge out of nowhere.  With `all`, collects the nodes such edges lead to,
 * nearest first, until there are `most`. */
static bool spread(guide *g, uint32_t from, uint32_t region, const goal *want, trip *end, uint32_t *all,
                   uint32_t most) {
    lcm_product *p = &g->search->product;
    uint32_t collected = 0;
    g->round++;
    g->queue.count = 0;
    for (uint32_t i = 0; i < (from == NONE ? p->start_count : 1); i++) {
        uint32_t node = from == NONE ? i : from;
        g->seen[node] = g->round;
        g->last[node] = (trip){NONE, 0, {.to = node, .step = LCM_STUTTER}};
        if (!lc_push(g->budget, &g->queue, node)) return false;
        if (from != NONE || !reaches(g, want, &g->last[node].arc)) continue;
        *end = g->last[node];
        if (!all) return true;
        all[collected++] = node;
        if (collected == most) return true;
    }
    for (uint32_t i = 0; i < g->queue.count; i++) {
        uint32_t node = g->queue.at[i];
        lcm_cursor cursor = {node, 0, 0};
        for (lcm_arc arc; lcm_product_next(p, &cursor, false, &arc);) {
            if (region && g->search->region.at[arc.to] != region) continue;
            trip t = {node, g->last[node].depth + 1, arc};
            bool is_new = g->seen[arc.to] != g->round, there = reaches(g, want, &arc);
            if (there && !all) {
                *end = t;
                return true;
            }
            if (!is_new) continue;
            g->seen[arc.to] = g->round;
            g->last[arc.to] = t;
            if (!lc_push(g->budget, &g->queue, arc.to)) return false;
            if (there) all[collected++] = arc.to;
            if (there && collected == most) return true;
        }
    }
    return collected > 0;
}

/* Appends the way to the edge that was found. */
static bool append(guide *g, route *r, trip end) {
    uint32_t begin = r->count;
    for (trip t = end; t.from != NONE; t = g->last[t.from])
        if (!lc_push(g->budget, r, t)) return false;
    for (uint32_t i = begin, k = r->count; i + 1 < k; i++) {
        trip t = r->at[i];
        r->at[i] = r->at[--k];
        r->at[k] = t;
    }
    return true;
}

/* Is what is gone round accepted and fair, without trips from `first` up to `end`? */
static bool good_without(const guide *g, const route *r, uint32_t first, uint32_t end) {
    const lcm_ltl_search *s = g->search;
    uint64_t marks = 0, moved = 0, some = 0, every = UINT64_MAX;
    for (uint32_t i = 0; i < r->count; i++) {
        if (i == first) i = end;
        if (i == r->count) break;
        const lcm_arc *arc = &r->at[i].arc;
        uint64_t enabled = lcm_product_enabled(&s->product, arc->to);
        marks |= arc->marks;
        moved |= arc->actors;
        some |= enabled;
        every &= enabled;
    }
    return marks == s->product.automaton->marks && !lcm_ltl_neglected(s, some, every, moved);
}

/* Leaves out rounds within the round that are not needed.  Long ones are taken as they are. */
static void trim(const guide *g, route *r) {
    for (uint32_t i = 0; i < r->count && r->count <= TRIMMED_MAX; i++) {
        for (uint32_t end = r->count; end > i; end--) {
            uint32_t there = end < r->count ? r->at[end].from : r->at[0].from;
            if (there != r->at[i].from || end - i == r->count || !good_without(g, r, i, end)) continue;
            memmove(r->at + i, r->at + end, (r->count - end) * sizeof *r->at);
            r->count -= end - i;
            end = r->count + 1;
        }
    }
}

/* The way round from a node; given up when it is not shorter than `most`. */
static bool go_round(guide *g, uint32_t start, uint32_t region, uint32_t most, route *r) {
    const lcm_ltl_search *s = g->search;
    uint64_t marks = 0, moved = 0, some = lcm_product_enabled(&s->product, start), every = some;
    uint32_t at = start, counted = 0;
    for (r->count = 0; r->count < most;) {
        goal want = {.node = NONE, .state = NONE, .marks = s->product.automaton->marks & ~marks};
        want.actors = lcm_ltl_neglected(s, some, every, moved);
        if (s->fairness == LCM_WEAKLY_FAIR) want.disabled = want.actors;
        if (!want.marks && !want.actors) {
            if (at == start && r->count > 0) {
                trim(g, r);
                return true;
            }
            want.node = start;
        }
        trip end;
        if (!spread(g, at, region, &want, &end, NULL, 0) || !append(g, r, end)) return false;
        for (; counted < r->count; counted++) {
            const lcm_arc *arc = &r->at[counted].arc;
            marks |= arc->marks;
            moved |= arc->actors;
            some |= lcm_product_enabled(&s->product, arc->to);
            every &= lcm_product_enabled(&s->product, arc->to);
            at = arc->to;
        }
    }
    return false;
}

static void follow(lcm_ltl_search *s, const route *r, lcm_path *path) {
    for (uint32_t i = 0; i < r->count; i++)
        if (r->at[i].arc.step != LCM_STUTTER)
            lcm_explored_follow(&s->explored, path, s->product.nodes.at[r->at[i].from].state, r->at[i].arc.step);
}

/* The best of the nearest nodes to start from: into `way` how to get there, into `ring` the way round. */
static bool choose(guide *g, route *way, route *ring) {
    lcm_ltl_search *s = g->search;
    uint32_t region = ++s->region_count, starts[STARTS_MAX], depths[STARTS_MAX], best = UINT32_MAX;
    for (uint32_t i = 0; i < s->found.count; i++) s->region.at[s->found.at[i]] = region;
    goal want = {.node = NONE, .state = NONE, .region = region};
    uint32_t most = EFFORT / s->found.count;
    most = most < 1 ? 1 : most > STARTS_MAX ? STARTS_MAX : most;
    if (most > s->found.count) most = s->found.count;
    trip end;
    memset(starts, 0xff, sizeof starts);
    if (!spread(g, NONE, 0, &want, &end, starts, most)) return false;
    for (uint32_t i = 0; i < most && starts[i] != NONE; i++) depths[i] = g->last[starts[i]].depth;
    route tried = {0};
    uint32_t start = NONE;
    for (uint32_t i = 0; i < most && starts[i] != NONE && depths[i] < best; i++) {
        if (!go_round(g, starts[i], region, best - depths[i], &tried)) continue;
        if (depths[i] + tried.count >= best) continue;
        best = depths[i] + tried.count;
        start = starts[i];
        route swapped = *ring;
        *ring = tried;
        tried = swapped;
    }
    lc_vec_free(g->budget, &tried);
    want = (goal){.node = start, .state = NONE};
    return start != NONE && spread(g, NONE, 0, &want, &end, NULL, 0) && append(g, way, end);
}

/* Is it not known whether the loop is fair?  Of processes that share the last bit one may be neglected. */
static bool doubtful(const guide *g, const route *ring) {
    const lcm_ltl_search *s = g->search;
    uint64_t some = 0;
    if (!s->explored.with_actors || s->distinct == UINT64_MAX) return false;
    for (uint32_t i = 0; i < ring->count; i++) some |= lcm_product_enabled(&s->product, ring->at[i].arc.to);
    return some >> 63;
}

bool lcm_ltl_reconstruct_lasso(lcm_ltl_search *s, lcm_finding *f) {
    assert(s->found.count > 0);
    guide g;
    route way = {0}, ring = {0};
    bool done = guide_init(&g, s) && choose(&g, &way, &ring);
    if (done) {
        lcm_path *path = &f->path;
        lcm_explored_begin(&s->explored, path);
        follow(s, &way, path);
        if (ring.at[0].arc.step != LCM_STUTTER) {
            f->reason = LCM_R_CYCLE;
            if (doubtful(&g, &ring)) f->answer = LCM_UNDECIDED, f->reason = LCM_R_TOO_LARGE;
            path->loop = path->moves.count;
            follow(s, &ring, path);
        } else {
            uint32_t count = path->moves.count;
            bool ended = count > 0 && path->moves.at[count - 1].label == LCM_TICK;
            f->reason = ended ? LCM_R_TERMINATION : LCM_R_DEADLOCK;
        }
    }
    lc_vec_free(s->explored.budget, &way);
    lc_vec_free(s->explored.budget, &ring);
    guide_free(&g);
    return done;
}

bool lcm_ltl_reconstruct_path(lcm_ltl_search *s, uint32_t node, uint32_t state, lcm_finding *f) {
    guide g;
    route way = {0};
    trip end;
    goal want = {.node = node, .state = state};
    bool done = guide_init(&g, s) && spread(&g, NONE, 0, &want, &end, NULL, 0) && append(&g, &way, end);
    lcm_explored_begin(&s->explored, &f->path);
    if (done) follow(s, &way, &f->path);
    lc_vec_free(s->explored.budget, &way);
    guide_free(&g);
    return done;
}
