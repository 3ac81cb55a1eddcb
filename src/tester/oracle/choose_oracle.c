#include "tester/oracle/choose_oracle.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/result.h"
#include "lang/object.h"
#include "spec/specs.h"
#include "target/explore/control.h"
#include "tester/instrument/uninstrumented_scan.h"
#include "tester/oracle/implied_protocol.h"

static lc_run_orders run_orders;

/* ---- choosing ---- */

/* The test says it in the words of the option. */
static lince_status read_criterion(lc_trial *t, lince_error *error) {
    const lc_test_settings *o = &t->session->settings;
    if (o->criterion.index != LC_UNSAID || !*t->test->criterion) {
        t->criterion = o->criterion.index == LC_UNSAID ? LINCE_LINEARIZABLE : (lince_criterion)o->criterion.index;
        t->factors = o->criterion.with;
        return LINCE_DONE;
    }
    char command[] = "test", option[] = "--criterion";
    char *argv[] = {command, option, t->test->criterion, NULL};
    lc_test_settings read = {0};
    lc_words operands = {0};
    lince_error inner = {0};
    lince_status status = lc_options_read(&lc_test_set, &read, &operands, 3, argv, &inner);
    if (status == LINCE_BAD_INPUT)
        lc_fail_at(error, t->test->file, t->test->line, "%s: lince_test_criterion%s", t->test->name,
                   inner.message + strlen("--criterion"));
    else {
        t->criterion = (lince_criterion)read.criterion.index;
        t->factors = read.criterion.with; /* which points into the test's own words */
    }
    lc_options_free(&lc_test_set, &read, &operands);
    return status;
}

/* How many meet in a step of such an object, as far as tests should go: those enrolled may be any number. */
static uint32_t parties_of(const lc_instance *instance) {
    enum { MANY = 8 };
    uint32_t least, most;
    lc_instance_arity(instance, &least, &most);
    return most <= MANY || least > MANY ? most : least > 2 ? least : 2;
}

/* Objects whose operations wait for each other are judged by what is meant for them, and may wait. */
static lince_status imply(lc_trial *t, lince_error *error) {
    bool linearizable = t->criterion == LINCE_LINEARIZABLE, meet = false, span = false;
    uint32_t parties = 1;
    for (uint32_t i = 0; i < t->specs->list.count; i++) {
        const lc_instance *instance = &t->specs->list.at[i].instance;
        meet |= lc_spec_is_sync(instance->spec);
        if (meet && (t->criterion == LINCE_SEQUENTIAL || t->criterion == LINCE_QUASI || t->criterion == LINCE_REFINE))
            return lc_fail_at(
                error, t->test->file, t->test->line,
                "%s: operations of %s take effect together, which the criterion %s does not cover: choose "
                "sync, two-step or interval",
                t->test->name, t->test->model ? "its model" : instance->name, lc_criterion_name(t->criterion));
        span |= instance->spec->traits & LINCE_INTERVALS;
        if (parties_of(instance) > parties) parties = parties_of(instance);
    }
    if (linearizable && span) t->criterion = LINCE_INTERVAL;
    else if (linearizable && meet) t->criterion = LINCE_SYNC;
    if (lc_is_for_sync(t->criterion)) t->parties = parties;
    return LINCE_DONE;
}

static lince_status add_named(lc_trial *t, lince_error *error) {
    const lc_words *named = &t->session->settings.spec;
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < named->count && status == LINCE_DONE; i++) {
        lc_text_printf(&t->spec, "%s%s", i ? "," : "", named->at[i]);
        status = lince_specs_add(t->specs, named->at[i], error);
    }
    return status;
}

static lince_status add_tests_own(lc_trial *t, lince_error *error) {
    lince_error inner = {0};
    lc_text_puts(&t->spec, t->test->spec);
    lince_status status = lince_specs_add(t->specs, t->test->spec, &inner);
    if (status == LINCE_BAD_INPUT)
        lc_fail_at(error, t->test->file, t->test->line, "%s: lince_test_spec: %s", t->test->name, inner.message);
    return status;
}

