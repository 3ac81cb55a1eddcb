/* A criterion that is local: each part is judged on its own, the violation that needs least of the history is
 * explained. */
#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "check/driver/job.h"

static void count_deciders(lc_job *c) {
    lc_check_statistics *s = &c->result->statistics;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        const lc_finding *f = &c->findings[i];
        if (f->outcome != LC_HOLDS && f->outcome != LC_VIOLATED) continue;
        s->polynomial += f->by == LC_BY_POLY;
        s->by_width += f->by == LC_BY_WIDTH;
        s->searched += f->by == LC_BY_SEARCH;
    }
}

/* One verdict from all: a violation beats unknown beats ok. */
static void conclude(lc_job *c) {
    lince_result *r = c->result;
    r->verdict = LINCE_VERDICT_OK;
    count_deciders(c);
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        const lc_finding *f = &c->findings[i];
        if (f->outcome == LC_VIOLATED) {
            r->verdict = LINCE_VERDICT_VIOLATION;
            r->why_unknown = LINCE_REASON_NONE;
            return;
        }
        if (f->outcome != LC_HALTED) continue;
        r->verdict = LINCE_VERDICT_UNKNOWN;
        if (f->halt != LC_SPENT)
            r->why_unknown = lc_reason_of(f->halt); /* or the pass ended before it because of
                                                     * another part */
    }
}

/* ---- explaining ---- */

/* Which event of a part its r-th return is. */
static uint32_t event_of_return(const lc_part *part, uint32_t r) {
    for (uint32_t i = 0;; i++) {
        assert(i < part->event_count);
        if (lc_event_what(part->events[i]) == LC_RETURN && r-- == 0) return i;
    }
}

/* Where in the history an event of a part is. */
static uint32_t position(const lc_job *c, const lc_part *part, uint32_t event) {
    return lc_place_of(c->binding.history, part->events[event]);
}

/* The return that stopped the search of a whole part is where its smallest failing prefix ends, if no further operation
 * that was open then has a result: later results are unknown in the prefix. */
static bool is_settled(const lc_job *c, const lc_part *part, uint32_t event) {
    const lince_history *h = c->binding.history;
    if (h->ties.count) return false; /* then further operations may have to wait for the open ones */
    for (uint32_t i = event + 1; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE || h->ops.at[op].call > position(c, part, event)) continue;
        lc_meaning m;
        lc_mean(&c->binding, op, &m);
        if (!m.method->pure && m.method->results_max) return false;
    }
    return true;
}

/* The best violation found so far: the one that needs least of the history. */
typedef struct best {
    const lc_part *part; /* one of the job's */
    uint64_t visited;    /* configurations, when it was found */
    uint32_t cut;        /* in events of the history */
    bool smallest;
} best;

/* A violated part, of which a prefix of `holds` events is known to hold: does it need less of the history? */
static void consider_prefix(lc_job *c, lc_judge *j, const lc_part *part, uint32_t events, uint64_t visited, best *b) {
    if (!events) return;
    assert(lc_event_what(part->events[events - 1]) != LC_INVOKE);
    lc_part prefix = *part;
    prefix.event_count = events;
    uint32_t cut = lc_smallest_cut(lc_decide_linearizable, j, &prefix, part, &c->binding);
    if (cut && cut < b->cut) *b = (best){part, visited, cut, b->smallest};
}

static void consider(lc_job *c, lc_judge *j, const lc_part *part, uint32_t holds, uint64_t visited, best *b) {
    if (position(c, part, holds) >= b->cut) return;
    uint32_t events =
        is_settled(c, part, holds) ? holds + 1 : lc_smallest_prefix(lc_decide_linearizable, j, part, holds);
    consider_prefix(c, j, part, events, visited, b);
}

/* The same for a part that was not searched, so that nothing is known of its prefixes.  The part after the best cut so
 * far need not be checked. */
static void consider_judged(lc_job *c, lc_judge *j, const lc_part *part, uint64_t visited, best *b) {
    lc_part prefix = *part;
    while (prefix.event_count && position(c, part, prefix.event_count - 1) >= b->cut) prefix.event_count--;
    if (prefix.event_count < part->event_count && lc_judge_part(j, &prefix) != LC_VIOLATED) return;
    bool sure = true;
    uint32_t events = lc_smallest_judged_prefix(j, &prefix, &sure);
    uint32_t before = b->cut;
    consider_prefix(c, j, part, events, visited, b);
    if (b->cut < before) b->smallest = sure;
}

static void consider_finding(lc_job *c, lc_judge *j, uint32_t i, best *b) {
    const lc_part *part = &c->parts.parts.at[i];
    const lc_finding *f = &c->findings[i];
    if (f->outcome != LC_VIOLATED) return;
    if (f->by == LC_BY_SEARCH) consider(c, j, part, event_of_return(part, f->furthest), f->visited, b);
    else consider_judged(c, j, part, f->visited, b);
}

