/* Text that people wrote, made fit for a line: counted in characters, cleaned, shortened, wrapped.
 *
 * A character is a Unicode code point, one column wide.  Names and values may hold anything at all, also control
 * characters and broken UTF-8; what would disturb a terminal is replaced.
 */
#ifndef LC_REPORT_WORDS_H
#define LC_REPORT_WORDS_H

#include <stdint.h>

#include "report/style.h"

#define LC_REPLACEMENT 0xFFFDu
/* A blank where no line is broken; written as a blank. */
#define LC_GLUE '\x1f'

/* The next code point; LC_REPLACEMENT, one byte further, where the bytes are not UTF-8. */
uint32_t lc_utf8_next(const char **at, const char *end);
void lc_utf8_put(lince_text *, uint32_t code_point);

/* Columns of a terminated text; escape sequences of colours take none. */
size_t lc_columns(const char *string);

void lc_put_clean(lince_text *, const lc_style *, const char *bytes, size_t count);
/* The same in at most `most` columns, the middle left out where it is longer. */
void lc_put_short(lince_text *, const lc_style *, const char *bytes, size_t count, size_t most);
/* Blanks up to `width` columns, counted from byte `start` of the text. */
void lc_pad(lince_text *, size_t start, size_t width);

/* Blanks from byte `start` on become glue. */
void lc_glue(lince_text *, size_t start);

/* A paragraph, broken at blanks: `indent` blanks before its first line and `hang` more before the others.  It is taken
 * as it is, so that it may be coloured; what comes from outside must have been cleaned. */
void lc_put_wrapped(lince_text *, const lc_style *, const char *paragraph, unsigned indent, unsigned hang);

#endif
