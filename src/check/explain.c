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

/* Event number of a part's r-th return. */
static uint32_t event_of_return(const lc_part *part, uint32_t r) {
    for (uint32_t i = 0;; i++) {
        assert(i < part->event_count);
        if (lc_event_what(part->events[i]) == LC_RETURN && r-- == 0) return i;
    }
}

static lc_outcome decide_prefix(lc_search *s, const lc_part *part, uint32_t events) {
    lc_part prefix = *part;
    prefix.event_count = events;
    return lc_linearize(s, &prefix);
}

/* The search of the whole part knows what open operations will return, a prefix does not: it may pass a return that
 * the whole could not.  So the return that stopped the search is a lower bound, mostly the answer, and from there we
 * gallop, then halve.  Being violated is monotone in the prefix. */
uint32_t lc_smallest_prefix(lc_search *s, const lc_part *part, uint32_t not_before) {
    uint32_t holds = event_of_return(part, not_before); /* a prefix of this length holds */
    uint32_t fails = holds, step = 1;
    for (;;) {
        fails = part->event_count - holds > step ? holds + step : part->event_count;
        if (fails == part->event_count) break;
        lc_outcome outcome = decide_prefix(s, part, fails);
        if (outcome == LC_VIOLATED) break;
        if (outcome != LC_HOLDS) return 0;
        holds = fails;
        step *= 2;
    }
    while (fails - holds > 1) {
        uint32_t middle = holds + (fails - holds) / 2;
        lc_outcome outcome = decide_prefix(s, part, middle);
        if (outcome == LC_VIOLATED) fails = middle;
        else if (outcome == LC_HOLDS) holds = middle;
        else return 0;
    }
    return fails;
}

/* ---- what could have been returned ---- */

typedef struct alternatives {
    lince_values *values;
    LC_VEC(lince_results) all;
} alternatives;

static void note_result(void *context, const lince_results *results) {
    alternatives *a = context;
    for (uint32_t i = 0; i < a->all.count; i++)
        if (!memcmp(&a->all.at[i], results, sizeof *results)) return;
    (void)lc_push(NULL, &a->all, *results);
}

static int compare_results(const lince_values *values, const lince_results *a, const lince_results *b) {
    for (size_t i = 0; i < LINCE_RESULTS_MAX; i++) {
        if (a->at[i] == b->at[i]) continue;
        if (a->at[i] == LINCE_NO_VALUE || b->at[i] == LINCE_NO_VALUE) return a->at[i] == LINCE_NO_VALUE ? -1 : 1;
        return lince_compare(values, a->at[i], b->at[i]);
    }
    return 0;
}

/* `1, 2 or EMPTY`, ordered; NULL: there is nothing to say. */
static char *alternatives_text(alternatives *a) {
    enum { MOST_SHOWN = 8 };
    for (uint32_t i = 1; i < a->all.count; i++) /* few, so by insertion */
        for (uint32_t k = i; k && compare_results(a->values, &a->all.at[k - 1], &a->all.at[k]) > 0; k--) {
            lince_results swap = a->all.at[k];
            a->all.at[k] = a->all.at[k - 1];
            a->all.at[k - 1] = swap;
        }
    lince_text text = {0};
    for (uint32_t i = 0; i < a->all.count && i < MOST_SHOWN; i++) {
        bool last = i + 1 == a->all.count;
        lc_text_puts(&text, i == 0 ? "" : last ? " or " : ", ");
        for (size_t r = 0; r < LINCE_RESULTS_MAX && a->all.at[i].at[r] != LINCE_NO_VALUE; r++) {
            if (r) lc_text_puts(&text, " and ");
            lc_value_print(&text, a->values, a->all.at[i].at[r]);
        }
    }
    if (a->all.count > MOST_SHOWN) lc_text_printf(&text, " or %u others", a->all.count - MOST_SHOWN);
    char *copy = text.length ? strdup(text.at) : NULL;
    lc_text_free(&text);
    return copy;
}

/* For the operation whose return ends the (violated) part. */
static char *culprit_alternatives(lc_search *s, const lc_part *part) {
    if (lc_linearize(s, part) != LC_VIOLATED) return NULL;
    alternatives a = {.values = &s->space.values};
    lc_possible_results(s, note_result, &a);
    char *text = alternatives_text(&a);
    lc_vec_free(NULL, &a.all);
    return text;
}

