/* Reading a model, and checking its assertions one after the other. */
#include "verifier/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "lang/lang.h"

/* ---- the model ---- */

/* `NAME=NUMBER`.  The name is to be freed. */
static lince_status read_override(const char *text, lcm_override *override, lince_error *error) {
    char *name = strdup(text), *equals = name ? strchr(name, '=') : NULL, *end = NULL;
    long number = equals ? strtol(equals + 1, &end, 10) : 0;
    override->name = name;
    if (!name) return LINCE_OUT_OF_MEMORY;
    if (equals) *equals = '\0';
    bool good = equals && equals > name && end > equals + 1 && !*end && number >= INT32_MIN && number <= INT32_MAX;
    override->number = good ? (int32_t)number : 0;
    return good ? LINCE_DONE : lc_fail(error, "-D %s: write NAME=NUMBER, such as -D N=3", text);
}

static lince_status were_used(const lcv_session *s, const lcm_override *overrides, lince_error *error) {
    for (size_t i = 0; i < s->options.define_count; i++)
        if (!overrides[i].used)
            return lc_fail(error, "-D %s=%d: %s has no '#define %s'", overrides[i].name, (int)overrides[i].number,
                           s->model.file, overrides[i].name);
    return LINCE_DONE;
}

static lince_status read_with(lcv_session *s, const char *path, lcm_override *overrides, lince_error *error) {
    lince_status status = lcm_model_read_with(&s->model, path, overrides, (uint32_t)s->options.define_count, error);
    if (status != LINCE_DONE) return status;
    for (uint32_t i = 0; i < s->model.remarks.count && s->listener.remark; i++)
        s->listener.remark(s->listener.context, &s->model, &s->model.remarks.at[i]);
    return were_used(s, overrides, error);
}

static lince_status read_model(lcv_session *s, const char *path, lince_error *error) {
    size_t count = s->options.define_count;
    lcm_override *overrides = calloc(count + 1, sizeof *overrides);
    lince_status status = overrides ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == LINCE_DONE; i++)
        status = read_override(s->options.defines[i], &overrides[i], error);
    if (status == LINCE_DONE) status = read_with(s, path, overrides, error);
    for (size_t i = 0; i < count && overrides; i++) free((char *)overrides[i].name);
    free(overrides);
    return status;
}

lince_status lcv_session_open(lcv_session *s, const char *path, lince_error *error) {
    lince_status status = read_model(s, path, error);
    return status == LINCE_DONE ? lcv_session_choose(s, error) : status;
}

void lcv_session_close(lcv_session *s) {
    lcm_model_free(&s->model);
    free(s->chosen);
    s->chosen = NULL;
}

lince_status lcv_session_has_work(const lcv_session *s, lince_error *error) {
    if (s->model.assertions.count) return LINCE_DONE;
    return lc_fail(error, "%s: there is nothing to check: write '#assert Process() deadlockfree;' or the like",
                   s->model.file);
}

/* ---- one assertion ---- */

static void on_progress(void *context, const lcm_figures *n, uint64_t waiting) {
    const lcv_session *s = context;
    s->listener.progress(s->listener.context, s->now, n, waiting);
}

/* Searches for loops are done by rank 0, while the other ranks wait. */
static bool is_shared(const lcm_assertion *a) {
    return a->kind != LCM_A_LTL && a->kind != LCM_A_DIVERGENCEFREE && a->kind != LCM_A_DETERMINISTIC;
}

static uint32_t jobs_of(const lcv_options *o) {
    if (o->jobs) return o->jobs;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (o->ranks) cores /= o->neighbours;
    return cores > 0 ? (uint32_t)cores : 1;
}

static lcm_verify_options options_of(lcv_session *s) {
    const lcv_options *o = &s->options;
    lcm_verify_options options = {
        .limits = {.jobs = jobs_of(o),
                   .stop = o->interrupt,
                   .native = o->native == LCV_NATIVE_NEVER ? NULL : &s->native,
                   .antichain = !o->no_antichain,
                   .progress = s->listener.progress ? on_progress : NULL,
                   .progress_context = s},
        .max_memory = o->max_memory,
        .fairness = o->fairness,
        .choices = o->choices,
    };
    if (o->timeout > 0) options.limits.deadline = s->native.deadline = s->now_started + o->timeout;
    if (o->ranks && is_shared(s->now)) options.limits.ranks = o->ranks;
    return options;
}

