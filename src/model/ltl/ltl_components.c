/* Strongly connected components of the product, on the fly (Couvreur, FM 1999, with Gabow's stack of roots): a run that
 * is accepted and fair exists if and only if there is a strongly connected set of nodes with all marks that is fair.
 *
 * Marks and weak fairness require something to be in the set, so the largest sets are enough: the components.  Strong
 * fairness also requires something not to be there: where a process could take a step and never does, the states in
 * which it could are taken away, and the rest falls into components again (Sun, Liu, Dong, Pang: PAT: Towards flexible
 * verification under fairness, CAV 2009).  That ends after as many rounds as there are processes.
 *
 * Global fairness requires all steps of all states of the set to be edges of it.  That can be said of complete
 * components only.  If a smaller set has all these edges, its states are a bottom component of the system, and the
 * component of the product around it has the same states, so the largest sets are enough here, too.
 *
 * If any component will do, one that is good already while it grows ends the search.
 */

#include "model/ltl/ltl_search.h"

enum { DEAD = UINT32_MAX };

typedef struct root {
    uint32_t order; /* of its first node; nodes on the trail are numbered from 1 */
    bool closed;    /* there is a way round */
    uint64_t marks, moved, some, every;
    uint64_t in_marks, in_moved; /* of the edge from the component before */
} root;

typedef struct walk {
    lcm_ltl_search *search;
    uint32_t region; /* 0: the whole product, which grows unless the nearest is wanted */
    LC_VEC(lcm_cursor) frames;
    LC_VEC(root) roots;
    LC_VEC(uint32_t) trail; /* nodes whose component is not complete */
} walk;

static void walk_region(lcm_ltl_search *, uint32_t region, const uint32_t *starts, uint32_t count);

bool lcm_ltl_room(lcm_ltl_search *s) {
    lc_budget *budget = s->explored.budget;
    uint32_t count = s->product.nodes.count;
    while (s->order.count < count && lc_push(budget, &s->order, 0) && lc_push(budget, &s->region, 0)) {}
    return s->order.count >= count && s->region.count >= count;
}

static bool over(const lcm_ltl_search *s) {
    return s->explored.halted || s->explored.broken != UINT32_MAX || (!s->nearest && s->found.count > 0);
}

static bool good(const walk *w, const root *r) {
    return r->closed && r->marks == w->search->product.automaton->marks &&
           !lcm_ltl_neglected(w->search, r->some, r->every, r->moved);
}

/* Are all steps of the states of these nodes, which are a region, edges between them? */
static bool takes_all_steps(lcm_ltl_search *s, uint32_t region, const uint32_t *nodes, uint32_t count) {
    lcm_explored *e = &s->explored;
    while (s->taken.count < e->steps.count)
        if (!lc_push(e->budget, &s->taken, 0)) {
            e->halted = LCM_R_MEMORY;
            return false;
        }
    for (uint32_t i = 0; i < count; i++) {
        lcm_cursor cursor = {nodes[i], 0, 0};
        uint32_t state = s->product.nodes.at[nodes[i]].state;
        for (lcm_arc arc; lcm_product_next(&s->product, &cursor, false, &arc);)
            if (arc.step != LCM_STUTTER && s->region.at[arc.to] == region)
                s->taken.at[e->first.at[state] + arc.step] = region;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t state = s->product.nodes.at[nodes[i]].state;
        if (!lcm_explored_visited(e, state)) return false;
        for (uint32_t k = 0; k < e->count.at[state]; k++)
            if (s->taken.at[e->first.at[state] + k] != region) return false;
    }
    return true;
}

static bool is_globally_fair(lcm_ltl_search *s, const uint32_t *nodes, uint32_t count) {
    uint32_t region = ++s->region_count;
    if (s->fairness != LCM_GLOBALLY_FAIR) return true;
    for (uint32_t i = 0; i < count; i++) s->region.at[nodes[i]] = region;
    return takes_all_steps(s, region, nodes, count);
}

static uint32_t least(const uint32_t *nodes, uint32_t count) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i] < best) best = nodes[i];
    return best;
}

static void keep(lcm_ltl_search *s, const uint32_t *nodes, uint32_t count) {
    if (s->found.count > 0 && least(s->found.at, s->found.count) <= least(nodes, count)) return;
    s->found.count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!lc_push(s->explored.budget, &s->found, nodes[i])) s->explored.halted = LCM_R_MEMORY;
}

