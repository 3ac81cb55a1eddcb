/* Shared by the parts of the parser: its position, and the meaning of names there. */
#ifndef LC_COUNTING_FORMULA_PARSE_PARTS_H
#define LC_COUNTING_FORMULA_PARSE_PARTS_H

#include "counting/formula/lex.h"
#include "counting/formula/parse.h"

enum {
    LC_PARSE_DEPTH = 200,     /* of brackets, quantifiers, definitions in definitions */
    LC_PARSE_WORK = 1 << 20,  /* parts after everything was spelled out */
    LC_PARSE_COUNTS = 1 << 13 /* summands of one sum */
};

/* A name that means something: a label or a number. */
typedef struct lc_meant {
    const lc_token *name;
    bool index;
    int64_t number;     /* of an index */
    lc_subject subject; /* else */
} lc_meant;

/* `let name(params) = body;` */
typedef struct lc_let {
    const lc_token *name;
    uint32_t params, param_count; /* tokens: the names stand two apart, with a comma between */
    uint32_t body, end;           /* tokens */
} lc_let;

typedef struct lc_parser {
    lc_scope *scope;
    lc_budget *budget;
    const char *file;
    lc_tokens tokens;
    uint32_t next;
    LC_VEC(lc_meant) meant; /* the innermost last */
    uint32_t floor;         /* names below are invisible to a definition */
    LC_VEC(lc_let) lets;
    uint32_t visible; /* of them: a definition sees those before it */
    LC_VEC(lc_count_of) counts;
    uint32_t depth, work;
    bool dry; /* only to find the end: numbers mean nothing */
    lince_status status;
    lince_error *error;
} lc_parser;

/* A formula or a sum: which of them something is may be known only after it was read. */
typedef struct lc_phrase {
    const lc_token *at;
    bool is_term;
    lc_term term;
    const lc_formula *formula;
} lc_phrase;

/* The first error counts; after it the text is over. */
void lc_parse_fail(lc_parser *, const lc_token *, const char *format, ...) __attribute__((format(printf, 3, 4)));
static inline const lc_token *lc_parse_peek(const lc_parser *p) { return &p->tokens.at[p->next]; }
static inline bool lc_parse_sees(const lc_parser *p, const char *text) { return lc_token_is(lc_parse_peek(p), text); }
const lc_token *lc_parse_take(lc_parser *);
bool lc_parse_accept(lc_parser *, const char *text);
void lc_parse_expect(lc_parser *, const char *text, const char *where);
bool lc_parse_deeper(lc_parser *); /* false: too deep, and failed; else `depth` is to be lowered again */
bool lc_parse_work(lc_parser *, uint32_t parts);
const lc_meant *lc_parse_meaning(const lc_parser *, const lc_token *name); /* NULL: none */

lc_phrase lc_parse_formula(lc_parser *);        /* anything */
lc_phrase lc_parse_sum(lc_parser *);            /* sums, and all other operands of a formula's connectives */
lc_term lc_phrase_term(lc_parser *, lc_phrase); /* fails if it is a formula */
int64_t lc_parse_number(lc_parser *);           /* a sum without counts */

/* Parses the body for each value of an index, `some i in 0..k. body`, or once for a definition. */
typedef void lc_each_value(lc_parser *, void *context);
void lc_parse_range(lc_parser *, lc_each_value *body, void *context);
const lc_let *lc_parse_let(const lc_parser *, const lc_token *name); /* NULL: none */

lc_subject lc_parse_subject(lc_parser *);

#endif
