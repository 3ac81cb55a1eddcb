/* The contents and the layout of the drawing of an execution.  All texts are made first, because how wide a column has
 * to be depends on all of them. */
#include "tester/view/interleaving_view.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/view/access_names.h"
#include "tester/view/failure_context.h"
#include "tester/view/interleaving_sheet.h"

enum {
    WIDEST = 44,       /* a column; longer texts are folded */
    NARROWEST = 22,    /* a column that is of any use */
    PLACE_MOST = 28,   /* `file.c:123` */
    SOURCE_LEAST = 20, /* of a source line, to be of any use */
    THREADS = 256,     /* more are drawn, but their returns are without their calls */
    ENDS = 20000,      /* steps at the beginning and at the end of a trace that are looked at */
    FIRST = 300,       /* rows that are shown of a trace longer than both together */
    LAST = 700,
    PERIOD = 8, /* rows that are recognized when they repeat */
    TIMES = 3   /* more: so often at least */
};

const char *lcd_sheet_thread(unsigned thread, char *room, size_t size) {
    if (thread) snprintf(room, size, "T%u", thread);
    return thread ? room : "main";
}

lcd_sheet_column *lcd_sheet_column_of(const lcd_sheet *s, unsigned thread) {
    for (uint32_t i = 0; i < s->columns.count; i++)
        if (s->columns.at[i].thread == thread) return &s->columns.at[i];
    return NULL;
}

/* ---- rows ---- */

static char *keep(lince_text *text, bool *fine) {
    char *copy = text->cut ? NULL : strdup(lc_text(text));
    if (!copy) *fine = false;
    lc_text_clear(text);
    return copy;
}

static void put_place(const lcd_sheet *s, lince_text *out, uint32_t step, const char *file, int line) {
    const char *slash = strrchr(file, '/');
    lince_text text = {0};
    lc_text_printf(&text, "%s:%d", slash ? slash + 1 : file, line);
    if (s->numbered) lc_text_printf(out, "%4" PRIu32 "  ", step);
    lcr_put_short(out, s->style, lc_text(&text), text.length, PLACE_MOST);
    lc_text_free(&text);
}

static void find_place(lcd_sheet *s, lcd_sheet_row *r, bool *fine) {
    const char *file, *function;
    int line;
    if (!lcd_step_places_find(s->places, r->step, &file, &line, &function)) return;
    lince_text text = {0};
    put_place(s, &text, r->step->step, file, line);
    r->place = keep(&text, fine);
    lc_text_free(&text);
    const lcd_sheet_row *before = s->rows.count ? &s->rows.at[s->rows.count - 1] : NULL;
    if (before && before->place && r->place && !strcmp(before->place, r->place)) return;
    r->source = lcd_listing_line(&s->listings, file, line, &r->source_length);
}

/* Does the text speak of this thread by itself? */
static bool begins_with(const char *text, const char *thread) {
    size_t length = strlen(thread);
    return !strncmp(text, thread, length) && !isalnum((unsigned char)text[length]);
}

static bool add_row(lcd_sheet *s, lcd_names *names, const lcd_trace_step *steps, size_t i, const char *call) {
    unsigned kind = steps[i].kind;
    lcd_sheet_row r = {.step = &steps[i], .failure = kind == LCT_STEP_FAILURE};
    r.inside = call && kind != LCT_STEP_CALL && kind != LCT_STEP_RETURN && !r.failure;
    bool fine = true;
    lince_text raw = {0}, text = {0};
    char room[16];
    const char *thread = lcd_sheet_thread(steps[i].thread, room, sizeof room);
    find_place(s, &r, &fine);
    if (r.failure && !begins_with(steps[i].text, thread)) lc_text_printf(&raw, "%s: ", thread);
    lcd_step_words(&raw, names, steps, i, call);
    if (r.failure && r.place && !strstr(steps[i].text, r.place)) lc_text_printf(&raw, " (%s)", r.place);
    lcr_put_clean(&text, s->style, lc_text(&raw), raw.length);
    fine = fine && !raw.cut;
    r.words = keep(&text, &fine);
    lc_text_free(&raw);
    lc_text_free(&text);
    if (fine && lc_push(NULL, &s->rows, r)) return true;
    free(r.words);
    free(r.place);
    return false;
}

