/* A run as a table of steps:
 *
 *      1  Push(0)  push_inv.0.1
 *      2  Push(0)  (cas)          top = 1
 *      3  Pop(1)   pop_res.1.2
 *                  ^ the specification allows only the return pop_res.1.1 here
 *
 * Invisible steps stand in parentheses.  A bracket on the left holds together the steps of a loop.
 */
#include <inttypes.h>
#include <string.h>

#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"
#include "verifier/print/print.h"

enum { PROCESS_MOST = 24, EVENT_MOST = 36, FIRST_ROWS = 20, LAST_ROWS = 80, GAP = 2, GLUED_MOST = 24 };

typedef struct table {
    lince_text *out;
    const lcr_style *style;
    const lcv_steps *steps;
    size_t digits, process, event; /* columns */
} table;

static const char *loop_glyph(const table *t, uint32_t i) {
    uint32_t loop = t->steps->loop, last = t->steps->at.count - 1;
    bool plain = t->style->ascii;
    if (loop > last || i < loop) return " ";
    if (loop == last) return plain ? "@" : "↻";
    return i == loop ? (plain ? "/" : "╭") : i == last ? (plain ? "\\" : "╰") : (plain ? "|" : "│");
}

/* In full, so that nothing of an event is lost to a script that reads it; the columns are only as wide as is usual. */
static void put_cell(table *t, lince_text *line, const char *text, const char *brackets, size_t width) {
    size_t start = line->length;
    if (*brackets) lc_text_putc(line, brackets[0]);
    lcr_put_clean(line, t->style, text, strlen(text));
    if (*brackets) lc_text_putc(line, brackets[1]);
    lcr_pad(line, start, width);
}

/* Lines are broken between changes, and within those that are long. */
static void put_changes(const table *t, lince_text *line, const char *changes) {
    const char *rest = changes;
    lcv_change c;
    for (bool first = true; lcv_change_next(&rest, &c); first = false) {
        if (!first) lc_text_puts(line, ", ");
        size_t start = line->length, length = (size_t)(rest - c.name);
        lcr_put_clean(line, t->style, c.name, length);
        if (length <= GLUED_MOST) lcr_glue(line, start);
    }
}

static void put_step(table *t, uint32_t i, bool marked) {
    const lcv_step *s = &t->steps->at.at[i];
    lcr_colour event = marked ? LCR_RED : s->hidden ? LCR_DIM : LCR_PLAIN;
    lince_text line = {0};
    lcr_paint(&line, t->style, LCR_MAGENTA, loop_glyph(t, i));
    lcr_colour_on(&line, t->style, LCR_DIM);
    lc_text_printf(&line, " %*u", (int)t->digits, i + 1);
    lcr_colour_off(&line, t->style, LCR_DIM);
    lc_text_repeat(&line, " ", GAP);
    lcr_colour_on(&line, t->style, LCR_CYAN);
    put_cell(t, &line, s->process, "", t->process);
    lcr_colour_off(&line, t->style, LCR_CYAN);
    lc_text_repeat(&line, " ", GAP);
    lcr_colour_on(&line, t->style, event);
    put_cell(t, &line, s->event, s->hidden ? "()" : "", *s->changes ? t->event : 0);
    lcr_colour_off(&line, t->style, event);
    if (*s->changes) lc_text_repeat(&line, " ", GAP);
    lcr_glue(&line, 0);
    put_changes(t, &line, s->changes);
    size_t left = t->digits + t->process + t->event + 2 + 3 * GAP;
    if (left + 20 > lcr_style_width(t->style)) left = t->digits + 2 + 2 * GAP;
    lcr_put_wrapped(t->out, t->style, lc_text(&line), 2, (unsigned)left);
    t->out->cut |= line.cut;
    lc_text_free(&line);
}

static void widen(size_t *column, const char *text, size_t brackets, size_t most) {
    size_t width = lcr_columns(text) + brackets;
    if (width > *column) *column = width < most ? width : most;
}

static void put_table(table *t, bool all, bool marks_last) {
    const lcv_steps *steps = t->steps;
    uint32_t count = steps->at.count;
    bool cut = !all && count > FIRST_ROWS + LAST_ROWS;
    for (uint32_t n = count; n; n /= 10) t->digits++;
    for (uint32_t i = 0; i < count; i++) {
        const lcv_step *s = &steps->at.at[i];
        widen(&t->process, s->process, 0, PROCESS_MOST);
        widen(&t->event, s->event, s->hidden ? 2 : 0, EVENT_MOST);
    }
    for (uint32_t i = 0; i < count; i++) {
        put_step(t, i, marks_last && i + 1 == count);
        if (!cut || i + 1 != FIRST_ROWS) continue;
        i = count - LAST_ROWS - 1;
        lc_text_printf(t->out, "    %s %u more steps; --verbose shows them\n", lcr_style_glyphs(t->style)->ellipsis,
                       i + 1 - FIRST_ROWS);
    }
}

static void put_paragraph(table *t, lince_text *text, unsigned indent, unsigned hang, lcr_colour colour) {
    lince_text painted = {0};
    lcr_paint(&painted, t->style, colour, lc_text(text));
    lcr_put_wrapped(t->out, t->style, lc_text(&painted), indent, hang);
    t->out->cut |= text->cut || painted.cut;
    lc_text_free(&painted);
    lc_text_free(text);
}

static void put_state(table *t, const char *when, const char *state) {
    lince_text text = {0};
    if (!*state) return;
    lc_text_printf(&text, "%s: ", when);
    put_changes(t, &text, state);
    put_paragraph(t, &text, 2, 2, LCR_PLAIN);
}

