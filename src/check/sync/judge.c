#include "check/sync/judge.h"

void lc_sync_judge_init(lc_sync_judge *j, lc_binding *b, const lince_check_options *o, lince_criterion criterion,
                        const lc_tuning *tuning, const lc_limits *limits, lc_budget *budget) {
    *j = (lc_sync_judge){
        .binding = b, .budget = budget, .criterion = criterion, .algorithm = o->algorithm, .progress = o->progress};
    lince_algorithm plain = o->algorithm > LINCE_POLY ? LINCE_AUTO : o->algorithm;
    lc_judge_init(&j->plain, b, plain, tuning, limits, budget);
    lc_sync_search_init(&j->search, b, tuning, limits, o->progress, budget);
    lc_interval_search_init(&j->interval, b, tuning, limits, o->progress, budget);
    lc_two_step_init(&j->two_step, b, tuning, limits, budget);
}

void lc_sync_judge_free(lc_sync_judge *j) {
    lc_judge_free(&j->plain);
    lc_sync_search_free(&j->search);
    lc_interval_search_free(&j->interval);
    lc_two_step_free(&j->two_step);
    lc_sync_answer_free(&j->own, j->budget);
}

void lc_sync_judge_ask(lc_sync_judge *j, bool progress) {
    j->progress = j->search.progress = j->search.line.crashed_apart = progress;
    j->interval.progress = j->interval.line.crashed_apart = progress;
}

static lc_outcome is_not_for(lc_sync_judge *j, const char *why) {
    lc_sync_answer_clear(&j->own);
    j->answer = &j->own;
    j->own.why_not = why;
    return LC_UNDECIDED;
}

/* ---- operations that take effect one by one ---- */

/* Without progress, that is linearizability (section 4 of the paper). */
static lc_outcome judge_plain(lc_sync_judge *j, const lc_part *part) {
    lc_sync_answer *a = j->answer = &j->own;
    lc_sync_answer_clear(a);
    lc_outcome outcome =
        j->plain.algorithm == LINCE_POLY ? lc_judge_quickly(&j->plain, part) : lc_judge_part(&j->plain, part);
    a->halt = j->plain.halt;
    a->why_not = outcome == LC_UNDECIDED ? j->plain.poly.why_not : NULL;
    j->by = j->plain.by == LC_BY_POLY ? "poly" : j->plain.by == LC_BY_WIDTH ? "width" : "search";
    j->in_polynomial_time = j->plain.by == LC_BY_POLY;
    if (outcome == LC_VIOLATED && j->plain.by == LC_BY_SEARCH) a->furthest = j->plain.search.furthest;
    if (outcome != LC_HOLDS) return outcome;
    uint32_t count = lc_judge_order_count(&j->plain);
    if (!lc_reserve(j->budget, &a->met, count)) return LC_HOLDS; /* which does not need an order */
    lc_judge_copy_order(&j->plain, a->met.at);
    a->met.count = count;
    for (uint32_t i = 0; i < count; i++) (void)lc_push(j->budget, &a->ends, i + 1);
    return outcome;
}

/* ---- operations that wait for each other ---- */

static lc_outcome search(lc_sync_judge *j, const lc_part *part) {
    j->answer = &j->search.answer;
    j->by = "search";
    j->in_polynomial_time = false;
    return lc_sync_search_run(&j->search, part);
}

/* The same question as one of linearizability; whatever the object is. */
static lc_outcome take_two_steps(lc_sync_judge *j, const lc_part *part) {
    j->answer = &j->two_step.answer;
    j->by = "two-step";
    j->in_polynomial_time = false;
    return lc_two_step_run(&j->two_step, part);
}

/* ---- operations that span several steps ---- */

static lc_outcome search_intervals(lc_sync_judge *j, const lc_part *part) {
    if (j->algorithm != LINCE_AUTO && j->algorithm != LINCE_SEARCH)
        return is_not_for(j, "operations that span several synchronisations can only be searched for");
    j->answer = &j->interval.answer;
    j->by = "search";
    j->in_polynomial_time = false;
    return lc_interval_search_run(&j->interval, part);
}

lc_outcome lc_sync_judge_part(lc_sync_judge *j, const lc_part *part) {
    const lince_spec *spec = j->binding->objects.at[part->object].instance->spec;
    if (spec->traits & LINCE_INTERVALS) return search_intervals(j, part);
    if (j->criterion == LINCE_TWO_STEP) return take_two_steps(j, part);
    if (!lc_spec_is_sync(spec) && !j->progress) return judge_plain(j, part);
    if (j->algorithm == LINCE_AUTO || j->algorithm == LINCE_SEARCH) return search(j, part);
    return is_not_for(j, "it is not there yet");
}

lc_outcome lc_decide_sync(void *judge, const lc_part *part) {
    lc_outcome outcome = lc_sync_judge_part(judge, part);
    return outcome == LC_UNDECIDED ? LC_HALTED : outcome;
}

void lc_sync_judge_allow(lc_sync_judge *j, uint64_t more) {
    lc_judge_allow(&j->plain, more);
    j->search.allowance = more == UINT64_MAX ? UINT64_MAX : j->search.visited + more;
    j->interval.allowance = more == UINT64_MAX ? UINT64_MAX : j->interval.visited + more;
    j->two_step.search.allowance = more == UINT64_MAX ? UINT64_MAX : j->two_step.search.visited + more;
}

uint64_t lc_sync_judge_visited(const lc_sync_judge *j) {
    return j->search.visited + j->interval.visited + j->two_step.search.visited + lc_judge_visited(&j->plain);
}
