/* A history that holds for a factor holds for all larger ones.  But how long the search takes to find out differs much:
 * a factor that is far too small is refuted at once, one that is amply large has many orders to be found, and the hard
 * ones are in between.  So the search is run in rounds, each with more patience than the one before: upwards until one
 * holds, then halving the range that is left, and where that gives no answer, from both ends. */
#include "check/quasi/smallest.h"

#include <assert.h>

typedef struct quest {
    lc_smallest *found;
    lc_quasi_search *q;
    const lc_factors *factors;
    uint64_t patience; /* configurations for one factor; 0: only the quick checks */
    uint64_t left;
    uint32_t largest; /* a factor that forbids nothing */
    uint32_t holds;   /* the factor whose orders the search holds; LC_FACTOR_MOST: none */
} quest;

/* The factors refuted without a search. */
static bool clashes(quest *t, uint32_t factor) {
    uint32_t most[LC_FACTOR_SETS];
    lc_quasi_clash clash;
    for (uint32_t i = 0; i < t->factors->count; i++)
        most[i] = i == t->factors->sought ? factor : t->factors->at[i].most;
    return lc_quasi_clashes(&t->q->elements, most, &clash);
}

static void rule_out_clashes(quest *t) {
    lc_smallest *s = t->found;
    if (s->at_least > t->largest || clashes(t, t->largest)) {
        s->never = true;
        return;
    }
    uint32_t low = s->at_least, high = t->largest; /* the first that does not clash is among these */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (clashes(t, middle)) low = middle + 1;
        else high = middle;
    }
    s->at_least = low;
}

/* How far the orders that were found move an operation of the set: that is enough, too. */
static uint32_t needed(const lc_quasi_search *q, uint32_t set) {
    uint32_t most = 0, place = 0;
    for (uint32_t i = 0; i < q->orders.real.count; i++) {
        uint32_t op = q->orders.real.at[i];
        if (!(q->line.ops.at[op].sets >> set & 1)) continue;
        uint32_t legal = lc_quasi_place(&q->orders, op, set), real = ++place;
        uint32_t moved = legal < real ? real - legal : legal - real;
        if (moved > most) most = moved;
    }
    return most;
}

/* False: it is not known yet. */
static bool try(quest *t, uint32_t factor) {
    lc_quasi_search *q = t->q;
    uint64_t before = q->visited, most = t->patience && t->patience < t->left ? t->patience : t->left;
    q->meter.allowance = most == UINT64_MAX ? most : before + most;
    lc_outcome outcome =
        t->patience ? lc_quasi_decide(q, t->factors, factor) : lc_quasi_decide_quickly(q, t->factors, factor);
    uint64_t spent = q->visited - before;
    if (t->left != UINT64_MAX) t->left -= spent < t->left ? spent : t->left;
    t->holds = outcome == LC_HOLDS ? needed(q, t->factors->sought) : LC_FACTOR_MOST;
    assert(outcome != LC_HOLDS || t->holds <= factor);
    if (t->holds < t->found->enough) t->found->enough = t->holds;
    if (outcome == LC_VIOLATED && factor >= t->found->at_least) t->found->at_least = factor + 1;
    if (t->found->at_least > t->largest) t->found->never = true;
    t->found->halt = outcome == LC_HALTED ? q->halt : LC_GO_ON;
    return outcome == LC_HOLDS || outcome == LC_VIOLATED;
}

static bool is_over(const quest *t) {
    const lc_smallest *s = t->found;
    return s->never || s->at_least >= s->enough || (s->halt != LC_GO_ON && s->halt != LC_SPENT) || !t->left;
}

/* Upwards, in steps that grow as long as there is no answer, until one holds. */
static void climb(quest *t) {
    lc_smallest *s = t->found;
    uint32_t factor = s->at_least, step = 1;
    while (!is_over(t) && s->enough == LC_FACTOR_MOST) {
        if (try(t, factor)) {
            factor = s->at_least;
            continue;
        }
        if (factor == t->largest) return;
        factor = t->largest - factor > step ? factor + step : t->largest;
        step *= 2;
    }
}

/* Between those that will not do and one that will: try the middle, then both ends, as long as there are answers.
 */
static void close_in(quest *t) {
    lc_smallest *s = t->found;
    while (!is_over(t) && s->enough != LC_FACTOR_MOST) {
        uint32_t low = s->at_least, high = s->enough;
        if (try(t, low + (high - low) / 2) || is_over(t)) continue;
        if (try(t, high - 1) || is_over(t)) continue;
        if (high - 1 == low || !try(t, low)) return;
    }
}

/* Orders for the factor that was found, if the search has gone on since. */
static void find_again(quest *t) {
    lc_smallest *s = t->found;
    if (s->enough == LC_FACTOR_MOST || t->holds == s->enough || s->never) return;
    lc_halt halt = s->halt;
    t->left = UINT64_MAX; /* it was found before with less */
    t->patience = 0;
    if (!try(t, s->enough)) {
        t->patience = UINT64_MAX;
        (void)try(t, s->enough);
    }
    s->halt = s->at_least < s->enough ? halt : LC_GO_ON;
}

void lc_quasi_smallest(lc_smallest *found, lc_quasi_search *q, const lc_factors *factors, uint32_t from,
                       uint64_t allowance) {
    enum { FIRST = 4000, MORE = 8 };
    *found = (lc_smallest){.at_least = from, .enough = LC_FACTOR_MOST};
    uint32_t members = q->line.sets[factors->sought].ops.count;
    quest t = {.found = found,
               .q = q,
               .factors = factors,
               .left = allowance,
               .largest = members ? members - 1 : 0,
               .holds = LC_FACTOR_MOST};
    rule_out_clashes(&t);
    while (!is_over(&t)) {
        climb(&t);
        close_in(&t);
        t.patience = t.patience ? t.patience * MORE : FIRST;
    }
    find_again(&t);
    q->meter.allowance = UINT64_MAX;
}
