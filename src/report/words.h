/* Text that people wrote, made fit for a line: measured in columns, cleaned, shortened, wrapped.
 *
 * Names and values may hold any bytes, also control characters and broken UTF-8; those that would disturb a terminal
 * are replaced.
 */
#ifndef LC_REPORT_WORDS_H
#define LC_REPORT_WORDS_H

#include <stdint.h>

#include "base/utf8.h"
#include "report/style.h"

/* A blank where no line is broken; written as a blank. */
#define LCR_GLUE '\x1f'

/* Columns of a terminated text; escape sequences of colours take none. */
size_t lcr_columns(const char *string);

void lcr_put_clean(lince_text *, const lcr_style *, const char *bytes, size_t count);
/* The same in at most `most` columns, the middle left out where it is longer. */
void lcr_put_short(lince_text *, const lcr_style *, const char *bytes, size_t count, size_t most);
/* Clean text as SVG and HTML write it. */
void lcr_put_markup(lince_text *, const char *clean);
/* Blanks up to `width` columns, counted from byte `start` of the text. */
void lcr_pad(lince_text *, size_t start, size_t width);

/* Blanks from byte `start` on become glue. */
void lcr_glue(lince_text *, size_t start);

/* A paragraph, broken at blanks: `indent` blanks before its first line and `hang` more before the following ones.  It
 * is taken as it is, so that it may be coloured; text from outside must have been cleaned. */
void lcr_put_wrapped(lince_text *, const lcr_style *, const char *paragraph, unsigned indent, unsigned hang);
/* A row of a table: the value, to the right of its column, and its meaning. */
void lcr_put_statistic(lince_text *, const lcr_style *, const char *value, const char *meaning);

/* Ends the line that begins at byte `start`, which is of that kind as well.  Where it is too wide for a style that
 * wraps, it goes on in lines of their own; words, which may be names of files, stay whole. */
void lcr_end_line(lince_text *, const lcr_style *, size_t start);

#endif
