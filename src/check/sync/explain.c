/* Explanations in the style of the paper: this operation does not synchronize with any other; these pending operations
 * should have synchronized.
 *
 * The conflict of a violation of safety is as check/explain/explain.h defines it: it ends with the event at which the
 * failing prefix ends, holds without it, and no return of another operation can be taken away.  Taking a return away
 * keeps a correct history correct (the operation may still have synchronized as it did), so the conflict is wrong for
 * the reason that the whole is.
 */
#include "check/sync/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check/explain/describe.h"
#include "check/sync/groups.h"
#include "check/sync/instead.h"
#include "check/sync/near.h"

typedef struct explaining {
    lc_job *job;
    lc_sync_judge *judge;
    const lc_part *part;
    const lc_failing *failing; /* where that is known */
    lc_event_list events;      /* scratch */
    lc_violation *v;
    uint64_t left; /* the rest of the allowance: events read, and effort */
    uint64_t each; /* on one question of many */
    bool skipped;  /* a question was too hard */
} explaining;

/* ---- calls of the judge, as long as the allowance permits ---- */

static lc_outcome decide_within(explaining *e, const lc_part *part, uint64_t most) {
    if (e->left <= part->event_count) return LC_HALTED;
    e->left -= part->event_count;
    uint64_t before = lc_sync_judge_effort(e->judge);
    lc_sync_judge_allow(e->judge, most < e->left ? most : e->left);
    lc_outcome outcome = lc_decide_sync(e->judge, part);
    lc_sync_judge_allow(e->judge, UINT64_MAX);
    uint64_t spent = lc_sync_judge_effort(e->judge) - before;
    e->left -= spent < e->left ? spent : e->left;
    return outcome;
}

static lc_outcome decide(void *context, const lc_part *part) { return decide_within(context, part, UINT64_MAX); }

/* One of many questions.  Some are much harder than the one that was answered to begin with, because less is known of
 * operations that are made pending: they are not worth it. */
static lc_outcome decide_one_of_many(void *context, const lc_part *part) {
    explaining *e = context;
    lc_outcome outcome = decide_within(e, part, e->each);
    if (outcome != LC_HALTED || e->left <= part->event_count || e->judge->answer->halt != LC_SPENT) return outcome;
    e->skipped = true;
    return LC_HOLDS; /* as far as we care */
}

/* Without the event at which it fails. */
static lc_outcome decide_rest(void *context, const lc_part *part) {
    explaining *e = context;
    lc_part rest;
    const lince_history *h = e->job->binding.history;
    if (!lc_failing_rest(&rest, e->failing, part, h, &e->events, &e->job->budget)) return LC_HALTED;
    return decide_one_of_many(e, &rest);
}

static uint32_t event_of_return(const lc_part *part, uint32_t which) {
    for (uint32_t i = 0; i < part->event_count; i++)
        if (lc_event_what(part->events[i]) == LC_RETURN && which-- == 0) return i;
    return 0;
}

/* ---- words ---- */

static void put_op(lince_text *t, const explaining *e, uint32_t op) {
    const lince_history *h = e->job->binding.history;
    lc_describe_call(t, h, &h->ops.at[op]);
}

static void put_ops(lince_text *t, const explaining *e, const uint32_t *ops, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) lc_text_puts(t, i + 1 < count ? ", " : " and ");
        put_op(t, e, ops[i]);
    }
}

static void put_returned(lince_text *t, const explaining *e, uint32_t op) {
    const lince_history *h = e->job->binding.history;
    lince_text results = {0};
    put_op(t, e, op);
    lc_describe_results(&results, h, &h->ops.at[op]);
    lc_text_printf(t, " returned%s%s", results.length ? " " : "", lc_text(&results));
    lc_text_free(&results);
}

static void give_reason(explaining *e, lince_text *t) {
    e->v->reason = strdup(lc_text(t));
    lc_text_free(t);
}

/* ---- an operation returned that should not have ---- */

