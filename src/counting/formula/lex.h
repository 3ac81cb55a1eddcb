/* The words of formulas.  All of a text is cut into tokens before it is parsed, because parts of it are parsed several
 * times: the body of `some i in 0..k-1.` once for each i. */
#ifndef LC_COUNTING_FORMULA_LEX_H
#define LC_COUNTING_FORMULA_LEX_H

#include <lince/error.h>

#include "base/vec.h"

typedef enum lc_token_kind {
    LC_T_END,
    LC_T_NAME,   /* a letter or `_`, then letters, digits, `_` */
    LC_T_NUMBER, /* 0 … 2^63 - 1 */
    LC_T_STRING, /* "…" with JSON escapes; the text is as written, quotes included */
    LC_T_SIGN    /* anything else: ( ) [ ] , . .. ; # + - * < <= = != >= > => */
} lc_token_kind;

typedef struct lc_token {
    lc_token_kind kind;
    const char *at; /* in the text */
    uint32_t length;
    uint32_t line, column; /* both from 1 */
    int64_t number;
} lc_token;

typedef LC_VEC(lc_token) lc_tokens;

/* The last token is LC_T_END.  Errors are about `file`. */
lince_status lc_lex(lc_tokens *, const char *file, const char *text, size_t length, lc_budget *, lince_error *);

/* An error at a token: `FILE:LINE: column C: message`. */
lince_status lc_fail_at_token(lince_error *, const char *file, const lc_token *, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

bool lc_token_is(const lc_token *, const char *text); /* a name or a sign that reads so */

/* How much of a token a message shows, for `%.*s`. */
static inline int lc_token_shown(const lc_token *t) { return t->length < 60 ? (int)t->length : 60; }

#endif
