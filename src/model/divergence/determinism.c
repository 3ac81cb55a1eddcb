/* Determinism: no visible steps after which an event is possible and can also be refused, and no divergence.
 *
 * Following Lazić (A semantic study of data independence, 1999; FDR does the same): where nothing diverges, a
 * deterministic process can be cut out of any process by following the first hidden step until there is none and then
 * one step for each event.  The whole is deterministic if and only if its behaviour is that of this part: wherever some
 * run gets to, its possible steps must be among those of the part's state after the same visible steps, and if it is
 * stable, all of those.  So pairs of a state and a state of the part are searched, breadth first.  The finding need not
 * be the nearest there is, because the part is one of many; the nearest is searched for when it is known that there is
 * one.
 */

#include "base/map64.h"
#include "model/divergence/divergence.h"
#include "model/divergence/refusal.h"
#include "model/search/breadth.h"

enum { NONE = UINT32_MAX };

typedef struct pair {
    uint32_t state, part; /* where a run is, and the part after the same visible steps */
    uint32_t before, step;
} pair;

typedef struct pairing {
    lcm_explored *explored;
    lc_map64 known;
    LC_VEC(pair) pairs; /* in the order they were reached */
} pairing;

/* The step with a label; NONE: there is none. */
static uint32_t step_with(const lcm_explored *e, uint32_t state, lcm_label label) {
    for (uint32_t k = 0; k < e->count.at[state]; k++)
        if (lcm_explored_steps(e, state)[k].label == label) return k;
    return NONE;
}

/* Along first hidden steps to where there are none. */
static uint32_t settle(const lcm_explored *e, uint32_t state) {
    for (uint32_t k; (k = step_with(e, state, LCM_TAU)) != NONE;) state = lcm_explored_steps(e, state)[k].to;
    return state;
}

static bool add(pairing *p, pair new) {
    uint64_t key = (uint64_t) new.state << 32 | new.part;
    if (lc_map64_get(&p->known, key) != LC_NOT_MAPPED) return true;
    lc_map64_put(&p->known, key, 1);
    return lc_push(p->explored->budget, &p->pairs, new);
}

/* A shortest run that does these visible steps and ends where nothing hidden can happen and the label is refused:
 * breadth first over states and how many of the labels are behind.  False: memory is out. */
static bool reconstruct_run(lcm_explored *e, const lcm_label *labels, uint32_t count, lcm_label refused,
                            lcm_path *path) {
    pairing p = {.explored = e};
    uint32_t end = NONE;
    lc_map64_init(&p.known, e->budget);
    bool going = add(&p, (pair){0, 0, NONE, NONE});
    for (uint32_t i = 0; going && i < p.pairs.count && end == NONE; i++) {
        pair at = p.pairs.at[i];
        if (at.part == count && step_with(e, at.state, LCM_TAU) == NONE && step_with(e, at.state, refused) == NONE)
            end = i;
        for (uint32_t k = 0; going && k < e->count.at[at.state]; k++) {
            lcm_step step = lcm_explored_steps(e, at.state)[k];
            bool next = at.part < count && step.label == labels[at.part];
            if (next || step.label == LCM_TAU) going = add(&p, (pair){step.to, at.part + next, i, k});
        }
    }
    LC_VEC(uint32_t) back = {0};
    for (uint32_t i = end; i != NONE; i = p.pairs.at[i].before) going = going && lc_push(NULL, &back, i);
    lcm_explored_begin(e, path);
    for (uint32_t i = back.count; going && i-- > 1;)
        lcm_explored_follow(e, path, p.pairs.at[back.at[i]].state, p.pairs.at[back.at[i - 1]].step);
    lc_vec_free(NULL, &back);
    lc_vec_free(e->budget, &p.pairs);
    lc_map64_free(&p.known);
    return going && end != NONE;
}

