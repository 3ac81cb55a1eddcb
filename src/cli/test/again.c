#include "cli/test/again.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "check/result.h"
#include "cli/cli.h"
#include "cli/test/measure.h"
#include "cli/test/trace.h"

/* ---- traces ---- */

lc_trace *lc_again_read(const char *path, lince_error *error) {
    lc_trace *trace = malloc(sizeof *trace);
    if (!trace) {
        lc_fail(error, "out of memory");
        return NULL;
    }
    lince_status status = lc_trace_read(trace, path, error);
    if (status == LINCE_DONE) return trace;
    if (status == LINCE_OUT_OF_MEMORY) lc_fail(error, "out of memory");
    lc_again_free(trace);
    return NULL;
}

void lc_again_free(lc_trace *trace) {
    if (trace) lc_trace_free(trace);
    free(trace);
}

bool lc_again_sources(const lc_trace *trace, lc_sources *sources) {
    bool enough = true;
    for (uint32_t i = 0; i < trace->files.count && enough; i++)
        enough = lc_push(NULL, &sources->files, trace->files.at[i]);
    for (uint32_t i = 0; i < trace->flags.count && enough; i++)
        enough = lc_push(NULL, &sources->flags, trace->flags.at[i]);
    return enough;
}

const char *lc_again_test(const lc_trace *trace) { return trace->config.test; }

bool lc_again_fits(const lc_trace *trace, const lc_program *program) {
    return !trace->program || trace->program == program->fingerprint;
}

/* ---- running one ---- */

/* What the object may do in this scenario. */
static lince_status find_measure(lc_trial *t, const lc_config *config, double started, lince_error *error) {
    lc_config own = *config;
    own.mode = LC_MODE_EXPLORE;
    own.heap = LC_HEAP_AUTO;
    lince_status status = lc_measure_fill(t, &own, lc_trial_deadline(t, started), error);
    if (status == LINCE_DONE && lc_standard_measure(t->standard) == LC_BY_ITSELF)
        status = lc_measure_serially(t, &own, lc_trial_deadline(t, started), error);
    return status == LINCE_DONE && t->unsure != LC_SURE ? lc_fail(error, "there was no time to find out what is right")
                                                        : status;
}

static lince_status run(lc_trial *t, lc_config *config, const lc_trace *trace, lince_error *error) {
    const lc_session *s = t->session;
    config->mode = LC_MODE_REPLAY;
    config->jobs = 1;
    lc_races races = {.stacks_shared = trace->stacks_shared};
    for (uint32_t i = 0; i < trace->places.count; i++)
        if (!lc_push(NULL, &races.places, trace->places.at[i])) return LINCE_OUT_OF_MEMORY;
    lc_workers_plan plan = {.program = s->program.path,
                            .config = config,
                            .schedule = {(const char *)trace->schedule.at, trace->schedule.count},
                            .races = &races,
                            .loud = true,
                            .patience = s->settings.patience};
    lince_status status =
        s->settings.gdb ? lc_workers_debug(&plan, error) : lc_replay(&t->replayed, &plan, s->interrupt, t->file, error);
    lc_vec_free(NULL, &races.places);
    return status;
}

/* The execution that ran, as a violation if it is one, or as the failure it ended in. */
static lince_status judge(lc_trial *t, const lc_config *config, double started, lince_error *error) {
    lc_flaw *f = &t->replayed.flaw;
    free(f->scenario);
    f->scenario = strdup(config->scenario);
    if (!f->scenario) return LINCE_OUT_OF_MEMORY;
    if (f->kind != LC_FLAW_VIOLATION) {
        t->flaw = f;
        return LINCE_DONE;
    }
    lince_verdict verdict;
    t->jury.judged = 1;
    t->jury.operations = f->history->ops.count;
    lince_status status = find_measure(t, config, started, error);
    if (status == LINCE_DONE) status = lc_jury_explain(&t->jury, f, &verdict, &t->result, error);
    if (status == LINCE_DONE && verdict == LINCE_VERDICT_VIOLATION) t->flaw = f;
    lince_text why = {0};
    if (status == LINCE_DONE && verdict == LINCE_VERDICT_OK && f->stuck)
        status = lc_jury_blocked(&t->jury, f->history, &why, error);
    if (status == LINCE_DONE && why.length) {
        if (!lc_flaw_becomes_blocked(f, &why)) status = LINCE_OUT_OF_MEMORY;
        t->flaw = f;
    }
    lc_text_free(&why);
    return status;
}

lince_status lc_try_again(lc_trial *t, const lc_session *s, const lc_tested *test, const lc_trace *trace,
                          const char *path, lince_error *error) {
    double started = lc_now();
    lc_config config;
    lc_configure(&config, s, test);
    lc_trace_to_config(trace, &config);
    lince_status status = lc_trial_prepare(t, s, test, started, error);
    t->jury.blocked_allowed = config.allowed >> LC_FAILS_BLOCKED & 1;
    if (status == LINCE_DONE) status = run(t, &config, trace, error);
    if (status != LINCE_DONE) return status;
    t->trace = strdup(path);
    t->view.executions = 1;
    lc_again_command(&t->replay, s, path);
    if (t->replayed.died) status = lc_trial_death(t, &t->replayed.death, error);
    else if (t->replayed.ended) status = judge(t, &config, started, error);
    else status = lc_fail_at(error, path, 0, "the execution came to no end");
    lc_trial_settle(t, started);
    return status;
}

/* ---- for those who want to see it again ---- */

/* Tests of the same name in different places do not share it. */
char *lc_again_path(const lc_session *s, const lc_tested *test) {
    lince_text place = {0}, name = {0};
    for (uint32_t i = 0; i < s->sources.files.count; i++) {
        char *real = realpath(s->sources.files.at[i], NULL);
        lc_text_puts(&place, real ? real : s->sources.files.at[i]);
        free(real);
    }
    for (const char *c = test->name; *c; c++) lc_text_putc(&name, *c == '/' ? '_' : *c);
    lc_text_printf(&name, "-%08x.trace", (unsigned)lc_hash_bytes(lc_text(&place), place.length));
    char *path = name.cut ? NULL : lc_cache_file(&s->cache, "traces", name.at);
    lc_text_free(&place);
    lc_text_free(&name);
    return path;
}

static void add_option(lc_args *a, const char *name, const char *value) {
    if (!value) return;
    lc_args_add(a, name);
    lc_args_add(a, value);
}

void lc_again_command(lince_text *t, const lc_session *s, const char *path) {
    const lc_test_settings *o = &s->settings;
    lc_args a = {0};
    lc_args_split(&a, "lince test");
    for (uint32_t i = 0; i < o->spec.count; i++) add_option(&a, "--spec", o->spec.at[i]);
    if (o->criterion != LC_UNSAID) add_option(&a, "--criterion", lc_criterion_name((lince_criterion)o->criterion));
    add_option(&a, "--init", o->init);
    add_option(&a, "--golden", o->golden);
    add_option(&a, "--reference", o->reference);
    add_option(&a, "--replay", path);
    for (uint32_t i = 0; i < s->sources.files.count; i++) lc_args_add(&a, s->sources.files.at[i]);
    if (s->sources.flags.count) lc_args_add(&a, "--");
    for (uint32_t i = 0; i < s->sources.flags.count; i++) lc_args_add(&a, s->sources.flags.at[i]);
    lc_args_print(t, &a);
    lc_args_free(&a);
}