static bool add_rows(lcd_sheet *s, lcd_names *names, const lcd_trace_step *steps, size_t count) {
    const char *calls[THREADS] = {NULL};
    for (size_t i = 0; i < count; i++) {
        unsigned thread = steps[i].thread < THREADS ? steps[i].thread : THREADS - 1;
        const char *call = calls[thread];
        if (steps[i].kind == LCT_STEP_CALL) calls[thread] = steps[i].text;
        if (steps[i].kind == LCT_STEP_RETURN) calls[thread] = NULL;
        if (steps[i].kind == LCT_STEP_EXIT) continue; /* shown by the end of its rows */
        if (lcd_step_is_detail(steps[i].kind)) continue;
        if (i >= ENDS && count - i > ENDS) {
            if (!s->left_out++) s->cut_at = s->rows.count;
        } else if (!add_row(s, names, steps, i, call)) return false;
    }
    return true;
}

static void free_row(lcd_sheet_row *r) {
    free(r->words);
    free(r->place);
}

/* ---- leaving out ---- */

static bool same_row(const lcd_sheet_row *a, const lcd_sheet_row *b) {
    if (a->step->thread != b->step->thread || a->inside != b->inside || strcmp(a->words, b->words) != 0) return false;
    return a->place && b->place ? !strcmp(a->place, b->place) : a->place == b->place;
}

/* How many times more the `period` rows at `at` come in a row. */
static uint32_t times_more(const lcd_sheet_row *at, const lcd_sheet_row *end, uint32_t period) {
    uint32_t same = 0;
    while (at + period + same < end && same_row(at + same, at + period + same)) same++;
    return same / period;
}

/* Loops that wait for something that does not come are shown once.  The rows from one up to another are packed to the
 * front, at `to`; returns where the next would go. */
static lcd_sheet_row *fold_loops(lcd_sheet_row *to, lcd_sheet_row *from, lcd_sheet_row *end) {
    while (from < end) {
        uint32_t period = 1, times = 0;
        for (; period <= PERIOD; period++)
            if ((times = times_more(from, end, period)) >= TIMES) break;
        if (times < TIMES) period = 1, times = 0;
        for (uint32_t i = 0; i < period; i++) *to++ = *from++;
        if (!times) continue;
        to[-1].period = period;
        to[-1].times = times;
        for (uint32_t i = 0; i < period * times; i++) free_row(from++);
    }
    return to;
}

static void fold(lcd_sheet *s) {
    if (!s->rows.count) return;
    lcd_sheet_row *rows = s->rows.at, *end = rows + s->rows.count, *cut = s->left_out ? rows + s->cut_at : end;
    lcd_sheet_row *to = fold_loops(rows, rows, cut);
    s->cut_at = (uint32_t)(to - rows);
    s->rows.count = (uint32_t)(fold_loops(to, cut, end) - rows);
}

/* If the drawing is still too long, its middle is left out. */
static void leave_out(lcd_sheet *s) {
    uint32_t from = FIRST, to = s->rows.count > LAST ? s->rows.count - LAST : 0;
    if (s->left_out) {
        if (from > s->cut_at) from = s->cut_at;
        if (to < s->cut_at) to = s->cut_at;
    }
    if (from >= to) return;
    for (uint32_t i = from; i < to; i++) {
        s->left_out += 1 + s->rows.at[i].period * s->rows.at[i].times;
        free_row(&s->rows.at[i]);
    }
    memmove(&s->rows.at[from], &s->rows.at[to], (s->rows.count - to) * sizeof *s->rows.at);
    s->rows.count -= to - from;
    s->cut_at = from;
}

/* ---- columns ---- */

static int by_thread(const void *a, const void *b) {
    const lcd_sheet_column *x = a, *y = b;
    return LC_ORDER(x->thread, y->thread);
}

static size_t row_width(const lcd_sheet *s, const lcd_sheet_row *r) {
    size_t width = lcr_columns(r->words);
    if (r->times) {
        lince_text note = {0};
        lcd_sheet_times(s, r, &note);
        if (lcr_columns(lc_text(&note)) > width) width = lcr_columns(lc_text(&note));
        lc_text_free(&note);
    }
    return width + (r->inside ? LCD_SHEET_MARK : 0);
}

static bool add_columns(lcd_sheet *s) {
    for (uint32_t i = 0; i < s->rows.count; i++) {
        const lcd_sheet_row *r = &s->rows.at[i];
        size_t width = row_width(s, r);
        if (r->failure) continue;
        lcd_sheet_column *c = lcd_sheet_column_of(s, r->step->thread);
        if (!c) {
            if (!lc_push(NULL, &s->columns, (lcd_sheet_column){.thread = r->step->thread, .width = 4})) return false;
            c = &s->columns.at[s->columns.count - 1];
        }
        if (width > c->width) c->width = width;
    }
    if (s->columns.count) qsort(s->columns.at, s->columns.count, sizeof *s->columns.at, by_thread);
    return true;
}

