/* Random formulas, for tests of what reads and what evaluates them. */
#ifndef LC_TESTS_COUNTING_RANDOM_H
#define LC_TESTS_COUNTING_RANDOM_H

#include "counting/formula/formula.h"
#include "target/runtime/splitmix.h"

static uint64_t seed = 1;

static uint32_t below(uint32_t bound) { return (uint32_t)(lct_splitmix(&seed) % bound); }

enum { VARIABLES = 4 };

static lc_subject random_subject(lc_scope *s, uint32_t bound, bool groups) {
    static const lc_constant constants[] = {{"enq", "1", ""},
                                            {"deq", "", "1"},
                                            {"deq", "", NULL},
                                            {"push-front", "\"a\"", "1, [2, x]"},
                                            {"sum", "", "pending"}};
    lc_subject of = {.constant = !bound || below(5) == 0};
    of.number = of.constant ? lc_scope_constant(s, &constants[below(5)]) : below(bound);
    if (groups && below(4) == 0) of.group = (lc_group)below(4);
    return of;
}

static lc_term random_term(lc_scope *s, uint32_t bound) {
    lc_count_of c[3];
    uint32_t count = below(4);
    for (uint32_t i = 0; i < count; i++) {
        c[i] = (lc_count_of){.times = (int64_t)below(7) - 3, .total = below(2), .of = random_subject(s, bound, true)};
        c[i].from = below(s->length + 1);
        c[i].to = c[i].from + below(s->length - c[i].from + 1);
    }
    return lc_term_make(s, (int64_t)below(5) - 2, c, count);
}

/* The first `bound` variables are bound. */
__attribute__((unused)) static const lc_formula *random_formula(lc_scope *s, uint32_t bound, uint32_t depth) {
    const lc_formula *of[4];
    uint32_t count = below(4);
    switch (depth ? below(9) : 4 + below(5)) {
    case 0: return lc_not(s, random_formula(s, bound, depth - 1));
    case 1:
    case 2:
        for (uint32_t i = 0; i < count; i++) of[i] = random_formula(s, bound, depth - 1);
        return below(2) ? lc_and(s, of, count) : lc_or(s, of, count);
    case 3:
        if (bound == VARIABLES) return lc_true(s, below(2));
        return lc_exists(s, bound, random_formula(s, bound + 1, depth - 1));
    case 4: return lc_at_most(s, random_term(s, bound), random_term(s, bound));
    case 5: return lc_equal(s, random_term(s, bound), random_term(s, bound));
    case 6: return lc_divides(s, 1 + below(4), random_term(s, bound));
    default: {
        lc_predicate p = (lc_predicate)below(LC_PREDICATE_COUNT);
        lc_subject about[2] = {random_subject(s, bound, p == LC_P_before), random_subject(s, bound, p == LC_P_before)};
        return lc_holds(s, p, about);
    }
    }
}

#endif
