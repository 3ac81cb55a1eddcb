/* Is a process linearizable, at its points or at all, and does it make progress? */
#include "model/linear/linearizes.h"

#include <assert.h>
#include <stdio.h>

#include "base/error.h"
#include "lang/object.h"
#include "model/divergence/divergent.h"
#include "model/reduce/symmetry.h"
#include "model/search/shortest.h"
#include "model/wire/ranks.h"

/* The specification that an assertion names: an object of the model, FILE.lin#Name or one that is built in. */
static lince_status instance_of(lc_instance *instance, const lcm_model *m, const lcm_assertion *a, lince_error *error) {
    static const lc_resolver *const resolvers[] = {&lcm_object_resolver};
    const lcm_object *object = lcm_model_object(m, a->specification);
    if (object) return lcm_object_instance(instance, m, object, error);
    lince_error inner = {0};
    lince_status status = lc_instance_parse(instance, a->specification, resolvers, 1, &inner);
    if (status == LINCE_BAD_INPUT && *inner.file) *error = inner;
    else if (status == LINCE_BAD_INPUT) lc_fail_at(error, m->file, a->place.line, "%s", inner.message);
    return status;
}

/* ---- one search ---- */

static void forget_search(lcm_linearization *z) {
    if (z->system) lcm_system_free(z->system);
    lcm_linear_free(z->specification);
    z->system = NULL;
    z->specification = NULL;
}

static lince_status prepare(lcm_linearization *z, const lcm_model *m, const lcm_assertion *a, bool points,
                            const lcm_choices *choices, const lcm_search_limits *limits, lince_error *error) {
    lc_budget *budget = limits->budget;
    forget_search(z);
    const lcm_linear_wish specification = {.model = m,
                                           .assertion = a,
                                           .instance = &z->instance,
                                           .alphabet = &z->alphabet,
                                           .budget = budget,
                                           .points = points,
                                           .progress = a->kind == LCM_A_PROGRESSES};
    lince_status status = lcm_linear_make(&z->specification, &specification, error);
    if (status != LINCE_DONE) return status;
    /* A process that returns late may be stuck. */
    bool early = !choices->no_visible_reduction && a->kind != LCM_A_PROGRESSES;
    const lcm_system_wish implementation = {.model = m,
                                            .process = a->process,
                                            .alphabet = &z->alphabet,
                                            .seen = lcm_linear_seen(z->specification),
                                            .reduce = !choices->no_order_reduction,
                                            .early = early ? lcm_linear_returns(z->specification) : NULL,
                                            .owners = lcm_linear_owners(z->specification),
                                            .keep_dead = choices->keep_dead,
                                            .native = limits->native,
                                            .limits = limits,
                                            .grow = choices->grow,
                                            .may_grow = true,
                                            .budget = budget};
    return lcm_system_make(&z->system, &implementation, error);
}

/* Where nothing is returned any more, lists the returns that are due. */
static bool report_due(lcm_linearization *z, lcm_finding *f) {
    if (f->reason != LCM_R_REFUSAL && f->reason != LCM_R_DIVERGENCE) return true;
    lcm_due due = {0};
    f->allowed.count = 0;
    bool fine = lcm_linear_due(z->specification, &f->path, &due);
    for (uint32_t i = 0; fine && i < due.count; i++) fine = lc_push(NULL, &f->allowed, due.at[i]);
    lc_vec_free(NULL, &due);
    return fine;
}

typedef struct question {
    lcm_linearization *z;
    const lcm_choices *choices;
    const lcm_assertion *assertion;
} question;

static void search_once(void *context, const lcm_search_limits *limits, lcm_finding *finding) {
    question *q = context;
    lcm_linearization *z = q->z;
    const lcm_lts *implementation = lcm_system_lts(z->system), *specification = lcm_linear_lts(z->specification);
    if (q->assertion->kind != LCM_A_PROGRESSES) {
        const lcm_symmetry_wish wish = {.system = z->system,
                                        .traces = true,
                                        .linear = z->specification,
                                        .no_processes = q->choices->no_symmetry,
                                        .no_values = q->choices->no_symmetry || q->choices->no_value_symmetry};
        lcm_symmetry *symmetry = lcm_system_grows(z->system) ? NULL : lcm_symmetry_find(&wish, limits->budget);
        lcm_search_refines(symmetry ? &symmetry->lts : implementation, specification, LCM_TRACES, limits, finding);
        if (symmetry) lcm_symmetry_reconstruct(symmetry, finding);
        z->symmetric = symmetry && symmetry->count > 0;
        finding->figures.merged_values = symmetry ? lcm_values_merged(symmetry->values) : 0;
        lcm_symmetry_free(symmetry, limits->budget);
        return;
    }
    lcm_divergent *divergent = lcm_divergent_make(implementation, limits->budget);
    if (divergent) {
        lcm_search_refines(lcm_divergent_lts(divergent), specification, LCM_FAILURES, limits, finding);
        lcm_divergent_translate(divergent, finding);
        lcm_divergent_free(divergent);
        if (report_due(z, finding)) return;
    }
    finding->answer = LCM_UNDECIDED;
    finding->reason = LCM_R_MEMORY;
}