/* Does `main` run only before and after all other threads?  Then it needs no column beside them. */
static bool main_is_alone(const lcd_sheet *s) {
    bool others = false, behind = false;
    for (uint32_t i = 0; i < s->rows.count; i++) {
        const lcd_sheet_row *r = &s->rows.at[i];
        if (r->failure) continue;
        if (r->step->thread && behind) return false;
        if (r->step->thread) others = true;
        else if (others) behind = true;
    }
    return others;
}

/* The columns next to each other, each no wider than `most`. */
static size_t total_width(const lcd_sheet *s, size_t most) {
    size_t total = 0;
    for (uint32_t i = 0; i < s->columns.count; i++) {
        const lcd_sheet_column *c = &s->columns.at[i];
        if (!c->wide) total += (total ? LCD_SHEET_GAP : 0) + (c->width < most ? c->width : most);
    }
    return total;
}

/* Gives each column its place; those that are wide begin at `x` and have up to `room`.  Returns how wide it all is. */
static size_t place_columns(lcd_sheet *s, size_t most, size_t x, size_t room) {
    size_t body = total_width(s, most), next = x;
    for (uint32_t i = 0; i < s->columns.count; i++) {
        lcd_sheet_column *c = &s->columns.at[i];
        size_t widest = c->wide ? room : most;
        if (c->width > widest) c->width = widest;
        c->x = c->wide ? x : next;
        if (c->wide && c->width > body) body = c->width;
        if (!c->wide) next += c->width + LCD_SHEET_GAP;
    }
    for (uint32_t i = 0; i < s->columns.count; i++)
        if (s->columns.at[i].wide) s->columns.at[i].width = body;
    return body;
}

/* Columns as wide as there is room for, but not so narrow that they are no use: then one for all. */
static void lay_out(lcd_sheet *s) {
    size_t place = 0, most = WIDEST, x = LCD_SHEET_INDENT;
    for (uint32_t i = 0; i < s->rows.count; i++) {
        const lcd_sheet_row *r = &s->rows.at[i];
        if (r->place && !r->failure && lcr_columns(r->place) > place) place = lcr_columns(r->place);
    }
    if (place && s->width < 2 * x + NARROWEST + LCD_SHEET_GAP + place) place = 0;
    size_t margin = place ? LCD_SHEET_GAP + place : 0, room = s->width - x - margin;
    lcd_sheet_column *first = lcd_sheet_column_of(s, 0);
    if (first) first->wide = main_is_alone(s);
    while (most > NARROWEST && total_width(s, most) > room) most--;
    if (total_width(s, most) > room) {
        for (uint32_t i = 0; i < s->columns.count; i++) s->columns.at[i].wide = true;
        x += LCD_SHEET_INDENT;
        room -= LCD_SHEET_INDENT;
    }
    x += place_columns(s, most, x, room) + LCD_SHEET_GAP;
    if (!place) return;
    s->place_x = x;
    x += place + LCD_SHEET_GAP;
    if (x + SOURCE_LEAST <= s->width) s->source_x = x;
}

static void report(lince_text *out, const lcr_style *style, const lcd_trace_step *steps, size_t count, lcd_lines *lines,
                   unsigned width, bool numbered) {
    lcd_sheet s = {.out = out,
                   .style = style,
                   .width = lcr_style_width(&(lcr_style){.width = width}),
                   .steps = steps,
                   .numbered = numbered};
    lcd_names *names = lcd_names_new(steps, count, lines);
    s.places = lcd_step_places_new(lines, steps, count);
    bool fine = names && s.places && add_rows(&s, names, steps, count);
    fold(&s);
    leave_out(&s);
    fine = fine && add_columns(&s);
    if (fine) {
        lay_out(&s);
        lcd_sheet_draw(&s);
    }
    out->cut |= !fine;
    for (uint32_t i = 0; i < s.rows.count; i++) free_row(&s.rows.at[i]);
    lc_vec_free(NULL, &s.rows);
    lc_vec_free(NULL, &s.columns);
    lcd_listings_free(&s.listings);
    lcd_step_places_free(s.places);
    lcd_names_free(names);
}

void lcd_interleaving_print(lince_text *out, const lcr_style *style, const lcd_trace_step *steps, size_t count,
                            lcd_lines *lines, unsigned width) {
    report(out, style, steps, count, lines, width, false);
}

void lcd_report_numbered(lince_text *out, const lcr_style *style, const lcd_trace_step *steps, size_t count,
                         lcd_lines *lines, unsigned width) {
    report(out, style, steps, count, lines, width, true);
}
