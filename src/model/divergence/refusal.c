/* Breadth first over a state and the set of all states that the same visible steps may lead to: a run ends where
 * nothing hidden can happen and one of the set can take a step that the state cannot.  There may be very many sets, so
 * there is a limit to the work: it is for a verdict that is known. */
#include "model/divergence/refusal.h"

#include <stdlib.h>

#include "base/intern.h"
#include "base/map64.h"
#include "base/order.h"

enum { NONE = UINT32_MAX, ALLOWANCE = 1 << 18, TIMES = 4 };

typedef struct node {
    uint32_t state, set;
    uint32_t before, step;
} node;

typedef LC_VEC(uint32_t) numbers;

typedef struct refusal {
    lcm_explored *explored;
    lc_budget budget; /* of its own: that of the search is not to be spent on this */
    lc_intern sets;   /* of states, sorted */
    lc_map64 known;   /* nodes: state and set */
    lc_map64 after;   /* set and label to set */
    LC_VEC(node) nodes;
    LC_VEC(bool) marked; /* states */
    numbers members;     /* of the set being made */
    uint64_t left;       /* work */
} refusal;

static bool spend(refusal *r, uint64_t work) {
    bool enough = r->left >= work && !lc_exhausted(&r->budget);
    r->left -= enough ? work : r->left;
    return enough;
}

static bool mark(refusal *r, uint32_t state) {
    if (r->marked.at[state]) return true;
    r->marked.at[state] = true;
    return lc_push(&r->budget, &r->members, state);
}

/* With all that hidden steps lead to from there, the members become a set.  NONE: it is too much. */
static uint32_t make_set(refusal *r) {
    const lcm_explored *e = r->explored;
    bool well = true;
    for (uint32_t i = 0; well && i < r->members.count; i++) {
        uint32_t state = r->members.at[i], count = e->count.at[state];
        well = spend(r, 1 + count);
        for (uint32_t k = 0; well && k < count; k++) {
            lcm_step step = lcm_explored_steps(e, state)[k];
            if (step.label == LCM_TAU) well = mark(r, step.to);
        }
    }
    for (uint32_t i = 0; i < r->members.count; i++) r->marked.at[r->members.at[i]] = false;
    if (well && r->members.count > 1) qsort(r->members.at, r->members.count, sizeof *r->members.at, lc_by_u32);
    uint32_t set = well ? lc_intern_add(&r->sets, r->members.at, r->members.count * sizeof *r->members.at) : NONE;
    r->members.count = 0;
    return set;
}

static const uint32_t *members_of(const refusal *r, uint32_t set, uint32_t *count) {
    const lc_interned *item = lc_intern_get(&r->sets, set);
    *count = item->size / (uint32_t)sizeof(uint32_t);
    return item->bytes;
}

static uint32_t set_after(refusal *r, uint32_t set, lcm_label label) {
    const lcm_explored *e = r->explored;
    uint64_t key = (uint64_t)set << 32 | label;
    uint32_t after = lc_map64_get(&r->after, key), count;
    if (after != LC_NOT_MAPPED) return after;
    const uint32_t *members = members_of(r, set, &count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < e->count.at[members[i]]; k++) {
            lcm_step step = lcm_explored_steps(e, members[i])[k];
            if (step.label == label) (void)mark(r, step.to);
        }
    after = spend(r, count) ? make_set(r) : NONE;
    if (after != NONE) lc_map64_put(&r->after, key, after);
    return after;
}

static bool can(const lcm_explored *e, uint32_t state, lcm_label label) {
    for (uint32_t k = 0; k < e->count.at[state]; k++)
        if (lcm_explored_steps(e, state)[k].label == label) return true;
    return false;
}

/* A label that another one of the set can take and this state, where nothing hidden can happen, cannot; LCM_NO_LABEL:
 * none. */
static lcm_label refused(refusal *r, const node *at) {
    const lcm_explored *e = r->explored;
    uint32_t count;
    const uint32_t *members = members_of(r, at->set, &count);
    if (can(e, at->state, LCM_TAU)) return LCM_NO_LABEL;
    for (uint32_t i = 0; i < count && spend(r, 1); i++)
        for (uint32_t k = 0; k < e->count.at[members[i]]; k++) {
            lcm_label label = lcm_explored_steps(e, members[i])[k].label;
            if (label != LCM_TAU && !can(e, at->state, label)) return label;
        }
    return LCM_NO_LABEL;
}

static bool add(refusal *r, node new) {
    uint64_t key = (uint64_t) new.state << 32 | new.set;
    if (new.set == NONE || !spend(r, 1)) return false;
    if (lc_map64_get(&r->known, key) != LC_NOT_MAPPED) return true;
    lc_map64_put(&r->known, key, 1);
    return lc_push(&r->budget, &r->nodes, new);
}

static bool go_on(refusal *r, uint32_t number) {
    const lcm_explored *e = r->explored;
    node at = r->nodes.at[number];
    bool well = true;
    for (uint32_t k = 0; well && k < e->count.at[at.state]; k++) {
        lcm_step step = lcm_explored_steps(e, at.state)[k];
        uint32_t set = step.label == LCM_TAU ? at.set : set_after(r, at.set, step.label);
        well = add(r, (node){step.to, set, number, k});
    }
    return well;
}

static void reconstruct(const refusal *r, uint32_t number, lcm_path *path) {
    numbers back = {0};
    for (uint32_t i = number; i != NONE; i = r->nodes.at[i].before) (void)lc_push(NULL, &back, i);
    lcm_explored_begin(r->explored, path);
    for (uint32_t i = back.count; i-- > 1;)
        lcm_explored_follow(r->explored, path, r->nodes.at[back.at[i]].state, r->nodes.at[back.at[i - 1]].step);
    lc_vec_free(NULL, &back);
}

static bool search(refusal *r, lcm_finding *f) {
    uint32_t states = r->explored->first.count;
    if (!lc_reserve(&r->budget, &r->marked, states)) return false;
    for (uint32_t i = 0; i < states; i++) r->marked.at[i] = false;
    bool well = mark(r, 0) && add(r, (node){0, make_set(r), NONE, NONE});
    for (uint32_t i = 0; well && i < r->nodes.count; i++) {
        lcm_label label = refused(r, &r->nodes.at[i]);
        if (label == LCM_NO_LABEL) {
            well = go_on(r, i);
            continue;
        }
        f->label = label;
        reconstruct(r, i, &f->path);
        return true;
    }
    return false;
}

bool lcm_shortest_refusal(lcm_explored *e, lcm_finding *f) {
    refusal r = {.explored = e, .left = ALLOWANCE + TIMES * (uint64_t)e->steps.count};
    lc_budget_init(&r.budget, e->budget->limit);
    lc_intern_init(&r.sets, &r.budget);
    lc_map64_init(&r.known, &r.budget);
    lc_map64_init(&r.after, &r.budget);
    bool found = search(&r, f);
    lc_vec_free(&r.budget, &r.nodes);
    lc_vec_free(&r.budget, &r.marked);
    lc_vec_free(&r.budget, &r.members);
    lc_map64_free(&r.after);
    lc_map64_free(&r.known);
    lc_intern_free(&r.sets);
    return found;
}
