/* Checking the assertions of a model, and reporting the results. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "check/result.h"
#include "cli/model/session.h"
#include "cli/ranks/ranks.h"
#include "lang/lang.h"

/* ---- one assertion ---- */

static void on_progress(void *context, const lcm_figures *n, uint64_t waiting) {
    const lcc_model_session *s = context;
    if (lcc_busy_asks())
        lcc_busy_say(s->now_started, "%s: %llu states, %llu waiting", lcc_model_text(s->now),
                     (unsigned long long)n->states, (unsigned long long)waiting);
}

/* As --native lists them. */
enum { NATIVE_AUTO, NATIVE_NEVER, NATIVE_ALWAYS };

/* Searches for loops are done by rank 0, while the other ranks wait. */
static bool is_shared(const lcm_assertion *a) {
    return a->kind != LCM_A_LTL && a->kind != LCM_A_DIVERGENCEFREE && a->kind != LCM_A_DETERMINISTIC;
}

static lcm_verify_options options_of(lcc_model_session *s) {
    const lcc_model_settings *o = &s->settings;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (s->ranks) cores /= s->ranks->neighbours;
    lcm_verify_options options = {
        .limits = {.jobs = o->jobs     ? o->jobs
                           : cores > 0 ? (uint32_t)cores
                                       : 1,
                   .stop = s->interrupt,
                   .native = o->native == NATIVE_NEVER ? NULL : &s->native,
                   .antichain = !o->no_antichain,
                   .progress = on_progress,
                   .progress_context = s},
        .max_memory = o->max_memory,
        .fairness = o->fairness,
        .choices = {.keep_dead = o->no_live_reset,
                    .no_order_reduction = o->no_order_reduction,
                    .no_visible_reduction = o->no_visible_reduction,
                    .no_symmetry = o->no_symmetry,
                    .no_value_symmetry = o->no_value_symmetry,
                    .no_counting = o->no_counting},
    };
    if (o->timeout > 0) options.limits.deadline = s->native.deadline = s->now_started + o->timeout;
    if (s->ranks && is_shared(s->now)) options.limits.ranks = &s->ranks->searchers;
    return options;
}

/* All ranks meet after each assertion, so that none is left behind, and an interrupted rank informs the other ranks. */
static void meet(const lcc_model_session *s) {
    if (s->ranks && lcm_ranks_any(&s->ranks->searchers, lc_is_interrupted(s->interrupt), &(char){0}, 1)) lc_interrupt();
}

/* False: there is not even memory to report it. */
static bool find_answer(lcc_model_session *s, lcc_model_answer *a) {
    lcm_verify_options options = options_of(s);
    lince_status status = lcm_verify(&a->run, &s->model, a->assertion, &options, &a->error);
    meet(s);
    if (!a->run) return lcc_session_fail(s, lcc_report_failure(LINCE_OUT_OF_MEMORY, &a->error));
    const lcm_finding *f = &a->run->finding;
    a->verdict = status != LINCE_DONE     ? LINCE_VERDICT_UNKNOWN
                 : f->answer == LCM_HOLDS ? LINCE_VERDICT_OK
                 : f->answer == LCM_FAILS ? LINCE_VERDICT_VIOLATION
                                          : LINCE_VERDICT_UNKNOWN;
    if (status == LINCE_BAD_INPUT) {
        a->broken = true;
        if (!a->error.file[0]) snprintf(a->error.file, sizeof a->error.file, "%s", s->model.file);
        if (!a->error.line) a->error.line = a->assertion->place.line;
        if (!lcm_error_place(&a->error, &a->place)) a->place = (lcm_place){(uint32_t)a->error.line, 0};
    } else if (f->answer == LCM_BROKEN) {
        a->broken = true;
        lc_fail_at(&a->error, s->model.file, f->failure.line, "%s", f->failure.message);
        a->place = (lcm_place){f->failure.line, f->failure.column};
    }
    if (a->run->lts) lcc_model_steps_make(&a->steps, a->run->lts, f);
    else a->steps.loop = UINT32_MAX;
    lcc_model_judge(a, options.limits.deadline, s->interrupt);
    return true;
}

static int exit_of(const lcc_model_answer *a) {
    if (a->broken) return LCC_EXIT_USAGE;
    return a->verdict == LINCE_VERDICT_OK          ? LCC_EXIT_OK
           : a->verdict == LINCE_VERDICT_VIOLATION ? LCC_EXIT_VIOLATION
                                                   : LCC_EXIT_UNKNOWN;
}

/* ---- reporting ---- */

/* On standard error: the error, its place, and the steps that lead there. */
static void complain(lcc_model_session *s, const lcc_model_answer *a) {
    lince_text text = {0};
    lcc_report_error(&a->error);
    if (s->settings.quiet || s->settings.json) return;
    const lcr_style plain = {.ascii = s->style.ascii, .width = s->style.width};
    lcc_model_put_place(&text, &plain, &s->model, a->place);
    lcc_model_report_steps(&text, &plain, a);
    fputs(lc_text(&text), stderr);
    lc_text_free(&text);
}

static void tell_expectation(lcc_model_session *s, const lcc_model_answer *a, lince_text *out) {
    lince_text words = {0};
    lcc_model_put_expectation(&words, a);
    if (!words.length) return;
    bool expected = lcc_model_is_expected(a);
    size_t first = strcspn(lc_text(&words), ":");
    if (!expected) s->surprises++;
    lc_text_puts(out, "  ");
    lcr_colour_on(out, &s->style, expected ? LCR_GREEN : LCR_RED);
    lc_text_add(out, lc_text(&words), first);
    lcr_colour_off(out, &s->style, expected ? LCR_GREEN : LCR_RED);
    lc_text_puts(out, lc_text(&words) + first);
    lc_text_putc(out, '\n');
    lc_text_free(&words);
}

