/* An order for a counter that goes up and down, looked for step by step.
 *
 * Several walkers go along the events.  Each has a position, the value of the counter, and moves only when a return
 * forces it, so that as much as possible remains open:
 *
 *   - before a get returns, or a fetch_add, a walker goes where it found the counter: it chooses moves of open
 *     operations with that sum, rather those that return soon, by the table of all sums (Bellman's knapsack);
 *   - on the way, and before a change that must be made now, it calls at values between that open gets and fetch_adds
 *     have found, because it may not come back there; and
 *   - a get that is open has its turn as soon as a walker is where it found the counter.
 *
 * A walker that cannot go where it must go is lost, and one of those that are left goes on in its place as well; they
 * part because each choice is now and then left to chance.  If all of them are lost at once more set out, and then the
 * history is left undecided.  The chances come from a fixed seed: the answer is always the same.
 *
 * Whatever the choices, each step is one of an operation that is open: the way of a walker that arrives is an order.
 *
 * Time O(n k w) for k walkers if at most w operations are open at once, times a constant that bounds the table.
 */
#include <string.h>
#include <stdio.h>
#include <stdio.h>

#include "base/bits.h"
#include "check/poly/counter_mixed.h"

enum { REACH = 96, SLACK = 16, SUMS = REACH + 2 * SLACK + 1, PENDING = 100, NO_SUM = UINT16_MAX };
enum { MOST_MOVES = 40, MOST_STOPS = 64, WALKERS = 64, CAMPS = 16, HARD = 8, MOST_LOSSES = 800 };

#define NO_STEP UINT32_MAX

/* One step of a walker; those of all walkers form a tree. */
typedef struct step {
    uint32_t op, before;
} step;

typedef struct walker {
    int64_t at;
    uint32_t last; /* step */
    bool lost;
} walker;

/* Everything as it was before an event. */
typedef struct camp {
    uint32_t event, change_count, want_count, free_count;
    void *all; /* the block from `done` on */
} camp;

/* Open operations are held in slots; a set of them is a row of bits. */
typedef struct walk {
    lc_count *c;
    uint64_t random;
    int64_t trend;         /* 1: the counter goes up in the long run, or -1 */
    uint32_t words, count; /* of a row; of walkers */
    walker *walkers;
    uint64_t *done; /* rows: the open operations that had their turn */
    LC_VEC(step) steps;
    uint32_t *slot; /* per operation: as it was when that was called */
    uint32_t *changes, *wants, *free; /* open changes by their returns; open gets and fetch_adds; free slots */
    uint32_t change_count, want_count, free_count;
    uint8_t *weight; /* per member of `wants` */
    size_t bytes;    /* of the rows, the walkers and these lists */
    camp camps[CAMPS];
    uint32_t camp_count, furthest, losses;
    uint32_t hard[HARD]; /* the operations that walkers were lost at last */
} walk;

static uint32_t below(walk *w, uint32_t bound) {
    uint64_t z = w->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * bound >> 32);
}

static const lc_count_op *op_of(const walk *w, uint32_t number) { return &w->c->ops.at[number]; }
static uint64_t *row_of(const walk *w, const walker *k) { return w->done + (size_t)(k - w->walkers) * w->words; }
static bool is_done(const walk *w, const walker *k, uint32_t number) { return lc_bit(row_of(w, k), w->slot[number]); }

/* ---- steps ---- */

static void take(walk *w, walker *k, uint32_t number) {
    lc_set_bit(row_of(w, k), w->slot[number]);
    if (lc_push(w->c->p->budget, &w->steps, (step){op_of(w, number)->op, k->last})) k->last = w->steps.count - 1;
    k->at += op_of(w, number)->by;
}

/* Gets that found the counter here have their turns. */
static void look_around(walk *w, walker *k) {
    for (uint32_t i = 0; i < w->want_count; i++) {
        const lc_count_op *o = op_of(w, w->wants[i]);
        if (o->deed == LC_COUNT_GET && o->found == k->at && !is_done(w, k, w->wants[i])) take(w, k, w->wants[i]);
    }
}

static void move(walk *w, walker *k, uint32_t number) {
    take(w, k, number);
    look_around(w, k);
}

/* ---- a way from one value to another ---- */

typedef struct table {
    uint32_t moves[MOST_MOVES]; /* operations */
    uint32_t count;
    uint16_t cost[2][SUMS]; /* per sum */
    uint8_t used[MOST_MOVES][SUMS];
} table;

