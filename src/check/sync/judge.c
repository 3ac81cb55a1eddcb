#include "check/sync/judge.h"

void lc_sync_judge_init(lc_sync_judge *j, lc_binding *b, const lince_check_options *o, lince_criterion criterion,
                        const lc_tuning *tuning, const lc_limits *limits, lc_budget *budget) {
    *j = (lc_sync_judge){
        .binding = b, .budget = budget, .criterion = criterion, .algorithm = o->algorithm, .progress = o->progress};
    j->allowance = UINT64_MAX;
    lince_algorithm plain = o->algorithm > LINCE_POLY ? LINCE_AUTO : o->algorithm;
    lc_judge_init(&j->plain, b, plain, tuning, limits, budget);
    lc_sync_search_init(&j->search, b, tuning, limits, o->progress, budget);
    lc_two_step_init(&j->two_step, b, tuning, limits, budget);
    lc_stateless_init(&j->stateless, b, tuning, limits, o->progress, budget);
}

void lc_sync_judge_free(lc_sync_judge *j) {
    lc_judge_free(&j->plain);
    lc_sync_search_free(&j->search);
    lc_two_step_free(&j->two_step);
    lc_stateless_free(&j->stateless);
    lc_sync_answer_free(&j->own, j->budget);
}

void lc_sync_judge_decide(lc_sync_judge *j, bool progress) {
    j->progress = j->search.progress = j->search.line.crashed_apart = progress;
    j->stateless.progress = progress;
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
    if (outcome == LC_VIOLATED && j->plain.by == LC_BY_SEARCH) a->furthest = j->plain.search.place.furthest;
    if (outcome != LC_HOLDS) return outcome;
    uint32_t count = lc_judge_order_count(&j->plain);
    if (!lc_reserve(j->budget, &a->met, count)) return LC_HOLDS; /* which does not need an order */
    lc_judge_copy_order(&j->plain, a->met.at);
    a->met.count = count;
    for (uint32_t i = 0; i < count; i++) (void)lc_push(j->budget, &a->ends, i + 1);
    return outcome;
}

/* ---- operations that wait for each other ---- */

static uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

static lc_outcome search(lc_sync_judge *j, const lc_part *part, uint64_t most) {
    j->answer = &j->search.answer;
    j->by = "search";
    j->in_polynomial_time = false;
    most = least_of(most, j->allowance);
    j->search.meter.allowance = lc_allowance(lc_sync_search_effort(&j->search), most);
    return lc_sync_search_run(&j->search, part);
}

/* The same question as one of linearizability; for any object. */
static lc_outcome take_two_steps(lc_sync_judge *j, const lc_part *part) {
    j->answer = &j->two_step.answer;
    j->by = "two-step";
    j->in_polynomial_time = false;
    return lc_two_step_run(&j->two_step, part);
}

/* ---- operations that span several steps ---- */

static lc_outcome search_intervals(lc_sync_judge *j, const lc_part *part) {
    if (j->algorithm != LINCE_AUTO && j->algorithm != LINCE_SEARCH)
        return is_not_for(j, "operations that span several synchronizations can only be searched for");
    return search(j, part, UINT64_MAX);
}

/* ---- objects without state ---- */

static lc_outcome group(lc_sync_judge *j, const lc_part *part, lc_grouping *algorithm, const char *name,
                        uint64_t most) {
    j->answer = &j->stateless.answer;
    j->by = name;
    j->in_polynomial_time = algorithm != lc_cover;
    j->stateless.meter.allowance = least_of(most, j->allowance);
    return lc_stateless_decide(&j->stateless, part, algorithm);
}

static bool is_spent(const lc_sync_judge *j, lc_outcome outcome) {
    return outcome == LC_HALTED && j->answer->halt == LC_SPENT;
}

static lc_outcome in_polynomial_time(lc_sync_judge *j, const lc_part *part, const lince_spec *spec) {
    lc_outcome outcome = LC_UNDECIDED;
    if (spec->traits & LINCE_PAIRS) outcome = group(j, part, lc_sweep, "sweep", UINT64_MAX);
    return outcome == LC_UNDECIDED ? group(j, part, lc_matching, "matching", UINT64_MAX) : outcome;
}

/* Where three and more meet, the search is mostly quick, too, as long as few of the groups it can choose from differ.
 * Where it goes astray, choosing in another order helps; and if that does not, nothing is left but patience. */
static lc_outcome by_cover_or_search(lc_sync_judge *j, const lc_part *part) {
    uint64_t lucky = 10000 + 2 * (uint64_t)part->event_count, patient = 200000 + 8 * (uint64_t)part->event_count;
    lc_outcome outcome = search(j, part, lucky);
    if (!is_spent(j, outcome) || lucky >= j->allowance) return outcome;
    outcome = group(j, part, lc_cover, "cover", patient);
    return outcome == LC_UNDECIDED || is_spent(j, outcome) ? search(j, part, UINT64_MAX) : outcome;
}

lc_outcome lc_sync_judge_part(lc_sync_judge *j, const lc_part *part) {
    const lc_instance *instance = j->binding->objects.at[part->object].instance;
    const lince_spec *spec = instance->spec;
    if (spec->traits & LINCE_INTERVALS) return search_intervals(j, part);
    if (j->criterion == LINCE_TWO_STEP) return take_two_steps(j, part);
    if (!lc_spec_is_sync(spec) && j->algorithm > LINCE_POLY) return is_not_for(j, "operations take effect one by one");
    if (!lc_spec_is_sync(spec) && !j->progress) return judge_plain(j, part);
    uint32_t least, most;
    lc_instance_arity(instance, &least, &most);
    if (j->algorithm == LINCE_SEARCH) return search(j, part, UINT64_MAX);
    if (!(spec->traits & LINCE_STATELESS))
        return j->algorithm == LINCE_AUTO ? search(j, part, UINT64_MAX)
                                          : is_not_for(j, "the steps of operations depend on earlier steps");
    switch (j->algorithm) {
    case LINCE_SWEEP: return group(j, part, lc_sweep, "sweep", UINT64_MAX);
    case LINCE_MATCHING: return group(j, part, lc_matching, "matching", UINT64_MAX);
    case LINCE_COVER: return group(j, part, lc_cover, "cover", UINT64_MAX);
    case LINCE_POLY: return in_polynomial_time(j, part, spec);
    default: break;
    }
    if (most > 2) return by_cover_or_search(j, part);
    lc_outcome outcome = in_polynomial_time(j, part, spec);
    return outcome == LC_UNDECIDED ? search(j, part, UINT64_MAX) : outcome;
}

lc_outcome lc_decide_sync(void *judge, const lc_part *part) {
    lc_outcome outcome = lc_sync_judge_part(judge, part);
    return outcome == LC_UNDECIDED ? LC_HALTED : outcome;
}

void lc_sync_judge_allow(lc_sync_judge *j, uint64_t more) {
    lc_judge_allow(&j->plain, more);
    j->two_step.search.meter.allowance = lc_allowance(j->two_step.search.visited, more);
    j->search.meter.allowance = lc_allowance(lc_sync_search_effort(&j->search), more);
    j->allowance = more;
}

uint64_t lc_sync_judge_effort(const lc_sync_judge *j) {
    return lc_sync_search_effort(&j->search) + j->two_step.search.visited + j->stateless.visited +
           lc_judge_visited(&j->plain);
}
