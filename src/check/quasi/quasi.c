/* The check of quasi linearizability, object by object: the criterion is local, because it is defined on the operations
 * of one object (section III of the Round-Up paper).
 *
 * Pending operations that change nothing are not there, as for the other criteria, although they could take places.  To
 * leave out an operation x of both orders moves no operation further away than some operation was before: let e be K
 * places earlier in the legal order than in the real one, and let it move by one more because x is before it in the
 * legal order and behind it in the real one.  Then x itself was moved by at least K + 2 places.  The same holds the
 * other way round, and for each set.  (So the completed ones can be left out of a violation, too, and it remains one.)
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/driver/job.h"
#include "check/quasi/explain.h"

typedef struct quasi {
    lc_job *job;
    lc_quasi_search search;
    lc_judge judge;
} quasi;

/* ---- an object that is linearizable needs nothing else ---- */

/* Without a factor, that is all there is to it; else it is given up when it gets hard. */
static lc_outcome judge_plainly(quasi *q, const lc_part *part, bool strict) {
    lc_judge_allow(&q->judge, strict ? UINT64_MAX : 1000 + 2 * (uint64_t)part->event_count);
    return lc_judge_part(&q->judge, part);
}

/* All operations in one set, and none may be moved. */
static bool is_strict(const lc_factors *f) {
    return f->count == 1 && !f->at[0].names && f->sought == LC_NOTHING_SOUGHT && !f->at[0].most;
}

/* ---- one object ---- */

static void keep_plain_order(quasi *q, uint32_t number) {
    lc_job *c = q->job;
    uint32_t count = lc_judge_order_count(&q->judge), *order = c->order + c->order_offset[number];
    lc_judge_copy_order(&q->judge, order);
    if (count < c->order_offset[number + 1] - c->order_offset[number]) order[count] = LC_NEVER;
}

static void keep_orders(quasi *q, uint32_t number) {
    lc_job *c = q->job;
    const lc_quasi_orders *o = &q->search.orders;
    uint32_t *order = c->order + c->order_offset[number];
    for (uint32_t i = 0; i < o->legal.count; i++) order[i] = q->search.line.ops.at[o->legal.at[i]].op;
    if (o->legal.count < c->order_offset[number + 1] - c->order_offset[number]) order[o->legal.count] = LC_NEVER;
    lc_quasi_list_moved(&q->search, &c->result->quasi);
}

static void raise(uint32_t *bound, uint32_t to) {
    if (to > *bound) *bound = to;
}

/* The factor that one object needs, all need. */
static lc_outcome seek(quasi *q, lc_finding *finding) {
    lc_quasi_finding *f = &q->job->result->quasi;
    lc_smallest s;
    bool not_none = finding->outcome == LC_VIOLATED && q->search.line.complete; /* it is not linearizable */
    lc_quasi_smallest(&s, &q->search, &q->job->factors, not_none, UINT64_MAX);
    raise(&f->at_least, s.at_least);
    finding->halt = s.halt;
    if (s.never) {
        f->never = true;
        return LC_VIOLATED;
    }
    if (s.enough == LC_FACTOR_MOST) f->enough = LINCE_NO_FACTOR;
    else raise(&f->enough, s.enough); /* which leaves it if it is unknown for another object */
    return s.at_least == s.enough ? LC_HOLDS : LC_HALTED;
}

static void judge_part(quasi *q, uint32_t number) {
    lc_job *c = q->job;
    lc_finding *finding = &c->findings[number];
    const lc_part *part = &c->parts.parts.at[number];
    bool strict = is_strict(&c->factors);
    uint64_t before = q->search.visited + lc_judge_visited(&q->judge);
    finding->outcome = judge_plainly(q, part, strict);
    finding->halt = q->judge.halt;
    finding->by = q->judge.by;
    if (finding->outcome == LC_HOLDS) {
        keep_plain_order(q, number);
    } else if (finding->outcome != LC_WRONG_SPEC && !strict) {
        finding->by = LC_BY_SEARCH;
        finding->halt = LC_NO_MEMORY;
        if (!lc_quasi_begin(&q->search, part, &c->factors)) {
            finding->outcome = LC_HALTED;
            c->result->quasi.enough = LINCE_NO_FACTOR; /* no search has run */
        } else if (c->factors.sought != LC_NOTHING_SOUGHT) finding->outcome = seek(q, finding);
        else {
            finding->outcome = lc_quasi_decide(&q->search, &c->factors, 0);
            finding->halt = q->search.halt;
        }
        if (finding->outcome == LC_HOLDS) keep_orders(q, number);
    }
    finding->visited = q->search.visited + lc_judge_visited(&q->judge) - before;
}

/* ---- all objects ---- */

