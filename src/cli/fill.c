/* A page of help, made as wide as it is to be.
 *
 * Pages are written for 80 columns, and their layout shows which parts may be moved.  Empty lines separate blocks.
 * Lines of a block that begin in the same column are a paragraph; those of a list ("- this") and of a table (a name,
 * two blanks or more, its description) hang.  Text to be copied stays as it is: a block that is indented by four
 * columns or more, and the lines indented below a line that ends with a colon.
 */
#include <string.h>

#include "cli/cli.h"
#include "report/words.h"

enum { COPIED = 4, STEP = 4 };

typedef struct line {
    const char *at;
    size_t length, indent; /* both counted from the beginning */
} line;

static line line_at(const char *at) {
    size_t length = strcspn(at, "\n"), indent = strspn(at, " ");
    return (line){at, length, indent < length ? indent : length};
}

static const char *behind(line l) { return l.at + l.length + (l.at[l.length] == '\n'); }

static bool is_empty(line l) { return l.indent == l.length; }

static bool is_underline(line l) { return !is_empty(l) && strspn(l.at, "-") == l.length; }

/* Where the text of a list or a table begins; where the line does, if it is neither. */
static size_t text_of(line l) {
    const char *from = l.at + l.indent, *end = l.at + l.length;
    size_t digits = strspn(from, "0123456789");
    if (from[0] == '-' && from[1] == ' ') return l.indent + 2;
    if (digits && from[digits] == '.' && from[digits + 1] == ' ') return l.indent + digits + 2;
    for (const char *p = from; p + 1 < end; p++)
        if (p[0] == ' ' && p[1] == ' ') return (size_t)(p - l.at) + strspn(p, " ");
    return l.indent;
}

static void put_as_it_is(lince_text *out, line l, size_t most) {
    lc_text_add(out, l.at, l.length < most ? l.length : most);
    lc_text_putc(out, '\n');
}

/* Does this line belong to the paragraph whose text begins in that column?  "10. this" may hang by less. */
static bool goes_on(line first, size_t text, line l) {
    if (is_empty(l) || is_underline(l)) return false;
    if (text > first.indent) return l.indent > first.indent && l.indent <= text;
    return l.indent == text && text_of(l) == l.indent; /* else a list or a table begins */
}

/* The paragraph that begins with this line; returns the line after it. */
static const char *put_paragraph(lince_text *out, const lcr_style *style, line first) {
    size_t text = text_of(first), half = lcr_style_width(style) / 2;
    unsigned indent = (unsigned)(first.indent > half ? 2 * STEP : first.indent), hang = (unsigned)(text - first.indent);
    const char *next = behind(first);
    lince_text words = {0};
    lc_text_add(&words, first.at + first.indent, text - first.indent);
    if (hang && text > half) { /* there is no room beside it */
        lcr_put_wrapped(out, style, lc_text(&words), indent, STEP);
        lc_text_clear(&words);
        indent += STEP;
        hang = 0;
    } else lcr_glue(&words, 0);
    lc_text_add(&words, first.at + text, first.length - text);
    for (line l = line_at(next); goes_on(first, text, l); l = line_at(next)) {
        lc_text_putc(&words, ' ');
        lc_text_add(&words, l.at + l.indent, l.length - l.indent);
        next = behind(l);
    }
    lcr_put_wrapped(out, style, lc_text(&words), indent, hang);
    out->cut |= words.cut;
    lc_text_free(&words);
    return next;
}

static const char *put_block(lince_text *out, const lcr_style *style, const char *page) {
    bool copied = line_at(page).indent >= COPIED;
    size_t colon = SIZE_MAX; /* the indentation of the line that announces text to be copied */
    while (*page) {
        line l = line_at(page);
        if (is_empty(l)) break;
        if (copied || l.indent > colon) put_as_it_is(out, l, SIZE_MAX);
        else if (is_underline(l)) put_as_it_is(out, l, lcr_style_width(style));
        else {
            page = put_paragraph(out, style, l);
            const char *last = page - 1 - (page[-1] == '\n');
            colon = *last == ':' ? l.indent : SIZE_MAX;
            continue;
        }
        page = behind(l);
    }
    return page;
}

void lcc_fill_page(lince_text *out, const char *page, unsigned width) {
    const lcr_style style = {.width = width};
    while (*page) {
        line l = line_at(page);
        if (!is_empty(l)) page = put_block(out, &style, page);
        else {
            lc_text_putc(out, '\n');
            page = behind(l);
        }
    }
}
