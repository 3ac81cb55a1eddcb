/* Scanning a line of `.hist` text: tokens and values. */
#ifndef LC_HISTORY_VALUE_TEXT_H
#define LC_HISTORY_VALUE_TEXT_H

#include "base/vec.h"
#include "history/history.h"

enum { LC_DEEPEST = 64 }; /* lists within lists */

typedef LC_VEC(lince_value) lc_value_stack;

/* The values above `base`; NULL if there are none. */
static inline const lince_value *lc_stack_from(const lc_value_stack *s, uint32_t base) {
    return s->count > base ? s->at + base : NULL;
}

typedef struct lc_scan {
    const char *at, *end; /* `*end` can be read and is a control character: every token ends there */
    const char *file;
    unsigned long line;
    lince_error *error;
    lince_values *values;
    lc_value_stack items; /* of lists that are not complete yet */
    lince_text text;      /* for strings with escapes */
} lc_scan;

/* The contexts in which a character can occur. */
enum { LC_IN_TOKEN = 1, LC_IN_NAME = 2, LC_BLANK = 4 };
extern const unsigned char lc_char_class[256];
static inline bool lc_is(char c, int class) { return lc_char_class[(unsigned char)c] & class; }

static inline void lc_scan_blanks(lc_scan *s) {
    while (lc_is(*s->at, LC_BLANK)) s->at++;
}
/* The characters of a class from here on, possibly none. */
static inline lc_span lc_scan_while(lc_scan *s, int class) {
    const char *from = s->at;
    while (lc_is(*s->at, class)) s->at++;
    return (lc_span){from, (size_t)(s->at - from)};
}

/* A value at `at`.  Malformed: LINCE_BAD_INPUT, the error filled in. */
lince_status lc_scan_value(lc_scan *, lince_value *);
/* "expected WHAT, found ..." */
lince_status lc_scan_expected(lc_scan *, const char *what);
void lc_scan_free(lc_scan *);

/* How far `text` goes until one of these characters stands outside strings and lists; all of it if none does. */
size_t lc_length_until(lc_span text, const char *stops);
/* An integer of 64 bits that fills the whole text, with or without a sign. */
bool lc_int_of(lc_span text, int64_t *out);
/* Would this text be taken for a number (perhaps a malformed one)? */
static inline bool lc_looks_numeric(lc_span text) {
    size_t sign = text.length && (text.at[0] == '-' || text.at[0] == '+');
    return text.length > sign && text.at[sign] >= '0' && text.at[sign] <= '9';
}

#endif
