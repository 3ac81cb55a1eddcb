/* A violation explained: the reason, when it shows, the operations that conflict, the results they could have returned,
 * and how far an order gets. */
#include <string.h>

#include "report/alike.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

enum {
    INDENT = 2,
    DEEPER = 4,
    OPERATION_MOST = 40, /* columns of an operation in a table or sentence */
    DRAWN_MOST = 24,     /* operations of a conflict that are drawn, the last ones */
    ORDER_MOST = 12,     /* operations of an order that is shown whole; of a longer one ... */
    ORDER_TAIL = 10,     /* ... the last of them */
    LINES_MOST = 8       /* of a state, a key, a reason */
};

typedef struct explanation {
    lince_text *out;
    const lcr_style *style;
    const lince_history *h;
    const lc_violation *v;
    unsigned op_flags; /* how operations are written */
} explanation;

/* Writes a paragraph and empties it. */
static void put_paragraph(explanation *e, lince_text *paragraph, unsigned hang) {
    lcr_put_wrapped(e->out, e->style, lc_text(paragraph), INDENT, hang);
    e->out->cut |= paragraph->cut;
    lc_text_free(paragraph);
}

static bool same_object(const lince_history *h, uint32_t a, uint32_t b) {
    lc_span s = lc_object_name(h, &h->ops.at[a]), t = lc_object_name(h, &h->ops.at[b]);
    return s.length == t.length && !memcmp(s.at, t.at, s.length);
}

/* Do the operations that the explanation names belong to more than one object? */
static bool several_objects(const lince_history *h, const lc_violation *v) {
    if (!v->conflict.count) return true;
    uint32_t first = v->conflict.at[0].op;
    for (uint32_t i = 1; i < v->conflict.count; i++)
        if (!same_object(h, first, v->conflict.at[i].op)) return true;
    for (uint32_t i = 0; i < v->deepest.count; i++)
        if (!same_object(h, first, v->deepest.at[i])) return true;
    return v->culprit < h->ops.count && !same_object(h, first, v->culprit);
}

/* Values may be large: of more than a few lines only both ends are worth reading. */
static void put_clean(lince_text *into, const lcr_style *style, const char *text) {
    lcr_put_short(into, style, text, strlen(text), LINES_MOST * (size_t)lcr_style_width(style));
}

void lcr_put_reason(lince_text *out, const lcr_style *style, const lc_violation *v) {
    bool object = v->object && *v->object, headed = object || v->key || v->pattern;
    if (headed) lcr_colour_on(out, style, LCR_BOLD);
    if (object) {
        lc_text_puts(out, "object ");
        put_clean(out, style, v->object);
    }
    if (v->key) {
        lc_text_puts(out, object ? ", key " : "key ");
        put_clean(out, style, v->key);
    }
    if (object || v->key) lc_text_puts(out, ": ");
    if (v->pattern) lc_text_printf(out, "%s: ", v->pattern);
    if (headed) lcr_colour_off(out, style, LCR_BOLD);
    put_clean(out, style, v->reason ? v->reason : "no order of the operations works");
    if (out->length && out->at[out->length - 1] != '.') lc_text_putc(out, '.');
}

static unsigned flags_for(const lince_history *h, const lc_violation *v) {
    return several_objects(h, v) ? LCR_OP_OBJECT : 0;
}

void lcr_put_failing_event(lince_text *out, const lcr_style *style, const lince_history *h, const lc_violation *v) {
    if (!v->has_prefix || !v->prefix_events || v->prefix_events > h->events.count) return;
    uint32_t op = lc_event_op(h->events.at[v->prefix_events - 1]); /* whose end is the last straw */
    const lc_op *last = &h->ops.at[op];
    if (v->prefix_events == h->events.count) lc_text_puts(out, "It fails at the last of ");
    else {
        lc_text_puts(out, v->smallest ? "It fails after " : "It fails at the latest after ");
        lc_put_number(out, v->prefix_events);
        lc_text_puts(out, " of ");
    }
    lc_put_number(out, h->events.count);
    lc_text_puts(out, " events");
    if (last->end_line) lc_text_printf(out, ", in line%c%u", LCR_GLUE, last->end_line);
    lc_text_printf(out, ": the %s of ", lc_op_outcome(h, last) == LC_FAIL ? "failure" : "return");
    lcr_put_operation(out, style, h, op, flags_for(h, v) | LCR_OP_THREAD | LCR_OP_RESULT | LCR_OP_GLUED,
                      OPERATION_MOST);
    lc_text_putc(out, '.');
}

