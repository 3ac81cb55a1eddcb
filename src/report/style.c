#include "report/style.h"

enum { USUAL_WIDTH = 80, LEAST_WIDTH = 40 };

unsigned lcr_style_width(const lcr_style *style) {
    if (!style->width) return USUAL_WIDTH;
    return style->width < LEAST_WIDTH ? LEAST_WIDTH : style->width;
}

void lcr_colour_on(lince_text *out, const lcr_style *style, lcr_colour colour) {
    static const char *const codes[] = {
        [LCR_PLAIN] = "",         [LCR_BOLD] = "\033[1m",     [LCR_DIM] = "\033[2m",   [LCR_RED] = "\033[31m",
        [LCR_GREEN] = "\033[32m", [LCR_MAGENTA] = "\033[35m", [LCR_CYAN] = "\033[36m",
    };
    if (style->colour) lc_text_puts(out, codes[colour]);
}

void lcr_colour_off(lince_text *out, const lcr_style *style, lcr_colour colour) {
    if (style->colour && colour != LCR_PLAIN) lc_text_puts(out, "\033[0m");
}

void lcr_paint(lince_text *out, const lcr_style *style, lcr_colour colour, const char *string) {
    if (!*string) return;
    lcr_colour_on(out, style, colour);
    lc_text_puts(out, string);
    lcr_colour_off(out, style, colour);
}

const lcr_glyphs *lcr_style_glyphs(const lcr_style *style) {
    static const lcr_glyphs boxes = {
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
    static const lcr_glyphs plain = {
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
