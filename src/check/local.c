/* A criterion that is local: each part is searched on its own, the violation that needs least of the history is
 * explained. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/job.h"

/* One verdict from all: a violation beats unknown beats ok. */
static void conclude(lc_job *c) {
    lince_result *r = c->result;
    r->verdict = LINCE_VERDICT_OK;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        const lc_finding *f = &c->findings[i];
        if (f->outcome == LC_VIOLATED) {
            r->verdict = LINCE_VERDICT_VIOLATION;
            r->why_unknown = LINCE_REASON_NONE;
            return;
        }
        if (f->outcome != LC_HALTED) continue;
        r->verdict = LINCE_VERDICT_UNKNOWN;
        if (f->halt != LC_SPENT) r->why_unknown = lc_reason_of(f->halt); /* or nobody came to it because of another */
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

/* Where in the history an event of a part is, if it is a return. */
static uint32_t position(const lc_job *c, const lc_part *part, uint32_t event) {
    return c->binding.history->ops.at[lc_event_op(part->events[event])].end;
}

/* The return that stopped the search of a whole part is where its smallest failing prefix ends, if nothing else that
 * was open then has a result: of what will be returned later the prefix knows nothing. */
static bool is_settled(const lc_job *c, const lc_part *part, uint32_t event) {
    const lince_history *h = c->binding.history;
    if (h->ties.count) return false; /* then others may have to wait for what is open */
    for (uint32_t i = event + 1; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        if (lc_event_what(part->events[i]) == LC_INVOKE || h->ops.at[op].call > position(c, part, event)) continue;
        const lc_label *label = &c->binding.labels.at[c->binding.label_of.at[op]];
        const lince_method *method = lc_label_method(&c->binding, label);
        if (!method->pure && method->results_max) return false;
    }
    return true;
}

/* The best violation found so far: the one that needs least of the history. */
typedef struct best {
    lc_part prefix;
    uint64_t visited; /* configurations, when it was found */
    uint32_t cut;     /* in events of the history */
    bool smallest;
} best;

/* A violated part, of which a prefix of `holds` events is known to hold: does it need less of the history? */
static void consider(lc_job *c, lc_search *s, const lc_part *part, uint32_t holds, uint64_t visited, best *b) {
    if (position(c, part, holds) >= b->cut) return;
    uint32_t events =
        is_settled(c, part, holds) ? holds + 1 : lc_smallest_prefix(lc_decide_linearizable, s, part, holds);
    if (!events) return;
    lc_part prefix = *part;
    prefix.event_count = events;
    uint32_t cut = lc_smallest_cut(lc_decide_linearizable, s, &prefix, part, &c->binding);
    if (cut && cut < b->cut) *b = (best){prefix, visited, cut, b->smallest};
}

/* All violated parts, the one that stopped first before the others: it mostly settles the matter. */
static void consider_violated(lc_job *c, lc_search *s, best *b) {
    uint32_t first = 0, earliest = LC_NEVER, count = c->parts.parts.count;
    for (uint32_t i = 0; i < count; i++) {
        const lc_part *part = &c->parts.parts.at[i];
        if (c->findings[i].outcome != LC_VIOLATED) continue;
        uint32_t place = position(c, part, event_of_return(part, c->findings[i].furthest));
        if (place < earliest) {
            earliest = place;
            first = i;
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = (first + k) % count;
        const lc_part *part = &c->parts.parts.at[i];
        if (c->findings[i].outcome == LC_VIOLATED)
            consider(c, s, part, event_of_return(part, c->findings[i].furthest), c->findings[i].visited, b);
    }
}

/* Of the violations the one whose failing prefix is the smallest, so that it does not depend on which part was searched
 * first.  Parts that were too hard are looked at as far as they could do better. */
static bool find_first_violation(lc_job *c, lc_search *s, uint64_t allowance, best *b) {
    *b = (best){.cut = LC_NEVER, .smallest = true};
    consider_violated(c, s, b);
    for (uint32_t i = 0; i < c->parts.parts.count && b->cut != LC_NEVER; i++) {
        if (c->findings[i].outcome != LC_HALTED) continue;
        lc_part part = c->parts.parts.at[i];
        const lc_op *ops = c->binding.history->ops.at;
        uint32_t count = 0;
        for (; count < part.event_count; count++) {
            const lc_op *op = &ops[lc_event_op(part.events[count])];
            if ((lc_event_what(part.events[count]) == LC_INVOKE ? op->call : op->end) >= b->cut) break;
        }
        part.event_count = count;
        uint64_t before = s->visited;
        s->allowance = before + allowance;
        lc_outcome outcome = lc_linearize(s, &part);
        if (outcome == LC_VIOLATED) {
            s->allowance = UINT64_MAX;
            consider(c, s, &part, event_of_return(&part, s->furthest), s->visited - before, b);
        }
        if (outcome == LC_HALTED) b->smallest = false;
        s->allowance = UINT64_MAX;
    }
    return b->cut != LC_NEVER;
}

static void explain_linearizable(lc_job *c, lc_search *s) {
    lc_violation *v = c->result->violation = lc_violation_new();
    if (!v) return;
    uint64_t allowance = lc_explanation_allowance(c, c->result->statistics.configurations), before = s->visited;
    best b;
    if (find_first_violation(c, s, allowance, &b)) {
        uint64_t spent = s->visited - before, left = allowance > spent ? allowance - spent : 0;
        uint64_t least = lc_explanation_allowance(c, 0);
        v->has_prefix = true;
        v->prefix_events = b.cut;
        v->smallest = b.smallest;
        lc_explain(v, s, &b.prefix, b.visited, left > least ? left : least);
    } else {
        v->culprit = LC_NEVER;
        v->reason = strdup("a limit was reached before the violation could be explained");
    }
}

void lc_check_local(lc_job *c) {
    lc_search s;
    lc_search_init(&s, &c->binding, &c->tuning, &c->limits, &c->budget);
    lc_search_parts(c, &s);
    if (!lc_spec_is_wrong(c)) {
        conclude(c);
        lc_announce(c, c->result->verdict);
        if (c->result->verdict == LINCE_VERDICT_OK) lc_merge_orders(c);
        if (c->result->verdict == LINCE_VERDICT_VIOLATION && !c->options->no_explanation) explain_linearizable(c, &s);
    }
    lc_search_free(&s);
}