/* Changes that are not made yet, but `except`: those that return first, and of pending ones a few of each kind. */
static void list_moves(const walk *w, const walker *k, uint32_t except, table *t) {
    enum { FEW = 3 };
    uint8_t alike[2 * REACH + 1] = {0};
    t->count = 0;
    for (uint32_t i = 0; i < w->change_count && t->count < MOST_MOVES; i++) {
        const lc_count_op *o = op_of(w, w->changes[i]);
        if (!o->by || o->by > REACH || o->by < -REACH || w->changes[i] == except || is_done(w, k, w->changes[i])) continue;
        if (o->returned != LC_NEVER || alike[o->by + REACH]++ < FEW) t->moves[t->count++] = w->changes[i];
    }
}

/* The least cost of each sum from `low` to `high`.  Moves that return late cost more, those that may never be made most:
 * they are good for any need to come. */
static void fill(walk *w, table *t, int64_t low, int64_t high) {
    uint32_t sums = (uint32_t)(high - low + 1);
    memset(t->cost[0], 0xff, sums * sizeof **t->cost);
    t->cost[0][-low] = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const uint16_t *old = t->cost[i % 2];
        uint16_t *now = t->cost[(i + 1) % 2];
        const lc_count_op *o = op_of(w, t->moves[i]);
        uint32_t chance = 8 << w->losses % 4, from = o->by > 0 ? 0 : (uint32_t)-o->by;
        uint32_t to = o->by > 0 ? (o->by < sums ? sums - (uint32_t)o->by : 0) : sums;
        uint32_t price = 8 + i + below(w, chance) + (o->returned == LC_NEVER ? PENDING : 0);
        memcpy(now, old, sums * sizeof *now);
        memset(t->used[i], 0, sums);
        for (uint32_t s = from; s < to; s++) {
            if (old[s] == NO_SUM || old[s] + price >= now[s + o->by]) continue;
            now[s + o->by] = (uint16_t)(old[s] + price);
            t->used[i][s + o->by] = 1;
        }
    }
}

/* Changes that lead to `target`, without `except`.  False: there are none, nothing was done. */
static bool go(walk *w, walker *k, int64_t target, uint32_t except) {
    table t;
    int64_t sum = target - k->at, low = (sum < 0 ? sum : 0) - SLACK, high = (sum > 0 ? sum : 0) + SLACK;
    if (!sum) return true;
    if (sum > REACH || sum < -REACH) return false;
    list_moves(w, k, except, &t);
    fill(w, &t, low, high);
    uint32_t s = (uint32_t)(sum - low);
    if (t.cost[t.count % 2][s] == NO_SUM) return false;
    for (uint32_t i = t.count; i-- > 0;) {
        if (!t.used[i][s]) t.moves[i] = NO_STEP;
        else s = (uint32_t)(s - op_of(w, t.moves[i])->by);
    }
    for (uint32_t i = 0; i < t.count; i++)
        if (t.moves[i] != NO_STEP) move(w, k, t.moves[i]);
    return true;
}

/* ---- with stops on the way ---- */

static bool is_between(int64_t a, int64_t x, int64_t b) { return a < b ? a <= x && x < b : b < x && x <= a; }

/* Of the open operations that found the counter between here and there the next one, but not `except` and not those of
 * the first `tried`. */
static uint32_t next_stop(walk *w, const walker *k, int64_t target, uint32_t except, const uint32_t *tried, uint32_t count) {
    uint32_t best = NO_STEP;
    for (uint32_t i = 0; i < w->want_count; i++) {
        uint32_t number = w->wants[i];
        const lc_count_op *o = op_of(w, number);
        if (number == except || is_done(w, k, number) || !is_between(k->at, o->found, target)) continue;
        bool again = false;
        for (uint32_t t = 0; t < count; t++) again |= tried[t] == number;
        if (!again && (best == NO_STEP || is_between(k->at, o->found, op_of(w, best)->found))) best = number;
    }
    return best;
}

/* Calls at values between here and a place that moves along if `relative`. */
static void go_by_stops(walk *w, walker *k, int64_t target, bool relative, uint32_t except) {
    uint32_t tried[MOST_STOPS], count = 0;
    for (; count < MOST_STOPS; count++) {
        uint32_t stop = next_stop(w, k, relative ? k->at + target : target, except, tried, count);
        if (stop == NO_STEP) return;
        tried[count] = stop;
        if (below(w, 64) <= 2 * (w->losses % 8)) continue;
        const lc_count_op *o = op_of(w, stop);
        if (go(w, k, o->found, except) && o->deed == LC_COUNT_FETCH && !is_done(w, k, stop)) move(w, k, stop);
    }
}

/* Goes back to values that were passed. */
static void go_back(walk *w, walker *k, uint32_t except) {
    enum { FAR = 8 };
    if (below(w, 8) >= w->losses % 8) go_by_stops(w, k, k->at - w->trend * FAR, false, except);
}

