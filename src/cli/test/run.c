#include "cli/test/run.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "report/operation.h"
#include "report/words.h"
#include "tester/driver/leaks.h"
#include "tester/driver/weaker.h"
#include "tester/trace/step_view.h"
#include "tester/trace/trace_replay.h"
#include "tester/view/print.h"

void lcc_test_worsen(lcc_test_run *r, int status) { r->status = lcc_worse_exit(r->status, status); }

static void put(lcc_test_run *r, lince_text *text) {
    lc_progress_erase(&r->progress);
    if (!r->session.settings.quiet) lcc_put(text);
    fflush(stdout); /* the results so far are to be seen while the rest takes its time */
    if (text->cut) lcc_test_worsen(r, lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    lc_text_free(text);
}

static const char *file_of(const lcc_test_run *r, const lcd_tested *test) {
    return test && *test->file ? test->file : r->session.sources.files.at[0];
}

typedef enum no_verdict { FAILED, UNKNOWN, SKIPPED } no_verdict;

/* A case that did not come to a verdict; `test` NULL: a step that all tests need did not. */
static void note_error(lcc_test_run *r, const lcd_tested *test, no_verdict kind, const char *message) {
    static const char *const types[] = {[FAILED] = "error", [UNKNOWN] = "unknown", [SKIPPED] = NULL};
    const char *file = file_of(r, test);
    if (r->page.path) {
        lince_text title = {0}, section = {0};
        lc_text_printf(&title, "%s%s%s", file, test ? ": " : "", test ? test->name : "");
        lcr_html_failed(&section, "test", lc_text(&title), message, "not tested");
        lcc_html_file_add(&r->page, &section);
        lc_text_free(&title);
    }
    if (!r->session.settings.junit) return;
    lcr_junit_add(&r->junit, &(lcr_junit_case){.file = file,
                                               .name = test ? test->name : "build",
                                               .kind = kind == SKIPPED ? LCR_JUNIT_SKIPPED : LCR_JUNIT_ERROR,
                                               .type = types[kind],
                                               .message = message});
}

/* A test without a verdict because of an interrupt, or because its program did not answer; NULL: all of them. */
static void note_untried(lcc_test_run *r, const lcd_tested *test, no_verdict kind, const char *message,
                         lcd_unsure why) {
    note_error(r, test, kind, message);
    if (!r->session.settings.json || r->session.settings.list) return;
    lince_text line = {0};
    lcd_print_untried_json(&line, file_of(r, test), test ? test->name : NULL, why);
    put(r, &line);
}

void lcc_test_fail(lcc_test_run *r, const lcd_tested *test, lince_status status, const lince_error *error) {
    lc_progress_erase(&r->progress);
    if (status == LINCE_STOPPED) {
        lcc_test_worsen(r, LCC_EXIT_UNKNOWN);
        if (error->message[0])
            lcc_report_failure(LINCE_BAD_INPUT, error); /* for its words: it is not the input's fault */
        note_untried(r, test, UNKNOWN, error->message[0] ? error->message : "interrupted",
                     error->message[0] ? LCD_UNSURE_SILENCE : LCD_UNSURE_INTERRUPT);
    } else {
        lcc_test_worsen(r, lcc_report_failure(status, error));
        note_error(r, test, FAILED, error->message[0] ? error->message : "out of memory");
        r->tally.errors++;
    }
}

/* ---- while other processes work ---- */

static void warn(lc_span text, void *context) {
    lcc_test_run *r = context;
    lince_text line = {0};
    lc_text_puts(&line, "lince: warning: ");
    lcr_put_clean(&line, &r->session.style, text.at, text.length); /* names of files may come from a trace */
    lc_text_putc(&line, '\n');
    if (!r->session.settings.quiet && !strstr(lc_text(&r->warnings), lc_text(&line))) {
        lcc_spinner_stop();
        lc_progress_erase(&r->progress);
        fflush(stdout);
        fputs(lc_text(&line), stderr);
        lc_text_puts(&r->warnings, lc_text(&line));
    }
    lc_text_free(&line);
}

/* `queue: 224,768 executions (146 k/s), 85 histories, scenario 3 of 12, dpor: 8 % done` */
static void tick(const lcd_workers_view *v, const char *test, void *context) {
    lcc_test_run *r = context;
    if (!lc_progress_tick(&r->progress)) return;
    double seconds = lc_now() - r->started;
    lince_text line = {0};
    lc_text_printf(&line, "%s: ", test);
    lc_put_number(&line, v->executions);
    double rate = seconds > 0 ? (double)v->executions / seconds : 0;
    bool slow = rate < 1e4; /* real threads */
    lc_text_printf(&line, " executions (%.0f%s/s), ", slow ? rate : rate / 1e3, slow ? "" : " k");
    lc_put_number(&line, v->histories);
    lc_text_puts(&line, " histories");
    if (v->scenarios > 1) lc_text_printf(&line, ", scenario %u of %u", v->scenario + 1, v->scenarios);
    if (v->staged) {
        lc_text_puts(&line, ", ");
        lcd_stage_words(&line, v->stage);
    }
    if (v->explored > 0.001) lc_text_printf(&line, ": %.3g %% done", v->explored * 100);
    lc_progress_show(&r->progress, "%s", lc_text(&line));
    lc_text_free(&line);
}

/* `queue: shrinking ...: 45 candidates, 3 s (Ctrl-C shows it as it is)` */
static void tick_shrinking(const lcd_test_run *t, void *context) {
    lcc_test_run *r = context;
    if (!lc_progress_tick(&r->progress)) return;
    uint32_t tried = t->shrunk.candidates;
    lc_progress_show(&r->progress, "%s: shrinking the failure: %u candidate%s, %.0f s (Ctrl-C shows it as it is)",
                     t->test->name, tried, tried == 1 ? "" : "s", lc_now() - r->started);
}

static void complain(lc_span text, void *unused) {
    (void)unused;
    lcc_complain("%.*s", (int)text.length, text.at);
}

static void working(const char *what, void *context) {
    const lcc_test_run *r = context;
    if (!what) lcc_spinner_stop();
    else if (!r->session.settings.quiet) lcc_spinner_start("%s", what);
}

void lcc_test_listen(lcc_test_run *r) {
    lcd_child_print_by((lcd_child_printer){.print = lcc_print_meanwhile, .holds = lcc_spinner_runs});
    r->session.command_word = lcc_command_word();
    r->session.mistake = complain;
    r->session.working = working;
    r->session.tick = tick;
    r->session.tick_shrinking = tick_shrinking;
    r->session.warn = warn;
    r->session.context = r;
}

/* ---- one test ---- */

static int exit_of(const lcd_test_run *t) {
    return t->verdict == LINCE_VERDICT_OK          ? LCC_EXIT_OK
           : t->verdict == LINCE_VERDICT_VIOLATION ? LCC_EXIT_VIOLATION
                                                   : LCC_EXIT_UNKNOWN;
}

static void print_test(lcc_test_run *r, lcd_test_run *t, uint32_t number) {
    lince_text text = {0};
    const lcd_test_settings *o = &r->session.settings;
    bool steps = t->replayed.steps.count;
    bool shown = t->failure || steps || t->leaks.count || t->weaker.count;
    lcd_lines *lines = shown && (!o->quiet || o->junit || o->html) ? lcd_test_run_lines(t) : NULL;
    if (!lcd_weaker_find(t, lines)) text.cut = true;
    for (lcd_test_run *f = t->further; f; f = f->further)
        if (!lcd_weaker_find(f, lcd_test_run_lines(f))) text.cut = true;
    if (o->json) lcd_print_json(&text, t, number, lines);
    else {
        lcd_print_verdict(&text, t);
        lcd_print_failure(&text, t, lines);
        if (steps && !t->failure)
            lcd_interleaving_print(&text, &r->session.style, t->replayed.steps.at, t->replayed.steps.count, lines,
                                   lcr_style_width(&r->session.style));
        if (o->verbose) lcd_print_statistics(&text, t);
        if (!o->quiet) lcd_print_advice(&text, t);
        lcd_print_further(&text, t);
    }
    put(r, &text);
    if (o->junit) lcd_print_junit(&r->junit, t, lines);
    for (lcd_test_run *f = t; f && o->html; f = f->further) {
        lince_text section = {0};
        if (f != t && !lcd_print_is_answer(f)) continue;
        lcd_print_section(&section, f, number, lcd_test_run_lines(f));
        lcc_html_file_add(&r->page, &section);
    }
    if (!o->json) lcd_print_leaks(t, lines, warn, r);
    lcr_tally_add(&r->tally, t->verdict);
    lcc_test_worsen(r, exit_of(t));
    if (t->unsaved.message[0] && o->trace) lcc_test_worsen(r, lcc_report_error(&t->unsaved));
    else if (t->unsaved.message[0]) warn(lc_span_of(t->unsaved.message), r); /* no option requested it */
}

/* An execution that was only looked at, or that is not the one it should be. */
static void print_look(lcc_test_run *r, lcd_test_run *t) {
    const lcd_session *s = &r->session;
    lince_text text = {0};
    lcd_step_view look = {.file = t->file,
                          .test = t->test->name,
                          .step = t->looked,
                          .steps = lcd_replay_steps(r->trace),
                          .replayed = &t->replayed,
                          .lines = s->settings.quiet ? NULL : lcd_test_run_lines(t)};
    if (t->astray.length && t->replayed.steps.count) look.step = t->replayed.steps.at[t->replayed.steps.count - 1].step;
    if (s->settings.json) lcd_print_look_json(&text, &look);
    else lcd_print_look(&text, &s->style, &look);
    put(r, &text);
    if (t->astray.length) note_error(r, t->test, FAILED, lc_text(&t->astray));
    if (t->astray.length) lcc_test_worsen(r, lcc_complain("%s: %s", s->settings.replay, lc_text(&t->astray)));
}

/* ---- the run ---- */

static void unnamed(void *context) {
    lcc_test_run *r = context;
    lince_text names = {0};
    for (uint32_t i = 0; i < r->session.tests.count; i++)
        lc_text_printf(&names, "%s%s", i ? ", " : "", r->session.tests.at[i].name);
    note_error(r, NULL, FAILED, "there is no test of this name");
    lcc_test_worsen(
        r, r->trace
               ? lcc_complain("there is no test called '%s', only %s", lcd_replay_test_name(r->trace), lc_text(&names))
               : lcc_complain("no test is called '%s', only %s", r->session.settings.filter, lc_text(&names)));
    lc_text_free(&names);
}

static void built(void *context) {
    lcc_test_run *r = context;
    const lcd_session *s = &r->session;
    if (!s->settings.keep || s->settings.json) return;
    lince_text line = {0};
    lc_text_printf(&line, "program: %s\n", s->program.path);
    put(r, &line);
}

static void listed(const lcd_tested *test, void *context) {
    lcc_test_run *r = context;
    lince_text line = {0};
    if (r->session.settings.json) lcd_print_test_json(&line, test);
    else lcd_print_test(&line, test);
    put(r, &line);
}

static void begins(const lcd_tested *test, void *context) {
    lcc_test_run *r = context;
    (void)test;
    r->started = lc_now();
    r->tests++;
}

static void judged(lcd_test_run *t, uint32_t number, void *context) { print_test(context, t, number); }
static void looked(lcd_test_run *t, void *context) { print_look(context, t); }

static void skipped(const lcd_tested *test, void *context) {
    lcc_test_run *r = context;
    r->tests++;
    note_untried(r, test, SKIPPED, "interrupted before it began", LCD_UNSURE_INTERRUPT);
}

static void failed(const lcd_tested *test, lince_status status, const lince_error *error, void *context) {
    lcc_test_fail(context, test, status, error);
}

void lcc_test_program(lcc_test_run *r) {
    static const lcd_run_listener listener = {.built = built,
                                              .listed = listed,
                                              .begins = begins,
                                              .judged = judged,
                                              .looked = looked,
                                              .skipped = skipped,
                                              .unnamed = unnamed,
                                              .failed = failed};
    lcd_session *s = &r->session;
    lcd_run_program(s, r->trace, &listener, r);
    if (r->tests < 2 || s->settings.json || s->settings.quiet) return;
    lince_text summary = {0};
    lcr_report_summary(&summary, &s->style, &r->tally);
    put(r, &summary);
}
