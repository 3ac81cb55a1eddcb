#include "check/explain/explain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/explain/alternatives.h"
#include "check/explain/conflict_core.h"
#include "check/explain/describe.h"

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

/* A longest order that works, before the prefix fails. */
static void describe_deepest(lc_violation *v, lc_judge *j, const lc_part *before) {
    if (lc_judge_part(j, before) != LC_HOLDS) return;
    uint32_t count = lc_judge_order_count(j);
    if (!lc_reserve(NULL, &v->deepest, count)) return;
    lc_judge_copy_order(j, v->deepest.at);
    v->deepest.count = count;
    v->state = state_after(j, v, before);
}

static int by_number(const void *a, const void *b) {
    const lc_conflict_op *x = a, *y = b;
    return LC_ORDER(x->op, y->op);
}

void lc_describe_conflict(lc_violation *v, const lc_minimal *m, const lc_failing *f) {
    bool has_last = !f;
    for (uint32_t i = 0; i < m->ops.count; i++) {
        if (m->fates.at[i] == LC_DROPPED) continue;
        lc_conflict_op op = {.op = m->ops.at[i], .pending = m->fates.at[i] == LC_MADE_PENDING};
        has_last = has_last || op.op == f->last;
        (void)lc_push(NULL, &v->conflict, op);
    }
    for (uint32_t i = 0; f && i < f->failed.count; i++) {
        has_last = has_last || f->failed.at[i] == f->last;
        (void)lc_push(NULL, &v->conflict, (lc_conflict_op){.op = f->failed.at[i], .failed = true});
    }
    for (uint32_t i = 0; f && i < f->earlier.count; i++)
        (void)lc_push(NULL, &v->conflict, (lc_conflict_op){.op = f->earlier.at[i], .failed = true});
    if (!has_last) (void)lc_push(NULL, &v->conflict, (lc_conflict_op){.op = f->last});
    if (v->conflict.count) qsort(v->conflict.at, v->conflict.count, sizeof *v->conflict.at, by_number);
    v->minimal = m->complete;
}

/* ---- in words ---- */

static void put_failed(lince_text *t, const lince_history *h, const lc_failing *f) {
    for (uint32_t i = 0; i < f->failed.count; i++) {
        if (i) lc_text_puts(t, i + 1 < f->failed.count ? ", " : " and ");
        lc_describe_call(t, h, &h->ops.at[f->failed.at[i]]);
    }
}

static void describe_failure(lc_violation *v, const lince_history *h, const lc_failing *f) {
    lince_text t = {0};
    if (v->reason) lc_text_printf(&t, "%s; ", v->reason);
    put_failed(&t, h, f);
    lc_text_puts(&t, v->reason ? " could have explained it, but failed"
                               : " failed, but no order of the other operations so far works without ");
    if (!v->reason) lc_text_puts(&t, f->failed.count > 1 ? "them" : "it");
    free(v->reason);
    v->reason = strdup(lc_text(&t));
    lc_text_free(&t);
}

/* `instead` is the result that the culprit could have returned, NULL: there is none, or it is unknown. */
static void describe_reason(lc_violation *v, lc_binding *b, const char *instead, bool known) {
    const lince_history *h = b->history;
    const lc_op *op = &h->ops.at[v->culprit];
    lc_call call;
    uint32_t label = lc_label_op(b, v->culprit);
    if (label == LC_NO_LABEL) return; /* memory is out */
    lc_label_call(&b->labels.at[label], &call);
    lince_text t = {0};
    lc_describe_call(&t, h, op);
    lc_text_puts(&t, " returned");
    for (size_t i = 0; i < LINCE_RESULTS_MAX && call.results[i] != LINCE_NO_VALUE; i++) {
        lc_text_puts(&t, i ? ", " : " ");
        lc_describe_value(&t, &b->values, call.results[i]);
    }
    lc_text_puts(&t, ", but no order of the operations so far allows ");
    if (instead) lc_text_printf(&t, "anything but %s", instead);
    else lc_text_puts(&t, known ? "it to return at all" : "that");
    v->reason = strdup(lc_text(&t));
    lc_text_free(&t);
}

