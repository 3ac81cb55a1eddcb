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

static lcd_run_orders run_orders;

/* ---- choosing ---- */

/* The test names it in the words of the option. */
static lince_status read_criterion(lcd_test_run *t, lince_error *error) {
    const lcd_test_settings *o = &t->session->settings;
    if (o->criterion.index != LC_UNSAID || !*t->test->criterion) {
        t->criterion = o->criterion.index == LC_UNSAID ? LINCE_LINEARIZABLE : (lince_criterion)o->criterion.index;
        t->factors = o->criterion.with;
        return LINCE_DONE;
    }
    char command[] = "test", option[] = "--criterion";
    char *argv[] = {command, option, t->test->criterion, NULL};
    lcd_test_settings read = {0};
    lc_words operands = {0};
    lince_error inner = {0};
    lince_status status = lc_options_read(&lcd_test_set, &read, &operands, 3, argv, &inner);
    if (status == LINCE_BAD_INPUT)
        lc_fail_at(error, t->test->file, t->test->line, "%s: lince_test_criterion%s", t->test->name,
                   inner.message + strlen("--criterion"));
    else {
        t->criterion = (lince_criterion)read.criterion.index;
        t->factors = read.criterion.with; /* which points into the test's own words */
    }
    lc_options_free(&lcd_test_set, &read, &operands);
    return status;
}

/* How many meet in a step of such an object, as far as tests should go: those enrolled may be any number. */
static uint32_t parties_of(const lc_instance *instance) {
    enum { MANY = 8 };
    uint32_t least, most;
    lc_instance_arity(instance, &least, &most);
    return most <= MANY || least > MANY ? most : least > 2 ? least : 2;
}

/* Objects whose operations wait for each other are judged by the criterion that is meant for them, and may wait. */
static lince_status imply(lcd_test_run *t, lince_error *error) {
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

static lince_status add_named(lcd_test_run *t, lince_error *error) {
    const lc_words *named = &t->session->settings.spec;
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < named->count && status == LINCE_DONE; i++) {
        lc_text_printf(&t->spec, "%s%s", i ? "," : "", named->at[i]);
        status = lince_specs_add(t->specs, named->at[i], error);
    }
    return status;
}

static lince_status add_tests_own(lcd_test_run *t, lince_error *error) {
    lince_error inner = {0};
    lc_text_puts(&t->spec, t->test->spec);
    lince_status status = lince_specs_add(t->specs, t->test->spec, &inner);
    if (status == LINCE_BAD_INPUT)
        lc_fail_at(error, t->test->file, t->test->line, "%s: lince_test_spec: %s", t->test->name, inner.message);
    return status;
}

