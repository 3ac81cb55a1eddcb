/* The check of synchronization objects, object by object: both synchronization linearizability and progressibility are
 * local (Lawrence and Lowe, propositions 6 and 11). */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/order.h"
#include "check/driver/job.h"
#include "check/sync/explain.h"

/* A synchronization of the witness. */
typedef struct synchronization {
    uint32_t moment; /* the last call among its operations and all that come before in their object */
    uint32_t part, number;
    uint32_t first, count; /* in `met` */
} synchronization;

typedef struct violated {
    uint32_t part;
    bool stuck; /* all that returned is right, and only progress is not */
} violated;

typedef struct checking {
    lc_job *job;
    lc_sync_judge judge;
    LC_VEC(uint32_t) met; /* of all parts */
    LC_VEC(synchronization) steps;
    lince_text algorithms; /* the algorithms that decided, each once */
    const char *why_not;
    LC_VEC(violated) violated;
} checking;

/* ---- the witness ---- */

static void keep_answer(checking *s, uint32_t part) {
    const lc_sync_answer *a = s->judge.answer;
    uint32_t moment = 0, from = 0;
    for (uint32_t i = 0; i < a->ends.count; i++) {
        synchronization step = {.part = part, .number = i, .first = s->met.count, .count = a->ends.at[i] - from};
        for (; from < a->ends.at[i]; from++) {
            if (a->met.at[from] > moment) moment = a->met.at[from]; /* operations are numbered by their calls */
            (void)lc_push(NULL, &s->met, a->met.at[from]);
        }
        step.moment = moment;
        (void)lc_push(NULL, &s->steps, step);
    }
}

static int by_moment(const void *a, const void *b) {
    const synchronization *x = a, *y = b;
    if (x->moment != y->moment) return x->moment < y->moment ? -1 : 1;
    if (x->part != y->part) return x->part < y->part ? -1 : 1;
    return LC_ORDER(x->number, y->number);
}

/* One after the other, as they may have happened: the moments ascend in each part, and each lies within the intervals
 * of all operations that take part. */
static void make_witness(checking *s) {
    lince_result *r = s->job->result;
    if (s->steps.count) qsort(s->steps.at, s->steps.count, sizeof *s->steps.at, by_moment);
    for (uint32_t i = 0; i < s->steps.count; i++) {
        for (uint32_t k = 0; k < s->steps.at[i].count; k++)
            (void)lc_push(NULL, &r->witness, s->met.at[s->steps.at[i].first + k]);
        (void)lc_push(NULL, &r->groups, r->witness.count);
    }
}

/* ---- the verdict ---- */

static void note_algorithm(checking *s) {
    if (strstr(lc_text(&s->algorithms), s->judge.by)) return;
    lc_text_printf(&s->algorithms, "%s%s", s->algorithms.length ? "," : "", s->judge.by);
}

/* Is all that returned right, and only progress is not? */
static bool is_stuck(checking *s, uint32_t part) {
    lc_job *c = s->job;
    if (!c->options->progress) return false;
    if (s->judge.answer->furthest == LC_NEVER) return true;
    lc_sync_judge_decide(&s->judge, false);
    bool right = lc_sync_judge_part(&s->judge, &c->parts.parts.at[part]) == LC_HOLDS;
    lc_sync_judge_decide(&s->judge, true);
    return right;
}

/* False: there is no need to go on. */
static bool judge_part(checking *s, uint32_t i) {
    lc_job *c = s->job;
    lc_finding *f = &c->findings[i];
    f->outcome = lc_sync_judge_part(&s->judge, &c->parts.parts.at[i]);
    f->halt = s->judge.answer->halt;
    if (f->outcome == LC_UNDECIDED) s->why_not = s->judge.answer->why_not;
    else note_algorithm(s);
    if (f->outcome == LC_HOLDS) keep_answer(s, i);
    lc_check_statistics *count = &c->result->statistics;
    if (f->outcome == LC_HOLDS || f->outcome == LC_VIOLATED) {
        count->polynomial += s->judge.in_polynomial_time;
        count->searched += !s->judge.in_polynomial_time;
    }
    if (f->outcome != LC_VIOLATED) return f->outcome == LC_HOLDS || f->outcome == LC_HALTED;
    violated v = {i, is_stuck(s, i)};
    (void)lc_push(NULL, &s->violated, v);
    return v.stuck || !c->options->no_explanation; /* something worse may come */
}

