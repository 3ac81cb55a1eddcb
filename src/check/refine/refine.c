/* refine(k): after every return, is A_k of the history so far linearizable?
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 6.  A_k(h) is
 * weaker than h, so if it is not linearizable, h is not; a violation is real.  The converse is false, and that is used
 * here to be fast: a history that is linearizable needs no further look, for any k, and one whose smallest failing
 * prefix is known need not be looked at before that.  Bags, queues and stacks are decided by patterns, as a rule.  The
 * rest is checked return by return (view.h).  A return can make only the part of its own operation wrong: of every
 * other part less order is known than before, as recent events become old, unless an operation of it has failed
 * meanwhile.
 *
 * A violation at one return may have vanished at the next, so the criterion is about all of them.
 */
#include "check/refine/refine.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/order.h"
#include "check/driver/job.h"
#include "check/refine/alone.h"
#include "check/refine/view.h"
#include "counting/formula/explain.h"
#include "counting/patterns/refine_scan.h"
#include "history/counting.h"

lince_status lc_length_parse(uint32_t *length, const char *text, lince_error *error) {
    char *end = NULL;
    unsigned long k = text && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (!end || *end || k > LC_MOST_LENGTH)
        return lc_fail(error, "refine needs a length from 0 to %u, such as refine:2%s%s", LC_MOST_LENGTH,
                       text ? ", not " : "", text ? text : "");
    *length = (uint32_t)k;
    return LINCE_DONE;
}

/* Of one part, after an event; UINT32_MAX: that is not known. */
typedef struct wrong_at {
    uint32_t event, part;
} wrong_at;
#define NOT_KNOWN ((wrong_at){UINT32_MAX, LC_NO_PART})

typedef struct refining {
    lc_job *job;
    lc_judge judge;
    lc_views views;
    uint32_t first;   /* no earlier event need be looked at */
    wrong_at sure;    /* by patterns: wrong after this event, and right before */
    wrong_at maybe;   /* by patterns: wrong after this event at the latest, though perhaps not by this criterion */
    bool unsure;      /* something before was too hard */
    bool no_hope;     /* `maybe` has come to nothing before */
    uint32_t culprit; /* of the violation: the part */
    lc_part seen;     /* its view */
    uint64_t visited; /* to find it */
} refining;

/* ---- containers ---- */

/* Are all operations of its object in a part?  Those that failed, or are pending and change nothing, count as well
 * where steps are counted, but are not among its events. */
static bool is_all_there_is(const refining *r, const lc_part *part) {
    const lc_binding *b = &r->job->binding;
    if (part->key != LINCE_NO_VALUE || b->history->ties.count || r->views.failed.count) return false;
    for (uint32_t op = 0; op < b->label_of.count; op++)
        if (lc_object_of(b, op) == part->object && b->label_of.at[op] == LC_NO_LABEL) return false;
    return true;
}

/* Patterns ignore operations that only look, and do not determine which of several equal values was removed. */
static bool patterns_see_all(const refining *r, const lc_part *part) {
    const lc_binding *b = &r->job->binding;
    lc_map64 added;
    bool all = true;
    lc_map64_init(&added, &r->job->budget);
    for (uint32_t i = 0; i < part->event_count && all; i++) {
        lc_meaning m;
        if (lc_event_what(part->events[i]) != LC_INVOKE) continue;
        lc_mean(b, lc_event_op(part->events[i]), &m);
        all = m.method->role != LINCE_ROLE_PEEK;
        if (m.method->role != LINCE_ROLE_ADD) continue;
        all = lc_map64_get(&added, m.last) == LC_NOT_MAPPED;
        lc_map64_put(&added, m.last, 0);
    }
    lc_map64_free(&added);
    return all && !lc_exhausted(&r->job->budget);
}

/* A violation of a bag, a queue or a stack is one of few patterns, and these can be looked for along the history, in
 * constant time a return (counting/patterns/refine_scan.h).  True: that has decided the part; else it may be known when
 * it is wrong at the latest. */
