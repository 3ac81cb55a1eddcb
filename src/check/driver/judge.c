#include "check/driver/judge.h"

#include <string.h>

void lc_judge_init(lc_judge *j, lc_binding *b, lince_algorithm algorithm, const lc_tuning *tuning,
                   const lc_limits *limits, lc_budget *budget) {
    *j = (lc_judge){.binding = b, .budget = budget, .algorithm = algorithm, .allowance = UINT64_MAX};
    lc_search_init(&j->search, b, tuning, limits, budget);
    lc_poly_init(&j->poly, b, limits, budget);
    lc_bounded_width_init(&j->width, b, limits, budget);
}

void lc_judge_free(lc_judge *j) {
    lc_search_free(&j->search);
    lc_poly_free(&j->poly);
    lc_bounded_width_free(&j->width);
}

static lc_outcome decided(lc_judge *j, lc_outcome outcome, unsigned by, lc_halt halt) {
    j->by = by;
    j->halt = halt;
    return outcome;
}

lc_outcome lc_judge_quickly(lc_judge *j, const lc_part *part) {
    if (j->algorithm == LINCE_SEARCH) return LC_UNDECIDED;
    lc_outcome outcome = lc_poly_decide(&j->poly, part);
    return decided(j, outcome, LC_BY_POLY, j->poly.halt);
}

static lc_outcome search(lc_judge *j, const lc_part *part, uint64_t most) {
    j->search.meter.allowance = lc_allowance(j->search.visited, most);
    lc_outcome outcome = lc_linearize(&j->search, part);
    return decided(j, outcome, LC_BY_SEARCH, j->search.halt);
}

static lc_outcome by_width(lc_judge *j, const lc_part *part, uint64_t most) {
    j->width.meter.allowance = lc_allowance(j->width.visited, most);
    lc_outcome outcome = lc_bounded_width_decide(&j->width, part);
    return decided(j, outcome, LC_BY_WIDTH, j->width.halt);
}

static bool is_spent(const lc_judge *j, lc_outcome outcome) { return outcome == LC_HALTED && j->halt == LC_SPENT; }

/* Where the concurrency is high and the values are few, the search is sometimes lucky at once: so both get a chance
 * before either may take its time. */
lc_outcome lc_judge_at_length(lc_judge *j, const lc_part *part) {
    uint64_t width = 100000 + 32 * (uint64_t)part->event_count, lucky = 10000 + 4 * (uint64_t)part->event_count;
    uint64_t most = j->allowance;
    if (j->algorithm != LINCE_AUTO) return search(j, part, most);
    lc_outcome outcome = by_width(j, part, width < most ? width : most);
    if (is_spent(j, outcome) && most > width) {
        if (most != UINT64_MAX) most -= width;
        outcome = search(j, part, lucky < most ? lucky : most);
        if (!is_spent(j, outcome) || most <= lucky) return outcome;
        if (most != UINT64_MAX) most -= lucky;
        outcome = by_width(j, part, most);
    }
    return outcome == LC_UNDECIDED ? search(j, part, most) : outcome;
}

lc_outcome lc_judge_part(lc_judge *j, const lc_part *part) {
    lc_outcome outcome = lc_judge_quickly(j, part);
    return outcome == LC_UNDECIDED ? lc_judge_at_length(j, part) : outcome;
}

void lc_judge_allow(lc_judge *j, uint64_t more) {
    j->allowance = more;
    /* for callers of the search alone */
    j->search.meter.allowance = lc_allowance(j->search.visited, more);
}

uint64_t lc_judge_visited(const lc_judge *j) { return j->search.visited + j->width.visited; }

uint32_t lc_judge_order_count(const lc_judge *j) {
    return j->by == LC_BY_POLY    ? j->poly.order.count
           : j->by == LC_BY_WIDTH ? j->width.order.count
                                  : j->search.order.count;
}

void lc_judge_copy_order(const lc_judge *j, uint32_t *to) {
    const lc_search *s = &j->search;
    uint32_t count = lc_judge_order_count(j);
    const uint32_t *from = j->by == LC_BY_POLY ? j->poly.order.at : j->width.order.at;
    if (j->by == LC_BY_SEARCH)
        for (uint32_t i = 0; i < count; i++) to[i] = s->line.ops.at[s->order.at[i]].op;
    else if (count) memcpy(to, from, count * sizeof *to);
}

lc_outcome lc_decide_linearizable(void *judge, const lc_part *part) { return lc_judge_part(judge, part); }
