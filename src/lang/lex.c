#include "lang/lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool lcm_token_is(const lcm_token *t, const char *text) {
    return (t->kind == LCM_T_NAME || t->kind == LCM_T_SIGN) && strlen(text) == t->length &&
           memcmp(t->at, text, t->length) == 0;
}

typedef struct lexer {
    lcm_tokens *out;
    lc_intern *names;
    const char *file, *at, *end, *line_begin;
    uint32_t line;
    lince_error *error;
} lexer;

__attribute__((format(printf, 3, 4))) static lince_status fail(const lexer *x, const lcm_token *t, const char *format,
                                                               ...) {
    char message[300];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return lc_fail_at(x->error, x->file, t->line, "column %u: %s", t->column, message);
}

static lcm_token token_here(const lexer *x) {
    return (lcm_token){.at = x->at, .line = x->line, .column = (uint32_t)(x->at - x->line_begin) + 1};
}

/* ---- between the words ---- */

static void step(lexer *x) {
    if (*x->at++ != '\n') return;
    x->line++;
    x->line_begin = x->at;
}

static bool sees(const lexer *x, const char *two) {
    return x->end - x->at >= 2 && x->at[0] == two[0] && x->at[1] == two[1];
}

static lince_status skip_comment(lexer *x) {
    lcm_token open = token_here(x);
    x->at += 2;
    while (x->at < x->end && !sees(x, "*/")) step(x);
    if (x->at == x->end) return fail(x, &open, "this comment does not end; close it with */");
    x->at += 2;
    return LINCE_DONE;
}

static lince_status skip_blanks(lexer *x) {
    while (x->at < x->end) {
        char c = *x->at;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') step(x);
        else if (sees(x, "//"))
            while (x->at < x->end && *x->at != '\n') x->at++;
        else if (sees(x, "/*")) {
            lince_status status = skip_comment(x);
            if (status != LINCE_DONE) return status;
        } else break;
    }
    return LINCE_DONE;
}

/* ---- the words ---- */

static size_t sign_length(const char *at, const char *end) {
    static const char *const signs[] = {"<->", "|||", "[*]", "..", "||", "|=", "->", "<>", "<=", ">=", "==",
                                        "!=",  "&&",  "<<",  ">>", "++", "--", "+=", "-=", "[]", "=>"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i]);
        if ((size_t)(end - at) >= length && memcmp(at, signs[i], length) == 0) return length;
    }
    return *at && strchr("()[]{},.;:@#+-*/%<>=!?&|\\\"$", *at) ? 1 : 0;
}

static lince_status lex_number(const lexer *x, lcm_token *t) {
    const int64_t most = (int64_t)INT32_MAX + 1;
    const char *p = t->at;
    for (; p < x->end && is_digit(*p); p++) {
        t->number = t->number * 10 + (*p - '0');
        if (t->number > most) return fail(x, t, "this number is too large; the largest is 2147483647");
    }
    if (p < x->end && is_letter(*p)) return fail(x, t, "a name does not begin with a digit");
    t->kind = LCM_T_NUMBER;
    t->length = (uint32_t)(p - t->at);
    return LINCE_DONE;
}

static lince_status lex_name(const lexer *x, lcm_token *t) {
    const char *p = t->at;
    while (p < x->end && (is_letter(*p) || is_digit(*p))) p++;
    t->kind = LCM_T_NAME;
    t->length = (uint32_t)(p - t->at);
    if (t->length > 200) return fail(x, t, "this name is too long; 200 letters are the most");
    t->name = lc_intern_add(x->names, t->at, t->length);
    return t->name == LC_NOT_INTERNED ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

static lince_status lex_one(const lexer *x, lcm_token *t) {
    if (is_digit(*t->at)) return lex_number(x, t);
    if (is_letter(*t->at)) return lex_name(x, t);
    t->kind = LCM_T_SIGN;
    t->length = (uint32_t)sign_length(t->at, x->end);
    if (t->length) return LINCE_DONE;
    if ((unsigned char)*t->at > ' ' && (unsigned char)*t->at < 127)
        return fail(x, t, "'%c' means nothing in a model", *t->at);
    return fail(x, t, "a byte %u means nothing in a model", (unsigned char)*t->at);
}

/* ---- brackets ---- */

static char closes(char open) { return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : 0; }

static lince_status match_brackets(const lexer *x) {
    LC_VEC(uint32_t) open = {0};
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; i < x->out->count && status == LINCE_DONE; i++) {
        lcm_token *t = &x->out->at[i];
        if (t->kind != LCM_T_SIGN || t->length != 1) continue;
        if (closes(*t->at)) {
            if (!lc_push(NULL, &open, i)) status = LINCE_OUT_OF_MEMORY;
        } else if (*t->at == ')' || *t->at == ']' || *t->at == '}') {
            lcm_token *o = open.count ? &x->out->at[open.at[open.count - 1]] : NULL;
            if (!o) status = fail(x, t, "'%c' closes nothing", *t->at);
            else if (closes(*o->at) != *t->at)
                status = fail(x, t, "'%c' does not close the '%c' of line %u, column %u", *t->at, *o->at, o->line,
                              o->column);
            else {
                o->match = i;
                open.count--;
            }
        }
    }
    if (status == LINCE_DONE && open.count) {
        const lcm_token *t = &x->out->at[open.at[open.count - 1]];
        status = fail(x, t, "this '%c' is never closed", *t->at);
    }
    lc_vec_free(NULL, &open);
    return status;
}

lince_status lcm_lex(lcm_tokens *out, lc_intern *names, const char *file, const char *text, size_t length,
                     lince_error *error) {
    lexer x = {.out = out,
               .names = names,
               .file = file,
               .at = text,
               .end = text + length,
               .line_begin = text,
               .line = 1,
               .error = error};
    if (length > 1u << 26) return lc_fail_at(error, file, 1, "column 1: a model of more than 64 MB cannot be read");
    for (;;) {
        lince_status status = skip_blanks(&x);
        lcm_token t = token_here(&x);
        if (status == LINCE_DONE && x.at < x.end) status = lex_one(&x, &t);
        if (status != LINCE_DONE) return status;
        if (!lc_push(NULL, out, t)) return LINCE_OUT_OF_MEMORY;
        if (t.kind == LCM_T_END) return match_brackets(&x);
        x.at += t.length;
    }
}
