/* Drawing a sheet, line by line. */
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/view/interleaving_sheet.h"

/* Each is one character wide. */
typedef struct corners {
    const char *bar, *down_right, *right, *left, *down_left;
} corners;

static const corners *corners_of(const lcd_sheet *s) {
    static const corners boxes = {"│", "└", "→", "←", "┘"}, plain = {"|", "+", ">", "<", "+"};
    return s->style->ascii ? &plain : &boxes;
}

/* `line` is where in the text the line begins. */
static void put_at(const lcd_sheet *s, size_t line, size_t x, lcr_colour colour, const char *text) {
    lcr_pad(s->out, line, x);
    lcr_paint(s->out, s->style, colour, text);
}

/* A bar for each column, from one up to another, whose thread is inside an operation. */
static void put_bars(const lcd_sheet *s, size_t line, const lcd_sheet_column *from, const lcd_sheet_column *to) {
    for (; from < to; from++)
        if (from->call && !from->wide) put_at(s, line, from->x, LCR_DIM, corners_of(s)->bar);
}

/* ---- words ---- */

/* At the blank before an arrow, which stays with the words on both sides of it: its length with the
 * blanks; 0: elsewhere. */
static size_t joint(const char *at) {
    static const char *const joints[] = {" → ", " -> "};
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        if (!strncmp(at, joints[i], strlen(joints[i]))) return strlen(joints[i]);
    return 0;
}

/* Of the word at `at` with those it is joined to, unless they have no room together. */
static size_t word_length(const char *at, size_t width) {
    size_t alone = strcspn(at, " "), length = alone;
    for (size_t more; (more = joint(at + length)); length += strcspn(at + length, " ")) length += more;
    lince_text text = {0};
    lc_text_add(&text, at, length);
    bool fits = lcr_columns(lc_text(&text)) <= width;
    lc_text_free(&text);
    return fits ? length : alone;
}

/* As many words as fit into the width, at least one; one that does not fit alone is cut in the middle.  Returns the
 * rest. */
static const char *put_piece(const lcd_sheet *s, const char *at, size_t width) {
    const char *end = at;
    lince_text piece = {0};
    do {
        size_t word = word_length(end, width), kept = piece.length;
        if (kept) lc_text_putc(&piece, ' ');
        lc_text_add(&piece, end, word);
        if (kept && lcr_columns(lc_text(&piece)) > width) {
            piece.length = kept;
            break;
        }
        end += word;
        end += strspn(end, " ");
    } while (*end);
    lcr_put_short(s->out, s->style, lc_text(&piece), piece.length, width);
    s->out->cut |= piece.cut;
    lc_text_free(&piece);
    return end;
}

/* The beginning of a source line is the most useful part, so its end is cut. */
static void put_source(const lcd_sheet *s, const char *bytes, size_t length, size_t width) {
    lince_text flat = {0}, clean = {0};
    for (size_t i = 0; i < length; i++) { /* alignment in the file needs no gaps here */
        bool blank = bytes[i] == ' ' || bytes[i] == '\t';
        if (!blank) lc_text_putc(&flat, bytes[i]);
        else if (flat.length && flat.at[flat.length - 1] != ' ') lc_text_putc(&flat, ' ');
    }
    lcr_put_clean(&clean, s->style, lc_text(&flat), flat.length);
    const char *text = lc_text(&clean), *dots = lcr_style_glyphs(s->style)->ellipsis;
    size_t columns = lcr_columns(text);
    size_t room = columns > width ? width - lcr_columns(dots) : width;
    lc_text_add(s->out, text, (size_t)(lc_utf8_fitting(text, text + clean.length, room) - text));
    if (columns > width) lc_text_puts(s->out, dots);
    lc_text_free(&flat);
    lc_text_free(&clean);
}

/* ---- rows ---- */

static void put_margin(const lcd_sheet *s, size_t line, const lcd_sheet_row *r) {
    if (!r->place || !s->place_x) return;
    put_at(s, line, s->place_x, LCR_DIM, r->place);
    if (!r->source || !s->source_x) return;
    lcr_pad(s->out, line, s->source_x);
    lcr_colour_on(s->out, s->style, LCR_DIM);
    put_source(s, r->source, r->source_length, s->width - s->source_x);
    lcr_colour_off(s->out, s->style, LCR_DIM);
}

static lcr_colour colour_of(const lcd_sheet_row *r) {
    bool bound = r->step->kind == LCT_STEP_CALL || r->step->kind == LCT_STEP_RETURN;
    return r->failure || r->step->racing ? LCR_RED : r->dim ? LCR_DIM : bound ? LCR_BOLD : LCR_PLAIN;
}

/* One line of a row: its words from `at` on.  Returns those that are left. */
static const char *put_line(const lcd_sheet *s, const lcd_sheet_row *r, const lcd_sheet_column *own, const char *at) {
    const lcd_sheet_column *first = s->columns.at; /* NULL if there is nothing but a failure */
    size_t line = s->out->length, hang = at > r->words ? LCD_SHEET_MARK : 0;
    bool beside = own && !own->wide; /* there are columns on both sides */
    size_t x = own ? own->x : LCD_SHEET_INDENT, width = own ? own->width : s->width - x;
    if (beside) put_bars(s, line, first, own);
    lcr_pad(s->out, line, x);
    if (r->inside) {
        lcr_paint(s->out, s->style, LCR_DIM, corners_of(s)->bar);
        lc_text_putc(s->out, ' ');
        width -= LCD_SHEET_MARK;
    }
    lc_text_repeat(s->out, " ", hang);
    lcr_colour_on(s->out, s->style, colour_of(r));
    at = put_piece(s, at, width - hang);
    lcr_colour_off(s->out, s->style, colour_of(r));
    if (beside) put_bars(s, line, own + 1, first + s->columns.count);
    if (own && !hang) put_margin(s, line, r);
    lc_text_putc(s->out, '\n');
    return at;
}