static bool stop_at_first(void *context, const uint32_t *members, uint32_t count, lc_next next) {
    (void)context, (void)members, (void)count, (void)next;
    return false;
}

/* Is there an operation that the culprit could have met, regardless of their other behaviour?  Only where that does not
 * depend on the past; and if there are not too many. */
static bool could_meet_somebody(explaining *e, const lc_part *prefix, bool *known) {
    enum { TOGETHER = 4 };
    lc_binding *b = &e->job->binding;
    const lc_instance *instance = b->objects.at[prefix->object].instance;
    lc_space *space = &e->judge->search.space;
    lc_groups g = {.space = space};
    lc_instance_arity(instance, &g.least, &g.most);
    lc_space_reset(space, instance);
    lc_next start = lc_space_start(space);
    uint32_t label = lc_label_op(b, e->v->culprit), with = LC_NOBODY;
    *known = label != LC_NO_LABEL && (instance->spec->traits & LINCE_STATELESS) && g.most <= TOGETHER &&
             lc_sync_neighbours(&g, b, prefix, e->v->culprit, label, &with);
    bool some = *known && !lc_groups_find(&g, lc_next_state(space, start, 0), with, LC_NOBODY, stop_at_first, NULL);
    lc_groups_free(&g);
    return some;
}

static void blame_culprit(explaining *e, const lc_part *prefix) {
    lince_text t = {0};
    bool known, some = could_meet_somebody(e, prefix, &known);
    put_returned(&t, e, e->v->culprit);
    if (!known) lc_text_puts(&t, ", but no synchronizations so far allow that");
    else if (!some) lc_text_puts(&t, ", but does not synchronize with any other operation");
    else lc_text_puts(&t, ", but all its possible partners synchronized with other operations");
    give_reason(e, &t);
}

/* Do these operations fail, and that at the same event? */
static bool fails_likewise(explaining *e, const lc_part *some) {
    return decide_one_of_many(e, some) == LC_VIOLATED && decide_rest(e, some) == LC_HOLDS;
}

/* The operations that compete for too few partners, with these partners, if the algorithm that decided can name them,
 * and the culprit is one of them.  (Mostly another operation is blamed, which the culprit should have met.) */
static bool take_rivals(explaining *e, const lc_part *prefix, lc_event_list *events, lc_part *rivals) {
    const lince_history *h = e->job->binding.history;
    if (!e->judge->in_polynomial_time) return false; /* a search cannot, and need not be made again */
    if (decide_one_of_many(e, prefix) != LC_VIOLATED || !e->judge->answer->blame.count) return false;
    const lc_sync_answer *a = e->judge->answer;
    bool *taken = calloc(h->ops.count, sizeof *taken), enough = taken;
    for (uint32_t i = 0; i < a->blame.count && enough; i++) taken[a->blame.at[i]] = true;
    for (uint32_t i = 0; i < a->partners.count && enough; i++) taken[a->partners.at[i]] = true;
    events->count = 0;
    enough = enough && (!e->failing->returns || taken[e->v->culprit]);
    for (uint32_t i = 0; i < prefix->event_count && enough; i++)
        if (taken[lc_event_op(prefix->events[i])]) enough = lc_push(&e->job->budget, events, prefix->events[i]);
    free(taken);
    *rivals = *prefix;
    rivals->events = events->at;
    rivals->event_count = events->count;
    return enough && fails_likewise(e, rivals);
}

/* Few operations that are wrong for the same reason, if that can be had cheaply. */
static lc_part narrow(explaining *e, const lc_part *prefix, lc_event_list *events) {
    enum { FARTHEST = 8 };
    lc_part near;
    if (take_rivals(e, prefix, events, &near)) return near;
    bool stateless = e->job->binding.objects.at[prefix->object].instance->spec->traits & LINCE_STATELESS;
    for (unsigned steps = 1; steps <= FARTHEST && stateless; steps *= 2) {
        if (!lc_sync_near(&near, prefix, steps, e->job->binding.history, events, &e->job->budget)) break;
        if (fails_likewise(e, &near)) return near;
    }
    return *prefix;
}