static void note(lcc_model_session *s, const lcc_model_answer *a) {
    const lcr_style plain = {.width = 100};
    lince_text report = {0}, line = {0};
    if (!s->settings.junit) return;
    lcc_model_report_verdict(&report, &plain, a);
    lcc_model_report_steps(&report, &plain, a);
    lc_text_add(&line, lc_text(&report), strcspn(lc_text(&report), "\n"));
    bool passed = s->settings.expect ? lcc_model_is_expected(a) : a->verdict == LINCE_VERDICT_OK;
    lcr_junit_add(&s->junit, &(lcr_junit_case){.file = s->model.file,
                                               .name = lcc_model_text(a->assertion),
                                               .kind = passed                                ? LCR_JUNIT_PASSED
                                                       : a->verdict == LINCE_VERDICT_UNKNOWN ? LCR_JUNIT_ERROR
                                                                                             : LCR_JUNIT_FAILURE,
                                               .seconds = a->run->seconds,
                                               .type = a->broken ? "error" : lc_verdict_name(a->verdict),
                                               .message = a->broken ? a->error.message : lc_text(&line),
                                               .report = lc_text(&report)});
    s->junit.cut |= report.cut || line.cut;
    lc_text_free(&report);
    lc_text_free(&line);
}

static void add_to_page(lcc_model_session *s, const lcc_model_answer *a) {
    lince_text section = {0};
    lcc_model_section(&section, a);
    lcc_html_file_add(&s->page, &section);
}

static void tell(lcc_model_session *s, const lcc_model_answer *a) {
    lince_text out = {0}, explanation = {0};
    const lcc_model_settings *o = &s->settings;
    note(s, a);
    if (o->html) add_to_page(s, a);
    if (o->json) {
        lcc_model_report_json(&out, a);
        if (o->expect && !a->broken && !lcc_model_is_expected(a)) s->surprises++;
    } else if (o->quiet) {
        if (o->expect && !a->broken && !lcc_model_is_expected(a)) s->surprises++;
    } else if (!a->broken) {
        lcc_model_report_verdict(&out, &s->style, a);
        /* A violation that is expected is no news. */
        if (!o->expect || !lcc_model_is_expected(a) || o->verbose) lcc_model_report_steps(&explanation, &s->style, a);
        lc_text_add(&out, lc_text(&explanation), explanation.length);
        tell_expectation(s, a, &out);
        if (o->stats || o->verbose) lcc_model_report_statistics(&out, &s->style, a);
        if (explanation.length && s->chosen_count > 1) lc_text_putc(&out, '\n');
        out.cut |= explanation.cut;
        lc_text_free(&explanation);
    }
    lcc_session_put(s, &out);
    if (a->broken) complain(s, a);
    if (a->broken) s->tally.errors++;
    else lcr_tally_add(&s->tally, a->verdict);
    fflush(stdout);
}

/* A rank other than 0 does its part, and prints nothing. */
static void help_with(lcc_model_session *s, uint32_t i) {
    lcm_verification *run = NULL;
    lince_error error = {0};
    s->now = &s->model.assertions.at[i];
    s->now_started = lc_now();
    lcm_verify_options options = options_of(s);
    options.limits.progress = NULL;
    if (is_shared(s->now)) (void)lcm_verify(&run, &s->model, s->now, &options, &error);
    meet(s);
    lcm_verification_free(run);
}

static void check(lcc_model_session *s, uint32_t i) {
    lcc_model_answer a = {
        .settings = &s->settings, .model = &s->model, .assertion = &s->model.assertions.at[i], .number = i + 1};
    s->now = a.assertion;
    s->now_started = lc_now();
    if (!s->settings.quiet) lcc_busy("%s", lcc_model_text(s->now));
    if (!find_answer(s, &a)) return;
    tell(s, &a);
    int status = exit_of(&a);
    if (!s->settings.expect || status == LCC_EXIT_USAGE || status == LCC_EXIT_UNKNOWN) lcc_session_worsen(s, status);
    lcc_model_steps_free(&a.steps);
    lince_result_free(a.judged);
    lcm_verification_free(a.run);
}

/* ---- all of them ---- */

static void write_junit(lcc_model_session *s, time_t began) {
    lince_text text = {0};
    lince_error error = {0};
    if (!s->settings.junit) return;
    lcr_junit_print(&text, &s->junit, began);
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(s->settings.junit, &text, &error);
    if (status != LINCE_DONE) lcc_session_worsen(s, lcc_report_failure(status, &error));
    lc_text_free(&text);
}

static void put_summary(lcc_model_session *s) {
    lince_text t = {0};
    if (s->chosen_count < 2 || s->settings.json || s->settings.quiet) return;
    lcr_report_summary(&t, &s->style, &s->tally);
    lcc_session_put(s, &t);
}

static void for_each(lcc_model_session *s, void (*work)(lcc_model_session *, uint32_t)) {
    lcc_model_compiler_init(&s->compiler);
    s->native = lcc_model_compiler_maker(&s->compiler, s->settings.native == NATIVE_ALWAYS);
    s->native.interrupt = s->interrupt;
    for (uint32_t i = 0; i < s->model.assertions.count; i++)
        if (s->chosen[i]) work(s, i);
    lcc_model_compiler_free(&s->compiler);
}

void lcc_session_serve(lcc_model_session *s) { for_each(s, help_with); }

void lcc_session_check(lcc_model_session *s) {
    time_t began = time(NULL);
    for_each(s, check);
    lcc_idle();
    if (s->surprises) lcc_session_worsen(s, LCC_EXIT_VIOLATION);
    put_summary(s);
    lcc_session_worsen(s, lcc_html_file_finish(&s->page));
    write_junit(s, began);
}
