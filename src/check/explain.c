#include "check/explain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/minimize.h"

lc_violation *lc_violation_new(void) { return calloc(1, sizeof(lc_violation)); }

void lc_violation_free(lc_violation *v) {
    if (!v) return;
    free(v->object);
    free(v->key);
    free(v->reason);
    free(v->state);
    for (uint32_t i = 0; i < v->conflict.count; i++) free(v->conflict.at[i].instead);
    lc_vec_free(NULL, &v->conflict);
    lc_vec_free(NULL, &v->deepest);
    free(v);
}

/* ---- the smallest failing prefix ---- */

static lc_outcome decide_prefix(lc_decide *decide, void *context, const lc_part *part, uint32_t events) {
    lc_part prefix = *part;
    prefix.event_count = events;
    return decide(context, &prefix);
}

/* Being violated is monotone in the prefix: gallop, then halve.  The search of a whole part knows what open operations
 * will return, a prefix does not and may pass a return that the whole could not; so the return that stopped the search
 * is only where to begin, though mostly the answer. */
uint32_t lc_smallest_prefix(lc_decide *decide, void *context, const lc_part *part, uint32_t holds) {
    uint32_t fails, step = 1;
    for (;;) {
        fails = part->event_count - holds > step ? holds + step : part->event_count;
        if (fails == part->event_count) break;
        lc_outcome outcome = decide_prefix(decide, context, part, fails);
        if (outcome == LC_VIOLATED) break;
        if (outcome != LC_HOLDS) return 0;
        holds = fails;
        step *= 2;
    }
    while (fails - holds > 1) {
        uint32_t middle = holds + (fails - holds) / 2;
        lc_outcome outcome = decide_prefix(decide, context, part, middle);
        if (outcome == LC_VIOLATED) fails = middle;
        else if (outcome == LC_HOLDS) holds = middle;
        else return 0;
    }
    return fails;
}

lc_outcome lc_decide_linearizable(void *search, const lc_part *part) { return lc_linearize(search, part); }
lc_outcome lc_decide_sequential(void *sequencer, const lc_part *part) { return lc_sequence(sequencer, part); }

/* ---- what could have been returned ---- */

typedef struct alternatives {
    const lince_values *from; /* where the results' values come from */
    lince_values *values;     /* where they are kept */
    LC_VEC(lince_results) all;
    bool too_many;
} alternatives;

enum { MOST_ALTERNATIVES = 64, MOST_SHOWN = 8 };

static void note_result(void *context, const lince_results *results) {
    alternatives *a = context;
    lince_results kept = {{0}};
    for (size_t i = 0; i < LINCE_RESULTS_MAX && results->at[i] != LINCE_NO_VALUE; i++)
        kept.at[i] = lc_value_copy(a->values, a->from, results->at[i]);
    for (uint32_t i = 0; i < a->all.count; i++)
        if (!memcmp(&a->all.at[i], &kept, sizeof kept)) return;
    if (a->all.count == MOST_ALTERNATIVES || !lc_push(NULL, &a->all, kept)) a->too_many = true;
}

/* Everything this operation could return in any state the search (which found a violation) came across.  If the part
 * would hold with another result of the operation, then the steps that lead up to it do not depend on that result, so
 * the search has been in the state where it would be returned: what we collect contains all alternatives.
 *
 * The values must outlive the search's state space, so they move down to the binding's pool; the space is made anew. */
static void collect_candidates(lc_search *s, uint32_t label, alternatives *out) {
    lc_binding *b = s->binding;
    lince_values kept;
    lc_values_init(&kept, &b->values, s->budget);
    *out = (alternatives){.from = &s->space.values, .values = &kept};
    for (uint32_t state = 0; state < s->space.states.items.count && !out->too_many; state++)
        lc_space_results(&s->space, state, label, note_result, out);
    lc_space_free(&s->space);
    lc_values_move_down(&b->values, &kept);
    lc_values_destroy(&kept);
    lc_space_init(&s->space, b, s->budget);
    s->space.forget = s->tuning.no_memo;
    out->from = out->values = &b->values;
}