/* Values that turn out to have no room in a state are given room, and so is control that has grown. */
static lince_status search(lcm_linearization *z, const lcm_model *m, const lcm_assertion *a, bool points,
                           const lcm_choices *choices, const lcm_search_limits *given, lince_error *error) {
    question q = {z, choices, a};
    lince_status status = prepare(z, m, a, points, choices, given, error);
    if (status != LINCE_DONE) return status;
    lcm_search_limits some = *given;
    const lcm_search_limits *limits = &some;
    if (lcm_system_grows(z->system)) some.jobs = 1, some.ranks = NULL;
    for (;;) {
        lcm_finding_free(&z->finding);
        lcm_finding_init(&z->finding);
        search_once(&q, limits, &z->finding);
        bool failed = lcm_linear_failed(z->specification, error);
        if (lcm_ranks_any(limits->ranks, failed, error, sizeof *error)) {
            if (z->finding.answer != LCM_BROKEN) {
                lcm_finding_free(&z->finding);
                lcm_finding_init(&z->finding);
                z->finding.answer = LCM_UNDECIDED;
            }
            snprintf(z->finding.failure.message, sizeof z->finding.failure.message, "%.*s",
                     (int)sizeof z->finding.failure.message - 1, error->message);
            return LINCE_BAD_INPUT;
        }
        if (lcm_system_settle(z->system)) continue;
        if (z->finding.answer != LCM_BROKEN || !z->finding.failure.narrow) break;
        lcm_system_widen(z->system, &z->finding.failure);
    }
    lcm_find_shortest(z->system, search_once, &q, limits, &z->finding);
    return LINCE_DONE;
}

/* ---- the answer ---- */

/* Theorem 2 gives no more than this: a point may be at the wrong step.  Is the process linearizable without points? */
static lince_status recheck(lcm_linearization *z, const lcm_model *m, const lcm_assertion *a,
                            const lcm_choices *choices, const lcm_search_limits *limits, lince_error *error) {
    lcm_finding finding = z->finding;
    lcm_system *system = z->system;
    lcm_linear *specification = z->specification;
    z->system = NULL;
    z->specification = NULL;
    lcm_finding_init(&z->finding);
    lince_status status = search(z, m, a, false, choices, limits, error);
    z->points_wrong = status == LINCE_DONE && z->finding.answer == LCM_HOLDS;
    if (z->points_wrong) { /* the first search has more to report */
        forget_search(z);
        lcm_finding_free(&z->finding);
        z->finding = finding;
        z->system = system;
        z->specification = specification;
    } else {
        lcm_system_free(system);
        lcm_linear_free(specification);
        lcm_finding_free(&finding);
    }
    return status;
}

lince_status lcm_linearizes(lcm_linearization *z, const lcm_model *m, const lcm_assertion *a,
                            const lcm_choices *choices, const lcm_search_limits *limits, lince_error *error) {
    assert(a->kind == LCM_A_LINEARIZES || a->kind == LCM_A_PROGRESSES);
    *z = (lcm_linearization){0};
    lcm_finding_init(&z->finding);
    lcm_alphabet_init(&z->alphabet, limits->budget);
    lince_status status = instance_of(&z->instance, m, a, error);
    if (status != LINCE_DONE) return status;
    bool points = a->kind == LCM_A_LINEARIZES && a->point_count > 0;
    status = search(z, m, a, points, choices, limits, error);
    if (status != LINCE_DONE || !points || z->finding.answer != LCM_FAILS) return status;
    return recheck(z, m, a, choices, limits, error);
}

void lcm_linearization_free(lcm_linearization *z) {
    forget_search(z);
    lcm_finding_free(&z->finding);
    lcm_alphabet_free(&z->alphabet);
    lc_instance_free(&z->instance);
}
