#include "check/explain.h"

#include <stdlib.h>
#include <string.h>

#include "check/alternatives.h"

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

/* `instead` is what the culprit could have returned, NULL if nothing; or that is not known. */
static void describe_reason(lc_violation *v, const lc_binding *b, const char *instead, bool known) {
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
    lc_text_puts(&t, ", but no order of the operations so far allows ");
    if (instead) lc_text_printf(&t, "anything but %s", instead);
    else lc_text_puts(&t, known ? "it to return at all" : "that");
    v->reason = strdup(lc_text(&t));
    lc_text_free(&t);
}

/* What the operations of the conflict, the culprit among them, could have returned instead. */
static void describe_alternatives(lc_violation *v, lc_search *s, const lc_part *left) {
    enum { MOST_ASKED = 12 };
    for (uint32_t i = 0; i < v->conflict.count && v->conflict.count <= MOST_ASKED; i++) {
        lc_conflict_op *c = &v->conflict.at[i];
        bool known;
        if (!c->pending) c->instead = lc_alternatives(s, left, c->op, &known);
    }
}

/* What is left to be spent, in configurations.  Minimising asks many questions.  Some are much harder than the one that
 * was answered to begin with, because less is known of operations that are made pending: these are not worth it. */
typedef struct effort {
    lc_search *search;
    uint64_t each, left; /* for one question of minimising; for all that is still to come */
    bool skipped;
} effort;

/* Laying out a part costs something, too, however few configurations it has. */
static uint64_t price(const lc_part *part) { return part->event_count / 4; }

/* Lets the search spend at most so much, besides the price of a part.  False: not even that is left. */
static bool begin_spending(effort *e, const lc_part *part, uint64_t most) {
    if (e->left <= price(part)) return false;
    e->left -= price(part);
    e->search->allowance = e->search->visited + (most < e->left ? most : e->left);
    return true;
}

static void end_spending(effort *e, uint64_t visited_before) {
    uint64_t spent = e->search->visited - visited_before;
    e->left -= spent < e->left ? spent : e->left;
}

static lc_outcome decide_with_effort(void *context, const lc_part *part) {
    effort *e = context;
    uint64_t before = e->search->visited;
    if (!begin_spending(e, part, e->each)) return LC_HALTED;
    lc_outcome outcome = lc_linearize(e->search, part);
    end_spending(e, before);
    if (outcome != LC_HALTED || e->search->halt != LC_SPENT || !e->left) return outcome;
    e->skipped = true;
    return LC_HOLDS; /* as far as we care */
}

/* From what helps most to what helps least, since the allowance may not last; a quarter is kept for the rest. */
void lc_explain(lc_violation *v, lc_search *s, const lc_part *prefix, uint64_t visited, uint64_t allowance) {
    describe_place(v, s->binding, prefix);
    v->culprit = lc_event_op(prefix->events[prefix->event_count - 1]);
    uint64_t each = 4 * visited + 256;
    if (each < allowance / 64) each = allowance / 64; /* whoever allows a lot means it */
    effort e = {.search = s, .each = each, .left = allowance - allowance / 4};
    lc_minimal m;
    if (lc_minimize(&m, prefix, s->binding, decide_with_effort, &e, s->budget)) {
        describe_conflict(v, &m);
        v->minimal = m.complete && !e.skipped;
    }
    e.left += allowance / 4;
    lc_part left = lc_minimal_part(&m, prefix);
    uint64_t before = s->visited;
    if (left.event_count && begin_spending(&e, &left, e.left / 2)) describe_alternatives(v, s, &left);
    end_spending(&e, before);
    lc_minimal_free(&m, s->budget);
    before = s->visited;
    if (begin_spending(&e, prefix, UINT64_MAX)) describe_deepest(v, s, prefix);
    end_spending(&e, before);
    bool known = false;
    bool affordable = begin_spending(&e, prefix, UINT64_MAX);
    char *instead = affordable ? lc_alternatives(s, prefix, v->culprit, &known) : NULL;
    describe_reason(v, s->binding, instead, known);
    free(instead);
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
    v->culprit = s->real_time ? lc_event_op(prefix->events[prefix->event_count - 1]) : LC_NEVER;
    v->reason =
        strdup(s->real_time ? "no order of the operations of all objects respects their intervals and the "
                              "specifications"
                            : "no order of all operations respects every thread's own order and the specification");
    s->allowance = s->visited + allowance;
    lc_minimal m;
    if (lc_minimize(&m, prefix, s->binding, lc_decide_sequential, s, s->budget)) describe_conflict(v, &m);
    lc_minimal_free(&m, s->budget);
    if (s->real_time) describe_deepest_whole(v, s, prefix);
    s->allowance = UINT64_MAX;
}

lc_outcome lc_decide_linearizable(void *search, const lc_part *part) { return lc_linearize(search, part); }
lc_outcome lc_decide_sequential(void *sequencer, const lc_part *part) { return lc_sequence(sequencer, part); }