static lince_status check_names(lc_job *c, lince_error *error) {
    lc_span name = lc_factors_unknown(&c->factors, c->factors.specs, c->factors.spec_count);
    if (!name.length || !c->binding.objects.count) return LINCE_DONE;
    const lince_spec *spec = c->binding.objects.at[0].instance->spec;
    lince_text known = {0};
    for (uint32_t i = 0; i < spec->method_count; i++)
        lc_text_printf(&known, "%s%s", i ? ", " : "", spec->methods[i].name);
    lc_fail_at(error, c->binding.history->file, 0, "quasi factors: %s has no operation %.*s (it has %s)", spec->name,
               (int)name.length, name.at, lc_text(&known));
    lc_text_free(&known);
    return LINCE_BAD_INPUT;
}

static lince_verdict conclude(lc_job *c, uint32_t *violated) {
    lince_verdict verdict = LINCE_VERDICT_OK;
    lc_check_statistics *s = &c->result->statistics;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        const lc_finding *f = &c->findings[i];
        s->polynomial += f->outcome != LC_HALTED && f->by == LC_BY_POLY;
        s->by_width += f->outcome != LC_HALTED && f->by == LC_BY_WIDTH;
        s->searched += f->outcome != LC_HALTED && f->by == LC_BY_SEARCH;
        if (f->outcome == LC_VIOLATED && verdict != LINCE_VERDICT_VIOLATION) {
            verdict = LINCE_VERDICT_VIOLATION;
            *violated = i;
        }
        if (f->outcome != LC_HALTED || verdict == LINCE_VERDICT_VIOLATION) continue;
        verdict = LINCE_VERDICT_UNKNOWN;
        c->result->why_unknown = lc_reason_of(f->halt);
    }
    return verdict;
}

static void describe_factors(lc_job *c) {
    lc_quasi_finding *f = &c->result->quasi;
    lince_text text = {0};
    lc_factors_print(&text, &c->factors, LC_FACTOR_MOST);
    c->result->with = strdup(lc_text(&text));
    f->sought = c->factors.sought != LC_NOTHING_SOUGHT;
    if (!f->sought) f->enough = LINCE_NO_FACTOR;
    lc_text_free(&text);
}

/* `enough` as factors, now that it is known. */
static void describe_smallest(lc_job *c, lince_verdict verdict) {
    lc_quasi_finding *f = &c->result->quasi;
    if (!f->sought || verdict != LINCE_VERDICT_OK) return;
    lince_text text = {0};
    f->at_least = f->enough;
    lc_factors_print(&text, &c->factors, f->enough);
    f->smallest = strdup(lc_text(&text));
    lc_text_free(&text);
}

static void judge_all(quasi *q) {
    lc_job *c = q->job;
    uint32_t violated = 0;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        judge_part(q, i);
        if (c->findings[i].outcome == LC_VIOLATED || c->findings[i].outcome == LC_WRONG_SPEC) break;
    }
    if (lc_spec_is_wrong(c)) return;
    lince_result *r = c->result;
    r->statistics.configurations = q->search.visited + lc_judge_visited(&q->judge);
    r->statistics.revisits = q->search.cut + q->judge.search.cut;
    r->statistics.states = q->search.space.states.items.count;
    r->statistics.steps = q->search.space.asked;
    lince_verdict verdict = conclude(c, &violated);
    r->algorithm = lc_algorithms_used(c);
    describe_smallest(c, verdict);
    lc_announce(c, verdict);
    if (verdict == LINCE_VERDICT_OK) lc_merge_orders(c);
    if (verdict == LINCE_VERDICT_VIOLATION && !c->options->no_explanation) lc_quasi_explain(c, &q->search, violated);
}

static lince_status check_objects(lc_job *c, lince_error *error) {
    lince_status status = check_names(c, error);
    if (status != LINCE_DONE) return status;
    quasi q = {.job = c};
    describe_factors(c);
    lc_quasi_search_init(&q.search, &c->binding, &c->limits, &c->budget);
    q.search.forgets = c->tuning.no_recognition;
    lc_judge_init(&q.judge, &c->binding, c->options->algorithm, &c->tuning, &c->limits, &c->budget);
    judge_all(&q);
    lc_judge_free(&q.judge);
    lc_quasi_search_free(&q.search);
    return LINCE_DONE;
}

lince_status lc_check_quasi(lc_job *c, lince_error *error) {
    uint32_t count = c->binding.objects.count;
    const lince_spec **specs = calloc(count + 1u, sizeof *specs);
    if (!specs) return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) specs[i] = c->binding.objects.at[i].instance->spec;
    c->factors.specs = specs;
    c->factors.spec_count = count;
    lince_status status = check_objects(c, error);
    free(specs);
    return status;
}
