#include "check/explain.h"

#include <stdlib.h>
#include <string.h>

#include "check/alternatives.h"
#include "check/core.h"
#include "check/say.h"

lc_violation *lc_violation_new(bool thorough) {
    lc_violation *v = calloc(1, sizeof *v);
    if (v) v->thorough = thorough;
    return v;
}

void lc_violation_free(lc_violation *v) {
    if (!v) return;
    free(v->object);
    free(v->key);
    free(v->reason);
    free(v->formula);
    free(v->state);
    for (uint32_t i = 0; i < v->conflict.count; i++) free(v->conflict.at[i].instead);
    lc_vec_free(NULL, &v->conflict);
    lc_vec_free(NULL, &v->deepest);
    lc_vec_free(NULL, &v->deepest_groups);
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

/* The state after the order that a judge found, if need be by running the specification along it. */
static char *state_after(lc_judge *j, const lc_violation *v, const lc_part *part) {
    enum { LONGEST = 20000 }; /* a queue's state is copied at every step */
    lc_space *space = &j->search.space;
    uint32_t state = j->search.end_state;
    if (j->by != LC_BY_SEARCH) {
        LC_VEC(uint32_t) labels = {0};
        for (uint32_t i = 0; i < v->deepest.count && v->deepest.count <= LONGEST; i++)
            (void)lc_push(NULL, &labels, lc_label_op(j->binding, v->deepest.at[i]));
        lc_space_reset(space, j->binding->objects.at[part->object].instance);
        bool known = labels.count == v->deepest.count && lc_space_walk(space, labels.at, labels.count, &state);
        lc_vec_free(NULL, &labels);
        if (!known) return NULL;
    }
    lince_text text = {0};
    lc_space_print(space, state, &text);
    char *copy = strdup(lc_text(&text));
    lc_text_free(&text);
    return copy;
}

/* A longest order that works: the prefix without its last return holds, because a shorter prefix does. */
static void describe_deepest(lc_violation *v, lc_judge *j, const lc_part *prefix) {
    lc_part shorter = *prefix;
    shorter.event_count--;
    if (lc_judge_part(j, &shorter) != LC_HOLDS) return;
    uint32_t count = lc_judge_order_count(j);
    if (!lc_reserve(NULL, &v->deepest, count)) return;
    lc_judge_copy_order(j, v->deepest.at);
    v->deepest.count = count;
    v->state = state_after(j, v, &shorter);
}

static void describe_conflict(lc_violation *v, const lc_minimal *m) {
    for (uint32_t i = 0; i < m->ops.count; i++)
        if (m->fates.at[i] != LC_DROPPED)
            (void)lc_push(NULL, &v->conflict,
                          (lc_conflict_op){.op = m->ops.at[i], .pending = m->fates.at[i] == LC_MADE_PENDING});
    v->minimal = m->complete;
}

/* `instead` is what the culprit could have returned, NULL if nothing; or that is not known. */
static void describe_reason(lc_violation *v, lc_binding *b, const char *instead, bool known) {
    const lince_history *h = b->history;
    const lc_op *op = &h->ops.at[v->culprit];
    lc_call call;
    uint32_t label = lc_label_op(b, v->culprit);
    if (label == LC_NO_LABEL) return; /* memory is out */
    lc_label_call(&b->labels.at[label], &call);
    lince_text t = {0};
    lc_say_call(&t, h, op);
    lc_text_puts(&t, " returned");
    for (size_t i = 0; i < LINCE_RESULTS_MAX && call.results[i] != LINCE_NO_VALUE; i++) {
        lc_text_puts(&t, i ? ", " : " ");
        lc_say_value(&t, &b->values, call.results[i]);
    }
    lc_text_puts(&t, ", but no order of the operations so far allows ");
    if (instead) lc_text_printf(&t, "anything but %s", instead);
    else lc_text_puts(&t, known ? "it to return at all" : "that");
    v->reason = strdup(lc_text(&t));
    lc_text_free(&t);
}

/* What the operations of the conflict, the culprit among them, could have returned instead in a part that is wrong.
 * False: there is no such thing, or it is not known. */
static bool describe_alternatives(lc_violation *v, lc_search *s, const lc_part *wrong) {
    enum { MOST_ASKED = 12 };
    bool all_known = true, any = false;
    for (uint32_t i = 0; i < v->conflict.count && v->conflict.count <= MOST_ASKED; i++) {
        lc_conflict_op *c = &v->conflict.at[i];
        bool known = true;
        free(c->instead);
        c->instead = c->pending ? NULL : lc_alternatives(s, wrong, c->op, &known);
        all_known &= known;
        any |= c->instead != NULL;
    }
    return all_known && any;
}

/* What is left to be spent, in configurations.  Minimising asks many questions.  Some are much harder than the one that
 * was answered to begin with, because less is known of operations that are made pending: these are not worth it. */
typedef struct effort {
    lc_judge *judge;
    uint64_t each, left; /* for one question of minimising; for all that is still to come */
    bool skipped;
} effort;

/* Going through a part costs something, too, however few configurations it has. */
static uint64_t price(const lc_part *part) { return part->event_count / 4; }

/* Lets the judge spend at most so much, besides the price of a part.  False: not even that is left. */
static bool begin_spending(effort *e, const lc_part *part, uint64_t most) {
    if (e->left <= price(part)) return false;
    e->left -= price(part);
    lc_judge_allow(e->judge, most < e->left ? most : e->left);
    return true;
}

static void end_spending(effort *e, uint64_t visited_before) {
    uint64_t spent = lc_judge_visited(e->judge) - visited_before;
    e->left -= spent < e->left ? spent : e->left;
}

static lc_outcome decide_with_effort(void *context, const lc_part *part) {
    effort *e = context;
    uint64_t before = lc_judge_visited(e->judge);
    if (!begin_spending(e, part, e->each)) return LC_HALTED;
    lc_outcome outcome = lc_judge_part(e->judge, part);
    end_spending(e, before);
    if (outcome != LC_HALTED || e->judge->halt != LC_SPENT || !e->left) return outcome;
    e->skipped = true;
    return LC_HOLDS; /* as far as we care */
}

/* Where the conflict is an instance of a known pattern, that says why it is impossible. */
static void describe_pattern(lc_violation *v, lc_judge *j, const lc_part *conflict) {
    if (lc_judge_quickly(j, conflict) != LC_VIOLATED) return;
    v->pattern = j->poly.pattern;
    v->reason = strdup(lc_text(&j->poly.reason));
}

/* ---- the operations to be shown ---- */

enum { SHORT = 8 }; /* operations that need not be made fewer by taking their returns away */

static bool is_short(const lc_core *core) { return core->events.count <= 2 * SHORT; }

static bool all_return(const lc_core *core) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < core->events.count; i++)
        open += lc_event_what(core->events.at[i]) == LC_INVOKE ? 1 : (uint32_t)-1;
    return open == 0;
}

