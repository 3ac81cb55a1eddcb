/* A short run into a loop of hidden steps, when it is known that there is one.
 *
 * States are taken breadth first again, and the first that comes back to itself by hidden steps is the nearest; which
 * states do is known from the strongly connected components of hidden steps (Tarjan's, in Gabow's form).  That may mean
 * to follow hidden steps much farther than it took to find the loop, so there is a limit.
 */
#include <assert.h>

#include "model/divergence/divergence.h"
#include "model/search/breadth.h"

enum { ALLOWANCE = 1 << 16, NONE = UINT32_MAX };

typedef enum mark { NEW, OPEN, DONE, LOOPS } mark;

typedef struct frame {
    uint32_t state, step;
} frame;

typedef struct nearest {
    lcm_explored *explored;
    uint32_t most; /* states visited in all */
    LC_VEC(uint8_t) marks;
    LC_VEC(uint32_t) order; /* on the trail, from 1 */
    LC_VEC(frame) frames;
    LC_VEC(uint32_t) trail, roots;
} nearest;

static bool enter(nearest *n, uint32_t state) {
    lcm_explored *e = n->explored;
    if (!lcm_explored_visited(e, state)) {
        if (n->most == 0) return false;
        n->most--;
    }
    if (!lcm_explored_visit(e, state)) return false;
    while (n->order.count < e->first.count)
        if (!lc_push(e->budget, &n->marks, NEW) || !lc_push(e->budget, &n->order, 0)) return false;
    n->marks.at[state] = OPEN;
    n->order.at[state] = n->trail.count + 1;
    return lc_push(e->budget, &n->trail, state) && lc_push(e->budget, &n->roots, n->trail.count) &&
           lc_push(e->budget, &n->frames, (frame){state, 0});
}

static bool steps_to_itself(const lcm_explored *e, uint32_t state) {
    for (uint32_t k = 0; k < e->count.at[state]; k++) {
        lcm_step step = lcm_explored_steps(e, state)[k];
        if (step.label == LCM_TAU && step.to == state) return true;
    }
    return false;
}

static void leave(nearest *n) {
    uint32_t state = n->frames.at[--n->frames.count].state, root = n->order.at[state];
    if (n->roots.at[n->roots.count - 1] != root) return;
    n->roots.count--;
    bool loops = n->trail.count > root || steps_to_itself(n->explored, state);
    while (n->trail.count >= root) n->marks.at[n->trail.at[--n->trail.count]] = loops ? LOOPS : DONE;
}

/* Follows hidden steps from a state as far as they go.  False: too far. */
static bool follow(nearest *n, uint32_t start) {
    lcm_explored *e = n->explored;
    if (start < n->marks.count && n->marks.at[start] != NEW) return true;
    if (!enter(n, start)) return false;
    while (n->frames.count > 0) {
        frame *top = &n->frames.at[n->frames.count - 1];
        if (top->step == e->count.at[top->state]) {
            leave(n);
            continue;
        }
        lcm_step step = lcm_explored_steps(e, top->state)[top->step++];
        if (step.label != LCM_TAU) continue;
        if (n->marks.at[step.to] == NEW) {
            if (!enter(n, step.to)) return false;
        } else if (n->marks.at[step.to] == OPEN) {
            while (n->roots.at[n->roots.count - 1] > n->order.at[step.to]) n->roots.count--;
        }
    }
    return true;
}

/* The nearest state that comes back to itself, or `known` if finding it is too costly; `way` leads there. */
static uint32_t find_entry(lcm_explored *e, uint32_t known, lcm_breadth *way) {
    nearest n = {.explored = e, .most = ALLOWANCE};
    bool easy = true, going = lcm_breadth_begin(way, 0);
    uint32_t entry = NONE;
    for (uint32_t i = 0; going && i < way->queue.count && entry == NONE; i++) {
        uint32_t state = way->queue.at[i];
        easy = easy && follow(&n, state);
        if (easy ? n.marks.at[state] == LOOPS : state == known) entry = state;
        if (!lcm_explored_visited(e, state)) continue;
        for (uint32_t k = 0; going && k < e->count.at[state]; k++) going = lcm_breadth_step(way, state, k);
    }
    lc_vec_free(e->budget, &n.marks);
    lc_vec_free(e->budget, &n.order);
    lc_vec_free(e->budget, &n.frames);
    lc_vec_free(e->budget, &n.trail);
    lc_vec_free(e->budget, &n.roots);
    /* The known state may have been passed before it got too hard. */
    return entry == NONE && way->reached.count > known && way->reached.at[known] ? known : entry;
}

/* The state whose step closes the shortest loop of hidden steps from the entry; `round` leads there. */
static uint32_t find_last(lcm_explored *e, uint32_t entry, lcm_breadth *round, uint32_t *step) {
    bool going = lcm_breadth_begin(round, entry);
    for (uint32_t i = 0; going && i < round->queue.count; i++) {
        uint32_t state = round->queue.at[i];
        if (!lcm_explored_visited(e, state)) continue;
        for (*step = 0; going && *step < e->count.at[state]; ++*step) {
            lcm_step s = lcm_explored_steps(e, state)[*step];
            if (s.label != LCM_TAU) continue;
            if (s.to == entry) return state;
            going = lcm_breadth_step(round, state, *step);
        }
    }
    return NONE;
}

bool lcm_reconstruct_divergence(lcm_explored *e, uint32_t known, lcm_finding *f) {
    lcm_breadth way, round;
    uint32_t last = NONE, step = 0;
    lcm_breadth_init(&way, e);
    lcm_breadth_init(&round, e);
    uint32_t entry = find_entry(e, known, &way);
    /* A step that fails, met on the way to a nearer loop, does not matter: there is one anyway. */
    e->broken = UINT32_MAX;
    if (entry != NONE) last = find_last(e, entry, &round, &step);
    assert(last != NONE || lc_exhausted(e->budget));
    if (last != NONE) {
        f->answer = LCM_FAILS;
        f->reason = LCM_R_DIVERGENCE;
        lcm_explored_begin(e, &f->path);
        lcm_breadth_reconstruct(&way, entry, &f->path);
        f->path.loop = f->path.moves.count;
        lcm_breadth_reconstruct(&round, last, &f->path);
        lcm_explored_follow(e, &f->path, last, step);
    }
    lcm_breadth_free(&way);
    lcm_breadth_free(&round);
    return last != NONE;
}
