/* Characters of UTF-8, and how much room they take on a terminal. */
#ifndef LC_BASE_UTF8_H
#define LC_BASE_UTF8_H

#include <stdint.h>

#include "base/text.h"

#define LC_REPLACEMENT 0xFFFDu

/* The next code point; LC_REPLACEMENT, one byte further, where the bytes are not UTF-8. */
uint32_t lc_utf8_next(const char **at, const char *end);
void lc_utf8_put(lince_text *, uint32_t code_point);
/* Columns: 2 for wide ones (Chinese, emoji), 0 for combining ones (accents), else 1. */
unsigned lc_utf8_columns(uint32_t code_point);
/* Behind the characters that fit in so many columns, with all that is written over the last one. */
const char *lc_utf8_fitting(const char *at, const char *end, size_t columns);

#endif