/* The other results with which the (violated) part would hold.  False: not known, a limit was reached. */
static bool find_alternatives(lc_search *s, const lc_part *part, uint32_t op, alternatives *fitting) {
    lc_binding *b = s->binding;
    uint32_t label = b->label_of.at[op];
    *fitting = (alternatives){.from = &b->values, .values = &b->values};
    if (lc_linearize(s, part) != LC_VIOLATED) return false;
    alternatives candidates;
    collect_candidates(s, label, &candidates);
    bool known = !candidates.too_many && !lc_exhausted(s->budget);
    for (uint32_t i = 0; i < candidates.all.count && known; i++) {
        uint32_t other = lc_label_with(b, label, &candidates.all.at[i]);
        if (other == label) continue;
        b->label_of.at[op] = other;
        lc_outcome outcome = other == LC_NO_LABEL ? LC_HALTED : lc_linearize(s, part);
        if (outcome == LC_HOLDS) note_result(fitting, &candidates.all.at[i]);
        known = outcome == LC_HOLDS || outcome == LC_VIOLATED;
    }
    b->label_of.at[op] = label;
    lc_vec_free(NULL, &candidates.all);
    return known;
}

static int compare_results(const lince_values *values, const lince_results *a, const lince_results *b) {
    for (size_t i = 0; i < LINCE_RESULTS_MAX; i++) {
        if (a->at[i] == b->at[i]) continue;
        if (a->at[i] == LINCE_NO_VALUE || b->at[i] == LINCE_NO_VALUE) return a->at[i] == LINCE_NO_VALUE ? -1 : 1;
        return lince_compare(values, a->at[i], b->at[i]);
    }
    return 0;
}

static void sort_results(alternatives *a) {
    for (uint32_t i = 1; i < a->all.count; i++) /* few, so by insertion */
        for (uint32_t k = i; k && compare_results(a->values, &a->all.at[k - 1], &a->all.at[k]) > 0; k--) {
            lince_results swap = a->all.at[k];
            a->all.at[k] = a->all.at[k - 1];
            a->all.at[k - 1] = swap;
        }
}

/* `1, 2 or EMPTY`, ordered; NULL: there are none, or none are known. */
static char *alternatives_text(lc_search *s, const lc_part *part, uint32_t op, bool *known) {
    alternatives a;
    lince_text text = {0};
    *known = find_alternatives(s, part, op, &a);
    sort_results(&a);
    for (uint32_t i = 0; *known && i < a.all.count && i < MOST_SHOWN; i++) {
        lc_text_puts(&text, i == 0 ? "" : i + 1 == a.all.count ? " or " : ", ");
        for (size_t r = 0; r < LINCE_RESULTS_MAX && a.all.at[i].at[r] != LINCE_NO_VALUE; r++) {
            if (r) lc_text_puts(&text, " and ");
            lc_value_print(&text, a.values, a.all.at[i].at[r]);
        }
    }
    if (text.length && a.all.count > MOST_SHOWN) lc_text_printf(&text, " or %u others", a.all.count - MOST_SHOWN);
    char *copy = text.length ? strdup(text.at) : NULL;
    lc_text_free(&text);
    lc_vec_free(NULL, &a.all);
    return copy;
}

/* ---- putting it together ---- */

static void describe_place(lc_violation *v, const lc_binding *b, const lc_part *part) {
    lc_span name = b->objects.count ? b->objects.at[part->object].name : (lc_span){"", 0};
    v->object = strndup(name.at, name.length);
    if (part->key == LINCE_NO_VALUE) return;
    lince_text key = {0};
    lc_value_print(&key, &b->values, part->key);
    v->key = strdup(lc_text(&key));
    lc_text_free(&key);
}

/* A longest order that works: the prefix without its last return holds, because a shorter prefix does. */
static void describe_deepest(lc_violation *v, lc_search *s, const lc_part *prefix) {
    lc_part shorter = *prefix;
    shorter.event_count--;
    if (lc_linearize(s, &shorter) != LC_HOLDS) return;
    for (uint32_t i = 0; i < s->order.count; i++) (void)lc_push(NULL, &v->deepest, s->line.ops.at[s->order.at[i]].op);
    lince_text state = {0};
    lc_space_print(&s->space, s->end_state, &state);
    v->state = strdup(lc_text(&state));
    lc_text_free(&state);
}