static bool decide_by_patterns(refining *r, uint32_t number) {
    lc_job *c = r->job;
    const lc_part *part = &c->parts.parts.at[number];
    lc_container container;
    lc_refine_scan scan;
    if (c->options->algorithm == LINCE_SEARCH || c->length > LC_MOST_STEPS || !is_all_there_is(r, part) ||
        !lc_container_of(c->binding.objects.at[part->object].instance, &container))
        return false;
    lc_patterns_scan(&scan, container, c->length, &c->binding, part->events, part->event_count, &c->budget);
    bool decided = scan.answer != LC_CONTAINS_UNKNOWN && patterns_see_all(r, part);
    if (scan.answer == LC_CONTAINS_SOME) {
        uint32_t place = c->binding.history->ops.at[lc_event_op(part->events[scan.event])].end;
        wrong_at *at = decided ? &r->sure : &r->maybe;
        if (place < at->event && (decided || !r->no_hope)) *at = (wrong_at){place, number};
    }
    lc_refine_scan_free(&scan, &c->budget);
    return decided;
}

/* ---- exactly ---- */

/* Where a part that is not linearizable is at the earliest wrong: everything before is right for all k. */
static uint32_t first_wrong(refining *r, const lc_part *part) {
    bool sure = true;
    uint32_t events = lc_smallest_judged_prefix(&r->judge, part, &sure);
    if (!events || !sure) return 0;
    const lc_op *op = &r->job->binding.history->ops.at[lc_event_op(part->events[events - 1])];
    return lc_event_what(part->events[events - 1]) == LC_INVOKE ? op->call : op->end;
}

/* Which parts need a look, and from where. */
static bool choose_parts(refining *r) {
    lc_job *c = r->job;
    bool enough = true;
    r->first = UINT32_MAX;
    r->sure = r->maybe = NOT_KNOWN;
    for (uint32_t i = 0; i < c->parts.parts.count && enough; i++) {
        const lc_finding *f = &c->findings[i];
        if (f->outcome == LC_HOLDS || decide_by_patterns(r, i)) continue;
        uint32_t first = f->outcome == LC_VIOLATED ? first_wrong(r, &c->parts.parts.at[i]) : 0;
        if (first < r->first) r->first = first;
        enough = lc_views_watch(&r->views, i);
    }
    if (enough && r->sure.part != LC_NO_PART) enough = lc_views_watch(&r->views, r->sure.part);
    return enough;
}

/* A deadline or an interrupt ends the whole check, a part that is too hard does not. */
static lc_halt exact_halt(const lc_job *c) {
    for (uint32_t i = 0; i < c->parts.parts.count; i++)
        if (c->findings[i].outcome == LC_HALTED && c->findings[i].halt != LC_SPENT) return c->findings[i].halt;
    return LC_GO_ON;
}

static lince_verdict linearizable(const lc_job *c) {
    lince_verdict verdict = LINCE_VERDICT_OK;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        if (c->findings[i].outcome == LC_VIOLATED) return LINCE_VERDICT_VIOLATION;
        if (c->findings[i].outcome != LC_HOLDS) verdict = LINCE_VERDICT_UNKNOWN;
    }
    return verdict;
}

/* ---- return by return ---- */

static lc_outcome look(refining *r, uint32_t part) {
    enum { ENOUGH = 50000 }; /* configurations, where it is wrong sooner or later anyway */
    uint64_t before = lc_judge_visited(&r->judge);
    r->culprit = part;
    r->seen = lc_views_look(&r->views, part);
    if (!r->seen.events) return LC_HALTED;
    if (r->sure.part != LC_NO_PART || r->maybe.part != LC_NO_PART) lc_judge_allow(&r->judge, ENOUGH);
    lc_outcome outcome = lc_judge_part(&r->judge, &r->seen);
    lc_judge_allow(&r->judge, UINT64_MAX);
    r->visited = lc_judge_visited(&r->judge) - before;
    if (outcome != LC_HALTED || r->judge.halt != LC_SPENT) return outcome;
    r->unsure = true;
    return LC_HOLDS;
}

static lc_outcome look_at_touched(refining *r) {
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t i = 0; i < r->views.at.count && outcome == LC_HOLDS; i++)
        if (r->views.at.at[i].touched) outcome = look(r, i);
    return outcome;
}

/* Where the patterns have found something. */
static lc_outcome look_at_sure(refining *r) {
    r->culprit = r->sure.part;
    r->seen = lc_views_look(&r->views, r->sure.part);
    return r->seen.events ? LC_VIOLATED : LC_HALTED;
}