/* The rest of the allowance, in configurations.  Minimization decides many parts.  Some are much harder than the one
 * that was answered to begin with, because less is known of operations that are made pending: these are not worth
 * it. */
typedef struct effort {
    lc_judge *judge;
    lc_failing *failing;
    const lc_alone_deciders *alone; /* or NULL */
    lc_event_list events;           /* scratch */
    uint64_t each, left;            /* for one question of minimization; for all that is still to come */
    bool skipped;
    bool as_told; /* the conflict is the operations the polynomial decider blames for the prefix, with its reason */
} effort;

/* Reading a part costs something, too, however few configurations it has. */
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

static lc_outcome spend(effort *e, const lc_part *part, lc_decide *decide, void *context) {
    uint64_t before = lc_judge_visited(e->judge);
    if (!begin_spending(e, part, e->each)) return LC_HALTED;
    lc_outcome outcome = decide(context, part);
    end_spending(e, before);
    if (outcome != LC_HALTED || e->judge->halt != LC_SPENT || !e->left) return outcome;
    e->skipped = true;
    return LC_HOLDS; /* as far as we care */
}

static lc_outcome decide_with_effort(void *context, const lc_part *part) {
    effort *e = context;
    return spend(e, part, lc_decide_linearizable, e->judge);
}

static lc_outcome decide_rest(void *context, const lc_part *part) {
    effort *e = context;
    lc_part rest;
    lc_judge *j = e->judge;
    if (!lc_failing_rest(&rest, e->failing, part, j->binding->history, &e->events, j->budget)) return LC_HALTED;
    return decide_with_effort(e, &rest);
}

/* ---- the operations to be shown ---- */

enum { SHORT = 8 }; /* operations that need not be made fewer by taking their returns away */

static bool is_short(const lc_conflict_core *core) { return core->events.count <= 2 * SHORT; }

/* Do these operations fail, and that at the same event? */
static bool fail_likewise(effort *e, const lc_part *some) {
    return decide_with_effort(e, some) == LC_VIOLATED && decide_rest(e, some) == LC_HOLDS;
}

/* A few operations to begin with.  The polynomial decider blames some for the failing prefix.  They may do without the
 * culprit, if it could have explained them as long as it was open: then it belongs to the story, with its value.  Or
 * everything else does that was going on.  False: there is no such choice. */
static bool take_core(lc_conflict_core *core, effort *e) {
    const lc_failing *f = e->failing;
    lc_judge *j = e->judge;
    uint32_t also = f->returns ? f->last : LC_NEVER;
    lc_conflict_core around;
    *core = (lc_conflict_core){.part = f->part};
    if (lc_judge_quickly(j, &f->part) != LC_VIOLATED || !lc_conflict_core_find(core, j, &f->part, also)) return false;
    if (fail_likewise(e, &core->part)) return true;
    bool fits = lc_conflict_core_surroundings(&around, core, j, &f->part) &&
                around.events.count < f->part.event_count &&
                (!f->returns || around.events.at[around.events.count - 1] == lc_make_event(f->last, LC_RETURN)) &&
                fail_likewise(e, &around.part);
    lc_conflict_core_free(fits ? core : &around, j->budget);
    if (fits) *core = around;
    /* better these than all of a long history, although alone they fail earlier: so they stay as they are */
    else if (e->left / 8 < price(&f->part)) fits = e->skipped = e->as_told = true;
    return fits;
}

/* Ends a minimization before it begins. */
static lc_outcome decide_nothing(void *context, const lc_part *part) {
    (void)context, (void)part;
    return LC_HALTED;
}

/* ---- the same operations alone ---- */

static lc_outcome decide_alone(void *context, const lc_part *part) {
    effort *e = context;
    return spend(e, part, e->alone->decide, e->alone->context);
}

static lc_outcome decide_rest_alone(void *context, const lc_part *part) {
    effort *e = context;
    return spend(e, part, e->alone->rest, e->alone->context);
}

