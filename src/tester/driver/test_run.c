#include "tester/driver/test_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "spec/specs.h"
#include "target/explore/control.h"
#include "tester/driver/reproduce.h"
#include "tester/oracle/choose_oracle.h"
#include "tester/trace/events.h"
#include "tester/trace/sign.h"
#include "tester/trace/trace.h"
#include "tester/trace/trace_replay.h"

/* ---- the failure in detail ---- */

lcd_lines *lcd_trial_lines(lcd_trial *t) {
    if (!t->lines) t->lines = lcd_lines_open(t->session->program.path);
    lcd_lines_set_tls(t->lines, &t->replayed.tls);
    return t->lines;
}

lince_status lcd_trial_write(lcd_trial *t, lcd_trace *trace, const char *path, lince_error *error) {
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
        lcd_events_print(&trace->event_lines, t->replayed.steps.at, t->replayed.steps.count, lcd_trial_lines(t));
    return enough ? lcd_trace_write(trace, path, error) : LINCE_OUT_OF_MEMORY;
}

/* A trace that cannot be written is no reason to omit the report of its failure. */
static lince_status save_trace(lcd_trial *t, const lct_config *config) {
    const lcd_session *s = t->session;
    lcd_trace trace;
    lcd_trace_init(&trace);
    lcd_trace_from_config(&trace, config);
    trace.stacks_shared = t->stacks_shared;
    bool enough = lcd_trace_set_schedule(&trace, t->flaw->schedule, t->flaw->length) &&
                  lcd_trace_set_places(&trace, t->flaw->races.places.at, t->flaw->races.places.count);
    bool named = s->settings.trace && !*s->trace_written;
    t->trace = named ? strdup(s->settings.trace) : lcd_again_path(s, t->test);
    *s->trace_written |= named;
    enough &= t->trace != NULL;
    lince_status status = enough ? lcd_trial_write(t, &trace, t->trace, &t->unsaved) : LINCE_OUT_OF_MEMORY;
    lcd_trace_free(&trace);
    if (status == LINCE_DONE) lcd_again_command(&t->replay, s, t->trace);
    if (status != LINCE_BAD_INPUT) return status;
    free(t->trace);
    t->trace = NULL;
    return LINCE_DONE;
}

/* True: the failure is reported in detail, and not only that there is one. */
static bool is_heard(const lcd_trial *t) {
    const lcd_test_settings *o = &t->session->settings;
    return !o->quiet || o->junit || o->html || o->trace;
}

static lince_status tell_flaw(lcd_trial *t, lct_config *config, lince_error *error) {
    if (lcd_flaw_is_limit(t->flaw->kind)) t->unsure = LCD_UNSURE_ROOM;
    if (t->flaw->kind == LCD_FLAW_DEATH) return LINCE_DONE;
    if (lcd_flaw_is_mistake(t->flaw->kind)) return lcd_name_impurity(t);
    lince_verdict verdict;
    lcd_session_works(t->session, "%s: explaining what was found", t->test->name);
    lince_status status = lcd_reproduce(t, config);
    t->jury.deadline = 0; /* a failure that was found is explained, however late it is */
    if (lc_is_interrupted(t->session->interrupt)) t->jury.options.interrupt = NULL;
    if (status == LINCE_DONE && t->flaw->kind == LCD_FLAW_VIOLATION && is_heard(t))
        status = lcd_jury_explain(&t->jury, t->flaw, &verdict, &t->result, error);
    if (status == LINCE_DONE && !lcd_flaw_is_mistake(t->flaw->kind)) status = save_trace(t, config);
    lcd_session_rests(t->session);
    return status;
}

/* ---- the whole ---- */

lince_status lcd_trial_prepare(lcd_trial *t, const lcd_session *s, const lcd_tested *test, double started,
                               lince_error *error) {
    *t = (lcd_trial){.session = s, .test = test, .file = s->sources.files.at[0]};
    if (*test->file) t->file = test->file;
    lcd_coverage_init(&t->coverage);
    lcd_jury_init(&t->jury, NULL, t->file);
    lince_status status = lcd_measure_choose(t, error);
    t->jury.standard = t->standard;
    if (t->standard) lcd_standard_tune(t->standard, &(lc_tuning){.no_recognition = s->settings.no_deduplication});
    t->jury.init = s->settings.init;
    t->jury.all = s->settings.all_failures;
    t->jury.allowed = s->allowed;
    t->jury.copies = s->histories;
    t->jury.forgets = s->settings.no_deduplication;
    t->jury.options = (lince_check_options){.criterion = t->criterion,
                                            .factors = t->factors,
                                            .jobs = 1,
                                            .max_memory = s->settings.max_memory,
                                            .interrupt = s->interrupt};
    t->jury.deadline = lcd_trial_deadline(t, started);
    return status;
}

const char *lcd_trial_order(const lcd_trial *t) { return *t->test->order ? t->test->order : lc_text(&t->order); }

void lcd_trial_imply(const lcd_trial *t, lct_config *config) {
    config->parties = t->parties;
    config->waits = !t->waits ? LCT_WAITS_NOT : LCT_WAITS_JUDGED;
    for (uint32_t i = 0; t->waits && i < t->specs->list.count; i++)
        if (!lc_is_total(&t->specs->list.at[i].instance)) config->waits = LCT_WAITS_KNOWN;
    if (t->order.length && t->order.length < sizeof config->order) strcpy(config->order, lc_text(&t->order));
}