void lcr_put_formula(lince_text *out, const lcr_style *style, const lc_violation *v) {
    if (!v->formula) return;
    put_clean(out, style, v->formula);
    lc_text_putc(out, '.');
}

void lcr_put_excess(lince_text *out, const lc_violation *v) {
    if (v->minimal || v->conflict.count < 2) return;
    lc_text_puts(out, "Perhaps not all operations of the conflict are needed; ");
    lc_text_puts(out, v->thorough ? "the check was stopped before that was known."
                                  : "lince check --thorough takes the time to find out.");
}

static void explain_conflict(explanation *e) {
    const lc_violation *v = e->v;
    LC_VEC(lcr_shown) shown = {0};
    uint32_t first = v->conflict.count > DRAWN_MOST ? v->conflict.count - DRAWN_MOST : 0;
    for (uint32_t i = first; i < v->conflict.count; i++) {
        const lc_conflict_op *c = &v->conflict.at[i];
        lc_event_kind outcome = lc_op_outcome(e->h, &e->h->ops.at[c->op]);
        lcr_shown op = {.op = c->op,
                        .mark = c->op == v->culprit ? LCR_MARK_CULPRIT : LCR_MARK_NORMAL,
                        .open = c->pending || outcome == LC_INVOKE || outcome == LC_CRASH};
        if (!lc_push(NULL, &shown, op)) e->out->cut = true;
    }
    if (shown.count) {
        lince_text text = {0};
        if (first) {
            lc_put_count(&text, v->conflict.count, "operation");
            lc_text_printf(&text, " already conflict. The last %u of them:", shown.count);
        } else if (shown.count == 1) lc_text_puts(&text, "This operation alone is wrong:");
        else lc_text_printf(&text, "These %u operations alone already conflict:", shown.count);
        lc_text_putc(e->out, '\n');
        put_paragraph(e, &text, 0);
        lc_text_putc(e->out, '\n');
        lcr_drawing drawing = {.ops = shown.at, .count = shown.count, .indent = DEEPER};
        lcr_draw_timeline(e->out, e->style, e->h, &drawing);
    }
    lc_vec_free(NULL, &shown);
}

/* A table of two columns, threads and operations, with something behind each. */
typedef struct columns {
    size_t thread, operation;
} columns;

static columns measure(explanation *e, columns c, uint32_t op, unsigned flags) {
    lince_text text = {0};
    lcr_put_thread(&text, e->style, e->h, op);
    size_t width = lcr_columns(lc_text(&text));
    if (width > c.thread) c.thread = width;
    lc_text_clear(&text);
    lcr_put_operation(&text, e->style, e->h, op, flags, OPERATION_MOST);
    width = lcr_columns(lc_text(&text));
    if (width > c.operation) c.operation = width;
    lc_text_free(&text);
    return c;
}

static void put_columns(explanation *e, lince_text *out, columns c, uint32_t op, unsigned flags) {
    size_t start = out->length;
    lcr_colour_on(out, e->style, LCR_CYAN);
    lcr_put_thread(out, e->style, e->h, op);
    lcr_colour_off(out, e->style, LCR_CYAN);
    lcr_pad(out, start, c.thread + 2);
    start = out->length;
    lcr_put_operation(out, e->style, e->h, op, flags, OPERATION_MOST);
    if (c.operation) lcr_pad(out, start, c.operation);
}

static void explain_instead(explanation *e) {
    const lc_violation *v = e->v;
    columns c = {0};
    unsigned flags = e->op_flags | LCR_OP_RESULT;
    for (uint32_t i = 0; i < v->conflict.count; i++)
        if (v->conflict.at[i].instead) c = measure(e, c, v->conflict.at[i].op, flags);
    if (!c.thread) return;
    lince_text text = {0};
    lc_text_putc(e->out, '\n');
    if (v->apart) {
        lc_text_puts(&text, "As far as this picture goes:");
        put_paragraph(e, &text, 0);
    }
    for (uint32_t i = 0; i < v->conflict.count; i++) {
        if (!v->conflict.at[i].instead) continue;
        put_columns(e, &text, c, v->conflict.at[i].op, flags);
        lcr_glue(&text, 0);
        lc_text_printf(&text, "%c could have returned ", LCR_GLUE);
        put_clean(&text, e->style, v->conflict.at[i].instead);
        put_paragraph(e, &text, (unsigned)(c.thread + 4));
    }
}

