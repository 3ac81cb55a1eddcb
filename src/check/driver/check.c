/* A check from beginning to end: bind, split, search, explain. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "check/driver/job.h"
#include "check/refine/refine.h"
#include "check/tuning.h"
#include "spec/specs.h"

lince_reason lc_reason_of(lc_halt halt) {
    return halt == LC_TIMED_OUT     ? LINCE_REASON_TIMEOUT
           : halt == LC_INTERRUPTED ? LINCE_REASON_INTERRUPT
                                    : LINCE_REASON_MEMORY;
}

uint64_t lc_explanation_allowance(const lc_job *c, uint64_t check) {
    enum { FREE = 4000 };
    if (c->options->thorough) return UINT64_MAX / 2; /* as good as any */
    return check > FREE ? check : FREE;
}

bool lc_spec_is_wrong(const lc_job *c) {
    for (uint32_t i = 0; i <= c->parts.parts.count; i++)
        if (c->findings[i].outcome == LC_WRONG_SPEC) return true;
    return false;
}

/* The conflict's operations by number alone, for the public interface. */
static void list_conflict(lince_result *r) {
    for (uint32_t i = 0; r->violation && i < r->violation->conflict.count; i++)
        (void)lc_push(NULL, &r->conflict, r->violation->conflict.at[i].op);
}

struct lookup {
    const lince_specs *given, *named;
};

static const lc_instance *find_spec(const void *context, lc_span object) {
    const struct lookup *l = context;
    const lc_instance *found = l->given ? lc_specs_find(l->given, object) : NULL;
    return found ? found : lc_specs_find(l->named, object);
}

static lince_status bind_history(lc_job *c, const lince_history *h, const struct lookup *lookup, lince_error *error) {
    lc_bind_options bind = {.lookup = find_spec,
                            .context = lookup,
                            .init = c->options->init,
                            .fail_returns = c->options->fail_returns,
                            .fail_returns_count = c->options->fail_returns_count,
                            .sync = c->criterion != LINCE_SEQUENTIAL && c->criterion != LINCE_QUASI &&
                                    c->criterion != LINCE_REFINE,
                            .keep_pure = c->options->progress,
                            .limits = &c->limits};
    return lc_bind(&c->binding, h, &bind, &c->budget, error);
}

/* Findings and room for the orders, a part each. */
static bool prepare_parts(lc_job *c) {
    uint32_t count = c->parts.parts.count;
    c->findings = lc_allocate(&c->budget, ((size_t)count + 1) * sizeof *c->findings);
    c->order_offset = lc_allocate(&c->budget, ((size_t)count + 1) * sizeof *c->order_offset);
    c->order = lc_allocate(&c->budget, (c->parts.event_count + 1) * sizeof *c->order);
    if (!c->findings || !c->order_offset || !c->order) return false;
    memset(c->findings, 0, ((size_t)count + 1) * sizeof *c->findings);
    uint32_t offset = 0; /* no order has more operations than its part has events */
    for (uint32_t i = 0; i < count; i++) {
        c->findings[i] = (lc_finding){.outcome = LC_HALTED, .halt = LC_SPENT}; /* still to be done */
        c->order_offset[i] = offset;
        offset += c->parts.parts.at[i].event_count;
    }
    c->order_offset[count] = offset;
    return true;
}

static void free_job(lc_job *c) {
    uint32_t count = c->parts.parts.count;
    lc_release(&c->budget, c->findings, ((size_t)count + 1) * sizeof *c->findings);
    lc_release(&c->budget, c->order_offset, ((size_t)count + 1) * sizeof *c->order_offset);
    lc_release(&c->budget, c->order, (c->parts.event_count + 1) * sizeof *c->order);
    for (size_t i = 0; i < sizeof c->received / sizeof *c->received; i++) free(c->received[i]);
    lc_parts_free(&c->parts);
    lc_binding_free(&c->binding);
    pthread_mutex_destroy(&c->lock);
}

static void count_operations(lc_job *c) {
    c->result->operations = c->binding.operations;
    c->result->statistics.partitions = c->parts.parts.count;
}

static void list_specs(lc_job *c) {
    lince_text names = {0};
    lc_binding_put_specs(&names, &c->binding);
    c->result->spec = strdup(lc_text(&names));
    lc_text_free(&names);
}

static lince_status wrong_spec(const lc_job *c, lince_error *error) {
    if (!lc_spec_is_wrong(c)) return LINCE_DONE;
    return lc_fail(error,
                   "a specification contradicts itself: an operation that it declares pure changed the state (in %s)",
                   c->result->spec);
}

/* A specification that failed while it ran looks as if memory had been out. */
static lince_status failed_spec(const lc_job *c, lince_status status, lince_error *error) {
    for (uint32_t i = 0; i < c->binding.objects.count; i++)
        if (lc_instance_failed(c->binding.objects.at[i].instance, error)) return LINCE_BAD_INPUT;
    return status;
}

static void count_state(void *context, const void *state, size_t size, const lince_results *results) {
    (void)state, (void)size, (void)results;
    ++*(size_t *)context;
}

