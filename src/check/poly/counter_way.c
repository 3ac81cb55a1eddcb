/* The ways of one walker (counter_walk.c): where an operation that is about to return sends it.
 *
 * Changes with a given sum are chosen by the table of all sums (Bellman's knapsack), rather those that return soon.  On
 * the way to a value, and before a change that must be made now, the walker calls at values between that open gets and
 * fetch_adds have found, because it may not come back there; and it goes back to values that it passed lately.
 */
#include <string.h>

#include "check/poly/counter_walk.h"

enum { REACH = 96, SLACK = 16, SUMS = REACH + 2 * SLACK + 1, PENDING = 100, NO_SUM = UINT16_MAX };
enum { MOST_MOVES = 40, MOST_STOPS = 64 };

/* splitmix64 */
uint32_t lc_walk_chance(lc_ramble *w, uint32_t below) {
    uint64_t z = w->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * below >> 32);
}

/* ---- steps ---- */

static void take(lc_ramble *w, lc_walker *k, uint32_t number) {
    lc_set_bit(lc_walk_row(w, k), w->slot[number]);
    if (lc_push(w->c->p->budget, &w->steps, (lc_count_step){lc_walk_op(w, number)->op, k->last}))
        k->last = w->steps.count - 1;
    k->at += lc_walk_op(w, number)->by;
}

/* Gets that found the counter here have their turns. */
void lc_walk_look_around(lc_ramble *w, lc_walker *k) {
    for (uint32_t i = 0; i < w->want_count; i++) {
        const lc_count_op *o = lc_walk_op(w, w->wants[i]);
        if (o->deed == LC_COUNT_GET && o->found == k->at && !lc_had_turn(w, k, w->wants[i])) take(w, k, w->wants[i]);
    }
}

static void move(lc_ramble *w, lc_walker *k, uint32_t number) {
    take(w, k, number);
    lc_walk_look_around(w, k);
}

/* ---- a way from one value to another ---- */

typedef struct table {
    uint32_t moves[MOST_MOVES]; /* operations */
    uint32_t count;
    uint16_t cost[2][SUMS]; /* per sum */
    uint8_t used[MOST_MOVES][SUMS];
} table;

/* Changes that are not made yet, but `except`: those that return first, and of pending ones a few of each kind. */
static void list_moves(const lc_ramble *w, const lc_walker *k, uint32_t except, table *t) {
    enum { FEW = 3 };
    uint8_t alike[2 * REACH + 1] = {0};
    t->count = 0;
    for (uint32_t i = 0; i < w->change_count && t->count < MOST_MOVES; i++) {
        const lc_count_op *o = lc_walk_op(w, w->changes[i]);
        if (!o->by || o->by > REACH || o->by < -REACH || w->changes[i] == except || lc_had_turn(w, k, w->changes[i]))
            continue;
        if (o->returned != LC_NEVER || alike[o->by + REACH]++ < FEW) t->moves[t->count++] = w->changes[i];
    }
}

/* The least cost of each sum from `low` to `high`.  Moves that return late cost more, those that may never be made
 * most: they are good for any need to come. */
