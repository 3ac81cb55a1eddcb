/* From an assertion to a finding: chooses the systems and the search, and repeats it with wider states where a value
 * turned out to have no room. */
#include "model/verify.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "model/compile/native.h"
#include "model/ltl/ltl.h"
#include "model/reduce/counter_abstraction.h"
#include "model/reduce/symmetry.h"
#include "model/run/hidden.h"
#include "model/run/replay.h"
#include "model/search/halt.h"
#include "model/search/shortest.h"

typedef struct query {
    lcm_verification *v;
    const lcm_model *model;
    const lcm_assertion *assertion;
    const lcm_verify_options *options;
    lcm_search_limits limits;
    lcm_conditions conditions;
} query;

/* May hidden steps be taken in one order instead of all?  Visible events, refusals and divergences stay the same, and
 * so do the values that conditions have on the way; but formulas see each step (ltl.h). */
static bool order_does_not_matter(const lcm_assertion *a) { return a->kind != LCM_A_LTL; }

/* Where events are not observed, so that the process that takes a step is not visible. */
static bool looks_at_states(const lcm_assertion *a) {
    return a->kind == LCM_A_DEADLOCKFREE || a->kind == LCM_A_NONTERMINATING || a->kind == LCM_A_REACHES;
}

/* Does the option that hidden variables are no part of a state make a difference?  Only where no other process, or
 * object, is the specification. */
static bool merges_hidden(const query *a) {
    return a->options->choices.merge_hidden && lcm_hides_variables(a->model) && !a->assertion->other &&
           !a->assertion->specification;
}

/* `copies`: how many there are of processes of which there may be any number. */
static lcm_system_wish wish_for(query *a, const lcm_process *process, uint32_t copies) {
    bool visible = a->assertion->kind == LCM_A_REFINES && !a->options->choices.no_visible_reduction &&
                   !lcm_system_grows(a->v->other);
    return (lcm_system_wish){
        .model = a->model,
        .process = process,
        .alphabet = &a->v->alphabet,
        .conditions = a->conditions.at,
        .condition_count = a->conditions.count,
        .reduce = !a->options->choices.no_order_reduction && order_does_not_matter(a->assertion) && !merges_hidden(a),
        .events_ignored = looks_at_states(a->assertion) && !a->options->choices.no_visible_reduction,
        .specification = visible ? a->v->other : NULL,
        .native = a->limits.native,
        .keep_dead = a->options->choices.keep_dead || merges_hidden(a),
        .copies = copies,
        .grow = a->options->choices.grow,
        .may_grow = true,
        .limits = &a->limits,
        .budget = &a->v->budget};
}

static lince_status make(query *a, lcm_system **system, const lcm_process *process, uint32_t copies,
                         lince_error *error) {
    const lcm_system_wish wish = wish_for(a, process, copies);
    return lcm_system_make(system, &wish, error);
}

