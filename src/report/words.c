#include "report/words.h"

#include <stdint.h>
#include <string.h>

/* Behind an escape sequence `ESC [ ... m`; `at` itself where there is none. */
static const char *skip_escape(const char *at, const char *end) {
    if (at >= end || *at != '\033') return at;
    while (at < end && *at != 'm') at++;
    return at < end ? at + 1 : end;
}

static size_t columns_of(const char *at, size_t count) {
    const char *end = at + count;
    size_t columns = 0;
    for (;;) {
        const char *behind = skip_escape(at, end);
        if (behind != at) {
            at = behind;
            continue;
        }
        if (at >= end) return columns;
        columns += lc_utf8_columns(lc_utf8_next(&at, end));
    }
}

size_t lcr_columns(const char *string) { return columns_of(string, strlen(string)); }

/* Characters that move the cursor, hide, or turn the direction of writing would tear a drawing apart. */
static bool disturbs(uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c & 0xFFFE) == 0xFFFE;
}

static void put_ascii(lince_text *out, uint32_t c) {
    switch (c) {
    case 0x2192: lc_text_puts(out, "->"); break;  /* → */
    case 0x2013:                                  /* – */
    case 0x2014: lc_text_putc(out, '-'); break;   /* — */
    case 0x2026: lc_text_puts(out, "..."); break; /* … */
    default: lc_text_putc(out, c < 0x80 && !disturbs(c) ? (char)c : '?');
    }
}

void lcr_put_clean(lince_text *out, const lcr_style *style, const char *bytes, size_t count) {
    const char *end = bytes + count;
    while (bytes < end) {
        size_t plain = 0;
        while (bytes + plain < end && bytes[plain] >= ' ' && bytes[plain] <= '~') plain++;
        lc_text_add(out, bytes, plain);
        if ((bytes += plain) == end) break;
        uint32_t c = lc_utf8_next(&bytes, end);
        if (style->ascii) put_ascii(out, c);
        else lc_utf8_put(out, disturbs(c) ? LC_REPLACEMENT : c);
    }
}

void lcr_put_markup(lince_text *out, const char *clean) {
    for (; *clean; clean++) {
        switch (*clean) {
        case '&': lc_text_puts(out, "&amp;"); break;
        case '<': lc_text_puts(out, "&lt;"); break;
        case '>': lc_text_puts(out, "&gt;"); break;
        case '"': lc_text_puts(out, "&quot;"); break;
        default: lc_text_putc(out, *clean);
        }
    }
}

/* The longest end of clean text that fits. */
static const char *fitting_end(const char *at, const char *end, size_t columns) {
    size_t left = columns_of(at, (size_t)(end - at));
    while (left > columns) left -= lc_utf8_columns(lc_utf8_next(&at, end));
    /* The combining marks of a character that is left out go with it. */
    for (const char *behind = at; at < end && !lc_utf8_columns(lc_utf8_next(&behind, end));) at = behind;
    return at;
}

/* Where a character begins, at `at` or up to three bytes before. */
static const char *boundary(const char *at) {
    for (int i = 0; i < 3 && (*at & 0xC0) == 0x80; i++) at--;
    return at;
}

/* Of a text that is far too long, both ends and something that is too long between them. */
static void put_ends(lince_text *out, const char *bytes, size_t count, size_t part, size_t most) {
    const char *end = bytes + count, *head_end = boundary(bytes + part), *tail = boundary(end - part);
    lc_text_add(out, bytes, (size_t)(head_end - bytes));
    lc_text_repeat(out, ".", most + 1);
    lc_text_add(out, tail, (size_t)(end - tail));
}

void lcr_put_short(lince_text *out, const lcr_style *style, const char *bytes, size_t count, size_t most) {
    enum { EACH = 16 }; /* bytes that a column may take, with its combining marks */
    if (most < SIZE_MAX / (4 * EACH) && count > 4 * EACH * (most + 1)) {
        lince_text ends = {0};
        put_ends(&ends, bytes, count, EACH * (most + 1), most);
        out->cut |= ends.cut;
        if (!ends.cut) lcr_put_short(out, style, lc_text(&ends), ends.length, most);
        lc_text_free(&ends);
        return;
    }
    lince_text clean = {0};
    lcr_put_clean(&clean, style, bytes, count);
    const char *text = lc_text(&clean), *end = text + clean.length;
    size_t columns = columns_of(text, clean.length);
    const char *ellipsis = lcr_style_glyphs(style)->ellipsis;
    size_t dots = lcr_columns(ellipsis);
    if (columns <= most || most <= dots) {
        const char *stop = lc_utf8_fitting(text, end, most);
        lc_text_add(out, text, (size_t)(stop - text));
    } else {
        size_t keep = most - dots, tail = keep / 2;
        const char *head_end = lc_utf8_fitting(text, end, keep - tail), *tail_start = fitting_end(text, end, tail);
        lc_text_add(out, text, (size_t)(head_end - text));
        lc_text_puts(out, ellipsis);
        lc_text_add(out, tail_start, (size_t)(end - tail_start));
    }
    out->cut |= clean.cut;
    lc_text_free(&clean);
}

