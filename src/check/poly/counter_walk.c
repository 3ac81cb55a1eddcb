/* An order for a counter that goes up and down, looked for step by step.
 *
 * Many walkers go along the events.  Each has a position, the value of the counter, and moves only when a return forces
 * it, so that as much as possible remains open (counter_way.c).  A get that is open has its turn as soon as a walker is
 * where it found the counter.
 *
 * A walker that cannot go where it must go is lost, and another one goes on in its place as well; so it does in the
 * place of one that has further to go back to values it passed.  They part because each choice is left to chance now
 * and then.  If all are lost they return to where one of them had not yet passed the value that is out of reach; the
 * oftener, the more is left to chance.  If that does not help the history is left undecided.  The chances come from a
 * fixed seed: the answer is always the same.
 *
 * Whatever the choices, each step is one of an operation that is open and found the counter where the walker is: the
 * way of a walker that arrives is an order.
 *
 * Time O(n k w) for k walkers if at most w operations are open at once, times a constant that bounds the ways.
 */
#include "check/poly/counter_walk.h"

#include <string.h>

/* ---- along the events ---- */

static void add_open(lc_ramble *w, uint32_t number) {
    const lc_count_op *o = lc_walk_op(w, number);
    w->slot[number] = w->free[--w->free_count];
    if (o->deed != LC_COUNT_CHANGE) {
        w->wants[w->want_count++] = number;
        return;
    }
    uint32_t i = w->change_count++;
    for (; i && lc_walk_op(w, w->changes[i - 1])->returned > o->returned; i--) w->changes[i] = w->changes[i - 1];
    w->changes[i] = number;
}

static void remove_open(lc_ramble *w, uint32_t number) {
    bool change = lc_walk_op(w, number)->deed == LC_COUNT_CHANGE;
    uint32_t *from = change ? w->changes : w->wants, *count = change ? &w->change_count : &w->want_count, i = 0;
    while (from[i] != number) i++;
    memmove(&from[i], &from[i + 1], (--*count - i) * sizeof *from);
    for (uint32_t k = 0; k < w->count; k++) lc_clear_bit(lc_walk_row(w, &w->walkers[k]), w->slot[number]);
    w->free[w->free_count++] = w->slot[number];
}

/* False: all walkers are lost. */
static bool replace_lost(lc_ramble *w) {
    uint32_t left = 0;
    for (uint32_t k = 0; k < w->count; k++) left += !w->walkers[k].lost;
    for (uint32_t k = 0; k < w->count && left; k++) {
        if (!w->walkers[k].lost) continue;
        uint32_t pick = lc_walk_chance(w, w->count);
        while (w->walkers[pick].lost) pick = (pick + 1) % w->count;
        w->walkers[k] = w->walkers[pick];
        memcpy(lc_walk_row(w, &w->walkers[k]), lc_walk_row(w, &w->walkers[pick]), w->words * sizeof *w->done);
    }
    return left;
}

static bool is_hard(const lc_ramble *w, uint32_t number) {
    for (uint32_t i = 0; i < LC_HARD; i++)
        if (w->hard[i] == number) return true;
    return false;
}

/* How far it is back to values that it passed. */
static int64_t arrears(const lc_ramble *w, const lc_walker *k, const uint8_t *weight) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < w->want_count; i++) {
        int64_t past = (k->at - lc_walk_op(w, w->wants[i])->found) * w->trend;
        if (past > 0 && !lc_had_turn(w, k, w->wants[i])) sum += (past + 4) * weight[i];
    }
    return sum;
}

static void favour(lc_ramble *w) {
    int64_t all[LC_MOST_WALKERS];
    for (uint32_t i = 0; i < w->want_count; i++) w->weight[i] = is_hard(w, w->wants[i]) ? 16 : 1;
    for (uint32_t k = 0; k < w->count; k++) all[k] = arrears(w, &w->walkers[k], w->weight);
    for (uint32_t k = 0; k < w->count; k++) {
        uint32_t other = lc_walk_chance(w, w->count);
        if (all[other] >= all[k]) continue;
        all[k] = all[other];
        w->walkers[k] = w->walkers[other];
        memcpy(lc_walk_row(w, &w->walkers[k]), lc_walk_row(w, &w->walkers[other]), w->words * sizeof *w->done);
    }
}

static bool see_return(lc_ramble *w, uint32_t number) {
    bool lost = false;
    for (uint32_t k = 0; k < w->count; k++) {
        lc_walker *one = &w->walkers[k];
        if (!lc_had_turn(w, one, number)) lost |= one->lost = !lc_walk_force(w, one, number);
    }
    if (lost && !replace_lost(w)) return false;
    remove_open(w, number);
    favour(w);
    return true;
}

static void see_call(lc_ramble *w, uint32_t number) {
    add_open(w, number);
    for (uint32_t k = 0; k < w->count; k++) lc_walk_look_around(w, &w->walkers[k]);
}

/* ---- going back when all are lost ---- */

static void strike_camp(lc_ramble *w, uint32_t event) {
    lc_camp *c = &w->camps[w->camp_count++ % LC_CAMPS];
    *c = (lc_camp){event, w->change_count, w->want_count, w->free_count, c->all};
    memcpy(c->all, w->done, w->bytes);
}

static const lc_camp *camp_at(const lc_ramble *w, uint32_t back) {
    return &w->camps[(w->camp_count - 1 - back) % LC_CAMPS];
}

