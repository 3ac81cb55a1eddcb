#include "model/lts.h"

void lcm_moves_init(lcm_moves *m, uint32_t words, lc_budget *budget) {
    *m = (lcm_moves){.budget = budget, .words = words};
}

void lcm_moves_clear(lcm_moves *m) {
    m->at.count = m->states.count = 0;
    m->failure.failed = false;
}

void lcm_moves_free(lcm_moves *m) {
    lc_vec_free(m->budget, &m->at);
    lc_vec_free(m->budget, &m->states);
}

uint32_t *lcm_moves_add(lcm_moves *m, lcm_move move) {
    if (!lc_reserve(m->budget, &m->states, m->states.count + m->words) || !lc_push(m->budget, &m->at, move))
        return NULL;
    m->states.count += m->words;
    return lcm_moves_state(m, m->at.count - 1);
}