static lince_status add_model(lc_trial *t, lince_error *error) {
    const lc_session *s = t->session;
    char *path = NULL;
    if (s->program.linked_before)
        return lc_fail_at(error, t->file, 0, "%s: its model is in its source: name the sources, or a --spec",
                          t->test->name);
    lc_session_works(s, "%s: compiling its model", t->file);
    lince_status status = lc_build_model(&path, &s->sources, error);
    lc_session_rests(s);
    if (status == LINCE_DONE) {
        lince_text name = {0};
        lince_error inner = {0};
        lc_text_printf(&name, "%s#%s", path, t->test->name);
        status = name.cut ? LINCE_OUT_OF_MEMORY : lince_specs_add(t->specs, name.at, &inner);
        if (status == LINCE_BAD_INPUT)
            lc_fail_at(error, t->test->file, t->test->line, "the model of test %s: %s", t->test->name, inner.message);
        lc_text_free(&name);
    }
    lc_text_puts(&t->spec, "its model");
    free(path);
    return status;
}

lince_status lc_measure_choose(lc_trial *t, lince_error *error) {
    const lc_test_settings *o = &t->session->settings;
    lc_measure by = o->golden ? LC_BY_GOLDEN : o->reference ? LC_BY_REFERENCE : LC_BY_SPEC;
    lince_status status = read_criterion(t, error);
    t->specs = lcm_specs_new();
    if (!t->specs) return LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE && by == LC_BY_SPEC) {
        if (o->spec.count) status = add_named(t, error);
        else if (*t->test->spec) status = add_tests_own(t, error);
        else if (t->test->model) status = add_model(t, error);
        else by = o->strategy == LC_STRATEGY_STRESS ? LC_BY_GOLDEN : LC_BY_ITSELF; /* it needs to be controlled */
    }
    if (status == LINCE_DONE) status = imply(t, error);
    if (status != LINCE_DONE) return status;
    if (o->golden || o->reference) lc_text_puts(&t->spec, o->golden ? o->golden : o->reference);
    t->standard = lc_standard_new(by, t->specs);
    if (!t->standard) return LINCE_OUT_OF_MEMORY;
    if (by == LC_BY_SPEC && !o->spec.count && !*t->test->spec) lc_standard_set_exact(t->standard); /* a model */
    t->waits = lc_standard_lets_wait(t->standard, t->criterion);
    if (by == LC_BY_SPEC) lc_order_imply(&t->order, t->test, t->specs);
    for (uint32_t i = 0; i < t->test->operations.count; i++) {
        lc_span name = lc_span_of(t->test->operations.at[i]);
        if (!lc_standard_know(t->standard, name)) return LINCE_OUT_OF_MEMORY;
        if (by == LC_BY_ITSELF && !lc_standard_can_call(t->standard, name)) return LINCE_OUT_OF_MEMORY;
    }
    lc_standard_set_runner(t->standard, run_orders, t);
    return LINCE_DONE;
}

/* ---- finding out ---- */

typedef struct filling {
    lc_trial *trial;
    const char *file; /* whose object it is */
    bool itself;      /* the one that is tested: what fails is told elsewhere */
} filling;

