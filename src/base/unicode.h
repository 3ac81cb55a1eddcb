/* UTF-8 and the escapes that JSON, EDN and `.hist` strings share. */
#ifndef LC_BASE_UNICODE_H
#define LC_BASE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

bool lc_is_utf8(const char *bytes, size_t count);

/* Appends the text between two quotes with its escapes decoded.  NULL: done; otherwise a description of the error. */
const char *lc_unescape(lince_text *out, const char *raw, size_t count);

/* Appends a string with quotes and escapes that all three formats understand. */
void lc_write_quoted(lince_text *out, const char *bytes, size_t count);

/* A piece of input shown in a message: shortened, and with nothing that could upset a terminal. */
typedef struct lc_excerpt {
    char text[64];
} lc_excerpt;
lc_excerpt lc_excerpt_of(const char *bytes, size_t count);

#endif