/* The results that the culprit could have returned. */
static void put_instead(explaining *e, const lc_part *prefix) {
    if (e->job->binding.objects.at[prefix->object].instance->spec->traits & LINCE_INTERVALS) return; /* not one group */
    if (!e->failing->returns) return;
    uint64_t before = lc_sync_judge_effort(e->judge);
    lc_sync_judge_allow(e->judge, e->left);
    for (uint32_t i = 0; i < e->v->conflict.count && e->left; i++)
        if (e->v->conflict.at[i].op == e->v->culprit)
            e->v->conflict.at[i].instead = lc_sync_instead(&e->judge->search, prefix, e->v->culprit);
    lc_sync_judge_allow(e->judge, UINT64_MAX);
    uint64_t spent = lc_sync_judge_effort(e->judge) - before;
    e->left -= spent < e->left ? spent : e->left;
}

static void find_conflict(explaining *e, const lc_part *whole) {
    enum { SHORT = 4000 }; /* events, of which the last can be tried again and again */
    lc_minimal m;
    lc_event_list events = {0};
    lc_part narrowed = narrow(e, whole, &events), *prefix = &narrowed;
    lc_budget *budget = &e->job->budget;
    lc_reduction how = {.decide = decide_one_of_many,
                        .rest = decide_rest,
                        .context = e,
                        .pinned = e->failing->returns ? e->v->culprit : LC_NEVER,
                        .wary = e->failing->failed.count};
    if (lc_minimize(&m, prefix, &how, &e->job->binding, budget)) {
        lc_describe_conflict(e->v, &m, e->failing);
        e->v->minimal = m.complete && !e->skipped;
    }
    lc_minimal_free(&m, budget);
    e->v->apart = whole->event_count > SHORT && prefix->event_count < whole->event_count;
    put_instead(e, e->v->apart ? prefix : whole);
    lc_vec_free(budget, &events);
}

/* The synchronizations of the last answer, and the state they leave the object in. */
static void describe_deepest(explaining *e) {
    if (decide(e, &e->failing->before) != LC_HOLDS) return;
    const lc_sync_answer *a = e->judge->answer;
    for (uint32_t i = 0; i < a->met.count; i++) (void)lc_push(NULL, &e->v->deepest, a->met.at[i]);
    for (uint32_t i = 0; i < a->ends.count; i++) (void)lc_push(NULL, &e->v->deepest_groups, a->ends.at[i]);
}

static void blame_failed(explaining *e) {
    lince_text t = {0};
    put_ops(&t, e, e->failing->failed.at, e->failing->failed.count);
    lc_text_puts(&t, " failed, but no synchronizations of the other operations so far work without it");
    give_reason(e, &t);
}

static void explain_prefix(explaining *e, const lc_failing *f) {
    e->failing = f;
    e->v->culprit = f->last;
    if (f->failed.count) blame_failed(e);
    else blame_culprit(e, &f->part);
    describe_deepest(e); /* which is cheap: the conflict may take the whole rest */
    find_conflict(e, &f->part);
    lc_vec_free(&e->job->budget, &e->events);
}

static void explain_safety(explaining *e) {
    lc_violation *v = e->v;
    if (lc_decide_sync(e->judge, e->part) != LC_VIOLATED) return; /* a limit was reached */
    uint32_t furthest = e->judge->answer->furthest;
    lc_part prefix = *e->part;
    prefix.event_count = lc_smallest_prefix(decide, e, e->part, event_of_return(e->part, furthest));
    if (prefix.event_count) v->prefix_events = lc_smallest_cut(decide, e, &prefix, e->part, &e->job->binding);
    v->has_prefix = v->smallest = v->prefix_events > 0;
    lc_failing f = {0};
    if (v->has_prefix && lc_failing_take(&f, &e->job->binding, e->part, v->prefix_events)) explain_prefix(e, &f);
    else v->reason = strdup("a limit was reached before the violation could be explained");
    lc_failing_free(&f, &e->job->budget);
}

