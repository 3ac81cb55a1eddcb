/* The drawing as SVG: the layout of the terminal, one column eight pixels wide. */
#include <string.h>

#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

enum {
    COLUMN = 8,
    ROW = 34,
    BAR = 24,
    CORNER = 6,
    MARGIN = 16,
    SYSTEM_GAP = 20,
    SYSTEM_COLUMNS = 144,
    LABEL_MOST = 48,
    NAME_MOST = 16,
    REMARKS_MOST = 24,
    REMARK_LEAST = 60 /* columns that a remark may take in any case */
};

typedef struct picture {
    lince_text *out;
    const lcr_layout *layout;
    const lcr_style *style;
    uint32_t left; /* where column 0 is */
    uint32_t top;  /* of the system being drawn */
    uint32_t right, bottom;
} picture;

/* Colours for light pages, and for dark ones.  Without CSS variables, which not every viewer supports. */
static const char style_sheet[] =
    "<style>\n"
    ".lince text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#1f2328}\n"
    ".lince .page{fill:#fff}\n"
    ".lince .track{stroke:#d8dee4;stroke-width:1}\n"
    ".lince text.name{fill:#57606a;text-anchor:end}.lince text.remark{fill:#57606a}\n"
    ".lince .fill{fill:#dbe9fb}.lince .edge{fill:none;stroke:#4a7fc9;stroke-width:1.2}\n"
    ".lince .culprit .fill{fill:#ffdcd9}.lince .culprit .edge{stroke:#cf2b25;stroke-width:1.8}\n"
    ".lince .culprit text{fill:#8e1510;font-weight:600}\n"
    ".lince .dim .fill{fill:#f0f2f4}.lince .dim .edge{stroke:#a8b0b8;stroke-dasharray:3 3}\n"
    ".lince .dim text{fill:#818b95}\n"
    ".lince .open .fill{fill:url(#lince-fade)}.lince .open .edge{stroke:url(#lince-fade-edge)}\n"
    "#lince-fade stop{stop-color:#dbe9fb}#lince-fade-edge stop{stop-color:#4a7fc9}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".lince text{fill:#e6edf3}.lince .page{fill:#0d1117}.lince .track{stroke:#2b323b}\n"
    ".lince text.name,.lince text.remark{fill:#9ba6b2}\n"
    ".lince .fill{fill:#17304f}.lince .edge{stroke:#5d95e0}\n"
    ".lince .culprit .fill{fill:#571a1a}.lince .culprit .edge{stroke:#ff6b63}.lince .culprit text{fill:#ffc9c5}\n"
    ".lince .dim .fill{fill:#1a1f26}.lince .dim .edge{stroke:#59636e}.lince .dim text{fill:#7d8793}\n"
    "#lince-fade stop{stop-color:#17304f}#lince-fade-edge stop{stop-color:#5d95e0}\n"
    "}\n"
    "</style>\n"
    "<defs>\n"
    "<linearGradient id=\"lince-fade\"><stop offset=\"0.3\"/><stop offset=\"1\" stop-opacity=\"0\"/></linearGradient>\n"
    "<linearGradient id=\"lince-fade-edge\"><stop offset=\"0.3\"/><stop offset=\"1\" stop-opacity=\"0\"/>"
    "</linearGradient>\n"
    "</defs>\n";

static const lc_op *op_of(const picture *p, const lcr_bar *bar) {
    return &p->layout->history->ops.at[p->layout->drawing->ops[bar->shown].op];
}

/* The text at the pointer: the operation in full, and its place in the file. */
static void put_tooltip(picture *p, const lcr_bar *bar) {
    const lc_op *op = op_of(p, bar);
    uint32_t number = p->layout->drawing->ops[bar->shown].op;
    lince_text text = {0};
    lcr_put_operation(&text, p->style, p->layout->history, number, LCR_OP_THREAD | LCR_OP_OBJECT | LCR_OP_RESULT, 400);
    if (op->call_line) lc_text_printf(&text, ", line %u", op->call_line);
    if (op->call_line && op->end_line) lc_text_printf(&text, " to %u", op->end_line);
    lc_text_puts(p->out, "<title>");
    lcr_put_markup(p->out, lc_text(&text));
    lc_text_puts(p->out, "</title>");
    p->out->cut |= text.cut;
    lc_text_free(&text);
}

/* The left side of a bar downwards, and the right side downwards, with round corners. */
static void put_left_side(lince_text *out, uint32_t x, uint32_t y) {
    lc_text_printf(out, "H%uq-%d 0 -%d %dV%uq0 %d %d %d", x + CORNER, CORNER, CORNER, CORNER, y + BAR - CORNER, CORNER,
                   CORNER, CORNER);
}

static void put_right_side(lince_text *out, uint32_t x, uint32_t y) {
    lc_text_printf(out, "H%uq%d 0 %d %dV%uq0 %d -%d %d", x - CORNER, CORNER, CORNER, CORNER, y + BAR - CORNER, CORNER,
                   CORNER, CORNER);
}

/* The outline has no side where the bar is torn or open; the filling is the area between. */
static void put_outline(picture *p, const lcr_bar *bar, uint32_t y) {
    uint32_t x0 = p->left + bar->from * COLUMN, x1 = p->left + (bar->to + 1) * COLUMN, middle = (x0 + x1) / 2;
    bool left = !bar->torn_left, right = !bar->torn_right && !lcr_layout_endless(p->layout, bar->shown);
    static const char *const classes[] = {"fill", "edge"};
    for (int pass = 0; pass < 2; pass++) {
        /* Two halves, each drawn from the middle of the upper edge to the middle of the lower one. */
        lc_text_printf(p->out, "<path class=\"%s\" d=\"M%u %u", classes[pass], middle, y);
        if (left) put_left_side(p->out, x0, y);
        else lc_text_printf(p->out, pass ? "H%uM%u %u" : "H%uL%u %u", x0, x0, y + BAR);
        lc_text_printf(p->out, "H%uM%u %u", middle, middle, y);
        if (right) put_right_side(p->out, x1, y);
        else lc_text_printf(p->out, pass ? "H%uM%u %u" : "H%uL%u %u", x1, x1, y + BAR);
        lc_text_printf(p->out, "H%u\"/>", middle);
    }
}

static void put_bar(picture *p, const lcr_bar *bar, uint32_t y) {
    static const char *const classes[] = {
        [LCR_MARK_NORMAL] = "bar", [LCR_MARK_CULPRIT] = "bar culprit", [LCR_MARK_DIM] = "bar dim"};
    bool endless = lcr_layout_endless(p->layout, bar->shown);
    lc_event_kind outcome = endless ? LC_INVOKE : lc_op_outcome(p->layout->history, op_of(p, bar));
    lince_text label = {0};
    lc_text_printf(p->out, "<g class=\"%s%s\">", classes[p->layout->drawing->ops[bar->shown].mark],
                   endless ? " open" : "");
    put_tooltip(p, bar);
    put_outline(p, bar, y);
    lcr_layout_label(p->layout, &label, bar->shown);
    lc_text_printf(p->out, "<text x=\"%u\" y=\"%u\" xml:space=\"preserve\">", p->left + bar->from * COLUMN + 2 * COLUMN,
                   y + BAR / 2 + 5);
    lcr_put_markup(p->out, lc_text(&label));
    lc_text_puts(p->out, "</text>");
    if (!bar->torn_right && (outcome == LC_CRASH || outcome == LC_FAIL))
        lc_text_printf(p->out, "<text x=\"%u\" y=\"%u\">%s</text>", p->left + bar->to * COLUMN - COLUMN,
                       y + BAR / 2 + 5, outcome == LC_CRASH ? "×" : "✗");
    lc_text_puts(p->out, "</g>\n");
    p->out->cut |= label.cut;
    lc_text_free(&label);
}

static void put_name(picture *p, const lcr_row *row, uint32_t y) {
    if (row->lane) return;
    lince_text name = {0};
    lcr_put_short(&name, p->style, row->name.at, row->name.length, NAME_MOST);
    lc_text_printf(p->out, "<text class=\"name\" x=\"%u\" y=\"%u\">", p->left - COLUMN - 4, y + BAR / 2 + 5);
    lcr_put_markup(p->out, lc_text(&name));
    lc_text_puts(p->out, "</text>\n");
    lc_text_free(&name);
}

static void put_system(picture *p, const lcr_system *s) {
    uint32_t y = p->top, right = p->left + s->columns * COLUMN;
    for (uint32_t i = 0; i < s->bars.count; i++) {
        const lcr_bar *bar = &s->bars.at[i];
        if (!i || bar->row != bar[-1].row) {
            if (i) y += ROW;
            put_name(p, &p->layout->rows.at[bar->row], y);
            lc_text_printf(p->out, "<path class=\"track\" d=\"M%u %uH%u\"/>\n", p->left, y + BAR / 2, right);
        }
        put_bar(p, bar, y);
    }
    if (right > p->right) p->right = right;
    p->bottom = y + BAR;
    p->top = y + ROW + SYSTEM_GAP;
}

static void put_remark_line(picture *p, lc_span line, bool first) {
    lince_text text = {0};
    lc_text_add(&text, line.at, line.length);
    p->bottom += first ? ROW : ROW / 2 + 4;
    lc_text_printf(p->out, "<text class=\"remark\" x=\"%u\" y=\"%u\" xml:space=\"preserve\">", p->left, p->bottom);
    lcr_put_markup(p->out, lc_text(&text));
    lc_text_puts(p->out, "</text>\n");
    uint32_t right = p->left + (uint32_t)lcr_columns(lc_text(&text)) * COLUMN;
    if (right > p->right) p->right = right;
    p->out->cut |= text.cut;
    lc_text_free(&text);
}

/* Below the drawing, hardly wider than that. */
static void put_remarks(picture *p, const lince_history *h) {
    uint32_t count = h->remarks.list.count < REMARKS_MOST ? h->remarks.list.count : REMARKS_MOST;
    uint32_t columns = (p->right - p->left) / COLUMN;
    const lcr_style style = {.width = columns > REMARK_LEAST ? columns : REMARK_LEAST};
    lince_text lines = {0};
    for (uint32_t i = 0; i < count; i++) lcr_report_remark(&lines, &style, h, &h->remarks.list.at[i], "");
    const char *at = lc_text(&lines);
    for (bool first = true; *at; first = false) {
        size_t length = strcspn(at, "\n");
        put_remark_line(p, (lc_span){at, length}, first);
        at += length + (at[length] == '\n');
    }
    p->out->cut |= lines.cut;
    lc_text_free(&lines);
}

static uint32_t name_column(const lince_history *h, const lcr_drawing *drawing, const lcr_style *style) {
    lince_text name = {0};
    size_t widest = 1;
    for (uint32_t i = 0; i < drawing->count && widest < NAME_MOST; i++) {
        lc_span span = lc_thread_name(h, &h->ops.at[drawing->ops[i].op]);
        lc_text_clear(&name);
        lcr_put_short(&name, style, span.at, span.length, NAME_MOST);
        size_t width = lcr_columns(lc_text(&name));
        if (width > widest) widest = width;
    }
    lc_text_free(&name);
    return (uint32_t)widest * COLUMN + COLUMN + 4;
}

static void put_document(lince_text *out, const lince_history *h, const picture *p, const lcr_style *style) {
    lince_text title = {0};
    uint32_t width = p->right + MARGIN, height = p->bottom + MARGIN;
    lcr_put_clean(&title, style, h->file, strlen(h->file));
    if (!*h->file) lc_text_puts(&title, "history");
    lc_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lince\" width=\"%u\" height=\"%u\" "
                   "viewBox=\"0 0 %u %u\">\n<title>",
                   width, height, width, height);
    lcr_put_markup(out, lc_text(&title));
    lc_text_puts(out, "</title>\n");
    lc_text_puts(out, style_sheet);
    lc_text_printf(out, "<rect class=\"page\" width=\"%u\" height=\"%u\"/>\n", width, height);
    lc_text_add(out, lc_text(p->out), p->out->length);
    lc_text_puts(out, "</svg>\n");
    out->cut |= p->out->cut || title.cut;
    lc_text_free(&title);
}

void lcr_report_svg(lince_text *out, const lince_history *h, const lcr_drawing *drawing) {
    const lcr_style style = {0};
    lcr_shown_list everything = {0};
    lcr_drawing all = {0};
    if (!drawing) {
        lcr_show_all(&everything, h);
        if (everything.count < h->ops.count) out->cut = true;
        all = (lcr_drawing){.ops = everything.at, .count = everything.count};
        drawing = &all;
    }
    lcr_layout layout;
    lcr_system system = {0};
    lince_text body = {0};
    lcr_layout_init(&layout, h, drawing, &style, SYSTEM_COLUMNS, LABEL_MOST);
    picture p = {.out = &body, .layout = &layout, .style = &style, .top = MARGIN};
    p.left = MARGIN + name_column(h, drawing, &style);
    p.right = p.left, p.bottom = p.top;
    while (lcr_layout_next(&layout, &system)) put_system(&p, &system);
    put_remarks(&p, h);
    put_document(out, h, &p, &style);
    out->cut |= layout.failed;
    lc_text_free(&body);
    lcr_system_free(&system);
    lcr_layout_free(&layout);
    lc_vec_free(NULL, &everything);
}
