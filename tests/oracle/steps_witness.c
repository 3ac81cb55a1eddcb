/* Is a witness one?  Everybody is in it who must be, nobody before their time, and the specification allows each step.
 */
#include "steps.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPS = 32, MOST_STATES = 64, MOST_STATE = 512, MOST_TOGETHER = 16 };

typedef struct witness {
    const lince_history *h;
    const lc_instance *instance;
    const uint32_t *ops, *ends;
    size_t steps;
    bool spans; /* operations may be in several steps */
    uint32_t first[MOST_OPS], last[MOST_OPS];
    uint32_t ended; /* of those that never returned: which have ended, a bit each */
} witness;

static bool returned(const witness *w, uint32_t op) { return lc_op_outcome(w->h, &w->h->ops.at[op]) == LC_RETURN; }

/* Who returned before another was called comes before it. */
static bool is_in_order(witness *w) {
    const lc_op *ops = w->h->ops.at;
    uint32_t count = w->h->ops.count;
    for (uint32_t i = 0; i < count; i++) w->first[i] = w->last[i] = LC_NEVER;
    for (uint32_t step = 0, at = 0; step < w->steps; step++)
        for (; at < w->ends[step]; at++) {
            uint32_t op = w->ops[at];
            if (op >= count || w->last[op] == step || (w->last[op] != LC_NEVER && !w->spans)) return false;
            if (w->first[op] == LC_NEVER) w->first[op] = step;
            w->last[op] = step;
        }
    for (uint32_t a = 0; a < count; a++) {
        if (returned(w, a) && w->first[a] == LC_NEVER) return false;
        for (uint32_t b = 0; b < count; b++)
            if (returned(w, a) && ops[a].end < ops[b].call && w->first[b] != LC_NEVER && w->first[b] <= w->last[a])
                return false;
    }
    return true;
}

/* ---- is it allowed? ---- */

typedef struct states {
    struct {
        char bytes[MOST_STATE];
        size_t size;
    } at[MOST_STATES];
    size_t count;
} states;

static void collect(void *context, const void *bytes, size_t size, const lince_results *results) {
    states *s = context;
    (void)results;
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].size == size && !memcmp(s->at[i].bytes, bytes, size)) return;
    if (s->count == MOST_STATES || size > MOST_STATE) abort();
    memcpy(s->at[s->count].bytes, bytes, size);
    s->at[s->count++].size = size;
}

static lince_part part_of(const witness *w, uint32_t op, uint32_t step) {
    bool begins = w->first[op] == step, ends = w->last[op] == step && (returned(w, op) || w->ended >> op & 1);
    return begins && ends ? LINCE_PART_WHOLE : begins ? LINCE_PART_FIRST : ends ? LINCE_PART_LAST : LINCE_PART_MIDDLE;
}

static int by_row(const void *a, const void *b) {
    const lince_call *x = a, *y = b;
    return (x->method > y->method) - (x->method < y->method);
}

static size_t list_calls(const witness *w, uint32_t step, lince_call *calls, lince_value results[][LINCE_RESULTS_MAX]) {
    uint32_t from = step ? w->ends[step - 1] : 0, count = w->ends[step] - from;
    for (uint32_t i = 0; i < count; i++) {
        const lc_op *o = &w->h->ops.at[w->ops[from + i]];
        lc_span name = lc_method_name(w->h, o);
        size_t argc, resultc;
        const lince_value *args = lc_payload_items(&w->h->values, &o->args, &argc);
        memset(results[i], 0, sizeof results[i]);
        if (returned(w, w->ops[from + i])) {
            const lince_value *given = lc_payload_items(&w->h->values, &o->results, &resultc);
            memcpy(results[i], given, resultc * sizeof *given);
        }
        calls[i] = (lince_call){.method = lc_spec_method(w->instance->spec, name.at, name.length),
                                .argc = (uint32_t)argc,
                                .args = args,
                                .known = returned(w, w->ops[from + i]),
                                .results = results[i],
                                .part = w->spans ? part_of(w, w->ops[from + i], step) : LINCE_PART_WHOLE};
    }
    qsort(calls, count, sizeof *calls, by_row);
    return count;
}

static void try_orders(lc_runner *runner, const states *from, states *to, lince_call *calls, size_t count, size_t at) {
    bool ordered = runner->instance->spec->traits & LINCE_ORDERED;
    if (at == count || !ordered)
        for (size_t i = 0; i < from->count; i++)
            lc_run_next(runner, from->at[i].bytes, from->at[i].size, calls, count, collect, to);
    for (size_t i = at; i < count && ordered && calls[i].method == calls[at].method; i++) {
        lince_call mine = calls[i];
        calls[i] = calls[at];
        calls[at] = mine;
        try_orders(runner, from, to, calls, count, at + 1);
        calls[at] = calls[i];
        calls[i] = mine;
    }
}

static bool is_allowed(const witness *w) {
    static states now, next;
    lc_budget budget;
    lince_values values;
    lc_runner runner;
    lc_budget_init(&budget, 0);
    lc_values_init(&values, &w->h->values, &budget);
    lc_runner_init(&runner, w->instance, &values, LINCE_NO_VALUE);
    now.count = 0;
    lc_run_init(&runner, collect, &now);
    for (uint32_t step = 0; step < w->steps && now.count; step++) {
        lince_call calls[MOST_TOGETHER];
        lince_value results[MOST_TOGETHER][LINCE_RESULTS_MAX];
        size_t count = list_calls(w, step, calls, results);
        next.count = 0;
        try_orders(&runner, &now, &next, calls, count, 0);
        now = next;
    }
    bool allowed = now.count > 0;
    lc_runner_free(&runner);
    lc_values_destroy(&values);
    return allowed;
}

/* Whether an operation that never returned has ended is not told, so it may be either. */
static bool is_allowed_somehow(witness *w) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < w->h->ops.count && w->spans; i++)
        if (!returned(w, i) && w->first[i] != LC_NEVER) open |= 1u << i;
    for (w->ended = open;; w->ended = (w->ended - 1) & open) {
        if (is_allowed(w)) return true;
        if (!w->ended) return false;
    }
}

bool steps_witness_is_right(const lince_history *h, const steps_question *q, const lince_result *r) {
    lc_instance instance;
    lince_status status =
        q->own ? lc_instance_of(&instance, q->own, NULL) : lc_instance_parse(&instance, q->spec, NULL, 0, NULL);
    if (status != LINCE_DONE || h->ops.count > MOST_OPS) abort();
    witness w = {.h = h, .instance = &instance, .spans = instance.spec->traits & LINCE_INTERVALS};
    size_t count;
    w.ops = lince_result_witness(r, &count);
    w.ends = lince_result_groups(r, &w.steps);
    bool right = count == (w.steps ? w.ends[w.steps - 1] : 0) && is_in_order(&w) && is_allowed_somehow(&w);
    lc_instance_free(&instance);
    return right;
}
