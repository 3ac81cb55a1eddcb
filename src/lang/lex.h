/* The words of models.  All of a text is cut into tokens before it is parsed, because names may be used before they are
 * declared: the parser goes over the tokens twice. */
#ifndef LC_LANG_LEX_H
#define LC_LANG_LEX_H

#include <lince/error.h>

#include "base/intern.h"

typedef enum lcm_token_kind {
    LCM_T_END,
    LCM_T_NAME,   /* a letter or `_`, then letters, digits, `_` */
    LCM_T_NUMBER, /* 0 … 2^31; the last only behind a minus */
    LCM_T_SIGN    /* anything else */
} lcm_token_kind;

typedef struct lcm_token {
    lcm_token_kind kind;
    uint32_t length;
    const char *at;        /* in the text */
    uint32_t line, column; /* both from 1 */
    uint32_t name;         /* NAME: its number among all names */
    uint32_t match;        /* ( [ {: the token that closes it */
    int64_t number;
} lcm_token;

typedef LC_VEC(lcm_token) lcm_tokens;

/* The last token is LCM_T_END.  Brackets match.  Errors are about `file`. */
lince_status lcm_lex(lcm_tokens *, lc_intern *names, const char *file, const char *text, size_t length, lince_error *);

bool lcm_token_is(const lcm_token *, const char *text); /* a name or a sign that reads so */

/* How much of a token a message shows, for `%.*s`. */
static inline int lcm_token_shown(const lcm_token *t) { return t->length < 60 ? (int)t->length : 60; }

#endif
