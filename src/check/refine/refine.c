/* refine(k): after every return, is A_k of the history so far linearizable?
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 6.  A_k(h) is
 * weaker than h, so if it is not linearizable, h is not; a violation is real.  The other way round it says nothing, and
 * that is used here to be fast: a history that is linearizable needs no further look, whatever k is, and one whose
 * smallest failing prefix is known need not be looked at before that.  What remains is gone through return by return
 * (view.h).  A return can make only the part of its own operation wrong: of every other part less is known than before,
 * as what was recent becomes old, unless an operation of it has failed meanwhile.
 *
 * What is found at one return may be forgotten at the next, so the criterion is about all of them.
 */
#include "check/refine/refine.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/job.h"
#include "check/refine/instance.h"
#include "check/refine/view.h"
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

typedef struct refining {
    lc_job *job;
    lc_judge judge;
    lc_views views;
    uint32_t first;   /* no earlier event need be looked at */
    uint32_t culprit; /* of the violation: the part */
    lc_part seen;     /* what is seen of it */
    uint64_t visited; /* to find it */
} refining;

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
    bool enough = true, any = false;
    r->first = UINT32_MAX;
    for (uint32_t i = 0; i < c->parts.parts.count && enough; i++) {
        const lc_finding *f = &c->findings[i];
        if (f->outcome == LC_HOLDS) continue;
        uint32_t first = f->outcome == LC_VIOLATED ? first_wrong(r, &c->parts.parts.at[i]) : 0;
        if (first < r->first) r->first = first;
        enough = lc_views_watch(&r->views, i);
        any = true;
    }
    return enough && any;
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
    uint64_t before = lc_judge_visited(&r->judge);
    r->culprit = part;
    r->seen = lc_views_look(&r->views, part);
    if (!r->seen.events) return LC_HALTED;
    lc_outcome outcome = lc_judge_part(&r->judge, &r->seen);
    r->visited = lc_judge_visited(&r->judge) - before;
    return outcome;
}

static lc_outcome look_at_touched(refining *r) {
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t i = 0; i < r->views.at.count && outcome == LC_HOLDS; i++)
        if (r->views.at.at[i].touched) outcome = look(r, i);
    return outcome;
}

/* LC_HOLDS after the last return, else what came out at the one that ended it. */
static lc_outcome go_through(refining *r) {
    const lc_job *c = r->job;
    bool any_fails = r->views.failed.count;
    lc_outcome outcome = LC_HOLDS;
    while (outcome == LC_HOLDS && r->views.now < c->binding.history->events.count) {
        uint32_t part;
        bool returned = lc_views_step(&r->views, &part);
        if (!returned || r->views.now <= r->first) continue;
        if (lc_limits_reached(&c->limits) != LC_GO_ON) {
            r->judge.halt = lc_limits_reached(&c->limits);
            return LC_HALTED;
        }
        if (part != LC_NO_PART) outcome = look(r, part);
        if (any_fails && outcome == LC_HOLDS) outcome = look_at_touched(r);
    }
    return outcome;
}

static void explain(refining *r) {
    lc_job *c = r->job;
    lc_violation *v = c->result->violation = lc_violation_new();
    if (!v) return;
    v->has_prefix = v->smallest = true;
    v->prefix_events = r->views.now;
    v->formula = lc_refine_instance(&r->seen, c->length, &c->binding, &c->limits, &c->budget);
    lc_explain(v, &r->judge, &r->seen, r->seen.event_count, r->visited, lc_explanation_allowance(c, r->visited));
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

/* What is not linearizable may still refine. */
static void look_closely(refining *r) {
    lc_job *c = r->job;
    lc_halt halt = exact_halt(c);
    if (halt != LC_GO_ON) r->judge.halt = halt;
    bool enough = lc_views_init(&r->views, &c->binding, &c->parts, c->length, &c->budget) && choose_parts(r);
    if (halt == LC_GO_ON && !enough) r->judge.halt = LC_NO_MEMORY;
    conclude(r, halt == LC_GO_ON && enough ? go_through(r) : LC_HALTED);
    lc_views_free(&r->views);
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