void lcr_pad(lince_text *out, size_t start, size_t width) {
    size_t columns = start < out->length ? lcr_columns(out->at + start) : 0;
    if (columns < width) lc_text_repeat(out, " ", width - columns);
}

void lcr_glue(lince_text *text, size_t start) {
    for (size_t i = start; i < text->length; i++)
        if (text->at[i] == ' ') text->at[i] = LCR_GLUE;
}

/* A paragraph being written. */
typedef struct paragraph {
    lince_text *out;
    size_t column, room; /* on the current line, behind the margin */
    size_t full_room;    /* of the lines after the first */
    unsigned margin;
    bool whole; /* words are never broken */
} paragraph;

static void break_line(paragraph *p) {
    lc_text_putc(p->out, '\n');
    lc_text_repeat(p->out, " ", p->margin);
    p->column = 0;
    p->room = p->full_room;
}

/* A word, with glue as blanks.  One that is longer than a whole line is broken anywhere. */
static void put_word(paragraph *p, const char *at, const char *end) {
    while (at < end) {
        const char *behind = skip_escape(at, end);
        if (behind == at) {
            unsigned width = lc_utf8_columns(lc_utf8_next(&behind, end));
            if (p->column + width > p->room && !p->whole) break_line(p);
            p->column += width;
        }
        if (*at == LCR_GLUE) lc_text_putc(p->out, ' ');
        else lc_text_add(p->out, at, (size_t)(behind - at));
        at = behind;
    }
}

static void put_wrapped(lince_text *out, const lcr_style *style, const char *at, unsigned indent, unsigned hang,
                        bool whole) {
    size_t width = lcr_style_width(style);
    unsigned margin = indent + hang;
    size_t full = width > margin + 8 ? width - margin : 8;
    paragraph p = {.out = out, .room = full + hang, .full_room = full, .margin = margin, .whole = whole};
    lc_text_repeat(out, " ", indent);
    while (*at) {
        size_t length = strcspn(at, " ");
        if (p.column && p.column + 1 + columns_of(at, length) > p.room) {
            break_line(&p);
        } else if (p.column) {
            lc_text_putc(out, ' ');
            p.column++;
        }
        put_word(&p, at, at + length);
        at += length;
        at += strspn(at, " ");
    }
    lc_text_putc(out, '\n');
}

void lcr_put_wrapped(lince_text *out, const lcr_style *style, const char *at, unsigned indent, unsigned hang) {
    put_wrapped(out, style, at, indent, hang, false);
}

void lcr_end_line(lince_text *out, const lcr_style *style, size_t start) {
    if (!style->wrap || out->cut || lcr_columns(out->at + start) <= lcr_style_width(style)) {
        lc_text_putc(out, '\n');
        return;
    }
    lince_text line = {0};
    lc_text_puts(&line, out->at + start);
    out->length = start;
    size_t indent = strspn(lc_text(&line), " ");
    put_wrapped(out, style, lc_text(&line) + indent, (unsigned)indent, 4, true);
    out->cut |= line.cut;
    lc_text_free(&line);
}

void lcr_put_statistic(lince_text *out, const lcr_style *style, const char *value, const char *meaning) {
    enum { INDENT = 2, VALUE = 16, GAP = 2 };
    lince_text line = {0};
    lc_text_printf(&line, "%*s%*s", VALUE, value, GAP, "");
    if (!style->wrap) lc_text_printf(out, "%*s%s%s\n", INDENT, "", lc_text(&line), meaning);
    else {
        lcr_glue(&line, 0);
        lc_text_puts(&line, meaning);
        lcr_put_wrapped(out, style, lc_text(&line), INDENT, VALUE + GAP);
    }
    out->cut |= line.cut;
    lc_text_free(&line);
}