void lcd_trial_settle(lcd_trial *t, double started) {
    t->seconds = lc_now() - started;
    bool wrong = t->flaw && !t->flaw->doubt && !lcd_flaw_is_limit(t->flaw->kind) && !lcd_flaw_is_mistake(t->flaw->kind);
    t->verdict = wrong                              ? LINCE_VERDICT_VIOLATION
                 : t->flaw || t->unsure != LCD_SURE ? LINCE_VERDICT_UNKNOWN
                                                    : LINCE_VERDICT_OK;
}

/* A relaxed object that runs alone already does everything that it may do at all: then nothing is a violation. */
static void warn_of_measure(const lcd_trial *t) {
    if (t->criterion != LINCE_QUASI || lcd_standard_measure(t->standard) != LCD_BY_ITSELF || !t->session->warn) return;
    if (lcd_standard_wavers(t->standard))
        t->session->warn(lc_span_of("the same calls one after another do not always return the same, so the object is "
                                    "too lax a measure of itself: name a strict one with --golden, or a --spec"),
                         t->session->context);
}

/* A run of real threads cannot be repeated; but the scenario is known, and in it all interleavings can be tried. */
static lince_status tell_stress(lcd_trial *t, lince_error *error) {
    lince_verdict verdict;
    if (lcd_flaw_is_limit(t->flaw->kind)) t->unsure = LCD_UNSURE_ROOM;
    if (t->flaw->kind == LCD_FLAW_DEATH) return LINCE_DONE;
    t->jury.deadline = 0;
    if (lc_is_interrupted(t->session->interrupt)) t->jury.options.interrupt = NULL;
    if (t->flaw->kind == LCD_FLAW_VIOLATION && is_heard(t)) {
        lcd_session_works(t->session, "%s: explaining what was found", t->test->name);
        lince_status status = lcd_jury_explain(&t->jury, t->flaw, &verdict, &t->result, error);
        lcd_session_rests(t->session);
        if (status != LINCE_DONE) return status;
    }
    lcd_again_explore(&t->replay, t->session, t->test, t->flaw->scenario);
    return t->replay.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

lince_status lcd_try(lcd_trial *t, const lcd_session *s, const lcd_tested *test, lince_error *error) {
    double started = lc_now();
    lct_config config;
    lcd_configure(&config, s, test);
    lince_status status = lcd_trial_prepare(t, s, test, started, error);
    if (status == LINCE_DONE && t->criterion == LINCE_QUASI)
        config.balanced = lcd_standard_measure(t->standard) == LCD_BY_SPEC ? LCT_BALANCE : LCT_BALANCE_WARN;
    lcd_trial_imply(t, &config);
    if (status == LINCE_DONE)
        status = lcd_measure_fill(t, &config, (lc_span){"", 0}, lcd_trial_deadline(t, started), error);
    if (config.strategy == LCT_STRATEGY_STRESS) { /* so far something was compiled, at most */
        started = lc_now();
        t->jury.deadline = lcd_trial_deadline(t, started);
    }
    if (status == LINCE_DONE && t->unsure == LCD_SURE)
        status = lcd_trial_explore(t, &config, NULL, lcd_trial_deadline(t, started), error);
    bool stress = config.strategy == LCT_STRATEGY_STRESS;
    t->cramped = lcd_session_is_cramped(s);
    if (t->cramped) return status;
    if (status == LINCE_DONE && t->flaw && !stress) status = lcd_reproduce_each(t, &config);
    lcd_trial_settle(t, started);
    if (status == LINCE_DONE) warn_of_measure(t);
    if (stress) return status == LINCE_DONE && t->flaw ? tell_stress(t, error) : status;
    if (status == LINCE_DONE && t->flaw) status = lcd_shrink(t, &config, lcd_trial_deadline(t, started));
    if (status == LINCE_DONE && t->flaw) status = tell_flaw(t, &config, error);
    return status;
}

void lcd_trial_free_found(lcd_trial *t) {
    lcd_jury_free(&t->jury);
    lcd_coverage_free(&t->coverage);
    for (uint32_t i = 0; i < t->scenarios.count; i++) free(t->scenarios.at[i]);
    lc_vec_free(NULL, &t->scenarios);
    lc_vec_free(NULL, &t->losses);
    lc_vec_free(NULL, &t->weaker);
    lc_vec_free(NULL, &t->weaker_at);
    lcd_flaw_free(&t->dead);
}

void lcd_trial_free(lcd_trial *t) {
    lcd_trial_free_found(t);
    lcd_standard_free(t->standard);
    lince_specs_free(t->specs);
    if (t->counterpart) lcd_program_free(&t->counterpart->program);
    free(t->counterpart);
    lc_text_free(&t->spec);
    lc_text_free(&t->order);
    lcd_flaw_free(&t->shrunk.flaw);
    lince_result_free(t->result);
    lcd_replayed_free(&t->replayed);
    lcd_lines_close(t->lines);
    free(t->trace);
    lc_text_free(&t->astray);
    lc_text_free(&t->replay);
}
