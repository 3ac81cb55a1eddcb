#include "cli/test/trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli.h"
#include "cli/test/again.h"
#include "cli/test/measure.h"
#include "cli/test/trace.h"
#include "explore/control.h"

/* ---- listening ---- */

/* What is found ends everything that comes after it, unless all is wanted. */
static void found(lc_exploration *x, const lc_trial *t, const lc_place *place) {
    lc_exploration_found(x, t->jury.all ? NULL : place);
}

static lince_status hear_scenario(lc_exploration *x, uint64_t number, lc_span text, lince_error *error) {
    (void)error;
    lc_trial *t = x->context;
    enum { MOST = 1 << 20 };
    lc_coverage_scenario(&t->coverage, number, text);
    while (t->scenarios.count <= number && number < MOST)
        if (!lc_push(NULL, &t->scenarios, NULL)) return LINCE_OUT_OF_MEMORY;
    if (number < MOST && !t->scenarios.at[number]) t->scenarios.at[number] = strndup(text.at, text.length);
    return LINCE_DONE;
}

static lince_status hear_scenarios(lc_exploration *x, const lc_said_scenarios *said, lince_error *error) {
    (void)error;
    lc_trial *t = x->context;
    t->coverage.scenarios = *said;
    return LINCE_DONE;
}

static lince_status hear_history(lc_exploration *x, const lc_said_history *said, lince_error *error) {
    lc_trial *t = x->context;
    bool wrong;
    lince_error inner = {0};
    lince_status status = lc_jury_history(&t->jury, said, &wrong, &inner);
    if (wrong) found(x, t, &said->execution.place);
    return status == LINCE_BAD_INPUT ? lc_fail_at(error, t->file, 0, "%s: %s", t->test->name, inner.message) : status;
}

static lince_status hear_failure(lc_exploration *x, const lc_said_failure *said, lince_error *error) {
    (void)error;
    lc_trial *t = x->context;
    found(x, t, &said->history.execution.place);
    return lc_jury_failure(&t->jury, said);
}

/* Once the serial executions of a scenario are complete, its other histories can be judged. */
static lince_status hear_stage(lc_exploration *x, const lc_said_stage *said, lince_error *error) {
    lc_trial *t = x->context;
    if (!lc_coverage_stage(&t->coverage, said)) return LINCE_OUT_OF_MEMORY;
    bool serial = said->name.length == 6 && memcmp(said->name.at, "serial", 6) == 0;
    if (!serial || lc_standard_measure(t->standard) != LC_BY_ITSELF || said->scenario >= t->scenarios.count)
        return LINCE_DONE;
    const char *text = t->scenarios.at[said->scenario];
    bool wrong;
    lc_place place;
    lince_status status = lc_jury_complete(&t->jury, lc_span_of(text ? text : ""), &wrong, &place, error);
    if (wrong) found(x, t, &place);
    return status;
}

static lince_status hear_warning(lc_exploration *x, lc_span text, lince_error *error) {
    (void)error;
    const lc_trial *t = x->context;
    if (t->session->warn) t->session->warn(text, t->session->context);
    return LINCE_DONE;
}

static void tick(lc_exploration *x, const lc_workers_view *view) {
    const lc_trial *t = x->context;
    if (t->session->tick) t->session->tick(view, t->test->name, t->session->context);
}

static const lc_listener listener = {.scenario = hear_scenario,
                                     .scenarios = hear_scenarios,
                                     .history = hear_history,
                                     .failure = hear_failure,
                                     .stage = hear_stage,
                                     .warning = hear_warning,
                                     .tick = tick};

/* ---- exploring ---- */

double lc_trial_deadline(const lc_trial *t, double started) {
    double limit = t->session->settings.timeout;
    return limit > 0 ? started + limit : 0;
}

/* The process died, and what it was doing is all that is known. */
lince_status lc_trial_death(lc_trial *t, const lc_heard *death, lince_error *error) {
    const char *scenario = death->scenario < t->scenarios.count ? t->scenarios.at[death->scenario] : NULL;
    const char *in = scenario ? " in the scenario " : "";
    switch (death->death) {
    case LC_DEATH_KILLED: t->unsure = LC_UNSURE_KILLED; return LINCE_DONE;
    case LC_DEATH_MEMORY: t->unsure = LC_UNSURE_MEMORY; return LINCE_DONE;
    case LC_DEATH_SIGNAL:
        t->dead = (lc_flaw){
            .kind = LC_FLAW_DEATH, .message = strdup(death->why), .scenario = strdup(scenario ? scenario : "")};
        t->flaw = &t->dead;
        return t->dead.message && t->dead.scenario ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    case LC_DEATH_SILENCE:
        return lc_fail_at(error, t->file, 0, "%s: %s%s%s; --patience waits longer", t->test->name, death->why, in,
                          scenario ? scenario : "");
    case LC_DEATH_EXIT:
    case LC_DEATH_NONSENSE: break;
    }
    return lc_fail_at(error, t->file, 0, "%s: %s%s%s", t->test->name, death->why, in, scenario ? scenario : "");
}