/* The visible steps to a pair, the last one first. */
typedef LC_VEC(lcm_label) trace;
static bool visible_steps(const pairing *p, uint32_t number, trace *out) {
    for (uint32_t i = number; p->pairs.at[i].before != NONE; i = p->pairs.at[i].before) {
        const pair *at = &p->pairs.at[i];
        lcm_label label = lcm_explored_steps(p->explored, p->pairs.at[at->before].state)[at->step].label;
        if (label != LCM_TAU && !lc_push(p->explored->budget, out, label)) return false;
    }
    for (uint32_t i = 0, k = out->count; i + 1 < k; i++) {
        lcm_label label = out->at[i];
        out->at[i] = out->at[--k];
        out->at[k] = label;
    }
    return true;
}

/* The path ends in a stable state that refuses the label, which is possible after the same visible steps. */
static void reconstruct(const pairing *p, uint32_t number, lcm_label label, lcm_finding *f) {
    lcm_explored *e = p->explored;
    trace labels = {0};
    f->answer = LCM_FAILS;
    f->reason = LCM_R_NONDETERMINISM;
    f->label = label;
    if (!lcm_shortest_refusal(e, f) &&
        (!visible_steps(p, number, &labels) || !reconstruct_run(e, labels.at, labels.count, label, &f->path)))
        e->halted = LCM_R_MEMORY;
    lc_vec_free(e->budget, &labels);
    if (e->halted) return;
    /* The possible steps of the last state. */
    uint32_t last = lcm_store_add(&e->states, lcm_path_state(&f->path, f->path.moves.count));
    for (uint32_t k = 0; k < e->count.at[last]; k++) {
        lcm_label can = lcm_explored_steps(e, last)[k].label;
        if (step_with(e, last, can) == k) (void)lc_push(NULL, &f->allowed, can);
    }
}

/* False: the search is over. */
static bool look_at(pairing *p, uint32_t number, lcm_finding *f) {
    lcm_explored *e = p->explored;
    pair at = p->pairs.at[number];
    bool stable = true, going = true;
    for (uint32_t k = 0; going && k < e->count.at[at.state]; k++) {
        lcm_step step = lcm_explored_steps(e, at.state)[k];
        uint32_t part = at.part;
        if (step.label == LCM_TAU) {
            stable = false;
        } else {
            uint32_t same = step_with(e, at.part, step.label);
            if (same == NONE) {
                reconstruct(p, number, step.label, f);
                return false;
            }
            part = settle(e, lcm_explored_steps(e, at.part)[same].to);
        }
        going = add(p, (pair){step.to, part, number, k});
    }
    for (uint32_t k = 0; going && stable && k < e->count.at[at.part]; k++) {
        lcm_label label = lcm_explored_steps(e, at.part)[k].label;
        if (step_with(e, at.state, label) != NONE) continue;
        reconstruct(p, number, label, f);
        return false;
    }
    return going;
}

void lcm_search_determinism(const lcm_lts *lts, const lcm_search_limits *limits, lcm_finding *f) {
    lcm_explored e;
    f->answer = LCM_HOLDS;
    f->reason = LCM_R_NONE;
    lcm_explored_init(&e, lts, NULL, 0, false, limits, &f->figures);
    if (lcm_no_divergence(&e, f)) {
        pairing p = {.explored = &e};
        lc_map64_init(&p.known, e.budget);
        bool going = add(&p, (pair){0, settle(&e, 0), NONE, NONE});
        for (uint32_t i = 0; going && i < p.pairs.count; i++)
            going = lcm_explored_goes_on(&e, p.pairs.count - i) && look_at(&p, i, f);
        if (!going && f->answer == LCM_HOLDS) {
            if (!e.halted) e.halted = LCM_R_MEMORY;
            lcm_explored_give_up(&e, f);
        }
        f->figures.pairs = p.pairs.count;
        lc_vec_free(e.budget, &p.pairs);
        lc_map64_free(&p.known);
    }
    lcm_explored_finish(&e, f);
    lcm_explored_free(&e);
}
