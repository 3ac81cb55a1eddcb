#include "tester/driver/test_run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "spec/specs.h"
#include "target/explore/control.h"
#include "tester/driver/reproduce.h"
#include "tester/oracle/choose_oracle.h"
#include "tester/oracle/sync_roles.h"
#include "tester/orders/repair.h"
#include "tester/trace/events.h"
#include "tester/trace/sign.h"
#include "tester/trace/trace.h"
#include "tester/trace/trace_replay.h"

/* A test whose steps are quick takes half of the processor time that it may take. */
enum { STEPS_PER_SECOND = 3000000, ALL_SIZES = 100 };

/* ---- the failure in detail ---- */

lcd_lines *lcd_test_run_lines(lcd_test_run *t) {
    if (!t->lines) t->lines = lcd_lines_open(t->session->program.path);
    lcd_lines_set_tls(t->lines, &t->replayed.tls);
    return t->lines;
}

lince_status lcd_test_run_write(lcd_test_run *t, lcd_trace *trace, const char *path, lince_error *error) {
    const lcd_session *s = t->session;
    const lcd_source_list *sources = &s->program.sources;
    bool enough = true;
    trace->program = s->program.fingerprint;
    for (uint32_t i = 0; i < s->sources.files.count && enough; i++)
        enough = lcd_trace_add_file(trace, s->sources.files.at[i]);
    for (uint32_t i = 0; i < s->sources.flags.count && enough; i++)
        enough = lcd_trace_add_flag(trace, s->sources.flags.at[i]);
    for (uint32_t i = 0; i < sources->count && enough; i++)
        enough = lcd_trace_add_source(trace, sources->at[i].path, sources->at[i].hash);
    if (enough) trace->signature = lcd_trace_sign(trace, &s->cache);
    if (t->replayed.steps.count && !t->strayed)
        lcd_events_print(&trace->event_lines, t->replayed.steps.at, t->replayed.steps.count, lcd_test_run_lines(t));
    return enough ? lcd_trace_write(trace, path, error) : LINCE_OUT_OF_MEMORY;
}

/* A trace that cannot be written is no reason to omit the report of its failure. */
static lince_status save_trace(lcd_test_run *t, const lct_config *config) {
    const lcd_session *s = t->session;
    lcd_trace trace;
    lcd_trace_init(&trace);
    lcd_trace_from_config(&trace, config);
    trace.stacks_shared = t->stacks_shared;
    bool enough = lcd_trace_set_schedule(&trace, t->failure->schedule, t->failure->length) &&
                  lcd_trace_set_places(&trace, t->failure->races.places.at, t->failure->races.places.count);
    bool named = s->settings.trace && !*s->trace_written;
    t->trace = named ? strdup(s->settings.trace)
                     : lcd_replay_path(s, t->test, s->found ? lcd_failure_name(t->failure->kind) : NULL);
    *s->trace_written |= named;
    enough &= t->trace != NULL;
    lince_status status = enough ? lcd_test_run_write(t, &trace, t->trace, &t->unsaved) : LINCE_OUT_OF_MEMORY;
    lcd_trace_free(&trace);
    if (status == LINCE_DONE) lcd_replay_command(&t->replay, s, t->trace);
    if (status != LINCE_BAD_INPUT) return status;
    free(t->trace);
    t->trace = NULL;
    return LINCE_DONE;
}

/* True: the failure is reported in detail, and not only that there is one. */
static bool output_wanted(const lcd_test_run *t) {
    const lcd_test_settings *o = &t->session->settings;
    return !o->quiet || o->junit || o->html || o->trace;
}

