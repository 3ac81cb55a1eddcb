#define _GNU_SOURCE /* memmem */
#include "base/span.h"

#include <ctype.h>

lc_span lc_span_trim(lc_span s) {
    while (s.length && isspace((unsigned char)s.at[0])) s.at++, s.length--;
    while (s.length && isspace((unsigned char)s.at[s.length - 1])) s.length--;
    return s;
}

lc_span lc_span_find(lc_span s, const char *word) {
    const char *found = memmem(s.at, s.length, word, strlen(word));
    return found ? lc_span_from(s, (size_t)(found - s.at)) : (lc_span){s.at + s.length, 0};
}

bool lc_span_contains(lc_span s, const char *word) { return lc_span_find(s, word).length > 0; }
