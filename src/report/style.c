#include "report/style.h"

enum { USUAL_WIDTH = 80, LEAST_WIDTH = 40 };

unsigned lc_style_width(const lc_style *style) {
    if (!style->width) return USUAL_WIDTH;
    return style->width < LEAST_WIDTH ? LEAST_WIDTH : style->width;
}

void lc_colour_on(lince_text *out, const lc_style *style, lc_colour colour) {
    static const char *const codes[] = {
        [LC_PLAIN] = "",         [LC_BOLD] = "\033[1m",     [LC_DIM] = "\033[2m",   [LC_RED] = "\033[31m",
        [LC_GREEN] = "\033[32m", [LC_MAGENTA] = "\033[35m", [LC_CYAN] = "\033[36m",
    };
    if (style->colour) lc_text_puts(out, codes[colour]);
}

void lc_colour_off(lince_text *out, const lc_style *style, lc_colour colour) {
    if (style->colour && colour != LC_PLAIN) lc_text_puts(out, "\033[0m");
}

void lc_paint(lince_text *out, const lc_style *style, lc_colour colour, const char *string) {
    if (!*string) return;
    lc_colour_on(out, style, colour);
    lc_text_puts(out, string);
    lc_colour_off(out, style, colour);
}

const lc_glyphs *lc_style_glyphs(const lc_style *style) {
    static const lc_glyphs boxes = {
        .arrow = "→",
        .dash = "—",
        .ellipsis = "…",
        .begin = "├",
        .line = "─",
        .end = "┤",
        .crash = "×",
        .fail = "✗",
        .open_line = "╌",
        .open_end = "⋯",
        .torn = "┄",
    };
    static const lc_glyphs plain = {
        .arrow = "->",
        .dash = "-",
        .ellipsis = "...",
        .begin = "|",
        .line = "-",
        .end = "|",
        .crash = "x",
        .fail = "!",
        .open_line = ".",
        .open_end = ">",
        .torn = "~",
    };
    return style->ascii ? &plain : &boxes;
}