/* The events that are left, in the order of the history. */
static bool put_in_order(lc_event_list *events, const lc_minimal *m, const lc_part *all, lc_budget *budget) {
    for (uint32_t i = 0; i < all->event_count; i++) {
        uint32_t k = 0;
        while (k < m->events.count && m->events.at[k] != all->events[i]) k++;
        if (k < m->events.count && !lc_push(budget, events, all->events[i])) return false;
    }
    return true;
}

/* Begins with them if they fail at the same event, else with all of the prefix, unless that is long. */
static void minimize_alone(lc_minimal *m, effort *e, lc_reduction how) {
    enum { MOST = 200 };
    lc_budget *budget = e->judge->budget;
    const lc_part *all = &e->alone->all;
    lc_event_list events = {0};
    lc_minimal again = {0};
    lc_part few = *all;
    how.decide = decide_alone;
    how.rest = decide_rest_alone;
    how.wary = true;
    bool fine = m->events.count <= MOST && put_in_order(&events, m, all, budget);
    few.events = events.at;
    few.event_count = events.count;
    bool likewise = fine && decide_alone(e, &few) == LC_VIOLATED && decide_rest_alone(e, &few) == LC_HOLDS;
    fine = fine && (likewise || all->event_count <= MOST) &&
           lc_minimize(&again, likewise ? &few : all, &how, e->judge->binding, budget);
    lc_minimal_free(fine ? m : &again, budget);
    if (fine) *m = again;
    else e->skipped = true;
    lc_vec_free(budget, &events);
}

/* Where the conflict is an instance of a known pattern in which the culprit takes part, the pattern is the reason why
 * it is impossible.
 */
static void describe_pattern(lc_violation *v, effort *e, const lc_part *conflict) {
    const lc_failing *f = e->failing;
    const lc_poly *p = &e->judge->poly;
    if (lc_judge_quickly(e->judge, conflict) != LC_VIOLATED) return;
    bool fits = !f->returns;
    for (uint32_t i = 0; i < p->core.count; i++) fits |= p->core.at[i] == f->last;
    if (!fits && !e->as_told) return;
    v->pattern = p->pattern;
    v->reason = strdup(lc_text(&p->reason));
}

/* Of the operations that failed those without which the rest fails earlier, counted from the end of the list. */
static void leave_out_needless(effort *e, const lc_part *left, uint32_t *ops, uint32_t *count) {
    lc_decide *rest = e->alone ? decide_rest_alone : decide_rest;
    for (uint32_t i = *count; i-- > 0;) {
        uint32_t op = ops[i], after = *count - i - 1;
        memmove(&ops[i], &ops[i + 1], after * sizeof op);
        --*count;
        if (rest(e, left) == LC_HOLDS) continue;
        memmove(&ops[i + 1], &ops[i], after * sizeof op);
        ops[i] = op;
        ++*count;
    }
}

static bool minimize(lc_minimal *m, effort *e, const lc_part *wrong, const lc_reduction *how) {
    bool fine = lc_minimize(m, wrong, how, e->judge->binding, e->judge->budget);
    if (fine && e->alone) minimize_alone(m, e, *how);
    return fine;
}

/* A pattern is reported as a whole; a conflict without one is reported with as few returns as possible. */
static void find_conflict(lc_violation *v, effort *e, const lc_part *wrong, bool keep_returns, lc_minimal *m) {
    lc_judge *j = e->judge;
    lc_failing *f = e->failing;
    lc_reduction how = {.decide = decide_with_effort,
                        .rest = decide_rest,
                        .context = e,
                        .pinned = f->returns ? f->last : LC_NEVER,
                        .keep_returns = keep_returns,
                        .wary = f->failed.count};
    if (e->as_told) how.decide = how.rest = decide_nothing;
    if (!minimize(m, e, wrong, &how)) return;
    lc_part left = lc_minimal_part(m, wrong);
    describe_pattern(v, e, e->as_told ? &f->part : &left);
    if (!v->pattern && keep_returns) {
        lc_minimal_free(m, j->budget);
        how.keep_returns = false;
        if (!minimize(m, e, wrong, &how)) return;
    }
    left = lc_minimal_part(m, wrong);
    leave_out_needless(e, &left, f->failed.at, &f->failed.count);
    leave_out_needless(e, &left, f->earlier.at, &f->earlier.count);
    lc_describe_conflict(v, m, f);
    v->minimal = m->complete && !e->skipped;
}

