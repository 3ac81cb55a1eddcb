/* Whether one history belongs to a kernel. */
#include <assert.h>
#include <string.h>

#include "logic/kernel/derive.h"
#include "logic/kernel/kernel.h"

static uint32_t kind_of(const lc_kernel *k, const lc_count_space *space, uint32_t pending) {
    for (uint32_t i = 0; i < k->grammar.labels.count; i++) {
        const lc_constant *label = &k->grammar.labels.at[i], *call = &k->pending.at[pending];
        if (strcmp(label->method, call->method) || strcmp(label->args, call->args)) continue;
        for (uint32_t kind = 0; kind < space->kind_count; kind++)
            if (space->kinds[kind].labels >> i & 1) return kind;
    }
    assert(!"every pending label is a call of some label");
    return 0;
}

bool lc_kernel_counters(const lc_kernel *k, const lc_count_space *space, const lc_kernel_count *counts, uint32_t count,
                        int64_t *values) {
    uint32_t labels = k->grammar.labels.count;
    memset(values, 0, space->counters * sizeof *values);
    for (uint32_t i = 0; i < count; i++) {
        const lc_kernel_count *c = &counts[i];
        assert(c->from <= c->to && c->to <= space->length);
        if (c->label == LC_NO_LABEL && c->count) return false;
        if (c->label == LC_NO_LABEL) continue;
        uint32_t counter = c->label < labels
                               ? lc_returned_counter(space, k->grammar.letters.at[c->label], c->from, c->to)
                               : lc_pending_counter(space, kind_of(k, space, c->label - labels), c->from);
        values[counter] += c->count > INT32_MAX ? INT32_MAX : (int64_t)c->count;
    }
    return true;
}

static lc_kernel_verdict solve(const lc_kernel *k, lc_derivation *d, const lc_kernel_count *counts, uint32_t count) {
    int64_t *values = lc_arena_take(&d->arena, (d->space.counters + (size_t)1) * sizeof *values);
    lc_linear fixed;
    if (!values) return LC_KERNEL_UNKNOWN;
    if (!lc_kernel_counters(k, &d->space, counts, count, values)) return LC_KERNEL_FORBIDS;
    lc_linear_init(&fixed, d->space.counters, d->budget);
    for (uint32_t i = 0; i < d->space.counters; i++) {
        lc_constraint *row = lc_linear_add(&fixed, LC_ROW_ZERO);
        if (!row) break;
        row->at[i] = 1;
        row->constant = -values[i];
        lc_solver_add(d->belongs, &(lc_literal){row, false}, 1);
    }
    lc_reply answer = fixed.failed ? LC_DONT_KNOW : lc_derivation_check(d, d->belongs, NULL, 0);
    lc_linear_free(&fixed);
    return answer == LC_YES ? LC_KERNEL_ALLOWS : answer == LC_NO ? LC_KERNEL_FORBIDS : LC_KERNEL_UNKNOWN;
}

lc_kernel_verdict lc_kernel_solves(const lc_kernel *k, const lc_kernel_count *counts, uint32_t count, uint32_t length,
                                   const lc_limits *limits) {
    lc_derivation d;
    lc_budget budget;
    lc_budget_init(&budget, 0);
    lc_kernel_verdict verdict = LC_KERNEL_UNKNOWN;
    if (lc_derivation_init(&d, &k->grammar, length, limits, &budget)) verdict = solve(k, &d, counts, count);
    lc_derivation_free(&d);
    return verdict;
}

/* Few operations are searched; the solver does not mind many. */
lc_kernel_verdict lc_kernel_allows(const lc_kernel *k, const lc_kernel_count *counts, uint32_t count, uint32_t length,
                                   const lc_limits *limits) {
    uint64_t operations = 0;
    for (uint32_t i = 0; i < count; i++) operations += counts[i].count;
    lc_kernel_verdict verdict = LC_KERNEL_UNKNOWN;
    if (operations <= 8 || !lc_solver_exists()) verdict = lc_kernel_searches(k, counts, count, length, limits);
    return verdict == LC_KERNEL_UNKNOWN && lc_solver_exists() ? lc_kernel_solves(k, counts, count, length, limits)
                                                              : verdict;
}
