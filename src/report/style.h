/* How a report looks: colours, characters and width. */
#ifndef LC_REPORT_STYLE_H
#define LC_REPORT_STYLE_H

#include <stdbool.h>

#include "base/text.h"

typedef struct lcr_style {
    bool colour;    /* escape sequences for colour; off, none is ever written */
    bool ascii;     /* nothing but ASCII */
    bool wrap;      /* also lines that programs may read, such as verdicts, are broken where they are too wide */
    unsigned width; /* of a line, in columns; 0: 80, and never less than 40 */
} lcr_style;

unsigned lcr_style_width(const lcr_style *);

/* Only those that can be read on light and on dark: yellow cannot. */
typedef enum lcr_colour { LCR_PLAIN, LCR_BOLD, LCR_DIM, LCR_RED, LCR_GREEN, LCR_MAGENTA, LCR_CYAN } lcr_colour;

/* The text between the two is shown in this colour.  They do not nest. */
void lcr_colour_on(lince_text *, const lcr_style *, lcr_colour);
void lcr_colour_off(lince_text *, const lcr_style *, lcr_colour);
void lcr_paint(lince_text *, const lcr_style *, lcr_colour, const char *string);

/* The characters that are not the same everywhere. */
typedef struct lcr_glyphs {
    const char *arrow, *dash, *ellipsis;
    /* Of a bar; each is one character wide. */
    const char *begin, *line, *end, *crash, *fail;
    const char *open_line, *open_end; /* an operation that has not returned */
    const char *torn;                 /* where a bar is cut because the line is full */
} lcr_glyphs;
const lcr_glyphs *lcr_style_glyphs(const lcr_style *);

#endif
