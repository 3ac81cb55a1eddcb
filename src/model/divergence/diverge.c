#include "model/divergence/diverge.h"

#include "model/search/halt.h"

enum { UNKNOWN, ON_STACK, CONVERGES, DIVERGES };

bool lcm_diverge_init(lcm_diverge *d, const lcm_lts *lts, const lcm_search_limits *limits, lc_budget *budget) {
    *d = (lcm_diverge){.budget = budget, .meter = lcm_meter_of(limits, budget)};
    lcm_moves_init(&d->moves, lts->words, budget);
    d->words = lc_allocate(budget, lts->words * sizeof *d->words);
    return lcm_store_init(&d->store, lts->words, budget) && d->words;
}

void lcm_diverge_free(lcm_diverge *d) {
    lc_release(d->budget, d->words, d->store.tree.words * sizeof *d->words);
    lcm_store_free(&d->store);
    lc_vec_free(d->budget, &d->colours);
    lc_vec_free(d->budget, &d->frames);
    lc_vec_free(d->budget, &d->successors);
    lcm_moves_free(&d->moves);
}

static uint32_t number_of(lcm_diverge *d, const uint32_t *words) {
    uint32_t number = lcm_store_add(&d->store, words);
    if (number == LCM_NOT_STORED || number < d->colours.count) return number;
    return lc_push(d->budget, &d->colours, UNKNOWN) ? number : LCM_NOT_STORED;
}

/* A state goes on the stack, with its hidden successors. */
static bool enter(lcm_diverge *d, lcm_walker *walker, uint32_t state) {
    lcm_store_get(&d->store, state, d->words);
    lcm_moves_clear(&d->moves);
    walker->lts->next(walker, d->words, &d->moves);
    lcm_diverge_frame frame = {state, d->successors.count, d->successors.count};
    for (uint32_t i = 0; i < d->moves.at.count; i++) {
        if (d->moves.at.at[i].label != LCM_TAU) continue;
        uint32_t to = number_of(d, lcm_moves_state(&d->moves, i));
        if (to == LCM_NOT_STORED || !lc_push(d->budget, &d->successors, to)) return false;
        frame.end++;
    }
    if (lc_exhausted(d->budget) || !lc_push(d->budget, &d->frames, frame)) return false;
    d->colours.at[state] = ON_STACK;
    return true;
}

bool lcm_diverges(lcm_diverge *d, lcm_walker *walker, const uint32_t *words) {
    uint32_t state = number_of(d, words);
    if (state == LCM_NOT_STORED) return false;
    if (d->colours.at[state] != UNKNOWN) return d->colours.at[state] == DIVERGES;
    d->frames.count = d->successors.count = 0;
    bool well = enter(d, walker, state), endless = false;
    for (uint32_t rounds = 1; well && d->frames.count > 0 && !endless; rounds++) {
        if (rounds % 256 == 0 && lcm_halted(&d->meter)) well = false;
        lcm_diverge_frame *top = &d->frames.at[d->frames.count - 1];
        if (top->next == top->end) {
            d->colours.at[top->state] = CONVERGES;
            d->frames.count--;
            d->successors.count = d->frames.count > 0 ? d->frames.at[d->frames.count - 1].end : 0;
            continue;
        }
        uint32_t to = d->successors.at[top->next++];
        uint8_t colour = d->colours.at[to];
        endless = colour == ON_STACK || colour == DIVERGES;
        if (colour == UNKNOWN) well = well && enter(d, walker, to);
    }
    for (uint32_t i = 0; i < d->frames.count; i++) d->colours.at[d->frames.at[i].state] = endless ? DIVERGES : UNKNOWN;
    return endless;
}
