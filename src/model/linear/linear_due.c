/* Which returns are due at the end of a run: the possible states of the specification are followed along the run, and
 * their due returns are listed. */
#include "model/linear/linear_parts.h"

typedef LC_VEC(uint32_t) state_list;

static bool add(lc_budget *budget, state_list *list, uint32_t state) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i] == state) return true;
    return lc_push(budget, list, state);
}

static bool add_all(lc_budget *budget, state_list *list, const lcm_moves *moves, bool hidden_only) {
    for (uint32_t i = 0; i < moves->at.count; i++)
        if (!hidden_only || moves->at.at[i].label == LCM_TAU)
            if (!add(budget, list, *lcm_moves_state(moves, i))) return false;
    return true;
}

/* With all that hidden steps lead to. */
static bool complete(lcm_walker *w, lc_budget *budget, state_list *list, lcm_moves *moves) {
    for (uint32_t i = 0; i < list->count; i++) {
        lcm_moves_clear(moves);
        w->lts->next(w, &list->at[i], moves);
        if (!add_all(budget, list, moves, true)) return false;
    }
    return true;
}

static bool follow(lcm_walker *w, lc_budget *budget, state_list *list, lcm_label label, lcm_moves *moves) {
    state_list after = {0};
    bool fine = true;
    for (uint32_t i = 0; fine && i < list->count; i++) {
        lcm_moves_clear(moves);
        w->lts->after(w, &list->at[i], label, moves);
        fine = add_all(budget, &after, moves, false);
    }
    lc_vec_free(budget, list);
    *list = after;
    return fine && complete(w, budget, list, moves);
}

/* The returns insisted on in states without hidden steps. */
static bool collect(lcm_walker *w, const state_list *list, lcm_moves *moves, lcm_due *due) {
    for (uint32_t i = 0; i < list->count; i++) {
        lcm_moves_clear(moves);
        w->lts->next(w, &list->at[i], moves);
        bool hidden = false;
        for (uint32_t k = 0; k < moves->at.count; k++) hidden |= moves->at.at[k].label == LCM_TAU;
        for (uint32_t k = 0; !hidden && k < moves->at.count; k++) {
            uint32_t known = 0;
            while (known < due->count && due->at[known] != moves->at.at[k].label) known++;
            if (known == due->count && !lc_push(NULL, due, moves->at.at[k].label)) return false;
        }
    }
    return true;
}

bool lcm_linear_due(lcm_linear *l, const lcm_path *path, lcm_due *due) {
    lcm_walker *w = l->lts.open(&l->lts, l->budget);
    if (!w) return false;
    state_list list = {0};
    lcm_moves moves;
    uint32_t first;
    lcm_moves_init(&moves, 1, l->budget);
    l->lts.init(w, &first);
    due->count = 0;
    bool fine = add(l->budget, &list, first) && complete(w, l->budget, &list, &moves);
    for (uint32_t i = 0; fine && i < path->moves.count; i++)
        if (path->moves.at[i].label != LCM_TAU) fine = follow(w, l->budget, &list, path->moves.at[i].label, &moves);
    fine = fine && collect(w, &list, &moves, due);
    lc_vec_free(l->budget, &list);
    lcm_moves_free(&moves);
    l->lts.close(w);
    return fine;
}
