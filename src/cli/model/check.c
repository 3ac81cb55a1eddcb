/* Reporting the answers of the verifier. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check/result.h"
#include "cli/model/session.h"
#include "cli/ranks/ranks.h"

void lcc_session_begins(void *session, const lcm_assertion *a, uint32_t number) {
    const lcc_model_session *s = session;
    (void)number;
    if (!s->settings.quiet) lcc_spinner_start("%s", lcv_assertion_text(a));
}

void lcc_session_progress(void *session, const lcm_assertion *a, const lcm_figures *n, uint64_t waiting) {
    const lcc_model_session *s = session;
    if (lcc_spinner_is_due())
        lcc_spinner_set(s->run.now_started, "%s: %llu states, %llu waiting", lcv_assertion_text(a),
                        (unsigned long long)n->states, (unsigned long long)waiting);
}

static int exit_of(const lcv_answer *a) {
    if (a->broken) return LCC_EXIT_USAGE;
    return a->verdict == LINCE_VERDICT_OK          ? LCC_EXIT_OK
           : a->verdict == LINCE_VERDICT_VIOLATION ? LCC_EXIT_VIOLATION
                                                   : LCC_EXIT_UNKNOWN;
}

/* On standard error: the error, its place, and the steps that lead there. */
static void complain(lcc_model_session *s, const lcv_answer *a) {
    lince_text text = {0};
    lcc_report_error(&a->error);
    if (s->settings.quiet || s->settings.json) return;
    const lcr_style plain = {.ascii = s->style.ascii, .width = s->style.width};
    lcv_put_place(&text, &plain, a->model, a->place);
    lcv_print_steps(&text, &plain, a, s->settings.verbose);
    fputs(lc_text(&text), stderr);
    lc_text_free(&text);
}

static void put_expectation(lcc_model_session *s, const lcv_answer *a, lince_text *out) {
    lince_text words = {0};
    if (s->settings.expect) lcv_put_expectation(&words, a);
    if (!words.length) return;
    bool expected = lcv_is_expected(a);
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

static void note(lcc_model_session *s, const lcv_answer *a) {
    const lcr_style plain = {.width = 100};
    lince_text report = {0}, line = {0};
    if (!s->settings.junit) return;
    lcv_print_verdict(&report, &plain, a);
    lcv_print_steps(&report, &plain, a, s->settings.verbose);
    lc_text_add(&line, lc_text(&report), strcspn(lc_text(&report), "\n"));
    bool passed = s->settings.expect ? lcv_is_expected(a) : a->verdict == LINCE_VERDICT_OK;
    lcr_junit_add(&s->junit, &(lcr_junit_case){.file = a->model->file,
                                               .name = lcv_assertion_text(a->assertion),
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

static void add_to_page(lcc_model_session *s, const lcv_answer *a) {
    lince_text section = {0};
    lcv_print_section(&section, a, s->settings.expect);
    lcc_html_file_add(&s->page, &section);
}

static void print_answer(lcc_model_session *s, const lcv_answer *a) {
    lince_text out = {0}, explanation = {0};
    const lcc_model_settings *o = &s->settings;
    note(s, a);
    if (o->html) add_to_page(s, a);
    if (o->json) {
        lcv_print_json(&out, a);
        if (o->expect && !a->broken && !lcv_is_expected(a)) s->surprises++;
    } else if (o->quiet) {
        if (o->expect && !a->broken && !lcv_is_expected(a)) s->surprises++;
    } else if (!a->broken) {
        lcv_print_verdict(&out, &s->style, a);
        /* A violation that is expected is no news. */
        if (!o->expect || !lcv_is_expected(a) || o->verbose) lcv_print_steps(&explanation, &s->style, a, o->verbose);
        lc_text_add(&out, lc_text(&explanation), explanation.length);
        put_expectation(s, a, &out);
        if (o->stats || o->verbose) lcv_print_statistics(&out, &s->style, a);
        if (explanation.length && s->run.chosen_count > 1) lc_text_putc(&out, '\n');
        out.cut |= explanation.cut;
        lc_text_free(&explanation);
    }
    lcc_session_put(s, &out);
    if (a->broken) complain(s, a);
    if (a->broken) s->tally.errors++;
    else lcr_tally_add(&s->tally, a->verdict);
    fflush(stdout);
}

void lcc_session_answered(void *session, lcv_answer *a) {
    lcc_model_session *s = session;
    int status = exit_of(a);
    print_answer(s, a);
    if (!s->settings.expect || status == LCC_EXIT_USAGE || status == LCC_EXIT_UNKNOWN) lcc_session_worsen(s, status);
}

void lcc_session_failed(void *session, const lince_error *error) {
    lcc_session_worsen(session, lcc_report_failure(LINCE_OUT_OF_MEMORY, error));
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
    if (s->run.chosen_count < 2 || s->settings.json || s->settings.quiet) return;
    lcr_report_summary(&t, &s->style, &s->tally);
    lcc_session_put(s, &t);
}

void lcc_session_check(lcc_model_session *s) {
    time_t began = time(NULL);
    lcv_session_run(&s->run);
    lcc_spinner_stop();
    if (s->surprises) lcc_session_worsen(s, LCC_EXIT_VIOLATION);
    put_summary(s);
    lcc_session_worsen(s, lcc_html_file_finish(&s->page));
    write_junit(s, began);
}
