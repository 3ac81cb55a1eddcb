#include "cli/test/trial.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/test/again.h"
#include "cli/test/events.h"
#include "cli/test/measure.h"
#include "cli/test/trace.h"
#include "explore/control.h"

/* ---- what is wrong, in detail ---- */

static bool same_flaw(const lc_flaw *a, const lc_flaw *b) {
    bool blocked = b->kind == LC_FAILS_BLOCKED && a->stuck; /* which the program itself cannot tell */
    if (a->kind != b->kind && !blocked) return false;
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
    /* It is one execution, and Ctrl-C asks for what is known, which is this. */
    lince_status status = lc_replay(&t->replayed, &plan, NULL, t->file, &inner);
    t->strayed = status != LINCE_DONE || !t->replayed.ended || !same_flaw(&t->replayed.flaw, f);
    return status == LINCE_OUT_OF_MEMORY ? status : LINCE_DONE;
}

lince_status lc_trial_write(const lc_trial *t, lc_trace *trace, const char *path, lince_error *error) {
    const lc_session *s = t->session;
    const lc_source_list *sources = &s->program.sources;
    bool enough = true;
    trace->program = s->program.fingerprint;
    for (uint32_t i = 0; i < s->sources.files.count && enough; i++)
        enough = lc_trace_add_file(trace, s->sources.files.at[i]);
    for (uint32_t i = 0; i < s->sources.flags.count && enough; i++)
        enough = lc_trace_add_flag(trace, s->sources.flags.at[i]);
    for (uint32_t i = 0; i < sources->count && enough; i++)
        enough = lc_trace_add_source(trace, sources->at[i].path, sources->at[i].hash);
    if (t->replayed.steps.count && !t->strayed) {
        lc_lines *lines = lc_lines_open(s->program.path);
        lc_lines_set_own(lines, &t->replayed.own);
        lc_events_print(&trace->event_lines, t->replayed.steps.at, t->replayed.steps.count, lines);
        lc_lines_close(lines);
    }
    return enough ? lc_trace_write(trace, path, error) : LINCE_OUT_OF_MEMORY;
}

/* That it cannot be written is no reason to keep quiet about what it tells. */
static lince_status save_trace(lc_trial *t, const lc_config *config) {
    const lc_session *s = t->session;
    lc_trace trace;
    lc_trace_init(&trace);
    lc_trace_from_config(&trace, config);
    trace.stacks_shared = t->stacks_shared;
    bool enough = lc_trace_set_schedule(&trace, t->flaw->schedule, t->flaw->length) &&
                  lc_trace_set_places(&trace, t->flaw->races.places.at, t->flaw->races.places.count);
    bool named = s->settings.trace && !*s->trace_written;
    t->trace = named ? strdup(s->settings.trace) : lc_again_path(s, t->test);
    *s->trace_written |= named;
    enough &= t->trace != NULL;
    lince_status status = enough ? lc_trial_write(t, &trace, t->trace, &t->unsaved) : LINCE_OUT_OF_MEMORY;
    lc_trace_free(&trace);
    if (status == LINCE_DONE) lc_again_command(&t->replay, s, t->trace);
    if (status != LINCE_BAD_INPUT) return status;
    free(t->trace);
    t->trace = NULL;
    return LINCE_DONE;
}

enum { SEVERAL = 17 }; /* of lc_config.loops */

/* Somebody will hear more of it than that it is there. */
static bool is_heard(const lc_trial *t) {
    const lc_test_settings *o = &t->session->settings;
    return !o->quiet || o->junit || o->html || o->trace;
}

/* Accesses that are not atomic are steps only where they are known to race, which they are when it is run again.  What
 * failed before anybody knew is then seen to begin with a data race, and that is what to tell. */
