/* The result of a test run, as a section of the page: the text of the terminal, the history, and the steps with their
 * effect on memory and the source around them. */
#include <string.h>

#include "report/html.h"
#include "report/operation.h"
#include "report/report.h"
#include "tester/driver/leaks.h"
#include "tester/view/failure_context.h"
#include "tester/view/print.h"

enum { STEPS_MOST = 20000 /* who looks at more? */ };

/* The text written for the terminal, a paragraph a line, each as a note of its own. */
static void add_lines(lcr_notes *notes, lince_text *lines) {
    const char *at = lc_text(lines);
    while (*at) {
        size_t length = strcspn(at, "\n"), blank = strspn(at, " ");
        lince_text note = {.cut = lines->cut};
        if (blank < length) lc_text_add(&note, at + blank, length - blank);
        lcr_notes_add(notes, &note);
        at += length + (at[length] == '\n');
    }
    lc_text_free(lines);
}

/* The same as one note of several lines. */
static void add_block(lcr_notes *notes, lince_text *lines) {
    size_t blank = strspn(lc_text(lines), "\n"), length = lines->length;
    lince_text note = {.cut = lines->cut};
    while (length > blank && lines->at[length - 1] == '\n') length--;
    if (length > blank) lc_text_add(&note, lines->at + blank, length - blank);
    lcr_notes_add(notes, &note);
    lc_text_free(lines);
}

static void add_loss(lc_span what, void *context) {
    lince_text note = {0};
    lc_text_add(&note, what.at, what.length);
    lcr_notes_add(context, &note);
}

/* The warnings that go to standard error elsewhere: memory that may be lost, and code that could not be checked. */
static void add_warnings(lcr_notes *notes, const lcd_test_run *t, lcd_lines *lines) {
    lince_text text = {0};
    lc_text_puts(&text, lc_text(&t->session->program.warnings));
    add_lines(notes, &text);
    lcd_print_leaks(t, lines, add_loss, notes);
}

static void add_failure(lcr_notes *notes, const lcd_test_run *t, lcd_lines *lines) {
    lince_text text = {0};
    const lcd_replayed *r = &t->replayed;
    lcd_print_scenario(&text, t);
    add_lines(notes, &text);
    if (t->result && t->result->violation) {
        lcr_notes_explain(notes, t->failure->history, t->result->violation);
        lcd_print_false_alarm(&text, t);
    } else lcd_print_doubts(&text, t, lines);
    add_block(notes, &text);
    lcd_print_memory(&text, t);
    add_lines(notes, &text);
    lcd_print_straying(&text, t);
    lcd_print_place(&text, t, lines);
    add_lines(notes, &text);
    if (!t->strayed)
        lcd_failure_context_print(&text, &t->session->style, r->steps.at, r->steps.count, lines,
                                  lcd_failure_has_place(t->failure->kind));
    add_block(notes, &text);
    lcd_print_also(&text, t, lines);
    add_lines(notes, &text);
    lcd_print_replay(&text, t);
    add_lines(notes, &text);
}

static void write_section(lince_text *out, const lcd_test_run *t, uint32_t number, lcd_lines *lines) {
    lince_text title = {0}, result = {0}, headline = {0}, summary = {0}, reason = {0}, steps = {0}, sources = {0};
    lcr_notes notes = {0};
    const lince_history *h = t->failure ? t->failure->history : NULL;
    size_t count = t->replayed.steps.count, first = count > STEPS_MOST ? count - STEPS_MOST : 0;
    lc_text_printf(&title, "%s: %s", t->file, t->test->name);
    lcd_print_json_short(&result, t, number, lines);
    lcd_print_essence(&headline, t);
    lcd_print_coverage(&summary, t);
    lc_text_puts(&summary, ", ");
    lcr_put_duration(&summary, t->seconds);
    if (t->failure) lcd_print_reason(&reason, t);
    if (t->failure) add_failure(&notes, t, lines);
    add_warnings(&notes, t, lines);
    if (count) {
        lcd_interleaving_page(&steps, t->replayed.steps.at + first, count - first, lines, t->strayed ? NULL : h);
        lcd_interleaving_sources(&sources, t->replayed.steps.at + first, count - first, lines);
    }
    if (first) {
        lince_text note = {0};
        lc_text_printf(&note, "The first %zu steps are left out.", first);
        lcr_notes_add(&notes, &note);
    }
    out->cut |= title.cut || headline.cut || summary.cut || reason.cut;
    lcr_html_section_write(out, &(lcr_html_section){.kind = "test",
                                                    .title = lc_text(&title),
                                                    .result = &result,
                                                    .headline = lc_text(&headline),
                                                    .summary = lc_text(&summary),
                                                    .reason = reason.length ? lc_text(&reason) : NULL,
                                                    .notes = &notes,
                                                    .history = h && h->ops.count ? h : NULL,
                                                    .found = t->result,
                                                    .steps = &steps,
                                                    .sources = &sources});
    lcr_notes_free(&notes);
    lc_text_free(&title);
    lc_text_free(&result);
    lc_text_free(&headline);
    lc_text_free(&summary);
    lc_text_free(&reason);
    lc_text_free(&steps);
    lc_text_free(&sources);
}

void lcd_print_section(lince_text *out, const lcd_test_run *t, uint32_t number, lcd_lines *lines) {
    enum { WIDTH = 4000 }; /* a browser breaks lines itself */
    lcd_session session = *t->session;
    session.style = (lcr_style){.width = WIDTH};
    lcd_test_run plain = *t;
    plain.session = &session;
    plain.further = NULL; /* it has a section of its own */
    if (t->failure == &t->shrunk.failure) plain.failure = &plain.shrunk.failure;
    write_section(out, &plain, number, lines);
}