/* ---- the results they could have returned ---- */

/* Of the operations of the conflict, in a part that is wrong.  With another result than the culprit's the history may
 * fail at an earlier return, if the part at that return is another one: `also` decides that, or is NULL.  False: there
 * are too many, or the result is unknown for some. */
static bool describe_alternatives(lc_violation *v, lc_search *s, const lc_part *wrong, const lc_also *also) {
    enum { MOST_ASKED = 12 };
    bool all_known = v->conflict.count <= MOST_ASKED;
    for (uint32_t i = 0; i < v->conflict.count && all_known; i++) {
        lc_conflict_op *c = &v->conflict.at[i];
        free(c->instead);
        if (c->pending || c->failed) c->instead = NULL;
        else c->instead = lc_alternatives(s, wrong, c->op, c->op == v->culprit ? NULL : also, &all_known);
    }
    for (uint32_t i = 0; i < v->conflict.count && !all_known; i++) {
        free(v->conflict.at[i].instead);
        v->conflict.at[i].instead = NULL;
    }
    return all_known;
}

/* By search: the polynomial deciders read results from the history. */
static lc_outcome decide_earlier(void *context, const lc_part *part) {
    effort *e = context;
    lince_algorithm usual = e->judge->algorithm;
    e->judge->algorithm = LINCE_SEARCH;
    lc_outcome outcome = e->alone->rest(e->alone->context, part);
    e->judge->algorithm = usual;
    return outcome;
}

/* In the failing prefix, if it is short, or in the conflict alone. */
static bool find_alternatives(lc_violation *v, effort *e, const lc_part *conflict) {
    enum { FEW = 200 };
    const lc_part *prefix = &e->failing->part;
    uint64_t before = lc_judge_visited(e->judge);
    if (!conflict->event_count) return false;
    lc_also earlier = {0};
    if (e->alone) earlier = (lc_also){decide_earlier, e, &e->alone->all};
    bool known = prefix->event_count <= FEW && begin_spending(e, prefix, e->left / 4) &&
                 describe_alternatives(v, &e->judge->search, prefix, e->alone ? &earlier : NULL);
    end_spending(e, before);
    if (known || v->conflict.count < 2) return known; /* alone, an operation could return any initial content */
    before = lc_judge_visited(e->judge);
    v->apart = begin_spending(e, conflict, e->left / 2) && describe_alternatives(v, &e->judge->search, conflict, NULL);
    end_spending(e, before);
    return false;
}

static lc_conflict_op *find_culprit(lc_violation *v) {
    for (uint32_t i = 0; i < v->conflict.count; i++)
        if (v->conflict.at[i].op == v->culprit) return &v->conflict.at[i];
    return NULL;
}

/* The culprit's alone, where those of all were not to be had. */
static bool find_culprits_alternatives(lc_violation *v, effort *e) {
    lc_conflict_op *c = find_culprit(v);
    bool known = false;
    if (v->apart || !c || !begin_spending(e, &e->failing->part, UINT64_MAX)) return false;
    c->instead = lc_alternatives(&e->judge->search, &e->failing->part, v->culprit, NULL, &known);
    return known;
}