/* ---- an operation should have returned ---- */

/* The events of these operations alone, as a part; `events` has room for them. */
static lc_part only(const explaining *e, const uint32_t *ops, uint32_t count, lc_event *events) {
    lc_part part = *e->part;
    part.events = events;
    part.event_count = 0;
    for (uint32_t i = 0; i < e->part->event_count; i++)
        for (uint32_t k = 0; k < count; k++)
            if (lc_event_op(e->part->events[i]) == ops[k]) events[part.event_count++] = e->part->events[i];
    return part;
}

/* These operations are the conflict if they are wrong by themselves, and the past does not matter; else the conflict is
 * all of them: no reductions are known that preserve progress. */
static void show(explaining *e, const uint32_t *ops, uint32_t count) {
    lc_event *events = calloc((size_t)e->part->event_count + 1, sizeof *events);
    if (!events) return;
    lc_part alone = only(e, ops, count, events);
    bool stateless = e->job->binding.objects.at[e->part->object].instance->spec->traits & LINCE_STATELESS;
    bool enough = stateless && decide(e, &alone) == LC_VIOLATED;
    const lc_part *shown = enough ? &alone : e->part;
    const lince_history *h = e->job->binding.history;
    for (uint32_t i = 0; i < shown->event_count; i++) {
        uint32_t op = lc_event_op(shown->events[i]);
        lc_event_kind outcome = lc_op_outcome(h, &h->ops.at[op]);
        if (lc_event_what(shown->events[i]) == LC_INVOKE)
            (void)lc_push(NULL, &e->v->conflict,
                          (lc_conflict_op){.op = op, .pending = outcome == LC_INVOKE || outcome == LC_CRASH});
    }
    e->v->minimal = true;
    free(events);
}

static void blame_stuck(explaining *e, const uint32_t *ops, uint32_t count) {
    lince_text t = {0};
    lc_text_printf(&t, "the pending operation%s ", count > 1 ? "s" : "");
    put_ops(&t, e, ops, count);
    lc_text_puts(&t, count > 1 ? " should have synchronized" : " should have returned");
    give_reason(e, &t);
    show(e, ops, count);
}

static bool still_waits(const explaining *e, uint32_t op) {
    const lince_history *h = e->job->binding.history;
    return lc_op_outcome(h, &h->ops.at[op]) == LC_INVOKE;
}

/* Everything can be explained, but only if some operations that have not returned have synchronized: name them and
 * their partners. */
static void blame_not_returned(explaining *e) {
    lc_sync_judge_decide(e->judge, false);
    lc_outcome outcome = lc_decide_sync(e->judge, e->part);
    const lc_sync_answer *a = e->judge->answer;
    LC_VEC(uint32_t) group = {0};
    uint32_t waits = LC_NEVER;
    for (uint32_t i = 0, from = 0; outcome == LC_HOLDS && i < a->ends.count && waits == LC_NEVER; i++) {
        group.count = 0;
        for (; from < a->ends.at[i]; from++) {
            uint32_t op = a->met.at[from];
            bool ends =
                !a->parts.count || a->parts.at[from] == LINCE_PART_WHOLE || a->parts.at[from] == LINCE_PART_LAST;
            if (ends && waits == LC_NEVER && still_waits(e, op)) waits = op;
            else (void)lc_push(NULL, &group, op);
        }
    }
    lc_sync_judge_decide(e->judge, true);
    lince_text t = {0};
    if (waits != LC_NEVER) {
        put_op(&t, e, waits);
        lc_text_puts(&t, group.count ? " must have synchronized with " : " must have taken effect");
        put_ops(&t, e, group.at, group.count);
        lc_text_puts(&t, ", but has not returned");
        give_reason(e, &t);
        (void)lc_push(NULL, &group, waits);
        e->v->culprit = waits;
        show(e, group.at, group.count);
    }
    lc_vec_free(NULL, &group);
}

