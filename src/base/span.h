/* A piece of a text of another owner; it need not be terminated. */
#ifndef LC_BASE_SPAN_H
#define LC_BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct lc_span {
    const char *at;
    size_t length;
} lc_span;

static inline lc_span lc_span_of(const char *string) { return (lc_span){string, strlen(string)}; }
static inline bool lc_span_is(lc_span s, const char *word) {
    return s.length == strlen(word) && memcmp(s.at, word, s.length) == 0;
}
static inline bool lc_span_begins(lc_span s, const char *word) {
    return s.length >= strlen(word) && memcmp(s.at, word, strlen(word)) == 0;
}
/* The rest behind the first bytes. */
static inline lc_span lc_span_from(lc_span s, size_t count) { return (lc_span){s.at + count, s.length - count}; }
lc_span lc_span_trim(lc_span); /* without blanks at both ends */
bool lc_span_contains(lc_span, const char *word);
/* From where the word is on; nothing: it is not there. */
lc_span lc_span_find(lc_span, const char *word);

#endif