static lince_status add_model(lcd_test_run *t, lince_error *error) {
    const lcd_session *s = t->session;
    char *path = NULL;
    if (s->program.linked_before)
        return lc_fail_at(error, t->file, 0, "%s: its model is in its source: name the sources, or a --spec",
                          t->test->name);
    lcd_session_works(s, "%s: compiling its model", t->file);
    lince_status status = lcd_build_model(&path, &s->sources, error);
    lcd_session_rests(s);
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

lince_status lcd_oracle_choose(lcd_test_run *t, lince_error *error) {
    const lcd_test_settings *o = &t->session->settings;
    lcd_oracle_kind by = o->golden ? LCD_ORACLE_GOLDEN : o->reference ? LCD_ORACLE_REFERENCE : LCD_ORACLE_SPEC;
    lince_status status = read_criterion(t, error);
    t->specs = lcm_specs_new();
    if (!t->specs) return LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE && by == LCD_ORACLE_SPEC) {
        if (o->spec.count) status = add_named(t, error);
        else if (*t->test->spec) status = add_tests_own(t, error);
        else if (t->test->model) status = add_model(t, error);
        else
            by = o->strategy == LCT_STRATEGY_STRESS ? LCD_ORACLE_GOLDEN
                                                    : LCD_ORACLE_ITSELF; /* it needs to be controlled */
    }
    if (status == LINCE_DONE) status = imply(t, error);
    if (status != LINCE_DONE) return status;
    if (o->golden || o->reference) lc_text_puts(&t->spec, o->golden ? o->golden : o->reference);
    t->oracle = lcd_oracle_new(by, t->specs);
    if (!t->oracle) return LINCE_OUT_OF_MEMORY;
    if (by == LCD_ORACLE_SPEC && !o->spec.count && !*t->test->spec) lcd_oracle_set_exact(t->oracle); /* a model */
    t->waits = lcd_oracle_lets_wait(t->oracle, t->criterion);
    if (by == LCD_ORACLE_SPEC) lcd_order_imply(&t->order, t->test, t->specs);
    for (uint32_t i = 0; i < t->test->operations.count; i++) {
        lc_span name = lc_span_of(t->test->operations.at[i]);
        if (!lcd_oracle_know(t->oracle, name)) return LINCE_OUT_OF_MEMORY;
        if (by == LCD_ORACLE_ITSELF && !lcd_oracle_can_call(t->oracle, name)) return LINCE_OUT_OF_MEMORY;
    }
    lcd_oracle_set_runner(t->oracle, run_orders, t);
    return LINCE_DONE;
}

/* ---- finding out ---- */

typedef struct filling {
    lcd_test_run *test_run;
    const char *file; /* whose object it is */
    bool itself;      /* the test itself: its failures are reported elsewhere */
} filling;

