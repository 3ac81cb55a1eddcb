/* Criteria for which all objects must be looked at together: sequential consistency, and linearizability where
 * operations of different objects touch in an instant, or have a partial order that is none of intervals. */

#include "check/driver/job.h"

/* A linearizable history is sequentially consistent, and checking that is mostly cheap. */
static bool linearizable_anyway(lc_job *c) {
    if (c->tuning.no_partition || c->parts.entangled) return false;
    lc_judge j;
    lc_judge_init(&j, &c->binding, c->options->algorithm, &c->tuning, &c->limits, &c->budget);
    lc_judge_easy_parts(c, &j);
    lc_judge_free(&j);
    bool holds = true;
    for (uint32_t i = 0; i < c->parts.parts.count && holds; i++) holds = c->findings[i].outcome == LC_HOLDS;
    if (holds) {
        c->result->algorithm = lc_algorithms_used(c);
        lc_announce(c, LINCE_VERDICT_OK);
        lc_merge_orders(c);
    }
    return holds;
}

static void explain_whole(lc_job *c, lc_sequencer *s, const lc_part *whole) {
    lc_violation *v = c->result->violation = lc_violation_new(c->options->thorough);
    if (!v) return;
    uint64_t allowance = lc_explanation_allowance(c, s->visited);
    if (s->real_time && !c->binding.history->order.threads) { /* a partial order does not end where events end */
        lc_part prefix = *whole;
        prefix.event_count = lc_smallest_prefix(lc_decide_sequential, s, whole, 0);
        if (prefix.event_count)
            v->prefix_events = lc_smallest_cut(lc_decide_sequential, s, &prefix, whole, &c->binding);
        v->has_prefix = v->smallest = v->prefix_events > 0;
    }
    lc_failing f = {0};
    bool known = v->has_prefix && lc_failing_take(&f, &c->binding, whole, v->prefix_events);
    lc_explain_whole(v, s, known ? &f : NULL, whole, allowance);
    lc_failing_free(&f, &c->budget);
}

/* Everything at once: for sequential consistency, and for objects that are entangled. */
static void search_whole(lc_job *c, lc_sequencer *s, lc_part *whole) {
    lince_result *r = c->result;
    lc_finding f = {.outcome = lc_sequence(s, whole), .halt = s->halt};
    r->statistics.configurations += s->visited;
    r->statistics.revisits += s->cut;
    if (f.outcome == LC_WRONG_SPEC) {
        c->findings[0] = f;
        return;
    }
    if (f.outcome == LC_HALTED) r->why_unknown = lc_reason_of(f.halt);
    lc_announce(c, f.outcome == LC_VIOLATED ? LINCE_VERDICT_VIOLATION
                   : f.outcome == LC_HALTED ? LINCE_VERDICT_UNKNOWN
                                            : LINCE_VERDICT_OK);
    for (uint32_t i = 0; f.outcome == LC_HOLDS && i < s->order.count; i++)
        (void)lc_push(NULL, &r->witness, s->order.at[i]);
    if (f.outcome == LC_VIOLATED && !c->options->no_explanation) explain_whole(c, s, whole);
}

lince_status lc_check_whole(lc_job *c, bool real_time) {
    if (!real_time && (linearizable_anyway(c) || lc_spec_is_wrong(c))) return LINCE_DONE;
    lc_part whole;
    lc_event *events = NULL;
    lc_sequencer s;
    bool ready = lc_sequencer_init(&s, &c->binding, &c->tuning, &c->limits, &c->budget);
    s.real_time = real_time;
    if (ready && (ready = lc_whole(&whole, &events, &c->binding, &c->budget))) search_whole(c, &s, &whole);
    lc_release(&c->budget, events, ((size_t)c->binding.history->events.count + 1) * sizeof *events);
    lc_sequencer_free(&s);
    return ready ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}
