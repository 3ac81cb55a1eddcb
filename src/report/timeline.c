/* The terminal drawing:
 *
 *     T1  ├─ enq(1) ─┤  ├─ deq() → 2 ─┤
 *     T2     ├─ enq(2) ───┤
 *     T3                  ├─ deq() ╌╌╌⋯
 */
#include <assert.h>

#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

enum { NAME_MOST = 12, NAME_GAP = 2, LABEL_LEAST = 14, INDENT_MOST = 6, ORDER_MOST = 24 };

typedef struct canvas {
    lince_text *out;
    const lcr_style *style;
    const lcr_glyphs *glyphs;
    const lcr_layout *layout;
    unsigned indent;
    uint32_t name_width;
} canvas;

static void put_name(const canvas *c, lince_text *out, const lcr_row *row) {
    if (!row->lane) lcr_put_short(out, c->style, row->name.at, row->name.length, NAME_MOST);
}

static uint32_t widest_name(const canvas *c, const lcr_drawing *drawing, const lince_history *h) {
    lince_text name = {0};
    size_t widest = 1;
    for (uint32_t i = 0; i < drawing->count && widest < NAME_MOST; i++) {
        lc_text_clear(&name);
        put_name(c, &name, &(lcr_row){.name = lc_thread_name(h, &h->ops.at[drawing->ops[i].op])});
        size_t width = lcr_columns(lc_text(&name));
        if (width > widest) widest = width;
    }
    lc_text_free(&name);
    return (uint32_t)widest;
}

static const char *end_glyph(const canvas *c, const lcr_bar *bar) {
    if (bar->torn_right) return c->glyphs->torn;
    if (lcr_layout_endless(c->layout, bar->shown)) return c->glyphs->open_end;
    const lince_history *h = c->layout->history;
    switch (lc_op_outcome(h, &h->ops.at[c->layout->drawing->ops[bar->shown].op])) {
    case LC_CRASH: return c->glyphs->crash;
    case LC_FAIL: return c->glyphs->fail;
    default: return c->glyphs->end;
    }
}

static void put_bar(const canvas *c, const lcr_bar *bar) {
    static const lcr_colour line_colours[] = {
        [LCR_MARK_NORMAL] = LCR_DIM, [LCR_MARK_CULPRIT] = LCR_RED, [LCR_MARK_DIM] = LCR_DIM};
    static const lcr_colour label_colours[] = {
        [LCR_MARK_NORMAL] = LCR_PLAIN, [LCR_MARK_CULPRIT] = LCR_RED, [LCR_MARK_DIM] = LCR_DIM};
    lcr_mark mark = c->layout->drawing->ops[bar->shown].mark;
    lcr_colour line = line_colours[mark], label = label_colours[mark];
    const char *filler = lcr_layout_endless(c->layout, bar->shown) ? c->glyphs->open_line : c->glyphs->line;
    uint32_t width = bar->to - bar->from + 1, needed = c->layout->width_of[bar->shown];
    assert(width >= needed);

    lcr_colour_on(c->out, c->style, line);
    lc_text_puts(c->out, bar->torn_left ? c->glyphs->torn : c->glyphs->begin);
    lc_text_puts(c->out, bar->torn_left ? filler : c->glyphs->line);
    lcr_colour_off(c->out, c->style, line);
    lc_text_putc(c->out, ' ');
    lcr_colour_on(c->out, c->style, label);
    lcr_layout_label(c->layout, c->out, bar->shown);
    lcr_colour_off(c->out, c->style, label);
    lc_text_putc(c->out, ' ');
    lcr_colour_on(c->out, c->style, line);
    lc_text_repeat(c->out, filler, width - needed + 1);
    lc_text_puts(c->out, end_glyph(c, bar));
    lcr_colour_off(c->out, c->style, line);
}

/* One row: the bars from `bar` up to `stop`. */
static void put_row(const canvas *c, const lcr_bar *bar, const lcr_bar *stop) {
    lc_text_repeat(c->out, " ", c->indent);
    size_t start = c->out->length;
    lcr_colour_on(c->out, c->style, LCR_CYAN);
    put_name(c, c->out, &c->layout->rows.at[bar->row]);
    lcr_colour_off(c->out, c->style, LCR_CYAN);
    lcr_pad(c->out, start, c->name_width + NAME_GAP);
    for (uint32_t column = 0; bar < stop; bar++) {
        assert(bar->from >= column);
        lc_text_repeat(c->out, " ", bar->from - column);
        put_bar(c, bar);
        column = bar->to + 1;
    }
    lc_text_putc(c->out, '\n');
}