/* From the most helpful detail to the least, since the allowance may not last; a quarter is kept for the rest. */
void lc_explain(lc_violation *v, lc_judge *j, lc_failing *f, const lc_alone_deciders *alone, uint64_t visited,
                uint64_t allowance) {
    enum { PASSES = 4 }; /* a part that was decided without search is read a few times nevertheless */
    describe_place(v, j->binding, &f->part);
    v->culprit = f->last;
    if (allowance < PASSES * price(&f->part)) allowance = PASSES * price(&f->part);
    uint64_t each = 4 * visited + 256;
    if (each < allowance / 64) each = allowance / 64; /* a large allowance is meant to be used */
    effort e = {.judge = j, .failing = f, .alone = alone, .each = each, .left = allowance - allowance / 4};
    lc_conflict_core core;
    bool few = take_core(&core, &e);
    const lc_part *wrong = few ? &core.part : &f->part;
    lc_minimal m;
    find_conflict(v, &e, wrong, few && is_short(&core), &m);
    e.left += allowance / 4;
    lc_part left = lc_minimal_part(&m, wrong);
    bool known = find_alternatives(v, &e, &left);
    lc_minimal_free(&m, j->budget);
    lc_conflict_core_free(&core, j->budget);
    uint64_t before = lc_judge_visited(j);
    if (begin_spending(&e, &f->before, UINT64_MAX)) describe_deepest(v, j, &f->before);
    end_spending(&e, before);
    if (f->failed.count) {
        describe_failure(v, j->binding->history, f);
    } else if (!v->reason) {
        known = known || find_culprits_alternatives(v, &e);
        const lc_conflict_op *c = find_culprit(v);
        describe_reason(v, j->binding, known && c ? c->instead : NULL, known);
    }
    lc_judge_allow(j, UINT64_MAX);
    lc_vec_free(j->budget, &e.events);
}

/* ---- all objects together ---- */

typedef struct all_objects {
    lc_sequencer *sequencer;
    const lc_failing *failing;
    lc_event_list events; /* scratch */
} all_objects;

static lc_outcome decide_all(void *context, const lc_part *part) {
    return lc_sequence(((all_objects *)context)->sequencer, part);
}

static lc_outcome decide_rest_of_all(void *context, const lc_part *part) {
    all_objects *a = context;
    lc_part rest;
    const lince_history *h = a->sequencer->binding->history;
    if (!lc_failing_rest(&rest, a->failing, part, h, &a->events, a->sequencer->budget)) return LC_HALTED;
    return lc_sequence(a->sequencer, &rest);
}

/* A longest order that works, of all objects together. */
static void describe_deepest_whole(lc_violation *v, lc_sequencer *s, const lc_part *before) {
    if (lc_sequence(s, before) != LC_HOLDS) return;
    for (uint32_t i = 0; i < s->order.count; i++) (void)lc_push(NULL, &v->deepest, s->order.at[i]);
}

void lc_explain_whole(lc_violation *v, lc_sequencer *s, const lc_failing *f, const lc_part *whole, uint64_t allowance) {
    const lc_part *wrong = f ? &f->part : whole;
    all_objects a = {.sequencer = s, .failing = f};
    lc_reduction how = {.decide = decide_all,
                        .rest = f ? decide_rest_of_all : NULL,
                        .context = &a,
                        .pinned = f && f->returns ? f->last : LC_NEVER,
                        .wary = f && f->failed.count};
    v->culprit = f ? f->last : LC_NEVER;
    v->reason = strdup(
        s->binding->history->order.threads ? "no order of all operations respects happens-before and the specification"
        : s->real_time ? "no order of the operations of all objects respects their intervals and the "
                         "specifications"
                       : "no order of all operations respects every thread's own order and the specification");
    s->meter.allowance = lc_allowance(s->visited, allowance);
    lc_minimal m;
    if (lc_minimize(&m, wrong, &how, s->binding, s->budget)) lc_describe_conflict(v, &m, f);
    lc_minimal_free(&m, s->budget);
    if (f) describe_deepest_whole(v, s, &f->before);
    if (f && f->failed.count) describe_failure(v, s->binding->history, f);
    s->meter.allowance = UINT64_MAX;
    lc_vec_free(s->budget, &a.events);
}

lc_outcome lc_decide_sequential(void *sequencer, const lc_part *part) { return lc_sequence(sequencer, part); }