/* The searches rely on it that there is a state to begin with. */
static lince_status check_initial_states(lc_job *c, lince_error *error) {
    for (uint32_t i = 0; i < c->binding.objects.count; i++) {
        const lc_instance *instance = c->binding.objects.at[i].instance;
        size_t states = 0;
        lc_runner runner;
        lc_runner_init(&runner, instance, &c->binding.values, c->binding.init);
        lc_run_init(&runner, count_state, &states);
        bool enough = !runner.out_of_memory;
        lc_runner_free(&runner);
        if (!enough) return LINCE_OUT_OF_MEMORY;
        if (!states) return lc_fail(error, "%s has no initial state: its `init` emits nothing", instance->name);
    }
    return LINCE_DONE;
}

/* The text behind the name of the criterion. */
static lince_status read_factors(lc_job *c, lince_error *error) {
    if (c->criterion == LINCE_REFINE) return lc_length_parse(&c->length, c->options->factors, error);
    if (c->criterion != LINCE_QUASI) return LINCE_DONE;
    if (!c->options->factors) return lc_fail(error, "quasi linearizability needs factors, such as quasi:2");
    return lc_factors_parse(&c->factors, c->options->factors, error);
}

/* Linearizability is the default as long as operations take effect one by one. */
static lince_criterion implied(const lc_job *c) {
    lince_criterion criterion = c->criterion;
    if (criterion != LINCE_LINEARIZABLE) return criterion;
    if (c->options->progress) criterion = LINCE_SYNC;
    for (uint32_t i = 0; i < c->binding.objects.count; i++) {
        const lince_spec *spec = c->binding.objects.at[i].instance->spec;
        if (spec->traits & LINCE_INTERVALS) return LINCE_INTERVAL;
        if (lc_spec_is_sync(spec)) criterion = LINCE_SYNC;
    }
    return criterion;
}

/* Where all operations take effect one by one, and progress is not checked, that is linearizability (section 4 of the
 * synchronization paper); it can be judged key by key, and explained as such. */
static bool is_plain(const lc_job *c, lince_criterion criterion) {
    if ((criterion != LINCE_SYNC && criterion != LINCE_INTERVAL) || c->options->progress) return false;
    for (uint32_t i = 0; i < c->binding.objects.count; i++)
        if (lc_spec_is_sync(c->binding.objects.at[i].instance->spec)) return false;
    return true;
}

/* Then each step of the witness has one operation. */
static void list_single_steps(lince_result *r) {
    if (!lc_is_for_sync(r->criterion) || r->groups.count) return;
    for (uint32_t i = 0; i < r->witness.count; i++) (void)lc_push(NULL, &r->groups, i + 1);
}

/* Only one criterion is for operations that span several synchronizations. */
static lince_status check_intervals(const lc_job *c, const lince_history *h, lince_error *error) {
    if (!lc_is_for_sync(c->criterion) || c->criterion == LINCE_INTERVAL) return LINCE_DONE;
    for (uint32_t i = 0; i < c->binding.objects.count; i++) {
        const lc_instance *instance = c->binding.objects.at[i].instance;
        if (instance->spec->traits & LINCE_INTERVALS)
            return lc_fail_at(
                error, h->file, 0,
                "operations of %s span several synchronizations, which %s does not cover: use --criterion "
                "interval",
                instance->name, lc_criterion_name(c->criterion));
    }
    return LINCE_DONE;
}

/* Options that are given together must fit together. */
static lince_status check_request(const lc_job *c, const lince_history *h, lince_error *error) {
    const lince_check_options *o = c->options;
    bool sync = lc_is_for_sync(c->criterion);
    if (h->order.threads && c->criterion != LINCE_LINEARIZABLE && c->criterion != LINCE_SEQUENTIAL)
        return lc_fail_at(error, h->file, 0, "%s is about intervals, and the history has a partial order",
                          lc_criterion_name(c->criterion));
    if (o->progress && c->criterion != LINCE_SYNC && c->criterion != LINCE_INTERVAL)
        return lc_fail_at(error, h->file, 0,
                          "progress can be required with the criteria sync and interval only, not with %s",
                          lc_criterion_name(c->criterion));
    if (o->algorithm != LINCE_AUTO && o->algorithm != LINCE_SEARCH && c->criterion == LINCE_TWO_STEP)
        return lc_fail_at(error, h->file, 0, "two-step is decided by search only: leave out --algorithm");
    if (o->algorithm >= LINCE_SWEEP && c->criterion != LINCE_SYNC)
        return lc_fail_at(error, h->file, 0,
                          "the algorithms sweep, matching and cover are for objects whose operations wait for each "
                          "other, and the criterion sync");
    if (o->algorithm == LINCE_POLY && !sync && c->criterion != LINCE_LINEARIZABLE)
        return lc_fail_at(error, h->file, 0, "no polynomial algorithm is known for %s",
                          c->criterion == LINCE_QUASI    ? "quasi linearizability"
                          : c->criterion == LINCE_REFINE ? "refine(k) in general: leave out --algorithm"
                                                         : "sequential consistency");
    if ((sync || c->criterion == LINCE_REFINE) && c->parts.entangled)
        return lc_fail_at(error, h->file, 0,
                          "operations on different objects touch in an instant, which %s cannot take into account",
                          lc_criterion_name(c->criterion));
    return check_intervals(c, h, error);
}