static bool has_culprit(const canvas *c, const lcr_bar *bar, const lcr_bar *stop) {
    for (; bar < stop; bar++)
        if (c->layout->drawing->ops[bar->shown].mark == LCR_MARK_CULPRIT) return true;
    return false;
}

static const lcr_bar *row_end(const lcr_bar *bar, const lcr_bar *end) {
    const lcr_bar *stop = bar;
    while (stop < end && stop->row == bar->row) stop++;
    return stop;
}

static void put_lines(const canvas *c, const lcr_system *s) {
    lc_text_repeat(c->out, " ", c->indent);
    lcr_colour_on(c->out, c->style, LCR_DIM);
    if (s->first_line == s->last_line) lc_text_printf(c->out, "line %u", s->first_line);
    else lc_text_printf(c->out, "lines %u to %u", s->first_line, s->last_line);
    lcr_colour_off(c->out, c->style, LCR_DIM);
    lc_text_putc(c->out, '\n');
}

static void put_system(const canvas *c, const lcr_system *s) {
    const lcr_drawing *drawing = c->layout->drawing;
    const lcr_bar *end = s->bars.at + s->bars.count;
    uint32_t rows = 0, room = 0, left_out = 0;
    for (const lcr_bar *bar = s->bars.at, *stop; bar < end; bar = stop, rows++) {
        stop = row_end(bar, end);
        if (has_culprit(c, bar, stop)) room++;
    }
    /* Rows of culprits have their place; the other rows share the rest. */
    room = !drawing->max_rows ? rows : drawing->max_rows > room ? drawing->max_rows - room : 0;
    for (const lcr_bar *bar = s->bars.at, *stop; bar < end; bar = stop) {
        stop = row_end(bar, end);
        bool must = has_culprit(c, bar, stop);
        if (must || room) put_row(c, bar, stop);
        else left_out++;
        if (!must && room) room--;
    }
    if (left_out) {
        lc_text_repeat(c->out, " ", c->indent);
        lcr_colour_on(c->out, c->style, LCR_DIM);
        lc_text_printf(c->out, "%s and %u more row%s", c->glyphs->ellipsis, left_out, left_out == 1 ? "" : "s");
        lcr_colour_off(c->out, c->style, LCR_DIM);
        lc_text_putc(c->out, '\n');
    }
}

static void put_order(const canvas *c, const lince_history *h, const lcr_drawing *drawing) {
    lince_text line = {0};
    lc_text_puts(&line, "order: ");
    for (uint32_t i = 0; i < drawing->order_count; i++) {
        if (i) lc_text_puts(&line, ", ");
        lcr_put_operation(&line, c->style, h, drawing->order[i],
                          LCR_OP_THREAD | LCR_OP_OBJECT | LCR_OP_RESULT | LCR_OP_GLUED, ORDER_MOST);
    }
    lcr_put_wrapped(c->out, c->style, lc_text(&line), c->indent, 7);
    c->out->cut |= line.cut;
    lc_text_free(&line);
}

void lcr_draw_timeline(lince_text *out, const lcr_style *style, const lince_history *h, const lcr_drawing *drawing) {
    canvas c = {.out = out, .style = style, .glyphs = lcr_style_glyphs(style)};
    c.indent = drawing->indent < INDENT_MOST ? drawing->indent : INDENT_MOST;
    c.name_width = widest_name(&c, drawing, h);
    lcr_layout layout;
    lcr_system system = {0};
    uint32_t columns = lcr_style_width(style) - c.indent - c.name_width - NAME_GAP;
    uint32_t label = columns * 2 / 5 > LABEL_LEAST ? columns * 2 / 5 : LABEL_LEAST;
    lcr_layout_init(&layout, h, drawing, style, columns, label);
    c.layout = &layout;
    for (bool first = true; lcr_layout_next(&layout, &system); first = false) {
        bool alone = first && layout.next == layout.moments.count;
        if (!first) lc_text_putc(out, '\n');
        if (drawing->lines && !alone && system.first_line) put_lines(&c, &system);
        put_system(&c, &system);
    }
    if (drawing->order) put_order(&c, h, drawing);
    out->cut |= layout.failed;
    lcr_system_free(&system);
    lcr_layout_free(&layout);
}