static lince_status list_conditions(query *a) {
    bool enough = true;
    if (a->assertion->kind == LCM_A_REACHES)
        enough = lc_push(&a->v->budget, &a->conditions, a->assertion->condition) &&
                 (!a->assertion->value || lc_push(&a->v->budget, &a->conditions, a->assertion->value));
    else if (a->assertion->kind == LCM_A_LTL)
        enough = lcm_ltl_conditions(a->assertion->formula, &a->v->budget, &a->conditions);
    return enough ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* Processes and values that are not distinguished.  With failures only values: which steps are left out depends on the
 * identities of processes, but not on values.  A loop of hidden steps would not close, so not with divergences. */
static lcm_symmetry *find_symmetry(query *a, lc_budget *budget) {
    bool traces = a->assertion->kind == LCM_A_REFINES, failures = a->assertion->kind == LCM_A_REFINES_F;
    const lcm_choices *c = &a->options->choices;
    const lcm_symmetry_wish wish = {.system = a->v->system,
                                    .traces = traces || failures,
                                    .specification = a->v->other,
                                    .no_processes = c->no_symmetry || failures,
                                    .no_values = c->no_symmetry || c->no_value_symmetry};
    if (!traces && !failures && !looks_at_states(a->assertion)) return NULL;
    if (lcm_system_grows(a->v->system) || lcm_system_grows(a->v->other)) return NULL;
    return lcm_symmetry_find(&wish, budget);
}

static void run_query(query *a, const lcm_lts *p, const lcm_search_limits *limits, lcm_finding *finding) {
    const lcm_lts *q = a->v->other ? lcm_system_lts(a->v->other) : NULL;
    switch (a->assertion->kind) {
    case LCM_A_DEADLOCKFREE: lcm_search_deadlock(p, limits, finding); break;
    case LCM_A_DIVERGENCEFREE: lcm_search_divergence(p, limits, finding); break;
    case LCM_A_DETERMINISTIC: lcm_search_determinism(p, limits, finding); break;
    case LCM_A_NONTERMINATING: lcm_search_termination(p, limits, finding); break;
    case LCM_A_REACHES:
        if (a->assertion->best == LCM_ANY) lcm_search_reach(p, 0, limits, finding);
        else lcm_search_best(p, a->assertion->best, limits, finding);
        break;
    case LCM_A_LTL:
        lcm_search_ltl(p,
                       &(lcm_ltl_question){.model = a->model,
                                           .formula = a->assertion->formula,
                                           .conditions = a->conditions.at,
                                           .condition_count = a->conditions.count,
                                           .fairness = (lcm_fairness)a->options->fairness},
                       limits, finding);
        break;
    case LCM_A_REFINES: lcm_search_refines(p, q, LCM_TRACES, limits, finding); break;
    case LCM_A_REFINES_F: lcm_search_refines(p, q, LCM_FAILURES, limits, finding); break;
    case LCM_A_REFINES_FD: lcm_search_refines(p, q, LCM_FAILURES_DIVERGENCES, limits, finding); break;
    case LCM_A_LINEARIZES:
    case LCM_A_PROGRESSES: assert(!"these have a specification of their own"); break;
    }
}

static void forget(lcm_finding *f) {
    lcm_finding_free(f);
    lcm_finding_init(f);
}

static void search_merged(query *a, const lcm_search_limits *limits, lcm_finding *finding) {
    lcm_verification *v = a->v;
    lcm_hidden_free(v->hidden, &v->budget);
    v->hidden = lcm_hidden_make(v->system, &v->budget);
    if (!v->hidden) {
        finding->answer = LCM_UNDECIDED, finding->reason = LCM_R_MEMORY;
        return;
    }
    v->lts = lcm_hidden_lts(v->hidden);
    run_query(a, v->lts, limits, finding);
}

static void search(void *context, const lcm_search_limits *limits, lcm_finding *finding) {
    query *a = context;
    lcm_verification *v = a->v;
    if (merges_hidden(a)) {
        search_merged(a, limits, finding);
        return;
    }
    lcm_symmetry *symmetry = find_symmetry(a, limits->budget);
    v->lts = lcm_system_lts(v->system);
    v->symmetric = symmetry && symmetry->count > 0;
    run_query(a, symmetry ? &symmetry->lts : v->lts, limits, finding);
    bool told = !symmetry || lcm_symmetry_reconstruct(symmetry, finding);
    finding->figures.merged_values = symmetry ? lcm_values_merged(symmetry->values) : 0;
    lcm_symmetry_free(symmetry, limits->budget);
    if (told) return;
    forget(finding);
    run_query(a, v->lts, limits, finding);
}

/* Where an object is the specification. */
static lince_status linearizes(query *a, lince_error *error) {
    lcm_verification *v = a->v;
    lcm_linearization *z = &v->linear;
    v->by_object = true;
    lince_status status = lcm_linearizes(z, a->model, a->assertion, &a->options->choices, &a->limits, error);
    lcm_finding_free(&v->finding);
    v->finding = z->finding;
    lcm_finding_init(&z->finding);
    v->points_wrong = z->points_wrong;
    v->symmetric = z->symmetric;
    if (!z->system) return status;
    v->lts = lcm_system_lts(z->system);
    if (status == LINCE_DONE && v->finding.answer == LCM_FAILS)
        v->history = lcm_linear_history(z->specification, &v->finding.path);
    return status;
}

/* Values that turn out to have no room in a state are given room, and so is control that has grown.  True: the search
 * is to begin again. */
static bool widened(query *a, lcm_system *system) {
    const lcm_finding *f = &a->v->finding;
    if (lcm_system_settle(system) || (a->v->other && lcm_system_settle(a->v->other))) {
        forget(&a->v->finding);
        return true;
    }
    if (f->answer != LCM_BROKEN || !f->failure.narrow) return false;
    const lcm_failure failure = f->failure;
    lcm_system_widen(failure.whose == lcm_system_lts(system) ? system : a->v->other, &failure);
    forget(&a->v->finding);
    return true;
}

static void search_system(query *a) {
    lcm_verification *v = a->v;
    do search(a, &a->limits, &v->finding);
    while (widened(a, v->system));
    lcm_find_shortest(v->system, search, a, &a->limits, &v->finding);
    if (v->finding.by_specification) v->lts = lcm_system_lts(v->other);
}

/* ---- any number of copies: see counter_abstraction.h ---- */

enum { COPIES_MAX = 12 };

static bool may_count(const lcm_assertion *a) { return looks_at_states(a) || a->kind == LCM_A_REFINES; }

static bool is_right(const query *a) {
    return a->v->finding.answer == (a->assertion->kind == LCM_A_REACHES ? LCM_FAILS : LCM_HOLDS);
}

/* True: it is settled for all numbers of copies, or never will be. */
static bool search_abstraction(query *a, lcm_system *system, uint32_t exact, uint64_t allowed) {
    lcm_finding *f = &a->v->finding;
    bool closes = a->assertion->kind == LCM_A_DEADLOCKFREE || a->assertion->kind == LCM_A_NONTERMINATING;
    bool too_large;
    do {
        lcm_counter_abstraction abstraction;
        if (!lcm_counter_abstraction_init(&abstraction, system, exact, closes)) {
            f->answer = LCM_UNDECIDED, f->reason = LCM_R_MEMORY;
            return true;
        }
        abstraction.allowed = allowed;
        abstraction.others_stop = a->limits.stop;
        lcm_search_limits limits = a->limits;
        limits.stop = &abstraction.stop;
        limits.ranks = NULL; /* its lists have numbers of their own in each process: each searches all of it */
        run_query(a, &abstraction.lts, &limits, f);
        too_large = lcm_counter_abstraction_was_too_large(&abstraction);
        lcm_counter_abstraction_free(&abstraction);
    } while (widened(a, system));
    if (f->answer != LCM_UNDECIDED) return is_right(a);
    return !too_large || f->reason != LCM_R_INTERRUPTED || (a->limits.stop && *a->limits.stop);
}

/* In turns: real copies, whose violations are conclusive; and the counter abstraction, counted more and more exactly,
 * which is conclusive if it finds none.  The system is that of one copy. */
static lince_status try_copies(query *a, lcm_system *counted, lince_error *error) {
    enum { MANY_TIMES = 64, AT_LEAST = 4000 };
    lcm_verification *v = a->v;
    for (uint32_t copies = v->copies = 1;; v->copies = ++copies) {
        if (copies > 1) {
            lcm_system_free(v->system);
            v->system = NULL, v->lts = NULL;
            lince_status status = make(a, &v->system, a->assertion->process, copies, error);
            if (status != LINCE_DONE) return status;
        }
        search_system(a);
        if (!is_right(a)) return LINCE_DONE;
        uint64_t allowed = (AT_LEAST + MANY_TIMES * v->finding.figures.states) << 2 * (copies - 1);
        forget(&v->finding);
        v->copies = 0;
        if (search_abstraction(a, counted, copies, allowed)) return LINCE_DONE;
        forget(&v->finding);
        if (copies < COPIES_MAX) continue;
        v->copies = copies;
        v->finding.answer = LCM_UNDECIDED;
        v->finding.reason = LCM_R_COPIES;
        return LINCE_DONE;
    }
}

static lince_status count_copies(query *a, lince_error *error) {
    lcm_system *counted;
    lcm_system_wish wish = wish_for(a, a->assertion->process, 1);
    uint32_t line = a->assertion->place.line;
    a->v->any_number = true;
    if (a->options->choices.no_counting)
        return lc_fail_at(error, a->model->file, line,
                          "any number of copies must be counted: leave out --no-counting, or write how many there are");
    /* One copy does not show the effects of several copies on each other, so nothing may be concluded from it. */
    wish.reduce = wish.events_ignored = false, wish.specification = NULL, wish.keep_dead = true, wish.native = NULL;
    wish.grow = wish.may_grow = false;
    lince_status status = lcm_system_make(&counted, &wish, error);
    if (status != LINCE_DONE) return status;
    const char *why = a->assertion->best == LCM_ANY
                          ? lcm_counter_abstraction_refuses(counted)
                          : "a smallest or largest value cannot be found for any number of copies";
    if (why) status = lc_fail_at(error, a->model->file, line, "%s; write how many there are: '|||{3}@'", why);
    else status = try_copies(a, counted, error);
    lcm_system_free(counted);
    return status;
}

static lince_status verify(query *a, lince_error *error) {
    lcm_verification *v = a->v;
    if (a->assertion->specification) return linearizes(a, error);
    lince_status status = list_conditions(a);
    if (status == LINCE_DONE && a->assertion->other) status = make(a, &v->other, a->assertion->other, 0, error);
    if (status == LINCE_DONE)
        status = make(a, &v->system, a->assertion->process, may_count(a->assertion) ? 1 : 0, error);
    if (status != LINCE_DONE) return status;
    if (lcm_system_grows(v->system) || lcm_system_grows(v->other) || merges_hidden(a))
        a->limits.jobs = 1, a->limits.ranks = NULL;
    bool copies = v->system->replicated_forks > 0;
    if (copies && merges_hidden(a))
        return lc_fail_at(error, a->model->file, a->assertion->place.line,
                          "states cannot be merged with any number of copies; write how many there are: '|||{3}@'");
    if (copies) return count_copies(a, error);
    search_system(a);
    return LINCE_DONE;
}

static void note_reductions(query *a) {
    lcm_verification *v = a->v;
    const lcm_choices *c = &a->options->choices;
    bool traces = a->assertion->specification || a->assertion->other;
    if (!c->keep_dead) v->reductions[v->reduction_count++] = "live-reset";
    if (!c->no_order_reduction && order_does_not_matter(a->assertion)) v->reductions[v->reduction_count++] = "order";
    if (!c->no_visible_reduction && a->assertion->specification) v->reductions[v->reduction_count++] = "visible";
    if (v->hidden) v->reductions[v->reduction_count++] = "hidden";
    if (v->any_number) v->reductions[v->reduction_count++] = "counting";
    if (v->symmetric) v->reductions[v->reduction_count++] = "symmetry";
    if (v->finding.figures.merged_values) v->reductions[v->reduction_count++] = "values";
    if (a->limits.antichain && traces) v->reductions[v->reduction_count++] = "antichain";
}

/* Reporting the finding needs no native code. */
static void end_native(lcm_verification *v) {
    lcm_system *systems[] = {v->system, v->other, v->by_object ? v->linear.system : NULL};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        if (!systems[i]) continue;
        if (v->native.length == 0) lcm_native_describe(systems[i], &v->native);
        lcm_native_end(systems[i]);
    }
}