static void fill(lc_ramble *w, table *t, int64_t low, int64_t high) {
    uint32_t sums = (uint32_t)(high - low + 1);
    memset(t->cost[0], 0xff, sums * sizeof **t->cost);
    t->cost[0][-low] = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const uint16_t *old = t->cost[i % 2];
        uint16_t *now = t->cost[(i + 1) % 2];
        const lc_count_op *o = lc_walk_op(w, t->moves[i]);
        uint32_t chance = 8 << w->losses % 4, from = o->by > 0 ? 0 : (uint32_t)-o->by;
        uint32_t to = o->by > 0 ? (o->by < sums ? sums - (uint32_t)o->by : 0) : sums;
        uint32_t price = 8 + i + lc_walk_chance(w, chance) + (o->returned == LC_NEVER ? PENDING : 0);
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
static bool go(lc_ramble *w, lc_walker *k, int64_t target, uint32_t except) {
    table t;
    int64_t sum = target - k->at, low = (sum < 0 ? sum : 0) - SLACK, high = (sum > 0 ? sum : 0) + SLACK;
    if (!sum) return true;
    if (sum > REACH || sum < -REACH) return false;
    list_moves(w, k, except, &t);
    fill(w, &t, low, high);
    uint32_t s = (uint32_t)(sum - low);
    if (t.cost[t.count % 2][s] == NO_SUM) return false;
    for (uint32_t i = t.count; i-- > 0;) {
        if (!t.used[i][s]) t.moves[i] = LC_NO_COUNT_OP;
        else s = (uint32_t)(s - lc_walk_op(w, t.moves[i])->by);
    }
    for (uint32_t i = 0; i < t.count; i++)
        if (t.moves[i] != LC_NO_COUNT_OP) move(w, k, t.moves[i]);
    return true;
}

/* ---- with stops on the way ---- */

static bool is_between(int64_t a, int64_t x, int64_t b) { return a < b ? a <= x && x < b : b < x && x <= a; }

/* Of the open operations that found the counter between here and there the next one, but not `except` and not those of
 * the first `tried`. */
static uint32_t next_stop(lc_ramble *w, const lc_walker *k, int64_t target, uint32_t except, const uint32_t *tried,
                          uint32_t count) {
    uint32_t best = LC_NO_COUNT_OP;
    for (uint32_t i = 0; i < w->want_count; i++) {
        uint32_t number = w->wants[i];
        const lc_count_op *o = lc_walk_op(w, number);
        if (number == except || lc_had_turn(w, k, number) || !is_between(k->at, o->found, target)) continue;
        bool again = false;
        for (uint32_t t = 0; t < count; t++) again |= tried[t] == number;
        if (!again && (best == LC_NO_COUNT_OP || is_between(k->at, o->found, lc_walk_op(w, best)->found)))
            best = number;
    }
    return best;
}

/* Calls at values between here and a place that moves along if `relative`. */
static void go_by_stops(lc_ramble *w, lc_walker *k, int64_t target, bool relative, uint32_t except) {
    uint32_t tried[MOST_STOPS], count = 0;
    for (; count < MOST_STOPS; count++) {
        uint32_t stop = next_stop(w, k, relative ? k->at + target : target, except, tried, count);
        if (stop == LC_NO_COUNT_OP) return;
        tried[count] = stop;
        if (lc_walk_chance(w, 64) <= 2 * (w->losses % 8)) continue;
        const lc_count_op *o = lc_walk_op(w, stop);
        if (go(w, k, o->found, except) && o->deed == LC_COUNT_FETCH && !lc_had_turn(w, k, stop)) move(w, k, stop);
    }
}

/* Goes back to values that were passed. */
static void go_back(lc_ramble *w, lc_walker *k, uint32_t except) {
    enum { FAR = 8 };
    if (lc_walk_chance(w, 8) >= w->losses % 8) go_by_stops(w, k, k->at - w->trend * FAR, false, except);
}

/* By way of a fetch_add, if there is none without. */
static bool go_over_fetch(lc_ramble *w, lc_walker *k, int64_t target, uint32_t except) {
    for (uint32_t i = 0; i < w->want_count; i++) {
        uint32_t number = w->wants[i];
        const lc_count_op *o = lc_walk_op(w, number);
        if (number == except || o->deed != LC_COUNT_FETCH || lc_had_turn(w, k, number)) continue;
        if (!go(w, k, o->found, except) || lc_had_turn(w, k, number)) continue;
        move(w, k, number);
        if (go(w, k, target, except)) return true;
    }
    return false;
}

/* The operation is about to return.  False: it cannot have its turn. */
bool lc_walk_force(lc_ramble *w, lc_walker *k, uint32_t number) {
    const lc_count_op *o = lc_walk_op(w, number);
    if (w->change_count && lc_walk_chance(w, 32) < w->losses % 8) {
        uint32_t any = w->changes[lc_walk_chance(w, w->change_count)];
        if (!lc_had_turn(w, k, any)) move(w, k, any);
    }
    if (!lc_had_turn(w, k, number)) go_back(w, k, number);
    if (lc_had_turn(w, k, number)) return true;
    if (o->deed == LC_COUNT_CHANGE) {
        if (o->by) go_by_stops(w, k, o->by, true, number);
        move(w, k, number);
        go_back(w, k, LC_NO_COUNT_OP);
        return true;
    }
    go_by_stops(w, k, o->found, false, number);
    if (!lc_had_turn(w, k, number) && !go(w, k, o->found, number) && !go_over_fetch(w, k, o->found, number))
        return false;
    if (!lc_had_turn(w, k, number)) move(w, k, number);
    go_back(w, k, LC_NO_COUNT_OP);
    return true;
}
