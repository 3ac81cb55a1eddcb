#include "check/driver/blocked.h"

#include <assert.h>

#include "check/search/short.h"

typedef struct search {
    const lc_blocked_rules *rules;
    lc_blocked *found;
    bool explained, right;
} search;

/* ---- can it go on? ---- */

typedef struct outcome {
    lc_short *s;
    bool exact, steps, goes_on;
    lince_text *result; /* NULL: not wanted */
} outcome;

static bool is_nothing(lince_value v) {
    return v == LINCE_EMPTY || v == LINCE_NONE || v == LINCE_NIL || v == LINCE_FALSE || v == LINCE_CLOSED;
}

static void look_at(void *context, const lince_results *results) {
    outcome *o = context;
    bool one = results->at[0] != LINCE_NO_VALUE && results->at[1] == LINCE_NO_VALUE;
    o->steps = true;
    if (o->goes_on || (!o->exact && one && is_nothing(results->at[0]))) return;
    o->goes_on = true;
    for (unsigned i = 0; o->result && i < LINCE_RESULTS_MAX && results->at[i] != LINCE_NO_VALUE; i++) {
        if (i) lince_print(o->result, ", ");
        lince_print_value(o->result, &o->s->space.values, results->at[i]);
    }
}

static outcome query(lc_short *s, const lc_blocked_rules *rules, uint32_t state, uint32_t i, lince_text *result) {
    outcome o = {.s = s, .exact = rules->exact, .result = result};
    lc_space_results(&s->space, state, s->labels[i], look_at, &o);
    return o;
}

/* Does it wait because another one does? */
static bool gives_way(const lc_short *s, const lc_short_config *c, uint32_t i) {
    const lc_binding *b = &s->binding;
    const lc_instance *instance = b->objects.at[lc_object_of(b, s->ops[i])].instance;
    for (uint32_t k = 0; k < s->count; k++)
        if (!(c->done >> k & 1) && lc_gives_way(instance, lc_row_of(b, s->ops[i]), lc_row_of(b, s->ops[k])))
            return true;
    return false;
}

/* All that have returned have taken effect: does every other one have to wait?  The first state in which one does not
 * is kept. */
static bool all_wait(lc_short *s, const lc_short_config *c, search *q) {
    bool first = !q->found->wrong, right = true, lets_wait = false;
    for (uint32_t i = 0; i < s->count; i++) {
        if (c->done >> i & 1) continue;
        outcome o = query(s, q->rules, c->state, i, NULL);
        lets_wait |= !o.steps;
        if (!o.goes_on || gives_way(s, c, i)) continue;
        if (right && first) {
            q->found->op = s->ops[i];
            query(s, q->rules, c->state, i, &q->found->result);
        }
        right = false;
    }
    if (first && !right) q->found->wrong = true, q->found->lets_wait = lets_wait;
    return right;
}

static bool visit_end(lc_short *s, const lc_short_config *c, void *context) {
    search *q = context;
    if (c->done != s->returned) return true;
    q->explained = true;
    q->right = all_wait(s, c, q);
    return !q->right;
}

/* An order of all that returned in which some that wait have taken effect: one of these is to blame. */
static bool visit_taken(lc_short *s, const lc_short_config *c, void *context) {
    search *q = context;
    if (s->returned & ~c->done) return true;
    uint64_t taken = c->done & ~s->returned;
    assert(taken); /* or it would be an order of those that returned alone */
    q->found->wrong = q->found->taken = true;
    q->found->op = s->ops[__builtin_ctzll(taken)];
    return false;
}

static void judge_object(lc_short *s, search *q, uint32_t object) {
    bool fits = lc_short_object(s, object, q->rules->program_order);
    if (fits && !lc_short_waits(s)) return;
    q->explained = q->right = false;
    bool all = fits && lc_short_search(s, s->returned, visit_end, q);
    q->found->wrong &= all;
    if (all && !q->explained) all = lc_short_search(s, UINT64_MAX, visit_taken, q) || q->found->wrong;
    q->found->undecided |= !all && !q->right;
}

lince_status lc_check_blocked(const lince_history *h, const lince_specs *specs, const lc_blocked_rules *rules,
                              lc_blocked *found, lince_error *error) {
    *found = (lc_blocked){.wrong = false};
    lc_short s;
    search q = {.rules = rules, .found = found};
    lince_status status = lc_short_init(&s, h, specs, rules->init, error);
    for (uint32_t i = 0; status == LINCE_DONE && i < lc_short_objects(&s) && !found->wrong && !s.failed; i++) {
        lc_text_clear(&found->result);
        judge_object(&s, &q, i);
    }
    if (status == LINCE_DONE && s.failed) status = LINCE_OUT_OF_MEMORY;
    found->wrong &= status == LINCE_DONE;
    found->undecided &= !found->wrong;
    lc_short_free(&s);
    return status;
}
