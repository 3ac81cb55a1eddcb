/* Divergence: a loop of hidden steps that can be reached.
 *
 * States are taken breadth first, and from each one hidden steps are followed depth first into states that no other
 * such search has visited; an edge back into the search's own way closes a loop.  So everything is seen once, and the
 * loop is one that can be entered from a state as near to the beginning as any.
 */
#include "model/divergence/divergence.h"

#include <string.h>

#include "model/search/breadth.h"

typedef enum mark { NEW, OPEN, DONE } mark;

typedef struct frame {
    uint32_t state, step;
} frame;

typedef struct hidden_search {
    lcm_explored *explored;
    LC_VEC(uint8_t) marks;
    LC_VEC(frame) frames; /* a loop, once it is found: from `loop` on */
    uint32_t loop;
} hidden_search;

static bool enter(hidden_search *h, uint32_t state) {
    lcm_explored *e = h->explored;
    if (!lcm_explored_goes_on(e, h->frames.count) || !lcm_explored_visit(e, state)) return false;
    while (h->marks.count < e->first.count)
        if (!lc_push(e->budget, &h->marks, NEW)) return false;
    h->marks.at[state] = OPEN;
    return lc_push(e->budget, &h->frames, (frame){state, 0});
}

/* Follows hidden steps from a state.  False: a loop was found, or the search must end. */
static bool follow(hidden_search *h, uint32_t start) {
    lcm_explored *e = h->explored;
    if (start < h->marks.count && h->marks.at[start] == DONE) return true;
    if (!enter(h, start)) return false;
    while (h->frames.count > 0) {
        frame *top = &h->frames.at[h->frames.count - 1];
        if (top->step == e->count.at[top->state]) {
            h->marks.at[top->state] = DONE;
            h->frames.count--;
            continue;
        }
        lcm_step step = lcm_explored_steps(e, top->state)[top->step++];
        if (step.label != LCM_TAU || h->marks.at[step.to] == DONE) continue;
        if (h->marks.at[step.to] == OPEN) {
            h->loop = 0;
            while (h->frames.at[h->loop].state != step.to) h->loop++;
            return false;
        }
        if (!enter(h, step.to)) return false;
    }
    return true;
}

bool lcm_no_divergence(lcm_explored *e, lcm_finding *f) {
    hidden_search h = {.explored = e, .loop = UINT32_MAX};
    lcm_breadth all;
    lcm_breadth_init(&all, e);
    bool going = !e->halted && lcm_breadth_begin(&all, 0);
    uint32_t level = 1;
    for (uint32_t i = 0; going && i < all.queue.count; i++) {
        uint32_t state = all.queue.at[i];
        if (i == level) {
            level = all.queue.count;
            f->figures.depth++;
        }
        going = lcm_explored_goes_on(e, all.queue.count - i) && follow(&h, state);
        for (uint32_t k = 0; going && k < e->count.at[state]; k++) going = lcm_breadth_step(&all, state, k);
    }
    bool told = h.loop != UINT32_MAX && lcm_reconstruct_divergence(e, h.frames.at[h.loop].state, f);
    if (!going && !told) {
        if (!e->halted && e->broken == UINT32_MAX) e->halted = LCM_R_MEMORY;
        lcm_explored_give_up(e, f);
        lcm_explored_begin(e, &f->path);
        /* A state met on the way of hidden steps has been reached from one in the queue. */
        if (f->answer == LCM_BROKEN) {
            for (uint32_t i = 0; i < h.frames.count; i++)
                (void)lcm_breadth_step(&all, h.frames.at[i].state, h.frames.at[i].step - 1);
            lcm_breadth_reconstruct(&all, e->broken, &f->path);
        }
    }
    lc_vec_free(e->budget, &h.marks);
    lc_vec_free(e->budget, &h.frames);
    lcm_breadth_free(&all);
    return going;
}

void lcm_search_divergence(const lcm_lts *lts, const lcm_search_limits *limits, lcm_finding *f) {
    lcm_explored e;
    f->answer = LCM_HOLDS;
    f->reason = LCM_R_NONE;
    lcm_explored_init(&e, lts, NULL, 0, false, limits, &f->figures);
    (void)lcm_no_divergence(&e, f);
    lcm_explored_finish(&e, f);
    lcm_explored_free(&e);
}