lince_status lcm_verify(lcm_verification **made, const lcm_model *model, const lcm_assertion *assertion,
                        const lcm_verify_options *options, lince_error *error) {
    double started = lc_now();
    lcm_verification *v = *made = calloc(1, sizeof *v);
    if (!v) return LINCE_OUT_OF_MEMORY;
    query a = {.v = v, .model = model, .assertion = assertion, .options = options, .limits = options->limits};
    lc_budget_init(&v->budget, options->max_memory);
    lcm_alphabet_init(&v->alphabet, &v->budget);
    lcm_finding_init(&v->finding);
    a.limits.budget = &v->budget;
    lince_status status = verify(&a, error);
    if (status == LINCE_OUT_OF_MEMORY) {
        lc_meter meter = lcm_meter_of(&a.limits, &v->budget);
        lcm_reason reason = lcm_halt_reason(&meter);
        v->finding.reason = reason == LCM_R_NONE ? LCM_R_MEMORY : reason;
    }
    end_native(v);
    lcm_system *ran = v->by_object ? v->linear.system : v->finding.by_specification ? v->other : v->system;
    bool told = status == LINCE_DONE || status == LINCE_BAD_INPUT;
    if (told && v->finding.path.states.count && !v->hidden) lcm_replay(ran, &v->finding.path);
    note_reductions(&a);
    lc_vec_free(&v->budget, &a.conditions);
    v->seconds = lc_now() - started;
    v->memory = atomic_load(&v->budget.peak);
    return status;
}

void lcm_verification_free(lcm_verification *v) {
    if (!v) return;
    lcm_finding_free(&v->finding);
    if (v->history) lince_history_free(v->history);
    if (v->by_object) lcm_linearization_free(&v->linear);
    lcm_hidden_free(v->hidden, &v->budget);
    if (v->system) lcm_system_free(v->system);
    if (v->other) lcm_system_free(v->other);
    lcm_alphabet_free(&v->alphabet);
    lc_text_free(&v->native);
    free(v);
}
