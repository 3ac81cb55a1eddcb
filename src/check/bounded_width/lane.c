#include "check/bounded_width/lane.h"

#include <assert.h>
#include <string.h>

void lc_lane_free(lc_lane *l) {
    lc_vec_free(l->budget, &l->calls);
    lc_vec_free(l->budget, &l->returns);
    lc_vec_free(l->budget, &l->occupant);
    lc_vec_free(l->budget, &l->open);
    lc_vec_free(l->budget, &l->taken);
}

/* The lowest free slot; `open` marks those that are free while laying out. */
static bool take_slot(lc_lane *l, uint32_t move) {
    uint32_t w = 0;
    while (w < l->words && !~l->open.at[w]) w++;
    if (w == l->words) {
        if (!lc_push(l->budget, &l->open, 0) || !lc_push(l->budget, &l->taken, 0)) return false;
        l->words++;
    }
    uint32_t slot = w * 64 + lc_lowest(~l->open.at[w]);
    if (slot == l->occupant.count && !lc_push(l->budget, &l->occupant, LC_NO_MOVE)) return false;
    lc_set_bit(l->open.at, slot);
    l->moves[move].slot = slot;
    l->moves[move].previous = l->occupant.at[slot];
    l->occupant.at[slot] = move;
    return lc_push(l->budget, &l->calls, move);
}

static void enter(lc_lane *l, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        uint32_t slot = l->moves[l->calls.at[i]].slot;
        l->occupant.at[slot] = l->calls.at[i];
        lc_set_bit(l->open.at, slot);
    }
}

static uint32_t calls_before(const lc_lane *l, uint32_t at) {
    return at < l->returns.count ? l->returns.at[at].calls_before : l->calls.count;
}

bool lc_lane_build(lc_lane *l, lc_moves *m, unsigned kinds, lc_budget *budget) {
    *l = (lc_lane){.budget = budget, .moves = m->list.at};
    for (uint32_t i = 0; i < m->events.count; i++) {
        uint32_t move = m->events.at[i];
        const lc_move *it = &l->moves[move];
        if (lc_move_pends(it) || !(kinds >> it->kind & 1)) continue;
        if (it->call == i) {
            if (!take_slot(l, move)) return false;
        } else {
            lc_clear_bit(l->open.at, it->slot);
            if (!lc_push(l->budget, &l->returns, (lc_lane_return){move, l->calls.count})) return false;
        }
    }
    enter(l, 0, calls_before(l, 0));
    return true;
}

bool lc_lane_took(const lc_lane *l, uint32_t move) {
    uint32_t due = lc_lane_end(l);
    const lc_move *it = &l->moves[move];
    return it->end < due || (it->call < due && lc_bit(l->taken.at, it->slot));
}

void lc_lane_take(lc_lane *l, uint32_t move) {
    assert(!lc_lane_took(l, move) && l->moves[move].call < lc_lane_end(l));
    lc_set_bit(l->taken.at, l->moves[move].slot);
    while (!lc_lane_done(l) && lc_bit(l->taken.at, l->moves[lc_lane_due(l)].slot)) {
        uint32_t slot = l->moves[lc_lane_due(l)].slot;
        lc_clear_bit(l->taken.at, slot);
        lc_clear_bit(l->open.at, slot);
        l->at++;
        enter(l, calls_before(l, l->at - 1), calls_before(l, l->at));
    }
}

void lc_lane_restore(lc_lane *l, uint32_t at, const uint64_t *taken) {
    while (l->at > at) {
        for (uint32_t i = calls_before(l, l->at); i > calls_before(l, l->at - 1); i--) {
            const lc_move *left = &l->moves[l->calls.at[i - 1]];
            lc_clear_bit(l->open.at, left->slot);
            if (left->previous != LC_NO_MOVE) l->occupant.at[left->slot] = left->previous;
        }
        l->at--;
        uint32_t back = lc_lane_due(l);
        assert(l->occupant.at[l->moves[back].slot] == back);
        lc_set_bit(l->open.at, l->moves[back].slot);
    }
    if (l->words) memcpy(l->taken.at, taken, l->words * sizeof *taken);
}