/* Had a walker not yet passed the value? */
static bool is_before(const lc_ramble *w, const lc_camp *c, int64_t found) {
    const lc_walker *walkers = (const lc_walker *)((const uint64_t *)c->all + (size_t)w->count * w->words);
    for (uint32_t k = 0; k < w->count; k++)
        if ((walkers[k].at - found) * w->trend <= 0) return true;
    return false;
}

/* The event to go on with, after they were lost at one.  False: it is time to give up. */
static bool return_to_camp(lc_ramble *w, uint32_t number, uint32_t *event) {
    if (*event > w->furthest) {
        w->furthest = *event;
        w->losses = 0;
    }
    if (w->losses++ == w->most_losses) return false;
    w->hard[w->losses % LC_HARD] = number;
    uint32_t camps = w->camp_count < LC_CAMPS ? w->camp_count : LC_CAMPS, back = 0;
    while (back + 1 < camps && !is_before(w, camp_at(w, back), lc_walk_op(w, number)->found)) back++;
    back += lc_walk_chance(w, 2 + w->losses / 16);
    w->camp_count -= back < camps ? back : camps - 1;
    const lc_camp *c = camp_at(w, 0);
    memcpy(w->done, c->all, w->bytes);
    w->change_count = c->change_count;
    w->want_count = c->want_count;
    w->free_count = c->free_count;
    *event = c->event;
    return true;
}

/* LC_UNDECIDED: all walkers were lost. */
static lc_outcome walk_along(lc_ramble *w) {
    const lc_part *part = w->c->part;
    lc_poly *p = w->c->p;
    uint32_t apart = w->c->width;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t number = p->note[lc_event_op(part->events[i])];
        bool due = !w->camp_count || i >= w->camps[(w->camp_count - 1) % LC_CAMPS].event + apart;
        if (due) strike_camp(w, i);
        if (i % 64 == 0 && lc_poly_limit_reached(p)) return LC_HALTED;
        if (number == LC_NEVER) continue;
        if (lc_event_what(part->events[i]) == LC_INVOKE) see_call(w, number);
        else if (!see_return(w, number)) {
            if (!return_to_camp(w, number, &i)) return LC_UNDECIDED;
            i--;
        }
    }
    return LC_HOLDS;
}

static lc_outcome list_order(lc_ramble *w) {
    lc_poly *p = w->c->p;
    uint32_t count = 0;
    for (uint32_t i = w->walkers[0].last; i != LC_NO_COUNT_OP; i = w->steps.at[i].before) count++;
    if (!lc_reserve(p->budget, &p->order, count)) return lc_poly_halt(p, LC_NO_MEMORY);
    p->order.count = count;
    for (uint32_t i = w->walkers[0].last; i != LC_NO_COUNT_OP; i = w->steps.at[i].before)
        p->order.at[--count] = w->steps.at[i].op;
    return LC_HOLDS;
}

static int64_t trend_of(const lc_tally *c) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < c->ops.count; i++) sum += c->ops.at[i].by;
    return sum < 0 ? -1 : 1;
}

/* From the first event on. */
static lc_outcome send(lc_tally *c, uint32_t count, uint32_t most_losses) {
    lc_ramble w = {.c = c,
                   .random = 1,
                   .words = c->width / 64 + 1,
                   .count = count,
                   .trend = trend_of(c),
                   .most_losses = most_losses};
    for (uint32_t i = 0; i < LC_HARD; i++) w.hard[i] = LC_NO_COUNT_OP;
    size_t slots = (size_t)c->width + 1, row = w.words * sizeof *w.done;
    w.bytes = count * (sizeof *w.walkers + row) + 3 * slots * sizeof *w.slot;
    w.bytes = (w.bytes + 7) / 8 * 8;
    size_t bytes = (1 + LC_CAMPS) * w.bytes + c->ops.count * sizeof *w.slot + slots;
    if (!(w.done = lc_allocate(c->p->budget, bytes))) return lc_poly_halt(c->p, LC_NO_MEMORY);
    memset(w.done, 0, count * row);
    w.walkers = (lc_walker *)(w.done + count * w.words);
    w.changes = (uint32_t *)(w.walkers + count);
    w.wants = w.changes + slots;
    w.free = w.wants + slots;
    for (uint32_t i = 0; i < LC_CAMPS; i++) w.camps[i].all = (char *)w.done + (i + 1) * w.bytes;
    w.slot = (uint32_t *)((char *)w.done + (1 + LC_CAMPS) * w.bytes);
    w.weight = (uint8_t *)(w.slot + c->ops.count);
    for (uint32_t i = 0; i < count; i++) w.walkers[i] = (lc_walker){.last = LC_NO_COUNT_OP};
    while (w.free_count < slots) {
        w.free[w.free_count] = w.free_count;
        w.free_count++;
    }
    lc_outcome outcome = walk_along(&w);
    if (lc_exhausted(c->p->budget)) outcome = lc_poly_halt(c->p, LC_NO_MEMORY);
    if (outcome == LC_HOLDS) outcome = list_order(&w);
    lc_vec_free(c->p->budget, &w.steps);
    lc_release(c->p->budget, w.done, bytes);
    return outcome;
}

lc_outcome lc_count_walk(lc_tally *c) {
    enum { NARROW = 8, FEW = 4, SOME = 100, MANY = 200 };
    lc_outcome outcome = send(c, LC_MOST_WALKERS / 4, c->width > NARROW ? SOME : FEW); /* else the search is fast */
    if (outcome == LC_UNDECIDED && c->width > NARROW) outcome = send(c, LC_MOST_WALKERS, MANY);
    return outcome != LC_UNDECIDED
               ? outcome
               : lc_poly_not_for_me(c->p, "it counts up and down, and no order was found step by step");
}
