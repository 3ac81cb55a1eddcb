/* Which searches to make, one after the other, until there is an answer. */
#include <string.h>

#include "check/quasi/excerpt.h"
#include "check/quasi/search_parts.h"

/* Guesses that assume all of the factor allowed, or a share of it: those that move operations as little as possible may
 * be better than those that use all of it. */
static bool foresee(lc_quasi_search *q) {
    lc_quasi_guide *g = &q->guide;
    lc_quasi_clash clash;
    g->count = 0;
    for (uint32_t eighths = 8; g->count < LC_QUASI_GUESSES; eighths--) {
        uint32_t most[LC_FACTOR_SETS];
        for (uint32_t d = 0; d < q->line.set_count; d++)
            most[d] = (uint32_t)((uint64_t)q->orders.most[d] * eighths / 8);
        if (g->count && lc_quasi_clashes(&q->elements, most, &clash)) break;
        if (!lc_reserve(q->budget, &g->due[g->count], q->line.ops.count + 1) ||
            !lc_quasi_foresee(&q->elements, most, g->due[g->count].at))
            return false;
        g->count++;
        if (!(q->elements.fifo || q->elements.lifo) || !eighths) break;
    }
    return true;
}

/* Sets the factors allowed, or smaller ones.  False: they are plainly not enough. */
static bool allow(lc_quasi_search *q, const uint32_t *most, uint32_t cap) {
    lc_quasi_clash clash;
    for (uint32_t d = 0; d < q->line.set_count; d++) q->orders.most[d] = most[d] < cap ? most[d] : cap;
    return !lc_quasi_clashes(&q->elements, q->orders.most, &clash);
}

enum { SMALL = 64 }; /* a short history is searched through at once */

/* A restless search with the factors allowed now. */
static lc_outcome search_restlessly(lc_quasi_search *q) {
    if (q->line.ops.count <= SMALL) return LC_UNDECIDED;
    lc_outcome outcome = foresee(q) ? lc_quasi_explore(q, true) : LC_HALTED;
    bool gave_up = outcome == LC_HALTED && q->halt == LC_SPENT && q->visited < q->meter.allowance;
    return gave_up ? LC_UNDECIDED : outcome;
}

/* An order that moves operations less than allowed is also an answer, and the fewer places there are to go to the less
 * a search goes astray.  So the search is run with smaller factors first, up to all that is allowed: restlessly, and
 * then thoroughly in rounds, each with more patience than the one before. */
typedef struct ladder {
    uint32_t most[LC_FACTOR_SETS]; /* the factors allowed */
    uint32_t largest;
    uint32_t refuted; /* caps on it up to this one are not enough */
} ladder;

static ladder ladder_of(const lc_quasi_search *q) {
    ladder l = {.largest = 0};
    memcpy(l.most, q->orders.most, sizeof l.most);
    for (uint32_t d = 0; d < q->line.set_count; d++) l.largest = l.most[d] > l.largest ? l.most[d] : l.largest;
    if (l.largest > q->line.ops.count) l.largest = q->line.ops.count;
    return l;
}

static lc_outcome climb_restlessly(lc_quasi_search *q, ladder *l) {
    lc_outcome outcome = LC_UNDECIDED;
    for (uint32_t cap = 1; cap < l->largest && q->line.ops.count > SMALL && outcome == LC_UNDECIDED; cap *= 2)
        if (allow(q, l->most, cap)) outcome = search_restlessly(q);
        else l->refuted = cap;
    memcpy(q->orders.most, l->most, sizeof l->most);
    return outcome == LC_UNDECIDED ? search_restlessly(q) : outcome;
}

/* One step of a round.  LC_UNDECIDED: patience ran out. */
static lc_outcome try_thoroughly(lc_quasi_search *q, uint64_t patience) {
    uint64_t allowance = q->meter.allowance;
    if (allowance > q->visited && allowance - q->visited > patience) q->meter.allowance = q->visited + patience;
    lc_outcome outcome = foresee(q) ? lc_quasi_explore(q, false) : LC_HALTED;
    bool impatient = outcome == LC_HALTED && q->halt == LC_SPENT && q->meter.allowance < allowance;
    q->meter.allowance = allowance;
    return impatient ? LC_UNDECIDED : outcome;
}

static lc_outcome climb_thoroughly(lc_quasi_search *q, ladder *l) {
    enum { FIRST = 4000, MORE = 8 };
    lc_outcome outcome = LC_UNDECIDED;
    for (uint64_t patience = FIRST; outcome == LC_UNDECIDED; patience *= MORE) {
        for (uint32_t cap = l->refuted + 1; cap < l->largest && outcome == LC_UNDECIDED; cap *= 2) {
            if (allow(q, l->most, cap)) outcome = try_thoroughly(q, patience);
            if (outcome != LC_VIOLATED) continue;
            l->refuted = cap;
            outcome = LC_UNDECIDED;
        }
        memcpy(q->orders.most, l->most, sizeof l->most);
        if (outcome == LC_UNDECIDED) outcome = try_thoroughly(q, patience);
    }
    return outcome;
}

/* The search that led here could not get any further: perhaps no search can. */
static lc_outcome refute(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    uint32_t around = q->guide.deepest;
    if (q->line.ops.count <= SMALL) return LC_UNDECIDED;
    if (lc_quasi_refute(q, factors, sought, around)) return LC_VIOLATED;
    q->excerpt.count = 0;
    return LC_UNDECIDED;
}

typedef enum effort { QUICKLY, AT_LENGTH, THOROUGHLY } effort;

static lc_outcome decide(lc_quasi_search *q, const lc_factors *factors, uint32_t sought, effort pains) {
    lc_quasi_clash clash;
    q->halt = LC_GO_ON;
    q->excerpt.count = 0;
    lc_outcome outcome = LC_HALTED;
    if (lc_quasi_orders_begin(&q->orders, &q->line, factors, sought)) {
        if (lc_quasi_clashes(&q->elements, q->orders.most, &clash)) return LC_VIOLATED;
        ladder l = ladder_of(q);
        outcome = LC_UNDECIDED;
        if (pains == AT_LENGTH) outcome = climb_restlessly(q, &l);
        else if (pains == QUICKLY) outcome = search_restlessly(q);
        if (outcome == LC_UNDECIDED && pains != THOROUGHLY) outcome = refute(q, factors, sought);
        if (outcome == LC_UNDECIDED && pains == AT_LENGTH && q->line.ops.count > SMALL)
            outcome = climb_thoroughly(q, &l);
        else if (outcome == LC_UNDECIDED && pains != QUICKLY)
            outcome = foresee(q) ? lc_quasi_explore(q, false) : LC_HALTED;
    }
    if (lc_exhausted(q->budget)) {
        q->halt = LC_NO_MEMORY;
        return LC_HALTED;
    }
    return outcome;
}

lc_outcome lc_quasi_decide(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    return decide(q, factors, sought, AT_LENGTH);
}

lc_outcome lc_quasi_decide_thoroughly(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    return decide(q, factors, sought, THOROUGHLY);
}

lc_outcome lc_quasi_decide_quickly(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    return decide(q, factors, sought, QUICKLY);
}