/* By way of a fetch_add, if there is none without. */
static bool go_over_fetch(walk *w, walker *k, int64_t target, uint32_t except) {
    for (uint32_t i = 0; i < w->want_count; i++) {
        uint32_t number = w->wants[i];
        const lc_count_op *o = op_of(w, number);
        if (number == except || o->deed != LC_COUNT_FETCH || is_done(w, k, number)) continue;
        if (!go(w, k, o->found, except) || is_done(w, k, number)) continue;
        move(w, k, number);
        if (go(w, k, target, except)) return true;
    }
    return false;
}

/* The operation is about to return.  False: it cannot have its turn. */
static bool force(walk *w, walker *k, uint32_t number) {
    const lc_count_op *o = op_of(w, number);
    if (w->change_count && below(w, 32) < w->losses % 8) {
        uint32_t any = w->changes[below(w, w->change_count)];
        if (!is_done(w, k, any)) move(w, k, any);
    }
    if (!is_done(w, k, number)) go_back(w, k, number);
    if (is_done(w, k, number)) return true;
    if (o->deed == LC_COUNT_CHANGE) {
        if (o->by) go_by_stops(w, k, o->by, true, number);
        move(w, k, number);
        go_back(w, k, NO_STEP);
        return true;
    }
    go_by_stops(w, k, o->found, false, number);
    if (!is_done(w, k, number) && !go(w, k, o->found, number) && !go_over_fetch(w, k, o->found, number)) return false;
    if (!is_done(w, k, number)) move(w, k, number);
    go_back(w, k, NO_STEP);
    return true;
}

/* ---- along the events ---- */

static void add_open(walk *w, uint32_t number) {
    const lc_count_op *o = op_of(w, number);
    w->slot[number] = w->free[--w->free_count];
    if (o->deed != LC_COUNT_CHANGE) {
        w->wants[w->want_count++] = number;
        return;
    }
    uint32_t i = w->change_count++;
    for (; i && op_of(w, w->changes[i - 1])->returned > o->returned; i--) w->changes[i] = w->changes[i - 1];
    w->changes[i] = number;
}

static void remove_open(walk *w, uint32_t number) {
    bool change = op_of(w, number)->deed == LC_COUNT_CHANGE;
    uint32_t *from = change ? w->changes : w->wants, *count = change ? &w->change_count : &w->want_count, i = 0;
    while (from[i] != number) i++;
    memmove(&from[i], &from[i + 1], (--*count - i) * sizeof *from);
    for (uint32_t k = 0; k < w->count; k++) lc_clear_bit(row_of(w, &w->walkers[k]), w->slot[number]);
    w->free[w->free_count++] = w->slot[number];
}

/* False: all walkers are lost. */
static bool replace_lost(walk *w) {
    uint32_t left = 0;
    for (uint32_t k = 0; k < w->count; k++) left += !w->walkers[k].lost;
    for (uint32_t k = 0; k < w->count && left; k++) {
        if (!w->walkers[k].lost) continue;
        uint32_t pick = below(w, w->count);
        while (w->walkers[pick].lost) pick = (pick + 1) % w->count;
        w->walkers[k] = w->walkers[pick];
        memcpy(row_of(w, &w->walkers[k]), row_of(w, &w->walkers[pick]), w->words * sizeof *w->done);
    }
    return left;
}

static bool is_hard(const walk *w, uint32_t number) {
    for (uint32_t i = 0; i < HARD; i++)
        if (w->hard[i] == number) return true;
    return false;
}

/* How far it is back to values that it passed. */
static int64_t arrears(const walk *w, const walker *k, const uint8_t *weight) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < w->want_count; i++) {
        int64_t past = (k->at - op_of(w, w->wants[i])->found) * w->trend;
        if (past > 0 && !is_done(w, k, w->wants[i])) sum += (past + 4) * weight[i];
    }
    return sum;
}

static void favour(walk *w) {
    int64_t all[WALKERS];
    for (uint32_t i = 0; i < w->want_count; i++) w->weight[i] = is_hard(w, w->wants[i]) ? 16 : 1;
    for (uint32_t k = 0; k < w->count; k++) all[k] = arrears(w, &w->walkers[k], w->weight);
    for (uint32_t k = 0; k < w->count; k++) {
        uint32_t other = below(w, w->count);
        if (all[other] >= all[k]) continue;
        all[k] = all[other];
        w->walkers[k] = w->walkers[other];
        memcpy(row_of(w, &w->walkers[k]), row_of(w, &w->walkers[other]), w->words * sizeof *w->done);
    }
}

static bool see_return(walk *w, uint32_t number) {
    bool lost = false;
    for (uint32_t k = 0; k < w->count; k++) {
        walker *one = &w->walkers[k];
        if (!is_done(w, one, number)) lost |= one->lost = !force(w, one, number);
    }
    if (lost && !replace_lost(w)) return false;
    remove_open(w, number);
    favour(w);
    return true;
}