static lince_status report_failure(lcd_test_run *t, lct_config *config, lince_error *error) {
    if (lcd_failure_is_limit(t->failure->kind)) t->unsure = LCD_UNSURE_ROOM;
    if (t->failure->kind == LCD_FAILURE_DEATH) return LINCE_DONE;
    if (lcd_failure_is_mistake(t->failure->kind)) return lcd_name_impurity(t);
    lince_verdict verdict;
    lcd_session_works(t->session, "%s: explaining the failure", t->test->name);
    lince_status status = lcd_reproduce(t, config);
    if (status == LINCE_DONE && !t->strayed) lcd_why_find(&t->why, t, config);
    t->judge.deadline = 0; /* a failure that was found is explained, however late it is */
    if (lc_is_interrupted(t->session->interrupt)) t->judge.options.interrupt = NULL;
    if (status == LINCE_DONE && t->failure->kind == LCD_FAILURE_VIOLATION && output_wanted(t))
        status = lcd_judge_explain(&t->judge, t->failure, &verdict, &t->result, error);
    if (status == LINCE_DONE && !lcd_failure_is_mistake(t->failure->kind)) status = save_trace(t, config);
    lcd_session_rests(t->session);
    return status;
}

/* ---- the whole ---- */

lince_status lcd_test_run_prepare(lcd_test_run *t, const lcd_session *s, const lcd_tested *test, double started,
                                  lince_error *error) {
    *t = (lcd_test_run){.session = s, .test = test, .file = s->sources.files.at[0]};
    if (*test->file) t->file = test->file;
    lcd_coverage_init(&t->coverage);
    lcd_judge_init(&t->judge, NULL, t->file);
    lince_status status = lcd_oracle_choose(t, error);
    t->judge.oracle = t->oracle;
    if (t->oracle) lcd_oracle_tune(t->oracle, &(lc_tuning){.no_recognition = s->settings.no_deduplication});
    t->judge.init = s->settings.init;
    t->judge.all = s->settings.all_failures;
    t->judge.allowed = s->allowed;
    t->judge.copies = s->histories;
    t->judge.forgets = s->settings.no_deduplication;
    t->judge.options = (lince_check_options){.criterion = t->criterion,
                                             .factors = t->factors,
                                             .jobs = 1,
                                             .max_memory = s->settings.max_memory,
                                             .interrupt = s->interrupt};
    t->judge.deadline = lcd_test_run_deadline(t, started);
    return status;
}

void lcd_test_run_borrow(lcd_test_run *t, const lcd_test_run *from, double deadline) {
    *t = (lcd_test_run){.session = from->session,
                        .smaller_than = from,
                        .test = from->test,
                        .file = from->file,
                        .criterion = from->criterion,
                        .factors = from->factors,
                        .counterpart = from->counterpart,
                        .oracle = from->oracle};
    lcd_coverage_init(&t->coverage);
    lcd_judge_init(&t->judge, from->oracle, from->file);
    t->judge.options = from->judge.options;
    t->judge.init = from->judge.init;
    t->judge.deadline = deadline;
    t->judge.allowed = from->judge.allowed;
}

const char *lcd_test_run_order(const lcd_test_run *t) { return *t->test->order ? t->test->order : lc_text(&t->order); }

/* The order of calls and returns need not be explored, unless the histories are to be read. */
static bool judges_all_schedules(const lcd_test_run *t) {
    const lcd_test_settings *o = &t->session->settings;
    return !o->history_edges && !o->no_history_edges && !t->session->histories;
}

/* Waiting is judged by intervals. */
static bool may_wait(const lct_config *config) {
    const uint64_t waiting =
        UINT64_C(1) << LCT_FAILS_BLOCKED | UINT64_C(1) << LCT_FAILS_DEADLOCK | UINT64_C(1) << LCT_FAILS_SPINNING;
    return config->waits == LCT_WAITS_KNOWN || config->allowed & waiting;
}

static void imply_sync(const lcd_test_run *t, lct_config *config) {
    const lcd_session *s = t->session;
    if (!lcd_sync_imply(config, t->specs, (lcd_sync_choice)s->settings.sync, s->settings.init) && s->warn)
        s->warn(lc_span_of("there are too many specifications for --sync: synchronization is not judged"), s->context);
}