static lince_status prefer_race(lc_trial *t) {
    lc_flaw *race = &t->replayed.flaw;
    if (!t->strayed || !t->replayed.ended || race->kind != LC_FAILS_RACE || !race->length) return LINCE_DONE;
    free(race->scenario);
    race->scenario = strdup(t->flaw->scenario);
    race->place = t->flaw->place;
    t->flaw = race;
    t->strayed = false;
    return race->scenario ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* Runs the flaw again; a smaller one that does not show again is none. */
static lince_status run_again(lc_trial *t, lc_config *config) {
    const lc_flaw *f = t->flaw;
    bool smaller = f == &t->shrunk.flaw;
    config->mode = LC_MODE_REPLAY;
    config->jobs = 1;
    config->heap = f->heap;
    config->loops = 0;
    if (f->kind == LC_FAILS_LIVELOCK || f->kind == LC_FAILS_PROGRESS) config->loops = f->pc ? f->thread + 1 : SEVERAL;
    config->call_steps = f->place.stage == LC_STAGE_SERIAL;
    for (uint32_t i = 0; i < f->access_count; i++) config->race[i] = f->accesses[i].pc;
    memset(config->scenario, 0, sizeof config->scenario);
    strncpy(config->scenario, f->scenario, sizeof config->scenario - 1);
    lince_status status = is_heard(t) || smaller ? replay(t, config) : LINCE_DONE;
    if (status == LINCE_DONE && !smaller) status = prefer_race(t);
    if (status != LINCE_DONE || !t->strayed || !smaller) return status;
    lc_replayed_free(&t->replayed);
    t->replayed = (lc_replayed){0};
    t->strayed = false;
    lc_shrink_undo(t);
    return run_again(t, config);
}

static lince_status tell_flaw(lc_trial *t, lc_config *config, lince_error *error) {
    if (lc_flaw_is_limit(t->flaw->kind)) t->unsure = LC_UNSURE_ROOM;
    if (t->flaw->kind == LC_FLAW_DEATH) return LINCE_DONE;
    lince_verdict verdict;
    if (!t->session->settings.quiet) lc_busy("%s: explaining what was found", t->test->name);
    lince_status status = run_again(t, config);
    t->jury.deadline = 0; /* what was found is explained, however late it is */
    if (lc_is_interrupted(t->session->interrupt)) t->jury.options.interrupt = NULL;
    if (status == LINCE_DONE && t->flaw->kind == LC_FLAW_VIOLATION && is_heard(t))
        status = lc_jury_explain(&t->jury, t->flaw, &verdict, &t->result, error);
    if (status == LINCE_DONE) status = save_trace(t, config);
    lc_idle();
    return status;
}

/* A violation that does not come again under the same schedule says nothing about the object: what it was due to is
 * something that is not put back between executions. */
static lince_status believe(lc_trial *t, lc_config *config, lince_error *error) {
    if (t->flaw->kind != LC_FLAW_VIOLATION) return LINCE_DONE;
    bool again = is_heard(t) || t->flaw == &t->shrunk.flaw; /* it was run again already */
    lince_status status = again ? LINCE_DONE : replay(t, config);
    if (status != LINCE_DONE) return status;
    if (!t->strayed) {
        lince_verdict verdict;
        lince_result *result;
        free(t->replayed.flaw.scenario);
        t->replayed.flaw.scenario = strdup(t->flaw->scenario);
        if (!t->replayed.flaw.scenario) return LINCE_OUT_OF_MEMORY;
        status = lc_jury_explain(&t->jury, &t->replayed.flaw, &verdict, &result, error);
        lince_result_free(result);
        t->strayed = status == LINCE_DONE && verdict == LINCE_VERDICT_OK;
    }
    if (!t->strayed) return status;
    t->dead =
        (lc_flaw){.kind = LC_FAILS_NONDETERMINISM,
                  .message = strdup("a history was not allowed, but the same schedule, run again, leads to "
                                    "another one: the test depends on something that is not restored between "
                                    "executions, such as real time, a file, memory that is not from malloc, or the "
                                    "state of a library"),
                  .scenario = strdup(t->flaw->scenario)};
    t->flaw = &t->dead;
    t->verdict = LINCE_VERDICT_UNKNOWN;
    return t->dead.message && t->dead.scenario ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
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
    t->jury.blocked_allowed = s->allowed >> LC_FAILS_BLOCKED & 1;
    t->jury.copies = s->histories;
    t->jury.forgets = s->settings.no_deduplication;
    t->jury.options = (lince_check_options){.criterion = t->criterion,
                                            .factors = t->factors,
                                            .jobs = 1,
                                            .no_recognition = s->settings.no_deduplication,
                                            .max_memory = s->settings.max_memory,
                                            .interrupt = s->interrupt};
    t->jury.deadline = lc_trial_deadline(t, started);
    return status;
}

void lc_trial_settle(lc_trial *t, double started) {
    t->seconds = lc_now() - started;
    bool wrong = t->flaw && !t->flaw->doubt && !lc_flaw_is_limit(t->flaw->kind) && !lc_flaw_is_mistake(t->flaw->kind);
    t->verdict = wrong                             ? LINCE_VERDICT_VIOLATION
                 : t->flaw || t->unsure != LC_SURE ? LINCE_VERDICT_UNKNOWN
                                                   : LINCE_VERDICT_OK;
}

/* A relaxed object does alone already what it may do at all: then nothing is a violation. */
static void warn_of_measure(const lc_trial *t) {
    if (t->criterion != LINCE_QUASI || lc_standard_measure(t->standard) != LC_BY_ITSELF || !t->session->warn) return;
    if (lc_standard_wavers(t->standard))
        t->session->warn(lc_span_of("the same calls one after another do not always return the same, so the object is "
                                    "too lax a measure of itself: name a strict one with --golden, or a --spec"),
                         t->session->context);
}

/* Nobody can make real threads do the same once more; but the scenario is known, and in it all interleavings can be
 * tried. */
static lince_status tell_stress(lc_trial *t, lince_error *error) {
    lince_verdict verdict;
    if (lc_flaw_is_limit(t->flaw->kind)) t->unsure = LC_UNSURE_ROOM;
    if (t->flaw->kind == LC_FLAW_DEATH) return LINCE_DONE;
    t->jury.deadline = 0;
    if (lc_is_interrupted(t->session->interrupt)) t->jury.options.interrupt = NULL;
    if (t->flaw->kind == LC_FLAW_VIOLATION && is_heard(t)) {
        if (!t->session->settings.quiet) lc_busy("%s: explaining what was found", t->test->name);
        lince_status status = lc_jury_explain(&t->jury, t->flaw, &verdict, &t->result, error);
        lc_idle();
        if (status != LINCE_DONE) return status;
    }
    lc_again_explore(&t->replay, t->session, t->test, t->flaw->scenario);
    return t->replay.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

lince_status lc_try(lc_trial *t, const lc_session *s, const lc_tested *test, lince_error *error) {
    double started = lc_now();
    lc_config config;
    lc_configure(&config, s, test);
    lince_status status = lc_trial_prepare(t, s, test, started, error);
    if (status == LINCE_DONE && t->criterion == LINCE_QUASI)
        config.balanced = lc_standard_measure(t->standard) == LC_BY_SPEC ? LC_BALANCE : LC_BALANCE_WARN;
    config.parties = t->parties;
    if (status == LINCE_DONE)
        status = lc_measure_fill(t, &config, (lc_span){"", 0}, lc_trial_deadline(t, started), error);
    if (config.strategy == LC_STRATEGY_STRESS) { /* so far something was compiled, at most */
        started = lc_now();
        t->jury.deadline = lc_trial_deadline(t, started);
    }
    if (status == LINCE_DONE && t->unsure == LC_SURE)
        status = lc_trial_explore(t, &config, NULL, lc_trial_deadline(t, started), error);
    lc_trial_settle(t, started);
    if (status == LINCE_DONE) warn_of_measure(t);
    if (config.strategy == LC_STRATEGY_STRESS) return status == LINCE_DONE && t->flaw ? tell_stress(t, error) : status;
    if (status == LINCE_DONE && t->flaw) status = lc_shrink(t, &config, lc_trial_deadline(t, started));
    if (status == LINCE_DONE && t->flaw) status = tell_flaw(t, &config, error);
    if (status == LINCE_DONE && t->flaw) status = believe(t, &config, error);
    return status;
}

void lc_trial_free_found(lc_trial *t) {
    lc_jury_free(&t->jury);
    lc_coverage_free(&t->coverage);
    for (uint32_t i = 0; i < t->scenarios.count; i++) free(t->scenarios.at[i]);
    lc_vec_free(NULL, &t->scenarios);
    lc_vec_free(NULL, &t->losses);
    lc_flaw_free(&t->dead);
}

void lc_trial_free(lc_trial *t) {
    lc_trial_free_found(t);
    lc_standard_free(t->standard);
    lince_specs_free(t->specs);
    if (t->counterpart) lc_program_free(&t->counterpart->program);
    free(t->counterpart);
    lc_text_free(&t->spec);
    lc_flaw_free(&t->shrunk.flaw);
    lince_result_free(t->result);
    lc_replayed_free(&t->replayed);
    free(t->trace);
    lc_text_free(&t->astray);
    lc_text_free(&t->replay);
}