static lince_status hear_history(lc_exploration *x, const lc_said_history *said, lince_error *error) {
    const filling *f = x->context;
    lince_history *h;
    lince_status status = lc_said_to_history(said, f->file, &h, error);
    if (status != LINCE_DONE) return status;
    bool added = lc_standard_allow(f->trial->standard, said->execution.scenario, h);
    lince_history_free(h);
    return added ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status hear_scenario(lc_exploration *x, uint64_t number, lc_span text, lince_error *error) {
    (void)number, (void)error;
    const filling *f = x->context;
    return lc_standard_complete(f->trial->standard, text) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status hear_failure(lc_exploration *x, const lc_said_failure *said, lince_error *error) {
    const filling *f = x->context;
    if (f->itself) return LINCE_DONE;
    return lc_fail_at(error, f->file, 0, "what others are measured by fails itself: %s: %.*s",
                      lc_flaw_title(said->kind), (int)said->message.length, said->message.at);
}

static void tick(lc_exploration *x, const lc_workers_view *view) {
    const filling *f = x->context;
    const lc_session *s = f->trial->session;
    if (s->tick) s->tick(view, f->file, s->context);
}

static lince_status fill(filling *f, const char *program, lc_config *config, lc_span candidates, double deadline,
                         lince_error *error) {
    static const lc_listener listener = {
        .history = hear_history, .scenario = hear_scenario, .failure = hear_failure, .tick = tick};
    const lc_session *s = f->trial->session;
    lc_exploration x = {.plan = {.program = program,
                                 .config = config,
                                 .candidates = candidates,
                                 .memory = config->memory_bytes,
                                 .patience = s->settings.patience},
                        .listener = &listener,
                        .context = f,
                        .deadline = deadline,
                        .interrupt = s->interrupt};
    lince_error inner = {0};
    lince_status status = lc_explore(&x, &inner);
    if (status == LINCE_BAD_INPUT && x.bad_scenario && s->settings.scenario)
        lc_fail(error, "--scenario: %s", inner.message);
    else if (status == LINCE_BAD_INPUT) *error = inner;
    if (status == LINCE_DONE && x.ending == LC_ENDED_DEATH) status = lc_fail_at(error, f->file, 0, "%s", x.death.why);
    f->trial->unsure = x.ending == LC_ENDED_TIME        ? LC_UNSURE_TIME
                       : x.ending == LC_ENDED_INTERRUPT ? LC_UNSURE_INTERRUPT
                       : x.ending == LC_ENDED_SPENT     ? LC_UNSURE_EXECUTIONS
                                                        : LC_SURE;
    lc_exploration_free(&x);
    return status;
}

/* Where operations run one after another, whose memory is given out next makes no difference; and for more than one
 * heap there are stages in which they do not. */
static uint32_t one_heap(uint32_t heap) { return heap == LC_HEAP_AUTO || heap == LC_HEAP_ALL ? LC_HEAP_LIFO : heap; }

/* The test of the same name, or the only one. */
static lince_status find_test(lc_counterpart *c, const lc_trial *t, lince_error *error) {
    lc_tested_list list = {0};
    lince_status status = lc_list_tests(t->session, &c->program, &list, error);
    if (status == LINCE_DONE) {
        const lc_tested *same = lc_find_test(&list, t->test->name);
        if (!same && list.count == 1) same = &list.at[0];
        if (same) strncpy(c->test, same->name, sizeof c->test - 1);
        else
            status =
                lc_fail_at(error, c->file, 0, "there are several tests here, and none is called %s", t->test->name);
        for (uint32_t i = 0; same && i < same->operations.count && status == LINCE_DONE; i++)
            if (!lc_standard_can_call(t->standard, lc_span_of(same->operations.at[i]))) status = LINCE_OUT_OF_MEMORY;
    }
    lc_tested_list_free(&list);
    return status;
}

/* Builds the other object, unless that was done; `file` NULL: the same one, but for threads that are controlled. */
static lince_status meet(lc_trial *t, const char *file, lince_error *error) {
    const lc_session *s = t->session;
    lc_sources sources = {.flags = s->sources.flags, .cache = s->sources.cache, .home = s->sources.home};
    if (t->counterpart) return LINCE_DONE;
    t->counterpart = calloc(1, sizeof *t->counterpart);
    if (!t->counterpart) return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; !file && i < s->sources.files.count; i++)
        if (!lc_push(NULL, &sources.files, s->sources.files.at[i])) return LINCE_OUT_OF_MEMORY;
    if (file && !lc_push(NULL, &sources.files, file)) return LINCE_OUT_OF_MEMORY;
    t->counterpart->file = sources.files.at[0];
    lc_session_works(s, "%s: compiling", t->counterpart->file);
    lince_status status = lc_build_program(&t->counterpart->program, &sources, error);
    lc_session_rests(s);
    if (status == LINCE_DONE) status = find_test(t->counterpart, t, error);
    lc_vec_free(NULL, &sources.files);
    return status;
}

/* The configuration for finding out what a counterpart does. */
static void configure_other(lc_config *config, const lc_counterpart *c) {
    config->all_failures = false;
    config->no_data_races = true; /* what it does is right, whatever it does */
    config->assembly = lc_has_assembly(c->program.path);
    memset(config->test, 0, sizeof config->test);
    memcpy(config->test, c->test, strlen(c->test));
}

lince_status lc_measure_fill(lc_trial *t, const lc_config *config, lc_span candidates, double deadline,
                             lince_error *error) {
    const lc_test_settings *o = &t->session->settings;
    lc_config own = *config;
    const char *file = o->golden ? o->golden : o->reference;
    bool itself = !file && lc_standard_measure(t->standard) == LC_BY_GOLDEN;
    if (!file && !itself) return LINCE_DONE;
    if (itself && !t->test->operations.count) return LINCE_DONE; /* perhaps it calls none */
    lince_status status = meet(t, file, error);
    if (status != LINCE_DONE || config->strategy == LC_STRATEGY_STRESS) return status; /* each scenario when it comes */
    filling f = {.trial = t, .file = file};
    configure_other(&own, t->counterpart);
    own.strategy = o->golden ? LC_STRATEGY_SERIAL : LC_STRATEGY_DPOR;
    if (o->golden) own.heap = one_heap(own.heap);
    if (o->max_executions == LC_UNSAID) own.max_executions = UINT64_MAX;
    return fill(&f, t->counterpart->program.path, &own, candidates, deadline, error);
}

lince_status lc_measure_serially(lc_trial *t, const lc_config *config, double deadline, lince_error *error) {
    lc_config own = *config;
    filling f = {.trial = t, .file = t->file, .itself = true};
    own.strategy = LC_STRATEGY_SERIAL;
    own.heap = one_heap(own.heap);
    own.max_executions = UINT64_MAX;
    return fill(&f, t->session->program.path, &own, (lc_span){"", 0}, deadline, error);
}

/* ---- in any order ---- */

typedef struct listening {
    const lc_trial *trial;
    lc_hear_run *hear;
    void *hearer;
    const char *file;
    size_t complete; /* scenarios of which all was run */
} listening;

static lince_status hear_run(lc_exploration *x, const lc_said_history *said, lince_error *error) {
    const listening *l = x->context;
    lince_history *h;
    lince_status status = lc_said_to_history(said, l->file, &h, error);
    if (status != LINCE_DONE) return status;
    bool heard = l->hear(l->hearer, h);
    lince_history_free(h);
    return heard ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status hear_stage(lc_exploration *x, const lc_said_stage *said, lince_error *error) {
    (void)error;
    listening *l = x->context;
    l->complete += said->complete;
    return LINCE_DONE;
}

/* What fails in such an order says that it is not one to be called in. */
static lince_status run_orders(void *context, lc_span texts, lc_hear_run *hear, void *hearer, bool *complete,
                               lince_error *error) {
    static const lc_listener listener = {.history = hear_run, .stage = hear_stage};
    lc_trial *t = context;
    size_t wanted = 0;
    for (size_t i = 0; i < texts.length; i++) wanted += !texts.at[i];
    bool itself = lc_standard_measure(t->standard) == LC_BY_GOLDEN && !t->session->settings.golden;
    lince_status met = itself ? meet(t, NULL, error) : LINCE_DONE;
    if (met != LINCE_DONE) return met;
    const lc_counterpart *c = t->counterpart;
    const lc_session *s = t->session;
    listening l = {.trial = t, .hear = hear, .hearer = hearer, .file = c ? c->file : t->file};
    lc_config config;
    lc_configure(&config, s, t->test);
    if (c) configure_other(&config, c);
    config.strategy = LC_STRATEGY_SERIAL;
    config.heap = one_heap(config.heap);
    config.all_failures = config.no_data_races = true;
    config.jobs = 1;
    config.max_executions = UINT64_MAX;
    config.claim = LC_CLAIM_NONE;
    memset(config.scenario, 0, sizeof config.scenario);
    lc_exploration x = {.plan = {.program = c ? c->program.path : s->program.path,
                                 .config = &config,
                                 .candidates = texts,
                                 .memory = config.memory_bytes,
                                 .patience = s->settings.patience},
                        .listener = &listener,
                        .context = &l,
                        .deadline = t->jury.deadline,
                        .interrupt = t->jury.options.interrupt};
    lince_status status = lc_explore(&x, error);
    *complete = x.ending == LC_ENDED && l.complete >= wanted;
    lc_exploration_free(&x);
    return status;
}