static lince_verdict conclude(checking *s) {
    lc_job *c = s->job;
    if (s->violated.count) return LINCE_VERDICT_VIOLATION;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        if (c->findings[i].outcome != LC_HALTED) continue;
        c->result->why_unknown = lc_reason_of(c->findings[i].halt);
        return LINCE_VERDICT_UNKNOWN;
    }
    return LINCE_VERDICT_OK;
}

static bool only_stuck(const checking *s) {
    for (uint32_t i = 0; i < s->violated.count; i++)
        if (!s->violated.at[i].stuck) return false;
    return true;
}

/* The part to be explained: of those in which something returned that should not have, the one that fails first, so
 * that it does not depend on which was judged first. */
static uint32_t worst(checking *s) {
    uint32_t part = s->violated.at[0].part, first = LC_NEVER, candidates = 0;
    bool all = s->job->result->stuck;
    for (uint32_t i = 0; i < s->violated.count; i++) candidates += all || !s->violated.at[i].stuck;
    for (uint32_t i = 0; i < s->violated.count && !all; i++) {
        if (s->violated.at[i].stuck) continue;
        uint32_t fails = candidates > 1 ? lc_sync_fails_at(s->job, &s->judge, s->violated.at[i].part) : 0;
        if (fails >= first) continue;
        first = fails;
        part = s->violated.at[i].part;
    }
    return part;
}

static lince_status does_not_apply(const checking *s, lince_error *error) {
    return lc_fail_at(error, s->job->binding.history->file, 0, "the algorithm does not apply: %s; use --algorithm auto",
                      s->why_not);
}

static lince_status judge_all(checking *s, lince_error *error) {
    lc_job *c = s->job;
    for (uint32_t i = 0; i < c->parts.parts.count; i++)
        if (!judge_part(s, i)) break;
    if (s->why_not) return does_not_apply(s, error);
    if (lc_spec_is_wrong(c)) return LINCE_DONE;
    lince_result *r = c->result;
    const lc_sync_judge *j = &s->judge;
    r->statistics.configurations =
        j->search.visited + j->two_step.search.visited + j->stateless.visited + lc_judge_visited(&j->plain);
    r->statistics.revisits = j->search.cut + j->two_step.search.cut + j->plain.search.cut;
    r->statistics.states = j->search.space.states.items.count + j->two_step.search.space.states.items.count;
    r->statistics.steps = j->search.space.asked + j->two_step.spec.asked + j->stateless.space.asked;
    r->algorithm_names = strdup(lc_text(&s->algorithms));
    r->algorithm = r->algorithm_names ? r->algorithm_names : "search";
    lince_verdict verdict = conclude(s);
    if (verdict == LINCE_VERDICT_VIOLATION) r->stuck = only_stuck(s);
    lc_announce(c, verdict);
    if (verdict == LINCE_VERDICT_OK) make_witness(s);
    if (verdict == LINCE_VERDICT_VIOLATION && !c->options->no_explanation) lc_sync_explain(c, &s->judge, worst(s));
    return LINCE_DONE;
}

lince_status lc_check_sync(lc_job *c, lince_error *error) {
    checking s = {.job = c};
    lc_sync_judge_init(&s.judge, &c->binding, c->options, c->criterion, &c->tuning, &c->limits, &c->budget);
    lince_status status = judge_all(&s, error);
    lc_sync_judge_free(&s.judge);
    lc_vec_free(NULL, &s.met);
    lc_vec_free(NULL, &s.steps);
    lc_vec_free(NULL, &s.violated);
    lc_text_free(&s.algorithms);
    return status;
}