/* All that comes before the first part is judged. */
static lince_status prepare(lc_job *c, const lince_history *h, const struct lookup *lookup, lince_error *error) {
    lince_status status = read_factors(c, error);
    if (status == LINCE_DONE) status = bind_history(c, h, lookup, error);
    if (status == LINCE_DONE) status = check_initial_states(c, error);
    if (status != LINCE_DONE) return status;
    c->criterion = c->result->criterion = implied(c);
    if (is_plain(c, c->criterion)) c->criterion = LINCE_LINEARIZABLE;
    c->result->progress = c->options->progress;
    bool by_key = !c->tuning.no_partition && (c->criterion < LINCE_QUASI || c->criterion == LINCE_REFINE);
    if (!lc_split(&c->parts, &c->binding, by_key, &c->budget) || !prepare_parts(c)) return LINCE_OUT_OF_MEMORY;
    status = check_request(c, h, error);
    if (status != LINCE_DONE) return status;
    count_operations(c);
    list_specs(c);
    if (c->parts.entangled && c->options->algorithm == LINCE_POLY)
        return lc_fail_at(error, h->file, 0,
                          "no polynomial algorithm applies: operations on different objects touch in an instant");
    return LINCE_DONE;
}

static lince_status run(lc_job *c, const lince_history *h, const struct lookup *lookup, lince_error *error) {
    lince_status status = prepare(c, h, lookup, error);
    if (c->ranks) status = lc_ranks_status(c, status, error);
    if (status != LINCE_DONE) return status;
    bool sequential = c->criterion == LINCE_SEQUENTIAL;
    if (lc_is_for_sync(c->criterion)) status = lc_check_sync(c, error);
    else if (c->criterion == LINCE_QUASI) status = lc_check_quasi(c, error);
    else if (c->criterion == LINCE_REFINE) status = lc_check_refine(c);
    else if (sequential || c->parts.entangled) status = lc_check_whole(c, !sequential);
    else status = lc_check_local(c, error);
    list_single_steps(c->result);
    list_conflict(c->result);
    return status == LINCE_DONE ? wrong_spec(c, error) : status;
}

static void fill_in_limits(lc_job *c) {
    const lince_check_options *o = c->options;
    c->limits = (lc_limits){.deadline = o->timeout > 0 ? c->started + o->timeout : 0,
                            .interrupt = o->interrupt,
                            .tick = o->on_tick,
                            .context = o->context};
}

lince_status lince_check(const lince_history *h, const lince_specs *specs, const lince_check_options *options,
                         lince_result **out, lince_error *error) {
    enum { FIRST = offsetof(lince_check_options, context) + sizeof(void *) }; /* the size in 0.2 */
    lince_check_options taken;
    *out = NULL;
    if (!h) return lc_fail_missing(error, __func__, "history");
    lince_status status = lc_take_sized(&taken, sizeof taken, FIRST, options, "lince_check_options", error);
    return status == LINCE_DONE ? lc_check_tuned(h, specs, &taken, NULL, NULL, out, error) : status;
}

lince_status lc_check_tuned(const lince_history *h, const lince_specs *specs, const lince_check_options *options,
                            const lc_tuning *tuning, const lc_ranks *ranks, lince_result **out, lince_error *error) {
    static const lince_check_options by_default;
    lince_result *r = *out = calloc(1, sizeof *r);
    lince_specs *named = NULL;
    if (!r) return LINCE_OUT_OF_MEMORY;
    lc_job c = {.options = options ? options : &by_default, .started = lc_now(), .result = r};
    r->criterion = c.criterion = c.options->criterion;
    r->algorithm = "search";
    r->linearizable = LINCE_VERDICT_UNKNOWN;
    if (tuning) c.tuning = *tuning;
    if (ranks && ranks->size > 1 && ranks->size <= LC_RANKS_MOST) c.ranks = ranks;
    lc_budget_init(&c.budget, c.options->max_memory);
    pthread_mutex_init(&c.lock, NULL);
    fill_in_limits(&c);
    lince_status status = lc_specs_of_history(&named, h, error);
    if (status == LINCE_DONE) {
        struct lookup lookup = {specs, named};
        status = failed_spec(&c, run(&c, h, &lookup, error), error);
        r->memory = atomic_load(&c.budget.peak) + atomic_load(&h->budget->used);
        r->explain_seconds = lc_now() - c.started - r->seconds;
        free_job(&c);
    }
    lince_specs_free(named);
    if (status == LINCE_OUT_OF_MEMORY || status == LINCE_STOPPED) {
        r->why_unknown =
            status == LINCE_OUT_OF_MEMORY ? LINCE_REASON_MEMORY : lc_reason_of(lc_limits_reached(&c.limits));
        lc_announce(&c, LINCE_VERDICT_UNKNOWN);
        return LINCE_DONE;
    }
    if (status != LINCE_DONE) {
        lince_result_free(r);
        *out = NULL;
    }
    return status;
}