/* All violated parts, first the one that stopped first: it mostly settles the matter. */
static void consider_violated(lc_job *c, lc_judge *j, best *b) {
    uint32_t first = 0, earliest = LC_NEVER, count = c->parts.parts.count;
    for (uint32_t i = 0; i < count; i++) {
        const lc_part *part = &c->parts.parts.at[i];
        const lc_finding *f = &c->findings[i];
        if (f->outcome != LC_VIOLATED) continue;
        bool searched = f->by == LC_BY_SEARCH;
        uint32_t place = position(c, part, searched ? event_of_return(part, f->furthest) : part->event_count - 1);
        if (place < earliest) {
            earliest = place;
            first = i;
        }
    }
    for (uint32_t k = 0; k < count; k++) consider_finding(c, j, (first + k) % count, b);
}

/* A part that was too hard, as far as it could do better. */
static void consider_undecided(lc_job *c, lc_judge *j, uint32_t i, uint64_t allowance, best *b) {
    lc_part part = c->parts.parts.at[i];
    const lc_part *before_it = b->part;
    uint32_t count = 0;
    while (count < part.event_count && position(c, &part, count) < b->cut) count++;
    part.event_count = count;
    uint64_t before = lc_judge_visited(j);
    lc_judge_allow(j, allowance);
    lc_outcome outcome = lc_judge_part(j, &part);
    lc_judge_allow(j, UINT64_MAX);
    uint64_t visited = lc_judge_visited(j) - before;
    if (outcome == LC_VIOLATED && j->by == LC_BY_SEARCH)
        consider(c, j, &part, event_of_return(&part, j->search.place.furthest), visited, b);
    else if (outcome == LC_VIOLATED) consider_judged(c, j, &part, visited, b);
    if (outcome == LC_HALTED) b->smallest = false;
    if (b->part != before_it) b->part = &c->parts.parts.at[i]; /* not the shortened copy */
}

/* Of the violations the one whose failing prefix is the smallest, so that it does not depend on which part was judged
 * first. */
static bool find_first_violation(lc_job *c, lc_judge *j, uint64_t allowance, best *b) {
    *b = (best){.cut = LC_NEVER, .smallest = true};
    consider_violated(c, j, b);
    for (uint32_t i = 0; i < c->parts.parts.count && b->cut != LC_NEVER; i++)
        if (c->findings[i].outcome == LC_HALTED) consider_undecided(c, j, i, allowance, b);
    return b->cut != LC_NEVER;
}

static void explain_linearizable(lc_job *c, lc_judge *j) {
    lc_violation *v = c->result->violation = lc_violation_new(c->options->thorough);
    if (!v) return;
    uint64_t allowance = lc_explanation_allowance(c, c->result->statistics.configurations);
    uint64_t before = lc_judge_visited(j);
    best b;
    if (find_first_violation(c, j, allowance, &b)) {
        uint64_t spent = lc_judge_visited(j) - before, left = allowance > spent ? allowance - spent : 0;
        uint64_t least = lc_explanation_allowance(c, 0);
        v->has_prefix = true;
        v->prefix_events = b.cut;
        v->smallest = b.smallest;
        lc_failing f;
        if (lc_failing_take(&f, &c->binding, b.part, b.cut))
            lc_explain(v, j, &f, NULL, b.visited, left > least ? left : least);
        lc_failing_free(&f, &c->budget);
    } else {
        v->culprit = LC_NEVER;
        v->reason = strdup("a limit was reached before the violation could be explained");
    }
}

/* Where the user insists on polynomial time and that cannot be: which part, and why. */
static lince_status not_in_polynomial_time(const lc_job *c, lince_error *error) {
    const lince_history *h = c->binding.history;
    uint32_t i = 0;
    while (c->findings[i].halt != LC_SPENT) i++;
    const lc_part *part = &c->parts.parts.at[i];
    lc_span name = c->binding.objects.at[part->object].name;
    lince_text where = {0};
    if (name.length) lc_text_printf(&where, " to object %.*s", (int)name.length, name.at);
    if (part->key != LINCE_NO_VALUE) {
        lc_text_puts(&where, name.length ? ", key " : " to key ");
        lc_value_print(&where, &c->binding.values, part->key);
    }
    const lc_op *first = &h->ops.at[lc_event_op(part->events[0])];
    lc_fail_at(error, h->file, where.length ? first->call_line : 0,
               "no polynomial algorithm applies%s: %s; use --algorithm auto or search", lc_text(&where),
               c->findings[i].why_not);
    lc_text_free(&where);
    return LINCE_BAD_INPUT;
}

lince_status lc_check_local(lc_job *c, lince_error *error) {
    lince_status status = LINCE_DONE;
    lc_judge j;
    lc_judge_init(&j, &c->binding, c->options->algorithm, &c->tuning, &c->limits, &c->budget);
    lc_judge_parts(c, &j);
    c->result->algorithm = lc_algorithms_used(c);
    if (!lc_spec_is_wrong(c)) {
        conclude(c);
        if (c->options->algorithm == LINCE_POLY && c->result->verdict == LINCE_VERDICT_UNKNOWN &&
            c->result->why_unknown == LINCE_REASON_NONE)
            status = not_in_polynomial_time(c, error);
        else {
            if (c->result->verdict == LINCE_VERDICT_UNKNOWN) lc_describe_undecided(c);
            lc_announce(c, c->result->verdict);
        }
        if (c->result->verdict == LINCE_VERDICT_OK) lc_merge_orders(c);
        if (c->result->verdict == LINCE_VERDICT_VIOLATION && !c->options->no_explanation) explain_linearizable(c, &j);
    }
    lc_judge_free(&j);
    return status;
}