static lince_status conclude(lc_trial *t, const lc_exploration *x, lince_error *error) {
    if (t->jury.free && t->session->warn)
        t->session->warn(lc_span_of("no operation returns when it runs alone: name a specification, or nothing but "
                                    "failures is found"),
                         t->session->context);
    t->flaw = lc_jury_first(&t->jury);
    if (t->flaw) return LINCE_DONE;
    uint32_t strategy = x->plan.config->strategy;
    bool samples = strategy == LC_STRATEGY_PCT || strategy == LC_STRATEGY_RANDOM;
    switch (x->ending) {
    case LC_ENDED_TIME: t->unsure = LC_UNSURE_TIME; break;
    case LC_ENDED_INTERRUPT: t->unsure = LC_UNSURE_INTERRUPT; break;
    case LC_ENDED_SPENT:
        if (!samples) t->unsure = LC_UNSURE_EXECUTIONS;
        break;
    case LC_ENDED_DEATH: return lc_trial_death(t, &x->death, error);
    case LC_ENDED:
    case LC_ENDED_FOUND: break;
    }
    if (t->unsure == LC_SURE && !samples && lc_coverage_cut(&t->coverage)) t->unsure = LC_UNSURE_STEPS;
    if (t->unsure == LC_SURE && t->jury.unknown)
        t->unsure = t->jury.why_unknown == LINCE_REASON_TIMEOUT     ? LC_UNSURE_TIME
                    : t->jury.why_unknown == LINCE_REASON_INTERRUPT ? LC_UNSURE_INTERRUPT
                                                                    : LC_UNSURE_MEMORY;
    return LINCE_DONE;
}

/* What is wrong with the test, a line each; the last one becomes the error. */
static void tell_mistakes(const lc_trial *t, const char *words, lince_error *error) {
    const char *scenario = strncmp(words, "column ", 7) == 0 && t->session->settings.scenario ? "--scenario: " : "";
    for (size_t length = strcspn(words, "\n"); words[length] && words[length + 1]; length = strcspn(words, "\n")) {
        lc_complain("%.*s", (int)length, words);
        words += length + 1;
    }
    lc_fail(error, "%s%.*s", scenario, (int)strcspn(words, "\n"), words);
}

static lince_status explore(lc_trial *t, lc_config *config, double started, lince_error *error) {
    const lc_session *s = t->session;
    config->serial_first = lc_standard_measure(t->standard) == LC_BY_ITSELF;
    lc_exploration x = {.plan = {.program = s->program.path,
                                 .config = config,
                                 .memory = config->memory_bytes,
                                 .patience = s->settings.patience},
                        .listener = &listener,
                        .context = t,
                        .deadline = lc_trial_deadline(t, started),
                        .interrupt = s->interrupt};
    lince_error inner = {0};
    lince_status status = lc_explore(&x, &inner);
    t->view = x.view;
    t->stacks_shared = x.stacks_shared;
    if (status == LINCE_DONE) status = conclude(t, &x, &inner);
    if (status == LINCE_BAD_INPUT && x.words.length) tell_mistakes(t, lc_text(&x.words), error);
    else if (status == LINCE_BAD_INPUT) *error = inner;
    lc_exploration_free(&x);
    return status;
}

/* ---- what is wrong, in detail ---- */

static bool same_flaw(const lc_flaw *a, const lc_flaw *b) {
    if (a->kind != b->kind) return false;
    return !a->history || !b->history || a->history->events.count == b->history->events.count;
}

/* Its steps.  That it cannot be replayed is no reason to keep quiet about it. */
static lince_status replay(lc_trial *t, lc_config *config) {
    const lc_flaw *f = t->flaw;
    lc_races races = f->races;
    races.stacks_shared = t->stacks_shared;
    lc_workers_plan plan = {.program = t->session->program.path,
                            .config = config,
                            .schedule = {(const char *)f->schedule, f->length},
                            .races = &races,
                            .patience = t->session->settings.patience};
    lince_error inner = {0};
    lince_status status = lc_replay(&t->replayed, &plan, t->session->interrupt, t->file, &inner);
    t->strayed = status != LINCE_DONE || !t->replayed.ended || !same_flaw(&t->replayed.flaw, f);
    return status == LINCE_OUT_OF_MEMORY ? status : LINCE_DONE;
}