/* Values that the operations of a part mention, as candidates for what another one could have returned. */
static void mentioned_values(const lc_binding *b, const lc_part *part, alternatives *a) {
    for (uint32_t i = 0; i < part->event_count; i++) {
        if (lc_event_what(part->events[i]) != LC_INVOKE) continue;
        lc_call call;
        lc_label_call(&b->labels.at[b->label_of.at[lc_event_op(part->events[i])]], &call);
        for (uint32_t k = 0; k < call.call.argc; k++) note_result(a, &(lince_results){{call.call.args[k]}});
        if (call.results[0] != LINCE_NO_VALUE && call.results[1] == LINCE_NO_VALUE)
            note_result(a, &(lince_results){{call.results[0]}});
    }
    static const lince_value common[] = {LINCE_EMPTY, LINCE_TRUE, LINCE_FALSE, LINCE_NIL};
    for (size_t k = 0; k < sizeof common / sizeof *common; k++) note_result(a, &(lince_results){{common[k]}});
    if (b->init != LINCE_NO_VALUE) note_result(a, &(lince_results){{b->init}});
}

/* For another completed operation of the conflict: which single results would make it hold? */
static char *other_alternatives(lc_search *s, const lc_part *part, uint32_t op) {
    lc_binding *b = s->binding;
    uint32_t label = b->label_of.at[op];
    lc_call call;
    lc_label_call(&b->labels.at[label], &call);
    if (!call.call.known || call.results[0] == LINCE_NO_VALUE || call.results[1] != LINCE_NO_VALUE) return NULL;
    alternatives candidates = {.values = &b->values}, fitting = {.values = &b->values};
    mentioned_values(b, part, &candidates);
    for (uint32_t i = 0; i < candidates.all.count; i++) {
        if (candidates.all.at[i].at[0] == call.results[0]) continue;
        b->label_of.at[op] = lc_label_with(b, label, &candidates.all.at[i]);
        if (b->label_of.at[op] != LC_NO_LABEL && lc_linearize(s, part) == LC_HOLDS)
            note_result(&fitting, &candidates.all.at[i]);
    }
    b->label_of.at[op] = label;
    char *text = alternatives_text(&fitting);
    lc_vec_free(NULL, &candidates.all);
    lc_vec_free(NULL, &fitting.all);
    return text;
}

/* ---- putting it together ---- */

static lc_outcome decide_linearizable(void *search, const lc_part *part) { return lc_linearize(search, part); }
static lc_outcome decide_sequential(void *sequencer, const lc_part *part) { return lc_sequence(sequencer, part); }

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

static void describe_reason(lc_violation *v, const lc_binding *b, const char *instead) {
    const lince_history *h = b->history;
    const lc_op *op = &h->ops.at[v->culprit];
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
    if (instead) lc_text_printf(&t, ", but no order of the operations so far allows anything but %s", instead);
    else lc_text_puts(&t, ", but no order of the operations so far allows it to take effect");
    v->reason = strdup(lc_text(&t));
    lc_text_free(&t);
}

/* What the operations of the conflict, the culprit among them, could have returned instead. */
static void describe_alternatives(lc_violation *v, lc_search *s, const lc_part *left) {
    enum { MOST_ASKED = 12 };
    for (uint32_t i = 0; i < v->conflict.count && v->conflict.count <= MOST_ASKED; i++) {
        lc_conflict_op *c = &v->conflict.at[i];
        if (c->pending) continue;
        c->instead = c->op == v->culprit ? culprit_alternatives(s, left) : other_alternatives(s, left, c->op);
    }
}

void lc_explain(lc_violation *v, lc_search *s, const lc_part *prefix, uint64_t allowance) {
    lc_binding *b = s->binding;
    describe_place(v, b, prefix);
    v->culprit = lc_event_op(prefix->events[prefix->event_count - 1]);
    v->has_prefix = true;
    v->prefix_events = b->history->ops.at[v->culprit].end + 1;
    char *instead = culprit_alternatives(s, prefix);
    describe_reason(v, b, instead);
    free(instead);
    describe_deepest(v, s, prefix);
    s->allowance = s->visited + allowance;
    lc_minimal m;
    if (lc_minimize(&m, prefix, b, decide_linearizable, s, s->budget)) {
        describe_conflict(v, &m);
        lc_part left = lc_minimal_part(&m, prefix);
        s->allowance = s->visited + allowance;
        describe_alternatives(v, s, &left);
    }
    lc_minimal_free(&m, s->budget);
    s->allowance = UINT64_MAX;
}

void lc_explain_sequential(lc_violation *v, lc_sequencer *s, const lc_part *whole, uint64_t allowance) {
    v->culprit = LC_NEVER;
    v->object = strdup("");
    v->reason = strdup("no order of all operations respects every thread's own order and the specification");
    s->allowance = s->visited + allowance;
    lc_minimal m;
    if (lc_minimize(&m, whole, s->binding, decide_sequential, s, s->budget)) describe_conflict(v, &m);
    lc_minimal_free(&m, s->budget);
    s->allowance = UINT64_MAX;
}