/* Is it still open where the order was searched: before the culprit's return? */
static bool open_in_prefix(const explanation *e, uint32_t op) {
    const lc_op *o = &e->h->ops.at[op];
    lc_event_kind outcome = lc_op_outcome(e->h, o);
    if (outcome == LC_INVOKE || outcome == LC_CRASH) return true;
    return e->v->culprit < e->h->ops.count && o->end >= e->h->ops.at[e->v->culprit].end;
}

static void put_order(explanation *e) {
    const lc_violation *v = e->v;
    const char *ellipsis = lcr_style_glyphs(e->style)->ellipsis;
    uint32_t count = v->deepest.count, first = count > ORDER_MOST ? count - ORDER_TAIL : 0;
    columns c = {0};
    size_t digits = first ? lcr_columns(ellipsis) : 1;
    for (size_t n = count, d = 1; n; n /= 10, d++)
        if (d > digits) digits = d;
    for (uint32_t i = first; i < count; i++) c = measure(e, c, v->deepest.at[i], e->op_flags);
    c.operation = 0; /* nothing stands behind it that would have to line up */
    if (first) {
        lc_text_repeat(e->out, " ", DEEPER + digits - lcr_columns(ellipsis));
        lcr_colour_on(e->out, e->style, LCR_DIM);
        lc_text_printf(e->out, "%s  ", ellipsis);
        lc_put_count(e->out, first, "earlier operation");
        lcr_colour_off(e->out, e->style, LCR_DIM);
        lc_text_putc(e->out, '\n');
    }
    for (uint32_t i = first, step = 0; i < count; i++) {
        uint32_t op = v->deepest.at[i];
        bool open = open_in_prefix(e, op);
        lince_text line = {0};
        lcr_colour_on(&line, e->style, LCR_DIM);
        const uint32_t *steps = v->deepest_groups.at;
        while (step < v->deepest_groups.count && steps[step] <= i) step++;
        bool joins = v->deepest_groups.count && i > first && i != (step ? steps[step - 1] : 0); /* those before it */
        if (joins) lc_text_repeat(&line, " ", digits);
        else lc_text_printf(&line, "%*u", (int)digits, v->deepest_groups.count ? step + 1 : i + 1);
        lcr_colour_off(&line, e->style, LCR_DIM);
        lc_text_puts(&line, "  ");
        put_columns(e, &line, c, op, e->op_flags | (open ? 0 : LCR_OP_RESULT));
        lcr_glue(&line, 0);
        if (open) lc_text_puts(&line, " (not returned yet)");
        lcr_put_wrapped(e->out, e->style, lc_text(&line), DEEPER, (unsigned)digits + 4);
        e->out->cut |= line.cut;
        lc_text_free(&line);
    }
}

static void explain_order(explanation *e) {
    const lc_violation *v = e->v;
    lince_text text = {0};
    if (!v->deepest.count && !v->state) return;
    lc_text_putc(e->out, '\n');
    if (v->deepest.count) {
        const char *what = v->deepest_groups.count ? "Synchronizations that work" : "A longest order that works";
        lc_text_printf(&text, "%s%s:", what, v->has_prefix ? " before that" : "");
        put_paragraph(e, &text, 0);
        put_order(e);
    }
    if (!v->state) return;
    /* Open operations may have taken effect where that helps. */
    lc_text_puts(&text, v->deepest.count ? "It leaves the state "
                        : v->has_prefix  ? "Nothing needs to have happened before that. The initial state is "
                                         : "No operation can come first. The initial state is ");
    put_clean(&text, e->style, v->state);
    lc_text_putc(&text, '.');
    put_paragraph(e, &text, 0);
}

void lcr_report_violation(lince_text *out, const lcr_style *style, const lince_history *h, const lince_result *r) {
    const lc_violation *v = r->violation;
    if (!v) return;
    explanation e = {.out = out, .style = style, .h = h, .v = v, .op_flags = flags_for(h, v)};
    lince_text text = {0};
    lcr_put_reason(&text, style, v);
    put_paragraph(&e, &text, 0);
    lcr_put_failing_event(&text, style, h, v);
    if (text.length) put_paragraph(&e, &text, 0);
    lcr_put_formula(&text, style, v);
    if (text.length) put_paragraph(&e, &text, 0);
    explain_conflict(&e);
    explain_instead(&e);
    lcr_put_alike(&text, style, h, v);
    if (text.length) put_paragraph(&e, &text, 0);
    explain_order(&e);
    lcr_put_excess(&text, v);
    if (!text.length) return;
    lc_text_putc(out, '\n');
    put_paragraph(&e, &text, 0);
}