static lince_status save_trace(lc_trial *t, const lc_config *config, lince_error *error) {
    const lc_session *s = t->session;
    lc_trace trace;
    lc_trace_init(&trace);
    lc_trace_from_config(&trace, config);
    trace.program = s->program.fingerprint;
    trace.stacks_shared = t->stacks_shared;
    bool enough = lc_trace_set_schedule(&trace, t->flaw->schedule, t->flaw->length) &&
                  lc_trace_set_places(&trace, t->flaw->races.places.at, t->flaw->races.places.count);
    for (uint32_t i = 0; i < s->sources.files.count && enough; i++)
        enough = lc_trace_add_file(&trace, s->sources.files.at[i]);
    for (uint32_t i = 0; i < s->sources.flags.count && enough; i++)
        enough = lc_trace_add_flag(&trace, s->sources.flags.at[i]);
    bool named = s->settings.trace && !*s->trace_written;
    t->trace = named ? strdup(s->settings.trace) : lc_again_path(s, t->test);
    *s->trace_written |= named;
    enough &= t->trace != NULL;
    lince_status status = enough ? lc_trace_write(&trace, t->trace, error) : LINCE_OUT_OF_MEMORY;
    lc_trace_free(&trace);
    if (status == LINCE_DONE) lc_again_command(&t->replay, s, t->trace);
    return status;
}

static lince_status tell_flaw(lc_trial *t, lc_config *config, lince_error *error) {
    const lc_flaw *f = t->flaw;
    if (lc_flaw_is_limit(f->kind)) t->unsure = LC_UNSURE_ROOM;
    if (f->kind == LC_FLAW_DEATH) return LINCE_DONE;
    config->mode = LC_MODE_REPLAY;
    config->jobs = 1;
    config->heap = f->heap;
    for (uint32_t i = 0; i < f->access_count; i++) config->race[i] = f->accesses[i].pc;
    memset(config->scenario, 0, sizeof config->scenario);
    strncpy(config->scenario, f->scenario, sizeof config->scenario - 1);
    lince_status status = LINCE_DONE;
    lince_verdict verdict;
    t->jury.deadline = 0; /* what was found is explained, however late it is */
    if (f->kind == LC_FLAW_VIOLATION && !t->session->settings.quiet)
        status = lc_jury_explain(&t->jury, f, &verdict, &t->result, error);
    if (status == LINCE_DONE && !t->session->settings.quiet) status = replay(t, config);
    if (status == LINCE_DONE) status = save_trace(t, config, error);
    return status;
}

/* ---- the whole ---- */

lince_status lc_trial_prepare(lc_trial *t, const lc_session *s, const lc_tested *test, double started,
                              lince_error *error) {
    *t = (lc_trial){.session = s, .test = test, .file = s->sources.files.at[0]};
    if (*test->file) t->file = test->file;
    lc_coverage_init(&t->coverage);
    lc_jury_init(&t->jury, NULL, t->file);
    lince_status status = lc_measure_choose(t, error);
    t->jury.standard = t->standard;
    t->jury.init = s->settings.init;
    t->jury.all = s->settings.all_failures;
    t->jury.copies = s->histories;
    t->jury.options = (lince_check_options){
        .criterion = t->criterion, .jobs = 1, .max_memory = s->settings.max_memory, .interrupt = s->interrupt};
    t->jury.deadline = lc_trial_deadline(t, started);
    return status;
}

void lc_trial_settle(lc_trial *t, double started) {
    t->seconds = lc_now() - started;
    bool wrong = t->flaw && !lc_flaw_is_limit(t->flaw->kind) && !lc_flaw_is_mistake(t->flaw->kind);
    t->verdict = wrong                             ? LINCE_VERDICT_VIOLATION
                 : t->flaw || t->unsure != LC_SURE ? LINCE_VERDICT_UNKNOWN
                                                   : LINCE_VERDICT_OK;
}

lince_status lc_try(lc_trial *t, const lc_session *s, const lc_tested *test, lince_error *error) {
    double started = lc_now();
    lc_config config;
    lc_configure(&config, s, test);
    lince_status status = lc_trial_prepare(t, s, test, started, error);
    if (status == LINCE_DONE) status = lc_measure_fill(t, &config, lc_trial_deadline(t, started), error);
    if (status == LINCE_DONE && t->unsure == LC_SURE) status = explore(t, &config, started, error);
    lc_trial_settle(t, started);
    if (status == LINCE_DONE && t->flaw) status = tell_flaw(t, &config, error);
    return status;
}

void lc_trial_free(lc_trial *t) {
    lc_jury_free(&t->jury);
    lc_standard_free(t->standard);
    lince_specs_free(t->specs);
    lc_coverage_free(&t->coverage);
    for (uint32_t i = 0; i < t->scenarios.count; i++) free(t->scenarios.at[i]);
    lc_vec_free(NULL, &t->scenarios);
    lc_text_free(&t->spec);
    lc_flaw_free(&t->dead);
    lince_result_free(t->result);
    lc_replayed_free(&t->replayed);
    free(t->trace);
    lc_text_free(&t->replay);
}