static void describe_conflict(lc_violation *v, const lc_minimal *m) {
    for (uint32_t i = 0; i < m->ops.count; i++)
        if (m->fates.at[i] != LC_DROPPED)
            (void)lc_push(NULL, &v->conflict,
                          (lc_conflict_op){.op = m->ops.at[i], .pending = m->fates.at[i] == LC_MADE_PENDING});
    v->minimal = m->complete;
}

static void describe_reason(lc_violation *v, lc_search *s, const lc_part *prefix) {
    const lc_binding *b = s->binding;
    const lince_history *h = b->history;
    const lc_op *op = &h->ops.at[v->culprit];
    bool known;
    char *instead = alternatives_text(s, prefix, v->culprit, &known);
    lc_call call;
    lc_label_call(&b->labels.at[b->label_of.at[v->culprit]], &call);
    lince_text t = {0};
    lc_op_print(&t, h, op);
    lc_span thread = lc_thread_name(h, op);
    lc_text_printf(&t, " by %.*s returned", (int)thread.length, thread.at);
    for (size_t i = 0; i < LINCE_RESULTS_MAX && call.results[i] != LINCE_NO_VALUE; i++) {
        lc_text_puts(&t, i ? ", " : " ");
        lc_value_print(&t, &b->values, call.results[i]);
    }
    lc_text_puts(&t, ", but no order of the operations so far allows ");
    if (instead) lc_text_printf(&t, "anything but %s", instead);
    else lc_text_puts(&t, known ? "it to return at all" : "that");
    v->reason = strdup(lc_text(&t));
    lc_text_free(&t);
    free(instead);
}

/* What the operations of the conflict, the culprit among them, could have returned instead. */
static void describe_alternatives(lc_violation *v, lc_search *s, const lc_part *left) {
    enum { MOST_ASKED = 12 };
    for (uint32_t i = 0; i < v->conflict.count && v->conflict.count <= MOST_ASKED; i++) {
        lc_conflict_op *c = &v->conflict.at[i];
        bool known;
        if (!c->pending) c->instead = alternatives_text(s, left, c->op, &known);
    }
}

void lc_explain(lc_violation *v, lc_search *s, const lc_part *prefix, uint64_t allowance) {
    lc_binding *b = s->binding;
    describe_place(v, b, prefix);
    v->culprit = lc_event_op(prefix->events[prefix->event_count - 1]);
    v->has_prefix = true;
    v->prefix_events = b->history->ops.at[v->culprit].end + 1;
    describe_deepest(v, s, prefix);
    s->allowance = s->visited + allowance;
    describe_reason(v, s, prefix);
    s->allowance = s->visited + allowance;
    lc_minimal m;
    if (lc_minimize(&m, prefix, b, lc_decide_linearizable, s, s->budget)) {
        describe_conflict(v, &m);
        lc_part left = lc_minimal_part(&m, prefix);
        s->allowance = s->visited + allowance;
        describe_alternatives(v, s, &left);
    }
    lc_minimal_free(&m, s->budget);
    s->allowance = UINT64_MAX;
}

/* A longest order that works, of all objects together. */
static void describe_deepest_whole(lc_violation *v, lc_sequencer *s, const lc_part *prefix) {
    lc_part shorter = *prefix;
    shorter.event_count--;
    if (lc_sequence(s, &shorter) != LC_HOLDS) return;
    for (uint32_t i = 0; i < s->order.count; i++) (void)lc_push(NULL, &v->deepest, s->order.at[i]);
}

void lc_explain_whole(lc_violation *v, lc_sequencer *s, const lc_part *prefix, uint64_t allowance) {
    v->has_prefix = s->real_time;
    v->culprit = s->real_time ? lc_event_op(prefix->events[prefix->event_count - 1]) : LC_NEVER;
    if (v->has_prefix) {
        v->prefix_events = s->binding->history->ops.at[v->culprit].end + 1;
        describe_deepest_whole(v, s, prefix);
    }
    v->reason =
        strdup(s->real_time ? "no order of the operations of all objects respects their intervals and the "
                              "specifications"
                            : "no order of all operations respects every thread's own order and the specification");
    s->allowance = s->visited + allowance;
    lc_minimal m;
    if (lc_minimize(&m, prefix, s->binding, lc_decide_sequential, s, s->budget)) describe_conflict(v, &m);
    lc_minimal_free(&m, s->budget);
    s->allowance = UINT64_MAX;
}
