/* The failure in readable form: the scenario, the history, the reason, the steps. */
#include "tester/view/print.h"

#include <string.h>

#include "check/result.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/view/failure_context.h"

enum { INDENT = 2, ALSO_MOST = 20 /* further failures that are listed */ };

static void put_clean(lince_text *out, const lcr_style *style, const char *text) {
    lcr_put_clean(out, style, text, strlen(text));
}

/* A paragraph of a report; empties it. */
static void put_paragraph(lince_text *out, const lcr_style *style, lince_text *paragraph, unsigned hang) {
    lcr_put_wrapped(out, style, lc_text(paragraph), INDENT, hang);
    out->cut |= paragraph->cut;
    lc_text_free(paragraph);
}

static void put_labelled(lince_text *out, const lcr_style *style, const char *label, const char *text, unsigned hang) {
    lince_text line = {0};
    lcr_colour_on(&line, style, LCR_BOLD);
    lc_text_puts(&line, label);
    lcr_colour_off(&line, style, LCR_BOLD);
    lc_text_putc(&line, ' ');
    put_clean(&line, style, text);
    put_paragraph(out, style, &line, hang);
}

/* The whole history, unless the explanation is about all of it anyway. */
static void put_history(lince_text *out, const lcd_test_run *t) {
    const lince_history *h = t->failure->history;
    const lc_violation *v = t->result ? t->result->violation : NULL;
    lc_text_putc(out, '\n');
    if (!h || !h->ops.count || (v && v->conflict.count == h->ops.count)) return;
    lcr_shown_list shown = {0};
    lcr_show_all(&shown, h);
    for (uint32_t i = 0; v && i < shown.count; i++)
        if (shown.at[i].op == v->culprit) shown.at[i].mark = LCR_MARK_CULPRIT;
    lcr_drawing drawing = {.ops = shown.at, .count = shown.count, .indent = 2 * INDENT};
    lcr_draw_timeline(out, &t->session->style, h, &drawing);
    lc_vec_free(NULL, &shown);
    lc_text_putc(out, '\n');
}

/* Do operations wait for other operations, and for nothing that a thread holds?  Then this may be intended. */
static bool may_be_meant(const lcd_test_run *t) {
    const lince_history *h = t->failure->history;
    uint32_t open = 0;
    if (t->failure->kind != LCT_FAILS_DEADLOCK && t->failure->kind != LCT_FAILS_SPINNING) return false;
    if (lcd_oracle_kind_of(t->oracle) != LCD_ORACLE_ITSELF) return false;
    for (uint32_t i = 0; h && i < h->ops.count; i++) open += h->ops.at[i].end == LC_NEVER;
    for (uint32_t i = 0; i < t->replayed.steps.count; i++) {
        const lcd_trace_step *s = &t->replayed.steps.at[i];
        if (s->kind == LCT_STEP_BLOCKED && s->size && (s->before || s->more)) return false;
    }
    return open && t->replayed.steps.count;
}

void lcd_print_reason(lince_text *out, const lcd_test_run *t) {
    const lcr_style *style = &t->session->style;
    if (t->failure->kind != LCD_FAILURE_VIOLATION) {
        if (!t->failure->message || !*t->failure->message) return;
        put_clean(out, style, t->failure->message);
        lc_text_putc(out, '.');
    } else if (t->result && t->result->violation) lcr_put_reason(out, style, t->result->violation);
    else {
        lc_text_puts(out, "No execution of ");
        put_clean(out, style, lc_text(&t->spec));
        lc_text_puts(out, " explains this history.");
    }
}

static void put_reason(lince_text *out, const lcd_test_run *t, lcd_lines *lines) {
    lince_text text = {0};
    if (t->failure->kind == LCD_FAILURE_VIOLATION && t->result && t->result->violation) {
        lcr_report_violation(out, &t->session->style, t->failure->history, t->result);
        if (lcd_print_doubt(t)) lc_text_putc(out, '\n');
        lcd_print_false_alarm(out, t);
        return;
    }
    lcd_print_reason(&text, t);
    if (text.length) put_paragraph(out, &t->session->style, &text, 0);
    lcd_print_doubts(out, t, lines);
}