/* How far the part goes on until all that are open after the failing prefix have returned. */
static uint32_t until_all_return(const lc_part *part, uint32_t fails) {
    uint32_t first = UINT32_MAX, end = fails;
    for (uint32_t i = fails; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE && first == UINT32_MAX) first = op;
        if (lc_event_what(part->events[i]) == LC_RETURN && op < first) end = i + 1;
    }
    return end;
}

/* What the polynomial decider blames for the beginning of a part; false: nothing. */
static bool take_blamed(lc_core *core, lc_judge *j, const lc_part *part, uint32_t events) {
    lc_part prefix = *part;
    prefix.event_count = events;
    *core = (lc_core){.part = prefix};
    return lc_judge_quickly(j, &prefix) == LC_VIOLATED && lc_core_take(core, j, &prefix);
}

/* What it blames for the failing prefix.  Where that has to reckon with operations that are still open, the picture may
 * be clearer when they have returned, or at the end. */
static bool take_core(lc_core *core, lc_judge *j, const lc_part *part, uint32_t fails) {
    uint32_t later[] = {until_all_return(part, fails), part->event_count};
    bool taken = take_blamed(core, j, part, fails);
    for (size_t i = 0; i < 2 && !(taken && all_return(core)); i++) {
        lc_core other;
        bool clearer = take_blamed(&other, j, part, later[i]) && is_short(&other) && all_return(&other);
        lc_core_free(clearer ? core : &other, j->budget);
        if (clearer) *core = other;
        taken = taken || clearer;
    }
    return taken;
}