/* All ranks meet after each assertion, so that none is left behind, and an interrupted rank informs the other ranks. */
static void meet(const lcv_session *s) {
    const lcv_options *o = &s->options;
    if (o->ranks && lcm_ranks_any(o->ranks, lc_is_interrupted(o->interrupt), &(char){0}, 1)) lc_interrupt();
}

static void note_broken(lcv_answer *a, lince_status status) {
    const lcm_finding *f = &a->run->finding;
    a->broken = status == LINCE_BAD_INPUT || f->answer == LCM_BROKEN;
    if (status == LINCE_BAD_INPUT) {
        if (!a->error.file[0]) snprintf(a->error.file, sizeof a->error.file, "%s", a->model->file);
        if (!a->error.line) a->error.line = a->assertion->place.line;
        if (!lcm_error_place(&a->error, &a->place)) a->place = (lcm_place){(uint32_t)a->error.line, 0};
    } else if (f->answer == LCM_BROKEN) {
        lc_fail_at(&a->error, a->model->file, f->failure.line, "%s", f->failure.message);
        a->place = (lcm_place){f->failure.line, f->failure.column};
    }
}

/* False: there is not even memory for an answer. */
static bool find_answer(lcv_session *s, lcv_answer *a) {
    lcm_verify_options options = options_of(s);
    lince_status status = lcm_verify(&a->run, &s->model, a->assertion, &options, &a->error);
    meet(s);
    if (!a->run) return false;
    const lcm_finding *f = &a->run->finding;
    a->verdict = status != LINCE_DONE     ? LINCE_VERDICT_UNKNOWN
                 : f->answer == LCM_HOLDS ? LINCE_VERDICT_OK
                 : f->answer == LCM_FAILS ? LINCE_VERDICT_VIOLATION
                                          : LINCE_VERDICT_UNKNOWN;
    note_broken(a, status);
    if (a->run->lts) lcv_steps_make(&a->steps, a->run->lts, f);
    else a->steps.loop = UINT32_MAX;
    lcv_answer_judge(a, options.max_memory, options.limits.deadline, s->options.interrupt);
    return true;
}

static void begin(lcv_session *s, uint32_t i) {
    s->now = &s->model.assertions.at[i];
    s->now_started = lc_now();
}

static void check(lcv_session *s, uint32_t i) {
    const lcv_listener *l = &s->listener;
    begin(s, i);
    lcv_answer a = {.model = &s->model, .assertion = s->now, .number = i + 1, .fairness = s->options.fairness};
    if (l->begins) l->begins(l->context, s->now, i + 1);
    if (!find_answer(s, &a)) {
        if (l->failed) l->failed(l->context, &a.error);
        return;
    }
    if (l->answered) l->answered(l->context, &a);
    lcv_answer_free(&a);
}

/* A rank other than 0 does its part, and reports nothing. */
static void help_with(lcv_session *s, uint32_t i) {
    lcm_verification *run = NULL;
    lince_error error = {0};
    begin(s, i);
    lcm_verify_options options = options_of(s);
    options.limits.progress = NULL;
    if (is_shared(s->now)) (void)lcm_verify(&run, &s->model, s->now, &options, &error);
    meet(s);
    lcm_verification_free(run);
}

/* ---- all of them ---- */

static void for_each(lcv_session *s, void (*work)(lcv_session *, uint32_t)) {
    lcv_compiler_init(&s->compiler);
    s->native = lcv_compiler_maker(&s->compiler, s->options.native == LCV_NATIVE_ALWAYS);
    s->native.interrupt = s->options.interrupt;
    for (uint32_t i = 0; i < s->model.assertions.count; i++)
        if (s->chosen[i]) work(s, i);
    lcv_compiler_free(&s->compiler);
}

void lcv_session_serve(lcv_session *s) { for_each(s, help_with); }

void lcv_session_run(lcv_session *s) { for_each(s, check); }