static void enter(walk *w, uint32_t node, uint64_t marks, uint64_t moved) {
    lcm_ltl_search *s = w->search;
    lc_budget *budget = s->explored.budget;
    if (!lcm_explored_goes_on(&s->explored, w->frames.count)) return;
    if (s->nearest && !lcm_explored_visited(&s->explored, s->product.nodes.at[node].state)) {
        s->order.at[node] = DEAD; /* nothing is known of where it leads */
        return;
    }
    if (!lcm_explored_visit(&s->explored, s->product.nodes.at[node].state)) return;
    uint64_t enabled = lcm_product_enabled(&s->product, node);
    root r = {w->trail.count + 1, false, 0, 0, enabled, enabled, marks, moved};
    if (!lc_push(budget, &w->trail, node) || !lc_push(budget, &w->roots, r) ||
        !lc_push(budget, &w->frames, (lcm_cursor){node, 0, 0})) {
        s->explored.halted = LCM_R_MEMORY;
        return;
    }
    s->order.at[node] = w->trail.count;
}

/* An edge back to a node on the trail: everything from there on is one component. */
static void close_ring(walk *w, const lcm_arc *arc) {
    uint32_t order = w->search->order.at[arc->to];
    uint64_t marks = arc->marks, moved = arc->actors, some = 0, every = UINT64_MAX;
    while (w->roots.at[w->roots.count - 1].order > order) {
        const root *r = &w->roots.at[--w->roots.count];
        marks |= r->marks | r->in_marks;
        moved |= r->moved | r->in_moved;
        some |= r->some;
        every &= r->every;
    }
    root *top = &w->roots.at[w->roots.count - 1];
    top->closed = true;
    top->marks |= marks;
    top->moved |= moved;
    top->some |= some;
    top->every &= every;
    if (!w->search->nearest && w->search->fairness != LCM_GLOBALLY_FAIR && good(w, top))
        keep(w->search, w->trail.at + top->order - 1, w->trail.count - (top->order - 1));
}

/* The rest of a component without the states where a neglected process could take a step. */
static void refine(lcm_ltl_search *s, uint64_t neglected, const uint32_t *nodes, uint32_t count) {
    lc_budget *budget = s->explored.budget;
    LC_VEC(uint32_t) left = {0};
    uint32_t region = ++s->region_count;
    for (uint32_t i = 0; i < count; i++) {
        if (lcm_product_enabled(&s->product, nodes[i]) & neglected) continue;
        if (!lc_push(budget, &left, nodes[i])) s->explored.halted = LCM_R_MEMORY;
        s->region.at[nodes[i]] = region;
        s->order.at[nodes[i]] = 0;
    }
    walk_region(s, region, left.at, left.count);
    lc_vec_free(budget, &left);
}

static void leave(walk *w) {
    lcm_ltl_search *s = w->search;
    uint32_t node = w->frames.at[--w->frames.count].node;
    root r = w->roots.at[w->roots.count - 1];
    if (r.order != s->order.at[node]) return;
    w->roots.count--;
    const uint32_t *nodes = w->trail.at + r.order - 1;
    uint32_t count = w->trail.count - (r.order - 1);
    w->trail.count = r.order - 1;
    for (uint32_t i = 0; i < count; i++) s->order.at[nodes[i]] = DEAD;
    if (good(w, &r)) {
        if (is_globally_fair(s, nodes, count)) keep(s, nodes, count);
    } else if (lcm_is_strong(s->fairness) && r.closed && r.marks == s->product.automaton->marks)
        refine(s, r.some & ~r.moved, nodes, count);
}

static void walk_region(lcm_ltl_search *s, uint32_t region, const uint32_t *starts, uint32_t count) {
    walk w = {.search = s, .region = region};
    bool grow = region == 0 && !s->nearest;
    lcm_arc arc;
    for (uint32_t i = 0; i < count && !over(s); i++) {
        if (s->order.at[starts[i]] == 0) enter(&w, starts[i], 0, 0);
        while (w.frames.count > 0 && !over(s)) {
            bool more = lcm_product_next(&s->product, &w.frames.at[w.frames.count - 1], grow, &arc);
            if (!lcm_ltl_room(s)) s->explored.halted = LCM_R_MEMORY;
            else if (!more) leave(&w);
            else if (region != 0 && s->region.at[arc.to] != region) continue;
            else if (s->order.at[arc.to] == 0) enter(&w, arc.to, arc.marks, arc.actors);
            else if (s->order.at[arc.to] != DEAD) close_ring(&w, &arc);
        }
    }
    lc_vec_free(s->explored.budget, &w.frames);
    lc_vec_free(s->explored.budget, &w.roots);
    lc_vec_free(s->explored.budget, &w.trail);
}

void lcm_ltl_components(lcm_ltl_search *s) {
    if (!lcm_ltl_room(s)) {
        s->explored.halted = LCM_R_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < s->order.count; i++) s->order.at[i] = s->region.at[i] = 0;
    s->region_count = 0;
    for (uint32_t start = 0; start < s->product.start_count; start++) walk_region(s, 0, &start, 1);
}