/* Below the steps it is about: the last event, or all of a loop. */
static void put_reason(table *t, const lcv_answer *a, bool marks_last) {
    lince_text reason = {0}, text = {0};
    lcv_put_reason(&reason, a);
    if (reason.length && marks_last) {
        lc_text_puts(&text, "^ ");
        lcr_put_clean(&text, t->style, lc_text(&reason), reason.length);
        put_paragraph(t, &text, (unsigned)(t->digits + t->process + 4 + 2 * GAP), 2, LCR_RED);
    } else if (reason.length) {
        lcv_put_sentence(&text, t->style, a);
        put_paragraph(t, &text, 2, 0, a->verdict == LINCE_VERDICT_OK ? LCR_PLAIN : LCR_RED);
    }
    lc_text_free(&reason);
}

/* The calls and returns, unless all of them conflict. */
static void put_history(table *t, const lcv_answer *a) {
    const lince_history *h = a->run->history;
    const lc_violation *v = lcv_answer_conflict(a);
    if (!h || !h->ops.count) return;
    lc_text_putc(t->out, '\n');
    if (!v || v->conflict.count < h->ops.count) {
        lcr_shown_list shown = {0};
        lince_text text = {0};
        lcr_show_all(&shown, h);
        for (uint32_t i = 0; v && i < shown.count; i++)
            if (shown.at[i].op == v->culprit) shown.at[i].mark = LCR_MARK_CULPRIT;
        lc_text_puts(&text, "The calls and returns:");
        put_paragraph(t, &text, 2, 0, LCR_PLAIN);
        lcr_drawing drawing = {.ops = shown.at, .count = shown.count, .indent = 4};
        lcr_draw_timeline(t->out, t->style, h, &drawing);
        t->out->cut |= shown.count < h->ops.count;
        lc_vec_free(NULL, &shown);
        if (v) lc_text_putc(t->out, '\n');
    }
    if (v) lcr_report_violation(t->out, t->style, h, a->judged);
}

void lcv_print_steps(lince_text *out, const lcr_style *style, const lcv_answer *a, bool all) {
    const lcm_finding *f = &a->run->finding;
    table t = {.out = out, .style = style, .steps = &a->steps};
    if (!f->path.states.count) return;
    /* Either the last step itself is at fault, or the state behind it. */
    bool last = a->steps.at.count && (f->reason == LCM_R_TRACE || f->answer == LCM_BROKEN);
    if (!a->steps.at.count) put_state(&t, "at the beginning", a->steps.first);
    put_table(&t, all, last);
    put_reason(&t, a, last);
    if (!last && a->steps.at.count && a->steps.loop == UINT32_MAX) put_state(&t, "state at the end", a->steps.last);
    put_history(&t, a);
    out->cut |= a->steps.cut;
}

/* ---- verdicts and figures ---- */

void lcv_put_effort(lince_text *out, const lcv_answer *a) {
    const lcm_figures *n = &a->run->finding.figures;
    lc_put_number(out, n->states);
    lc_text_printf(out, " state%s, ", n->states == 1 ? "" : "s");
    if (a->assertion->other || a->assertion->specification || a->assertion->formula) {
        lc_put_number(out, n->pairs);
        lc_text_printf(out, " pair%s, ", n->pairs == 1 ? "" : "s");
    }
    lc_put_number(out, n->transitions);
    lc_text_printf(out, " transition%s, ", n->transitions == 1 ? "" : "s");
    lcr_put_duration(out, a->run->seconds);
}

void lcv_print_verdict(lince_text *out, const lcr_style *style, const lcv_answer *a) {
    const char *text = lcv_assertion_text(a->assertion);
    size_t start = out->length;
    lcr_put_clean(out, style, a->model->file, strlen(a->model->file));
    lc_text_puts(out, ": ");
    lcr_put_clean(out, style, text, strlen(text));
    lc_text_puts(out, ": ");
    lcr_paint_verdict(out, style, a->verdict);
    lc_text_printf(out, " %s ", lcr_style_glyphs(style)->dash);
    lcv_put_outcome(out, style, a);
    lc_text_puts(out, " (");
    lcv_put_effort(out, a);
    lc_text_putc(out, ')');
    lcr_end_line(out, style, start);
}

void lcv_print_statistics(lince_text *out, const lcr_style *style, const lcv_answer *a) {
    const lcm_figures *n = &a->run->finding.figures;
    lince_text value = {0};
#define FIGURE(name, what)                                                                                             \
    if (n->name) {                                                                                                     \
        lc_text_clear(&value);                                                                                         \
        lc_put_number(&value, n->name);                                                                                \
        lcr_put_statistic(out, style, lc_text(&value), what);                                                          \
    }
    LCM_FIGURES(FIGURE)
#undef FIGURE
    lc_text_clear(&value);
    lcr_put_duration(&value, a->run->seconds);
    lcr_put_statistic(out, style, lc_text(&value), "for the verdict");
    lc_text_clear(&value);
    lcr_put_size(&value, a->run->memory);
    lcr_put_statistic(out, style, lc_text(&value), "of memory at most");
    lc_text_clear(&value);
    for (uint32_t i = 0; i < a->run->reduction_count; i++)
        lc_text_printf(&value, "%s%s", i ? ", " : "", a->run->reductions[i]);
    size_t start = out->length;
    if (value.length) {
        lc_text_printf(out, "  reductions: %s", lc_text(&value));
        lcr_end_line(out, style, start);
    }
    if (a->run->native.length > 0) lcr_put_statistic(out, style, "", lc_text(&a->run->native));
    lc_text_free(&value);
}