void lcd_test_run_imply(const lcd_test_run *t, lct_config *config) {
    config->parties = t->parties;
    config->waits = !t->waits ? LCT_WAITS_NOT : LCT_WAITS_JUDGED;
    for (uint32_t i = 0; t->waits && i < t->specs->list.count; i++)
        if (!lc_is_total(&t->specs->list.at[i].instance)) config->waits = LCT_WAITS_KNOWN;
    bool takes_clients = t->oracle && lcd_oracle_takes_clients(t->oracle, t->criterion);
    bool all = t->oracle && judges_all_schedules(t) && t->criterion != LINCE_REFINE,
         links = all && takes_clients && !may_wait(config);
    if (takes_clients) config->clients = links ? LCT_CLIENTS_OF_ALL : LCT_CLIENTS_OF_GRAPHS;
    config->lists = all && !links;
    if (t->oracle && lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_SPEC) imply_sync(t, config);
    if (t->order.length && t->order.length < sizeof config->order) strcpy(config->order, lc_text(&t->order));
}

void lcd_test_run_settle(lcd_test_run *t, double started) {
    t->seconds = lc_now() - started;
    bool wrong = t->failure && !t->failure->doubt && !lcd_failure_is_limit(t->failure->kind) &&
                 !lcd_failure_is_mistake(t->failure->kind);
    t->verdict = wrong                                 ? LINCE_VERDICT_VIOLATION
                 : t->failure || t->unsure != LCD_SURE ? LINCE_VERDICT_UNKNOWN
                                                       : LINCE_VERDICT_OK;
    assert(t->verdict != LINCE_VERDICT_OK || !t->vacuous);
}

/* A relaxed object that runs alone already does everything that it may do at all: then nothing is a violation. */
static void warn_of_measure(const lcd_test_run *t) {
    if (t->criterion != LINCE_QUASI || lcd_oracle_kind_of(t->oracle) != LCD_ORACLE_ITSELF || !t->session->warn) return;
    if (lcd_oracle_wavers(t->oracle))
        t->session->warn(lc_span_of("the same calls one after another do not always return the same, so the object is "
                                    "too lax a measure of itself: name a strict one with --golden, or a --spec"),
                         t->session->context);
}