static void explain_progress(explaining *e) {
    if (lc_decide_sync(e->judge, e->part) != LC_VIOLATED) return;
    LC_VEC(uint32_t) stuck = {0};
    for (uint32_t i = 0; i < e->judge->answer->stuck.count; i++)
        (void)lc_push(NULL, &stuck, e->judge->answer->stuck.at[i]);
    if (stuck.count) blame_stuck(e, stuck.at, stuck.count);
    else blame_not_returned(e);
    lc_vec_free(NULL, &stuck);
}

/* Operations that take effect one by one are explained as for linearizability. */
static void explain_plain(explaining *e) {
    lc_violation *v = e->v;
    lc_judge *j = &e->judge->plain;
    uint64_t before = lc_judge_visited(j);
    if (lc_judge_part(j, e->part) != LC_VIOLATED) return;
    uint64_t visited = lc_judge_visited(j) - before;
    lc_part prefix = *e->part;
    v->smallest = true;
    prefix.event_count = lc_smallest_judged_prefix(j, e->part, &v->smallest);
    v->prefix_events = lc_smallest_cut(lc_decide_linearizable, j, &prefix, e->part, &e->job->binding);
    v->has_prefix = v->prefix_events > 0;
    lc_failing f = {0};
    if (v->has_prefix && lc_failing_take(&f, &e->job->binding, e->part, v->prefix_events)) {
        free(v->object); /* is described once more */
        lc_explain(v, j, &f, NULL, visited, lc_explanation_allowance(e->job, visited));
    }
    lc_failing_free(&f, &e->job->budget);
}

static explaining begin(lc_job *c, lc_sync_judge *j, uint32_t number) {
    enum { LEAST = 400000, TIMES = 4, TIMES_SWEPT = 40 }; /* a sweep is as quick as reading the events */
    const lc_part *part = &c->parts.parts.at[number];
    uint64_t check = lc_sync_judge_effort(j), times = j->in_polynomial_time ? TIMES_SWEPT : TIMES;
    uint64_t most = LEAST + times * part->event_count + check;
    if (c->options->thorough) most = UINT64_MAX / 2;
    uint64_t each = 4 * check + 256;
    j->criterion = LINCE_SYNC; /* of two equivalent criteria the one that is decided soon */
    return (explaining){.job = c, .judge = j, .part = part, .left = most, .each = each > most / 64 ? each : most / 64};
}

uint32_t lc_sync_fails_at(lc_job *c, lc_sync_judge *j, uint32_t number) {
    explaining e = begin(c, j, number);
    uint32_t place = LC_NEVER;
    lc_sync_judge_decide(j, false);
    lc_part prefix = *e.part;
    if (lc_decide_sync(j, e.part) == LC_VIOLATED) {
        uint32_t holds = j->answer->furthest == LC_NEVER ? 0 : event_of_return(e.part, j->answer->furthest);
        prefix.event_count = lc_smallest_prefix(decide, &e, e.part, holds);
        if (prefix.event_count) place = lc_smallest_cut(decide, &e, &prefix, e.part, &c->binding);
    }
    lc_sync_judge_decide(j, c->options->progress);
    return place ? place : LC_NEVER;
}

void lc_sync_explain(lc_job *c, lc_sync_judge *j, uint32_t number) {
    lc_violation *v = c->result->violation = lc_violation_new(c->options->thorough);
    if (!v) return;
    explaining e = begin(c, j, number);
    e.v = v;
    const lc_bound_object *object = &c->binding.objects.at[e.part->object];
    v->object = strndup(object->name.at, object->name.length);
    v->culprit = LC_NEVER;
    lc_sync_judge_decide(j, c->result->stuck);
    if (c->result->stuck) explain_progress(&e);
    else if (!lc_spec_is_sync(object->instance->spec)) explain_plain(&e);
    else explain_safety(&e);
    lc_sync_judge_decide(j, c->options->progress);
}