/* Where they use more than the last k steps contain, because a value came again, the history is wrong, but perhaps not
 * by this criterion: that is checked, unless it is too hard. */
static lc_outcome look_at_maybe(refining *r) {
    bool unsure = r->unsure;
    r->unsure = false;
    lc_outcome outcome = look(r, r->maybe.part);
    bool too_hard = r->unsure;
    r->unsure = unsure;
    if (too_hard) return LC_VIOLATED;
    r->maybe = NOT_KNOWN;
    return outcome;
}

/* LC_HOLDS after the last return, else the outcome at the one that ended it. */
static lc_outcome go_through(refining *r) {
    const lc_job *c = r->job;
    bool any_fails = r->views.failed.count;
    lc_outcome outcome = LC_HOLDS;
    while (outcome == LC_HOLDS && r->views.now < c->binding.history->events.count) {
        uint32_t part;
        if (!lc_views_step(&r->views, &part)) continue;
        if (r->views.now > r->sure.event) return look_at_sure(r);
        if (r->views.now <= r->first) continue;
        if (lc_limits_reached(&c->limits) != LC_GO_ON) {
            r->judge.halt = lc_limits_reached(&c->limits);
            return LC_HALTED;
        }
        if (r->views.now > r->maybe.event) outcome = look_at_maybe(r);
        else if (part != LC_NO_PART && part != r->sure.part) outcome = look(r, part);
        if (any_fails && outcome == LC_HOLDS) outcome = look_at_touched(r);
    }
    return outcome;
}

/* Operations of the part that failed before the last return but one may have explained returns before; of a history of
 * few operations they are part. */
static bool take_earlier(refining *r, lc_failing *f, lc_alone *alone, const lc_part *all) {
    enum { MOST = 200 };
    if (all->event_count > MOST || lc_decide_rest_alone(alone, all) != LC_VIOLATED) return true;
    for (uint32_t i = 0; i < r->views.failed.count; i++) {
        uint32_t op = r->views.failed.at[i];
        bool last = false;
        for (uint32_t k = 0; k < f->failed.count; k++) last |= f->failed.at[k] == op;
        if (!last && lc_views_left_out(&r->views, op, r->culprit) && !lc_push(&r->job->budget, &f->earlier, op))
            return false;
    }
    return true;
}

/* The view of a part after a return.  Operations of it that failed since the return before were open then; the return
 * may be that of another part, if it is they that make this one wrong. */
static bool take_failing(refining *r, lc_failing *f) {
    const lc_binding *b = &r->job->binding;
    const lince_history *h = b->history;
    lc_event end = h->events.at[r->views.now - 1];
    *f = (lc_failing){.part = r->seen, .last = lc_event_op(end)};
    const lc_event *last = &r->seen.events[r->seen.event_count - 1];
    f->returns = *last == lc_make_event(f->last, LC_RETURN);
    bool fine = true;
    for (uint32_t i = r->views.now - 1; i && lc_event_what(h->events.at[i - 1]) != LC_RETURN && fine; i--) {
        uint32_t op = lc_event_op(h->events.at[i - 1]);
        if (lc_event_what(h->events.at[i - 1]) == LC_FAIL && lc_views_left_out(&r->views, op, r->culprit))
            fine = lc_push(&r->job->budget, &f->failed, op);
    }
    if (f->failed.count) qsort(f->failed.at, f->failed.count, sizeof *f->failed.at, lc_by_u32);
    return fine && lc_failing_rest(&f->before, f, &f->part, h, &f->events_before, &r->job->budget);
}

/* The events of the part so far, in the order of the history. */
static bool list_happened(refining *r, lc_event_list *events) {
    const lince_history *h = r->job->binding.history;
    const lc_view *view = &r->views.at.at[r->culprit];
    for (uint32_t i = 0; i < view->seen; i++) {
        lc_event e = h->events.at[view->places.at[i]];
        lc_event_kind what = lc_event_what(e) == LC_INVOKE ? LC_INVOKE : LC_RETURN;
        if (lc_views_left_out(&r->views, lc_event_op(e), r->culprit)) continue;
        if (!lc_push(&r->job->budget, events, lc_make_event(lc_event_op(e), what))) return false;
    }
    return true;
}