/* A run of real threads cannot be repeated; but the scenario is known, and in it all interleavings can be tried. */
static lince_status report_stress(lcd_test_run *t, lince_error *error) {
    lince_verdict verdict;
    if (lcd_failure_is_limit(t->failure->kind)) t->unsure = LCD_UNSURE_ROOM;
    if (t->failure->kind == LCD_FAILURE_DEATH) return LINCE_DONE;
    t->judge.deadline = 0;
    if (lc_is_interrupted(t->session->interrupt)) t->judge.options.interrupt = NULL;
    if (t->failure->kind == LCD_FAILURE_VIOLATION && output_wanted(t)) {
        lcd_session_works(t->session, "%s: explaining the failure", t->test->name);
        lince_status status = lcd_judge_explain(&t->judge, t->failure, &verdict, &t->result, error);
        lcd_session_rests(t->session);
        if (status != LINCE_DONE) return status;
    }
    lcd_replay_explore(&t->replay, t->session, t->test, t->failure->scenario);
    return t->replay.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

/* Which memory orders would do: of what was explored with this configuration. */
static lince_status advise(lcd_test_run *t, const lct_config *config, double deadline) {
    const lcd_test_settings *o = &t->session->settings;
    bool repairs =
        o->fix && t->verdict == LINCE_VERDICT_VIOLATION && !t->strayed && t->failure->kind != LCD_FAILURE_DEATH;
    bool relaxes = o->relax && t->verdict == LINCE_VERDICT_OK;
    if (!repairs && !relaxes) return LINCE_DONE;
    t->advice = calloc(1, sizeof *t->advice);
    if (!t->advice) return LINCE_OUT_OF_MEMORY;
    lcd_session_works(t->session, repairs ? "%s: looking for a repair" : "%s: trying weaker memory orders",
                      t->test->name);
    if (repairs) lcd_repair(t->advice, t, config, deadline);
    else lcd_relax(t->advice, t, config, deadline);
    lcd_session_rests(t->session);
    return LINCE_DONE;
}

/* A violation of some schedule among equivalent ones is known, or that there is none is not known for some of them.
 * Whether a failure, or a history that cannot be judged, is the caller's doing depends on the order of calls and
 * returns. */
static bool is_left_open(const lcd_test_run *t, const lct_config *config, lince_status status) {
    if ((config->clients != LCT_CLIENTS_OF_ALL && !config->lists) || config->graphs) return false;
    if (status != LINCE_DONE) return status == LINCE_BAD_INPUT && config->lists;
    if (t->judge.schedules_open) return true;
    for (uint32_t i = 0; i < t->judge.failures.count; i++) {
        const lcd_failure *f = &t->judge.failures.at[i];
        bool linked = f->memory == LCT_MEMORY_SC && f->history && f->history->order.links.count;
        if (linked || f->listed) return true;
    }
    return false;
}

/* A test that declares no size grows, unless an option fixes how far the exploration goes, or another program has to
 * run the same scenarios. */
static void configure_growth(const lcd_test_run *t, lct_config *config) {
    const lcd_test_settings *o = &t->session->settings;
    bool fixed = o->max_executions != LC_UNSAID || o->strategy != LCT_STRATEGY_DEFAULT || o->golden || o->reference ||
                 lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_GOLDEN;
    if (fixed || t->session->budget <= 0) return;
    config->grow = ALL_SIZES;
    config->grow_steps = (uint64_t)(t->session->budget * STEPS_PER_SECOND) + 1;
}

/* Memory orders are tried in all scenarios of one size: that of the failure, or the largest that is complete of those
 * that are no larger than the usual one. */
static lcd_scenario_shape size_for_orders(const lcd_test_run *t, const lct_config *config) {
    const lcd_coverage *c = &t->coverage;
    lcd_size_cover sizes[LCD_SIZES];
    uint32_t count = lcd_coverage_sizes(c, sizes), usual = 0;
    if (!count) return (lcd_scenario_shape){.threads = config->threads, .calls = config->calls};
    if (count > 1 && (t->failure || sizes[1].whole)) usual = 1;
    lcd_scenario_shape size = {.threads = sizes[usual].size.threads, .calls = sizes[usual].size.calls};
    uint64_t scenario = t->failure ? t->failure->place.scenario : UINT64_MAX;
    if (scenario >= c->shapes.count) return size;
    const lcd_scenario_shape *shape = &c->shapes.at[scenario];
    if (shape->threads > size.threads) size.threads = shape->threads;
    if (shape->calls > size.calls) size.calls = shape->calls;
    return size;
}

/* A replay changes the configuration.  It is large, and the stack may be small. */
static lince_status keep_for_advice(lcd_test_run *t, const lct_config *config, lcd_scenario_shape size) {
    if (!t->session->settings.fix && !t->session->settings.relax) return LINCE_DONE;
    t->explored = malloc(sizeof *t->explored);
    if (!t->explored) return LINCE_OUT_OF_MEMORY;
    *t->explored = *config;
    t->explored->threads = size.threads;
    t->explored->calls = size.calls;
    return LINCE_DONE;
}

static void explore_all_schedules(lct_config *config) {
    if (config->clients == LCT_CLIENTS_OF_ALL) config->clients = LCT_CLIENTS_OF_GRAPHS;
    config->lists = false;
}

/* `links`: the order of calls and returns is judged, and not explored.  `*again`: it has to be explored after all, so
 * that the schedule of a violation is known. */
static lince_status run_test(lcd_test_run *t, const lcd_session *s, const lcd_tested *test, bool links, bool *again,
                             double started, lince_error *error) {
    lct_config config;
    *again = false;
    lcd_configure(&config, s, test);
    lince_status status = lcd_test_run_prepare(t, s, test, started, error);
    if (status == LINCE_DONE && t->criterion == LINCE_QUASI)
        config.balanced = lcd_oracle_kind_of(t->oracle) == LCD_ORACLE_SPEC ? LCT_BALANCE : LCT_BALANCE_WARN;
    lcd_test_run_imply(t, &config);
    if (status == LINCE_DONE) configure_growth(t, &config);
    if (!links) explore_all_schedules(&config);
    if (status == LINCE_DONE)
        status = lcd_oracle_fill(t, &config, (lc_span){"", 0}, lcd_test_run_deadline(t, started), error);
    if (config.strategy == LCT_STRATEGY_STRESS) { /* so far something was compiled, at most */
        started = lc_now();
        t->judge.deadline = lcd_test_run_deadline(t, started);
    }
    if (status == LINCE_DONE && t->unsure == LCD_SURE)
        status = lcd_test_run_explore(t, &config, NULL, lcd_test_run_deadline(t, started), error);
    bool stress = config.strategy == LCT_STRATEGY_STRESS;
    t->cramped = lcd_session_is_cramped(s);
    *again = !t->cramped && is_left_open(t, &config, status);
    if (t->cramped || *again) return status;
    explore_all_schedules(&config);
    lcd_scenario_shape size = size_for_orders(t, &config);
    config.grow = 0;
    if (status == LINCE_DONE && t->failure && !stress) status = lcd_reproduce_each(t, &config);
    if (status == LINCE_DONE) lcd_test_run_settle(t, started);
    if (status == LINCE_DONE) warn_of_measure(t);
    if (stress) return status == LINCE_DONE && t->failure ? report_stress(t, error) : status;
    if (status == LINCE_DONE && t->failure) status = lcd_shrink(t, &config, lcd_test_run_deadline(t, started));
    if (status == LINCE_DONE) status = keep_for_advice(t, &config, size);
    if (status == LINCE_DONE && t->failure) status = report_failure(t, &config, error);
    if (status == LINCE_DONE && t->explored) status = advise(t, t->explored, lcd_test_run_deadline(t, started));
    return status;
}

lince_status lcd_run_test(lcd_test_run *t, const lcd_session *s, const lcd_tested *test, lince_error *error) {
    double started = lc_now();
    bool again;
    lince_status status = run_test(t, s, test, true, &again, started, error);
    if (!again) return status;
    lcd_test_run_free(t);
    return run_test(t, s, test, false, &again, started, error);
}

void lcd_test_run_free_found(lcd_test_run *t) {
    lcd_judge_free(&t->judge);
    lcd_coverage_free(&t->coverage);
    for (uint32_t i = 0; i < t->scenarios.count; i++) free(t->scenarios.at[i]);
    lc_vec_free(NULL, &t->scenarios);
    lc_vec_free(NULL, &t->leaks);
    lc_vec_free(NULL, &t->weaker);
    lc_vec_free(NULL, &t->weaker_at);
    lcd_failure_free(&t->dead);
}

void lcd_test_run_free(lcd_test_run *t) {
    lcd_test_run_free_found(t);
    lcd_oracle_free(t->oracle);
    lince_specs_free(t->specs);
    if (t->counterpart) lcd_program_free(&t->counterpart->program);
    free(t->counterpart);
    lc_text_free(&t->spec);
    lc_text_free(&t->order);
    lcd_failure_free(&t->shrunk.failure);
    lince_result_free(t->result);
    lcd_replayed_free(&t->replayed);
    if (t->advice) lcd_advice_free(t->advice);
    free(t->advice);
    free(t->explored);
    lcd_lines_close(t->lines);
    free(t->trace);
    lc_text_free(&t->astray);
    lc_text_free(&t->replay);
}
