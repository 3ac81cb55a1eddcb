#include "model/search/breadth.h"

void lcm_breadth_init(lcm_breadth *b, lcm_explored *e) { *b = (lcm_breadth){.explored = e}; }

void lcm_breadth_free(lcm_breadth *b) {
    lc_budget *budget = b->explored->budget;
    lc_vec_free(budget, &b->from);
    lc_vec_free(budget, &b->step);
    lc_vec_free(budget, &b->queue);
    lc_vec_free(budget, &b->reached);
}

static bool room(lcm_breadth *b, uint32_t count) {
    lc_budget *budget = b->explored->budget;
    while (b->reached.count < count)
        if (!lc_push(budget, &b->from, UINT32_MAX) || !lc_push(budget, &b->step, UINT32_MAX) ||
            !lc_push(budget, &b->reached, false))
            return false;
    return true;
}

bool lcm_breadth_begin(lcm_breadth *b, uint32_t state) {
    if (!room(b, b->explored->first.count)) return false;
    b->reached.at[state] = true;
    return lc_push(b->explored->budget, &b->queue, state);
}

bool lcm_breadth_step(lcm_breadth *b, uint32_t from, uint32_t step) {
    uint32_t to = lcm_explored_steps(b->explored, from)[step].to;
    if (!room(b, b->explored->first.count)) return false;
    if (b->reached.at[to]) return true;
    b->reached.at[to] = true;
    b->from.at[to] = from;
    b->step.at[to] = step;
    return lc_push(b->explored->budget, &b->queue, to);
}

void lcm_breadth_reconstruct(lcm_breadth *b, uint32_t state, lcm_path *path) {
    LC_VEC(uint32_t) back = {0};
    for (uint32_t s = state; b->from.at[s] != UINT32_MAX; s = b->from.at[s])
        if (!lc_push(NULL, &back, s)) break;
    while (back.count > 0) {
        uint32_t s = back.at[--back.count];
        lcm_explored_follow(b->explored, path, b->from.at[s], b->step.at[s]);
    }
    lc_vec_free(NULL, &back);
}