static void see_call(walk *w, uint32_t number) {
    add_open(w, number);
    for (uint32_t k = 0; k < w->count; k++) look_around(w, &w->walkers[k]);
}

/* ---- going back when all are lost ---- */

static void strike_camp(walk *w, uint32_t event) {
    camp *c = &w->camps[w->camp_count++ % CAMPS];
    *c = (camp){event, w->change_count, w->want_count, w->free_count, c->all};
    memcpy(c->all, w->done, w->bytes);
}

static const camp *camp_at(const walk *w, uint32_t back) { return &w->camps[(w->camp_count - 1 - back) % CAMPS]; }

/* Had a walker not yet passed the value? */
static bool is_before(const walk *w, const camp *c, int64_t found) {
    const walker *walkers = (const walker *)((const uint64_t *)c->all + (size_t)w->count * w->words);
    for (uint32_t k = 0; k < w->count; k++)
        if ((walkers[k].at - found) * w->trend <= 0) return true;
    return false;
}

/* The event to go on with, after they were lost at one.  False: it is time to give up. */
static bool return_to_camp(walk *w, uint32_t number, uint32_t *event) {
    if (*event > w->furthest) {
        w->furthest = *event;
        w->losses = 0;
    }
    if (w->losses++ == MOST_LOSSES) return false;
    w->hard[w->losses % HARD] = number;
    uint32_t camps = w->camp_count < CAMPS ? w->camp_count : CAMPS, back = 0;
    while (back + 1 < camps && !is_before(w, camp_at(w, back), op_of(w, number)->found)) back++;
    back += below(w, 2 + w->losses / 16);
    w->camp_count -= back < camps ? back : camps - 1;
    const camp *c = camp_at(w, 0);
    memcpy(w->done, c->all, w->bytes);
    w->change_count = c->change_count;
    w->want_count = c->want_count;
    w->free_count = c->free_count;
    *event = c->event;
    return true;
}

/* LC_UNDECIDED: all walkers were lost. */
static lc_outcome walk_along(walk *w) {
    const lc_part *part = w->c->part;
    lc_poly *p = w->c->p;
    uint32_t apart = w->c->width;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t number = p->note[lc_event_op(part->events[i])];
        bool due = !w->camp_count || i >= w->camps[(w->camp_count - 1) % CAMPS].event + apart;
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

static lc_outcome list_order(walk *w) {
    lc_poly *p = w->c->p;
    uint32_t count = 0;
    for (uint32_t i = w->walkers[0].last; i != NO_STEP; i = w->steps.at[i].before) count++;
    if (!lc_reserve(p->budget, &p->order, count)) return lc_poly_halt(p, LC_NO_MEMORY);
    p->order.count = count;
    for (uint32_t i = w->walkers[0].last; i != NO_STEP; i = w->steps.at[i].before) p->order.at[--count] = w->steps.at[i].op;
    return LC_HOLDS;
}

static int64_t trend_of(const lc_count *c) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < c->ops.count; i++) sum += c->ops.at[i].by;
    return sum < 0 ? -1 : 1;
}

static lc_outcome send(lc_count *c, uint32_t count) {
    walk w = {.c = c, .random = 1, .words = c->width / 64 + 1, .count = count, .trend = trend_of(c)};
    for (uint32_t i = 0; i < HARD; i++) w.hard[i] = NO_STEP;
    size_t slots = (size_t)c->width + 1, row = w.words * sizeof *w.done;
    w.bytes = count * (sizeof *w.walkers + row) + 3 * slots * sizeof *w.slot;
    w.bytes = (w.bytes + 7) / 8 * 8;
    size_t bytes = (1 + CAMPS) * w.bytes + c->ops.count * sizeof *w.slot + slots;
    if (!(w.done = lc_allocate(c->p->budget, bytes))) return lc_poly_halt(c->p, LC_NO_MEMORY);
    memset(w.done, 0, count * row);
    w.walkers = (walker *)(w.done + count * w.words);
    w.changes = (uint32_t *)(w.walkers + count);
    w.wants = w.changes + slots;
    w.free = w.wants + slots;
    for (uint32_t i = 0; i < CAMPS; i++) w.camps[i].all = (char *)w.done + (i + 1) * w.bytes;
    w.slot = (uint32_t *)((char *)w.done + (1 + CAMPS) * w.bytes);
    w.weight = (uint8_t *)(w.slot + c->ops.count);
    for (uint32_t i = 0; i < count; i++) w.walkers[i] = (walker){.last = NO_STEP};
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

lc_outcome lc_count_walk(lc_count *c) {
    lc_outcome outcome = send(c, WALKERS);
    return outcome != LC_UNDECIDED ? outcome : lc_poly_not_for_me(c->p, "it counts up and down, and no order was found step by step");
}