static void explain(refining *r) {
    lc_job *c = r->job;
    lc_violation *v = c->result->violation = lc_violation_new(c->options->thorough);
    if (!v) return;
    v->has_prefix = true;
    v->smallest = !r->unsure;
    v->prefix_events = r->views.now;
    lince_text formula = {0};
    if (lc_formula_explain_prefix(&formula, &c->binding, r->seen.object, r->views.now, c->length, &c->limits))
        v->formula = strdup(lc_text(&formula));
    lc_text_free(&formula);
    lc_failing f;
    lc_alone alone = {.judge = &r->judge, .failing = &f, .k = c->length};
    lc_event_list events = {0};
    lc_alone_deciders deciders = {lc_decide_alone, lc_decide_rest_alone, &alone, r->seen};
    if (take_failing(r, &f) && list_happened(r, &events)) {
        deciders.all.events = events.at;
        deciders.all.event_count = events.count;
        (void)take_earlier(r, &f, &alone, &deciders.all);
        lc_explain(v, &r->judge, &f, &deciders, r->visited, lc_explanation_allowance(c, r->visited));
    }
    lc_alone_free(&alone);
    lc_vec_free(&c->budget, &events);
    lc_failing_free(&f, &c->budget);
}

static void conclude(refining *r, lc_outcome outcome) {
    lc_job *c = r->job;
    lince_result *result = c->result;
    result->statistics.configurations += lc_judge_visited(&r->judge);
    result->statistics.steps += r->judge.search.space.asked;
    if (outcome == LC_WRONG_SPEC) {
        c->findings[r->culprit].outcome = outcome;
        return;
    }
    result->verdict = outcome == LC_HOLDS      ? LINCE_VERDICT_OK
                      : outcome == LC_VIOLATED ? LINCE_VERDICT_VIOLATION
                                               : LINCE_VERDICT_UNKNOWN;
    if (outcome == LC_HALTED) result->why_unknown = lc_reason_of(r->judge.halt);
    lc_announce(c, result->verdict);
    if (outcome == LC_VIOLATED && !c->options->no_explanation) explain(r);
}

static lc_outcome go_through_all(refining *r) {
    lc_job *c = r->job;
    bool enough = lc_views_init(&r->views, &c->binding, &c->parts, c->length, &c->budget) && choose_parts(r);
    lc_outcome outcome = enough ? go_through(r) : LC_HALTED;
    if (!enough) r->judge.halt = LC_NO_MEMORY;
    return outcome;
}

/* A history that is not linearizable may still refine.  If something was passed over as too hard because it would be
 * wrong later on, and then it was not, it is all done again without that hope. */
static void look_closely(refining *r) {
    lc_halt halt = exact_halt(r->job);
    lc_outcome outcome = LC_HALTED;
    if (halt != LC_GO_ON) {
        r->judge.halt = halt;
    } else {
        outcome = go_through_all(r);
        if (outcome == LC_HOLDS && r->unsure) {
            lc_views_free(&r->views);
            r->unsure = false;
            r->no_hope = true;
            outcome = go_through_all(r);
        }
    }
    conclude(r, outcome);
    if (halt == LC_GO_ON) lc_views_free(&r->views);
}

static void describe_length(lc_job *c) {
    lince_text text = {0};
    lc_text_printf(&text, "%u", c->length);
    c->result->with = strdup(lc_text(&text));
    lc_text_free(&text);
}

lince_status lc_check_refine(lc_job *c) {
    refining r = {.job = c};
    describe_length(c);
    lc_judge_init(&r.judge, &c->binding, c->options->algorithm, &c->tuning, &c->limits, &c->budget);
    lc_judge_easy_parts(c, &r.judge);
    lc_judge_allow(&r.judge, UINT64_MAX);
    c->result->algorithm = lc_algorithms_used(c);
    if (!lc_spec_is_wrong(c)) {
        c->result->linearizable = linearizable(c);
        if (c->result->linearizable == LINCE_VERDICT_OK) {
            lc_announce(c, LINCE_VERDICT_OK);
            lc_merge_orders(c);
        } else {
            look_closely(&r);
        }
    }
    lc_judge_free(&r.judge);
    return LINCE_DONE;
}