static void put_row(const lcd_sheet *s, const lcd_sheet_row *r, const lcd_sheet_column *own) {
    const char *at = r->words;
    do at = put_line(s, r, own, at);
    while (*at);
}

/* ---- between rows ---- */

static void put_heading(const lcd_sheet *s, const lcd_sheet_column *c) {
    char name[16];
    size_t line = s->out->length;
    put_at(s, line, LCD_SHEET_INDENT, LCR_CYAN, lcd_sheet_thread(c->thread, name, sizeof name));
    if (c->call && *c->call) {
        lc_text_puts(s->out, " goes on in ");
        lcr_put_short(s->out, s->style, c->call, strlen(c->call), s->width - lcr_columns(s->out->at + line));
    }
    lc_text_putc(s->out, '\n');
}

static void put_names(const lcd_sheet *s) {
    size_t line = s->out->length;
    char name[16];
    for (const lcd_sheet_column *c = s->columns.at, *end = c + s->columns.count; c < end; c++)
        if (!c->wide) put_at(s, line, c->x, LCR_CYAN, lcd_sheet_thread(c->thread, name, sizeof name));
    lc_text_putc(s->out, '\n');
}

/* An arrow from one column to the other. */
static void put_switch(const lcd_sheet *s, const lcd_sheet_column *from, const lcd_sheet_column *to) {
    const corners *k = corners_of(s);
    const lcd_sheet_column *first = s->columns.at, *left = from < to ? from : to, *right = from < to ? to : from;
    size_t line = s->out->length;
    assert(left->x + 1 < right->x);
    put_bars(s, line, first, left);
    lcr_pad(s->out, line, left->x);
    lcr_colour_on(s->out, s->style, LCR_MAGENTA);
    lc_text_puts(s->out, from < to ? k->down_right : k->left);
    lc_text_repeat(s->out, lcr_style_glyphs(s->style)->line, right->x - left->x - 1);
    lc_text_puts(s->out, from < to ? k->right : k->down_left);
    lcr_colour_off(s->out, s->style, LCR_MAGENTA);
    put_bars(s, line, right + 1, first + s->columns.count);
    lc_text_putc(s->out, '\n');
}

static void put_left_out(const lcd_sheet *s) {
    lc_text_repeat(s->out, " ", LCD_SHEET_INDENT);
    lcr_colour_on(s->out, s->style, LCR_DIM);
    lc_text_printf(s->out, "%s %zu steps left out", lcr_style_glyphs(s->style)->ellipsis, s->left_out);
    lcr_colour_off(s->out, s->style, LCR_DIM);
    lc_text_putc(s->out, '\n');
}

/* The positions of the threads after the part that was left out. */
static void catch_up(lcd_sheet *s, const lcd_trace_step *until) {
    for (uint32_t i = 0; i < s->columns.count; i++) {
        lcd_sheet_column *c = &s->columns.at[i];
        c->call = NULL;
        for (const lcd_trace_step *step = s->steps; step < until; step++) {
            if (step->thread != c->thread) continue;
            if (step->kind == LCT_STEP_CALL) c->call = step->text;
            if (step->kind == LCT_STEP_RETURN) c->call = NULL;
        }
    }
}

void lcd_sheet_times(const lcd_sheet *s, const lcd_sheet_row *r, lince_text *out) {
    lc_text_puts(out, lcr_style_glyphs(s->style)->ellipsis);
    if (r->period > 1) lc_text_printf(out, " these %u steps", r->period);
    lc_text_printf(out, " %u times more", r->times);
}

/* Below the last of the rows it is about. */
static void put_times(const lcd_sheet *s, const lcd_sheet_row *r, const lcd_sheet_column *own) {
    lince_text text = {0};
    lcd_sheet_times(s, r, &text);
    lcd_sheet_row note = {.step = r->step, .words = text.at, .inside = r->inside, .dim = true};
    if (text.at) put_row(s, &note, own);
    lc_text_free(&text);
}

/* The text before a row of a thread other than the one before it, `now`. */
static void put_between(const lcd_sheet *s, const lcd_sheet_column *now, const lcd_sheet_column *own) {
    if (own->wide) put_heading(s, own);
    else if (!now || now->wide) put_names(s);
    else put_switch(s, now, own);
}

void lcd_sheet_draw(lcd_sheet *s) {
    const lcd_sheet_column *now = NULL;
    for (uint32_t i = 0; i < s->rows.count; i++) {
        const lcd_sheet_row *r = &s->rows.at[i];
        if (s->left_out && i == s->cut_at) {
            put_left_out(s);
            catch_up(s, r->step);
            now = NULL;
        }
        lcd_sheet_column *own = r->failure ? NULL : lcd_sheet_column_of(s, r->step->thread);
        if (own && own != now) put_between(s, now, own);
        put_row(s, r, own);
        if (r->times) put_times(s, r, own);
        now = own ? own : now;
        if (own && r->step->kind == LCT_STEP_CALL) own->call = r->step->text;
        if (own && r->step->kind == LCT_STEP_RETURN) own->call = NULL;
    }
}
