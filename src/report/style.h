/* How a report looks: colours, characters and width. */
#ifndef LC_REPORT_STYLE_H
#define LC_REPORT_STYLE_H

#include <stdbool.h>

#include "base/text.h"

typedef struct lc_style {
    bool colour;    /* escape sequences for colour; off, none is ever written */
    bool ascii;     /* nothing but ASCII */
    bool wrap;      /* also lines that programs may read, such as verdicts, are broken where they are too wide */
    unsigned width; /* of a line, in columns; 0: 80, and never less than 40 */
} lc_style;

unsigned lc_style_width(const lc_style *);

/* Only those that can be read on light and on dark: yellow cannot. */
typedef enum lc_colour { LC_PLAIN, LC_BOLD, LC_DIM, LC_RED, LC_GREEN, LC_MAGENTA, LC_CYAN } lc_colour;

/* The text between the two is shown in this colour.  They do not nest. */
void lc_colour_on(lince_text *, const lc_style *, lc_colour);
void lc_colour_off(lince_text *, const lc_style *, lc_colour);
void lc_paint(lince_text *, const lc_style *, lc_colour, const char *string);

/* The characters that are not the same everywhere. */
typedef struct lc_glyphs {
    const char *arrow, *dash, *ellipsis;
    /* Of a bar; each is one character wide. */
    const char *begin, *line, *end, *crash, *fail;
    const char *open_line, *open_end; /* an operation that has not returned */
    const char *torn;                 /* where a bar is cut because the line is full */
} lc_glyphs;
const lc_glyphs *lc_style_glyphs(const lc_style *);

#endif