void lcd_print_doubts(lince_text *out, const lcd_test_run *t, lcd_lines *lines) {
    const lcr_style *style = &t->session->style;
    lince_text text = {0};
    if (may_be_meant(t)) {
        lc_text_puts(
            &text,
            "If operations may wait for other ones that never come, declare it by lince_test_blocking(); if they "
            "take effect together, as those of a channel, name a specification.");
        put_paragraph(out, style, &text, 0);
    }
    if (t->failure->kind == LCT_FAILS_ENDLESS) {
        lc_text_puts(&text,
                     "If it waits for a variable that another thread writes, that has to be atomic: any other the "
                     "compiler may read once and never again.");
        put_paragraph(out, style, &text, 0);
    }
    if (t->failure->kind == LCT_FAILS_NONDETERMINISM) {
        lc_text_puts(&text,
                     "An execution depends on state that is not restored before it. Variables, the heap, thread-local "
                     "storage and mapped memory are; files, the kernel's state, variables of libc, memory mapped by "
                     "a system call of the test's own and real time are not. Keep such state in variables, or use "
                     "--strategy stress, where each run is a process of its own.");
        put_paragraph(out, style, &text, 0);
    }
    lcd_print_race(out, t, lines);
    lcd_print_false_alarm(out, t);
}

void lcd_print_false_alarm(lince_text *out, const lcd_test_run *t) {
    const char *doubt = lcd_print_doubt(t);
    if (doubt) put_labelled(out, &t->session->style, "This may be a false alarm:", doubt, 0);
}

void lcd_print_straying(lince_text *out, const lcd_test_run *t) {
    if (!t->strayed) return;
    lince_text text = {0};
    lc_text_puts(&text, "These are the steps of the replay.");
    put_paragraph(out, &t->session->style, &text, 0);
}

/* Without steps, as when it fails before there is any or does not terminate, at least the line. */
void lcd_print_place(lince_text *out, const lcd_test_run *t, lcd_lines *lines) {
    const char *file, *function;
    int line;
    if (t->replayed.steps.count || !t->failure->pc || !lines ||
        !lcd_lines_find(lines, t->failure->pc, &file, &line, &function))
        return;
    const char *slash = strrchr(file, '/');
    lince_text place = {0};
    lc_text_printf(&place, "%s:%d%s%s", slash ? slash + 1 : file, line, function ? ", in " : "",
                   function ? function : "");
    put_labelled(out, &t->session->style, "It was at", lc_text(&place), 0);
    lc_text_free(&place);
}

static void put_steps(lince_text *out, const lcd_test_run *t, lcd_lines *lines) {
    const lcr_style *style = &t->session->style;
    lcd_print_straying(out, t);
    lcd_print_place(out, t, lines);
    if (!t->replayed.steps.count) return;
    lc_text_putc(out, '\n');
    lcd_interleaving_print(out, style, t->replayed.steps.at, t->replayed.steps.count, lines, lcr_style_width(style));
    if (t->strayed) return; /* how that one ended is of no interest */
    lcd_failure_context_print(out, style, t->replayed.steps.at, t->replayed.steps.count, lines,
                              lcd_failure_has_place(t->failure->kind));
}

void lcd_print_also(lince_text *out, const lcd_test_run *t, lcd_lines *lines) {
    const lcr_style *style = &t->session->style;
    uint32_t told = 0;
    if (t->judge.failures.count < 2) return;
    lc_text_putc(out, '\n');
    for (uint32_t i = 0; i < t->judge.failures.count && told < ALSO_MOST; i++) {
        const lcd_failure *f = &t->judge.failures.at[i];
        if (f == t->failure || f == t->shrunk.from) continue;
        lince_text text = {0};
        lcd_print_title(&text, t, f);
        lcd_print_race_places(&text, f, lines);
        lc_text_puts(&text, ", in ");
        put_clean(&text, style, f->scenario);
        put_labelled(out, style, "Also:", lc_text(&text), 2);
        lc_text_free(&text);
        told++;
    }
    uint32_t rest = t->judge.failures.count - 1 - told;
    if (rest) lc_text_printf(out, "  And %u more.\n", rest);
}