static lince_status on_history(lcd_exploration *x, const lcd_msg_history *msg, lince_error *error) {
    const filling *f = x->context;
    lince_history *h;
    lince_status status = lcd_msg_to_history(msg, f->file, &h, error);
    if (status != LINCE_DONE) return status;
    bool added = lcd_oracle_allow(f->test_run->oracle, msg->execution.scenario, h);
    lince_history_free(h);
    return added ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status on_scenario(lcd_exploration *x, uint64_t number, lc_span text, lince_error *error) {
    (void)number, (void)error;
    const filling *f = x->context;
    return lcd_oracle_complete(f->test_run->oracle, text) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status on_failure(lcd_exploration *x, const lcd_msg_failure *msg, lince_error *error) {
    const filling *f = x->context;
    if (f->itself) return LINCE_DONE;
    return lc_fail_at(error, f->file, 0, "the object that the results are compared with fails itself: %s: %.*s",
                      lcd_failure_title(msg->kind), (int)msg->message.length, msg->message.at);
}

static void tick(lcd_exploration *x, const lcd_workers_view *view) {
    const filling *f = x->context;
    const lcd_session *s = f->test_run->session;
    if (s->tick) s->tick(view, f->file, s->context);
}

static lince_status fill(filling *f, const char *program, lct_config *config, lc_span candidates, double deadline,
                         lince_error *error) {
    static const lcd_listener listener = {
        .history = on_history, .scenario = on_scenario, .failure = on_failure, .tick = tick};
    const lcd_session *s = f->test_run->session;
    lcd_exploration x = {.plan = {.program = program,
                                  .config = config,
                                  .candidates = candidates,
                                  .memory = config->memory_bytes,
                                  .patience = s->settings.patience,
                                  .cramped = s->cramped},
                         .listener = &listener,
                         .context = f,
                         .deadline = deadline,
                         .interrupt = s->interrupt};
    lince_error inner = {0};
    lince_status status = lcd_explore(&x, &inner);
    if (status == LINCE_BAD_INPUT && x.bad_scenario && s->settings.scenario)
        lc_fail(error, "--scenario: %s", inner.message);
    else if (status == LINCE_BAD_INPUT) *error = inner;
    if (status == LINCE_DONE && x.ending == LCD_ENDED_DEATH) status = lc_fail_at(error, f->file, 0, "%s", x.death.why);
    f->test_run->unsure = x.ending == LCD_ENDED_TIME        ? LCD_UNSURE_TIME
                          : x.ending == LCD_ENDED_INTERRUPT ? LCD_UNSURE_INTERRUPT
                          : x.ending == LCD_ENDED_SPENT     ? LCD_UNSURE_EXECUTIONS
                                                            : LCD_SURE;
    lcd_exploration_free(&x);
    return status;
}

/* Where operations run one after another, whose memory is given out next makes no difference; and for more than one
 * heap there are stages in which they do not. */
static uint32_t one_heap(uint32_t heap) { return heap == LCT_HEAP_AUTO || heap == LCT_HEAP_ALL ? LCT_HEAP_LIFO : heap; }

/* The test of the same name, or the only one. */
static lince_status find_test(lcd_counterpart *c, const lcd_test_run *t, lince_error *error) {
    lcd_tested_list list = {0};
    lince_status status = lcd_list_tests(t->session, &c->program, &list, error);
    if (status == LINCE_DONE) {
        const lcd_tested *same = lcd_find_test(&list, t->test->name);
        if (!same && list.count == 1) same = &list.at[0];
        if (same) strncpy(c->test, same->name, sizeof c->test - 1);
        else
            status =
                lc_fail_at(error, c->file, 0, "there are several tests here, and none is called %s", t->test->name);
        for (uint32_t i = 0; same && i < same->operations.count && status == LINCE_DONE; i++)
            if (!lcd_oracle_can_call(t->oracle, lc_span_of(same->operations.at[i]))) status = LINCE_OUT_OF_MEMORY;
    }
    lcd_tested_list_free(&list);
    return status;
}

/* Builds the other object, unless that was done; `file` NULL: the same one, but for threads that are controlled. */
static lince_status meet(lcd_test_run *t, const char *file, lince_error *error) {
    const lcd_session *s = t->session;
    lcd_sources sources = {
        .flags = s->sources.flags, .cache = s->sources.cache, .home = s->sources.home, .many = s->sources.many};
    if (t->counterpart) return LINCE_DONE;
    t->counterpart = calloc(1, sizeof *t->counterpart);
    if (!t->counterpart) return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; !file && i < s->sources.files.count; i++)
        if (!lc_push(NULL, &sources.files, s->sources.files.at[i])) return LINCE_OUT_OF_MEMORY;
    if (file && !lc_push(NULL, &sources.files, file)) return LINCE_OUT_OF_MEMORY;
    t->counterpart->file = sources.files.at[0];
    lcd_session_works(s, "%s: compiling", t->counterpart->file);
    lince_status status = lcd_build_program(&t->counterpart->program, &sources, error);
    lcd_session_rests(s);
    if (status == LINCE_DONE) status = find_test(t->counterpart, t, error);
    lc_vec_free(NULL, &sources.files);
    return status;
}

/* The oracle is the same under every memory model. */
static void configure_memory(lct_config *config) {
    config->memory = LCT_MEMORY_SC;
    config->graphs = config->send_graphs = false;
}

/* The configuration for finding out the results of a counterpart. */
static void configure_other(lct_config *config, const lcd_counterpart *c) {
    config->all_failures = false;
    config->no_data_races = true; /* the counterpart is correct by definition */
    config->lists = false;
    config->assembly = lcd_has_assembly(c->program.path);
    lcd_configure_room(config, &c->program, LCT_STRATEGY_SERIAL);
    memset(config->test, 0, sizeof config->test);
    memcpy(config->test, c->test, strlen(c->test));
}

lince_status lcd_oracle_fill(lcd_test_run *t, const lct_config *config, lc_span candidates, double deadline,
                             lince_error *error) {
    const lcd_test_settings *o = &t->session->settings;
    lct_config own = *config;
    const char *file = o->golden ? o->golden : o->reference;
    bool itself = !file && lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_GOLDEN;
    if (!file && !itself) return LINCE_DONE;
    if (itself && !t->test->operations.count) return LINCE_DONE; /* perhaps it calls none */
    lince_status status = meet(t, file, error);
    if (status != LINCE_DONE || config->strategy == LCT_STRATEGY_STRESS)
        return status; /* each scenario when it comes */
    filling f = {.test_run = t, .file = file};
    configure_other(&own, t->counterpart);
    configure_memory(&own);
    own.strategy = o->golden ? LCT_STRATEGY_SERIAL : LCT_STRATEGY_DPOR;
    if (o->golden) own.heap = one_heap(own.heap);
    if (o->max_executions == LC_UNSAID) own.max_executions = UINT64_MAX;
    return fill(&f, t->counterpart->program.path, &own, candidates, deadline, error);
}

lince_status lcd_oracle_run_serially(lcd_test_run *t, const lct_config *config, double deadline, lince_error *error) {
    lct_config own = *config;
    filling f = {.test_run = t, .file = t->file, .itself = true};
    configure_memory(&own);
    own.strategy = LCT_STRATEGY_SERIAL;
    own.heap = one_heap(own.heap);
    own.max_executions = UINT64_MAX;
    return fill(&f, t->session->program.path, &own, (lc_span){"", 0}, deadline, error);
}

/* ---- in any order ---- */

typedef struct listening {
    const lcd_test_run *test_run;
    lcd_on_run *on_run;
    void *receiver;
    const char *file;
    size_t complete; /* scenarios of which all was run */
} listening;

static lince_status on_serial_run(lcd_exploration *x, const lcd_msg_history *msg, lince_error *error) {
    const listening *l = x->context;
    lince_history *h;
    lince_status status = lcd_msg_to_history(msg, l->file, &h, error);
    if (status != LINCE_DONE) return status;
    bool received = l->on_run(l->receiver, h);
    lince_history_free(h);
    return received ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status on_stage(lcd_exploration *x, const lcd_msg_stage *msg, lince_error *error) {
    (void)error;
    listening *l = x->context;
    l->complete += msg->complete;
    return LINCE_DONE;
}

/* A failure in such an order means that the object may not be called in it. */
static lince_status run_orders(void *context, lc_span texts, lcd_on_run *on_run, void *receiver, bool *complete,
                               lince_error *error) {
    static const lcd_listener listener = {.history = on_serial_run, .stage = on_stage};
    lcd_test_run *t = context;
    size_t wanted = 0;
    for (size_t i = 0; i < texts.length; i++) wanted += !texts.at[i];
    bool itself = lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_GOLDEN && !t->session->settings.golden;
    lince_status met = itself ? meet(t, NULL, error) : LINCE_DONE;
    if (met != LINCE_DONE) return met;
    const lcd_counterpart *c = t->counterpart;
    const lcd_session *s = t->session;
    listening l = {.test_run = t, .on_run = on_run, .receiver = receiver, .file = c ? c->file : t->file};
    lct_config config;
    lcd_configure(&config, s, t->test);
    if (c) configure_other(&config, c);
    configure_memory(&config);
    config.strategy = LCT_STRATEGY_SERIAL;
    config.heap = one_heap(config.heap);
    config.all_failures = config.no_data_races = true;
    config.jobs = 1;
    config.max_executions = UINT64_MAX;
    config.claim = LCT_CLAIM_NONE;
    memset(config.scenario, 0, sizeof config.scenario);
    lcd_exploration x = {.plan = {.program = c ? c->program.path : s->program.path,
                                  .config = &config,
                                  .candidates = texts,
                                  .memory = config.memory_bytes,
                                  .patience = s->settings.patience,
                                  .cramped = s->cramped},
                         .listener = &listener,
                         .context = &l,
                         .deadline = t->judge.deadline,
                         .interrupt = t->judge.options.interrupt};
    lince_status status = lcd_explore(&x, error);
    *complete = x.ending == LCD_ENDED && l.complete >= wanted;
    lcd_exploration_free(&x);
    return status;
}