/* A pattern is told as a whole; what has none is told with as few returns as possible. */
static void find_conflict(lc_violation *v, effort *e, const lc_part *wrong, bool keep_returns, lc_minimal *m) {
    lc_judge *j = e->judge;
    if (!lc_minimize(m, wrong, keep_returns, j->binding, decide_with_effort, e, j->budget)) return;
    lc_part left = lc_minimal_part(m, wrong);
    describe_pattern(v, j, &left);
    if (!v->pattern && keep_returns) {
        lc_minimal_free(m, j->budget);
        if (!lc_minimize(m, wrong, false, j->binding, decide_with_effort, e, j->budget)) return;
    }
    describe_conflict(v, m);
    v->minimal = m->complete && !e->skipped;
}

/* With all operations up to the culprit's return, where these are few; else with those of the conflict alone. */
static void find_alternatives(lc_violation *v, effort *e, const lc_part *prefix, const lc_part *conflict) {
    enum { FEW = 200 };
    uint64_t before = lc_judge_visited(e->judge);
    if (!conflict->event_count) return;
    bool found = prefix->event_count <= FEW && begin_spending(e, prefix, e->left / 4) &&
                 describe_alternatives(v, &e->judge->search, prefix);
    end_spending(e, before);
    if (found || v->conflict.count < 2)
        return; /* alone, an operation could return whatever the object holds at first */
    before = lc_judge_visited(e->judge);
    v->apart = begin_spending(e, conflict, e->left / 2) && describe_alternatives(v, &e->judge->search, conflict);
    end_spending(e, before);
}

/* From what helps most to what helps least, since the allowance may not last; a quarter is kept for the rest. */
void lc_explain(lc_violation *v, lc_judge *j, const lc_part *part, uint32_t fails, uint64_t visited,
                uint64_t allowance) {
    lc_part prefix = *part;
    prefix.event_count = fails;
    describe_place(v, j->binding, part);
    v->culprit = lc_event_op(part->events[fails - 1]);
    uint64_t each = 4 * visited + 256;
    if (each < allowance / 64) each = allowance / 64; /* whoever allows a lot means it */
    effort e = {.judge = j, .each = each, .left = allowance - allowance / 4};
    lc_core core;
    bool few = take_core(&core, j, part, fails);
    const lc_part *wrong = few ? &core.part : &prefix;
    lc_minimal m;
    find_conflict(v, &e, wrong, few && is_short(&core), &m);
    e.left += allowance / 4;
    lc_part left = lc_minimal_part(&m, wrong);
    find_alternatives(v, &e, &prefix, &left);
    lc_minimal_free(&m, j->budget);
    lc_core_free(&core, j->budget);
    uint64_t before = lc_judge_visited(j);
    if (begin_spending(&e, &prefix, UINT64_MAX)) describe_deepest(v, j, &prefix);
    end_spending(&e, before);
    if (!v->reason) {
        bool known = false;
        bool affordable = begin_spending(&e, &prefix, UINT64_MAX);
        char *instead = affordable ? lc_alternatives(&j->search, &prefix, v->culprit, &known) : NULL;
        describe_reason(v, j->binding, instead, known);
        free(instead);
    }
    lc_judge_allow(j, UINT64_MAX);
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
    s->allowance = lc_allowance(s->visited, allowance);
    lc_minimal m;
    if (lc_minimize(&m, prefix, false, s->binding, lc_decide_sequential, s, s->budget)) describe_conflict(v, &m);
    lc_minimal_free(&m, s->budget);
    if (s->real_time) describe_deepest_whole(v, s, prefix);
    s->allowance = UINT64_MAX;
}

lc_outcome lc_decide_sequential(void *sequencer, const lc_part *part) { return lc_sequence(sequencer, part); }