static void put_count(lince_text *out, uint32_t count, const char *what) {
    lc_text_printf(out, "%u %s%s", count, what, count == 1 ? "" : "s");
}

static void put_extent(lince_text *out, const lcd_failure_size *e) {
    put_count(out, e->threads, "thread");
    lc_text_puts(out, ", ");
    put_count(out, e->operations, "operation");
}

/* `Shrunk from 4 threads, 16 operations to 2 threads, 4 operations, 1 preemption (38 candidates, 0.4 s).` */
static void put_shrunk(lince_text *out, const lcd_test_run *t) {
    const lcd_shrunk *s = &t->shrunk;
    const lcd_failure_size *from = &s->before, *to = &s->after;
    bool fewer = from->threads != to->threads || from->operations != to->operations;
    lince_text text = {0};
    if (t->failure != &s->failure || (!fewer && from->preemptions == to->preemptions)) return;
    lc_text_puts(&text, "Shrunk from ");
    if (fewer) {
        put_extent(&text, from);
        lc_text_puts(&text, " to ");
        put_extent(&text, to);
        lc_text_puts(&text, ", ");
    } else {
        put_count(&text, from->preemptions, "preemption");
        lc_text_puts(&text, " to ");
    }
    put_count(&text, to->preemptions, "preemption");
    lc_text_puts(&text, " (");
    put_count(&text, s->candidates, "candidate");
    lc_text_puts(&text, ", ");
    lcr_put_duration(&text, s->seconds);
    lc_text_puts(&text, s->hurried    ? "; there may be a smaller one: --shrink looks for longer)."
                        : s->complete ? ")."
                                      : "; there may be a smaller one).");
    put_paragraph(out, &t->session->style, &text, 2);
}

/* Was it the test that wrote this scenario? */
static bool is_known(const lcd_test_run *t) {
    if (t->failure == &t->shrunk.failure && strcmp(t->failure->scenario, t->shrunk.from->scenario) != 0) return false;
    return !t->session->settings.scenario && !t->coverage.scenarios.complete && !t->coverage.sizes.count;
}

/* Scenarios of calls can be kept in the test.  Never broken: it is to be copied. */
static void put_paste(lince_text *out, const lcd_test_run *t) {
    const char *scenario = t->failure->scenario;
    if (!scenario || !strchr(scenario, '(') || is_known(t)) return;
    lc_text_puts(out, "  To test it from now on: lince_test_scenario(\"");
    for (const char *c = scenario; *c; c++) {
        if (*c == '"' || *c == '\\') lc_text_putc(out, '\\');
        lcr_put_clean(out, &t->session->style, c, 1);
    }
    lc_text_puts(out, "\");\n");
}

void lcd_print_replay(lince_text *out, const lcd_test_run *t) {
    const lcr_style *style = &t->session->style;
    if (!t->replay.length) return;
    lc_text_putc(out, '\n');
    put_paste(out, t);
    if (!t->trace) {
        lcr_put_wrapped(out, style, "Real threads cannot be made to do the same again.", 2, 0);
        lc_text_puts(out, "  To try every interleaving of the scenario: ");
    } else lc_text_puts(out, "  To see it again: ");
    lcr_colour_on(out, style, LCR_BOLD);
    lc_text_puts(out, lc_text(&t->replay)); /* never broken: it is to be copied */
    lcr_colour_off(out, style, LCR_BOLD);
    lc_text_putc(out, '\n');
}

void lcd_print_scenario(lince_text *out, const lcd_test_run *t) {
    const lcr_style *style = &t->session->style;
    if (t->failure->scenario && *t->failure->scenario) put_labelled(out, style, "Scenario:", t->failure->scenario, 2);
    put_shrunk(out, t);
}

void lcd_print_failure(lince_text *out, const lcd_test_run *t, lcd_lines *lines) {
    if (!t->failure) return;
    lcd_print_scenario(out, t);
    put_history(out, t);
    put_reason(out, t, lines);
    lcd_print_memory(out, t);
    put_steps(out, t, lines);
    lcd_print_also(out, t, lines);
    lcd_print_replay(out, t);
}
