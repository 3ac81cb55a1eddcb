#include "counting/formula/lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

lince_status lc_fail_at_token(lince_error *error, const char *file, const lc_token *t, const char *format, ...) {
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return lc_fail_at(error, file, t->line, "column %u: %s", t->column, message);
}

bool lc_token_is(const lc_token *t, const char *text) {
    return (t->kind == LC_T_NAME || t->kind == LC_T_SIGN) && strlen(text) == t->length &&
           memcmp(t->at, text, t->length) == 0;
}

/* ---- each kind: how many bytes from `at` on, 0: not one of these ---- */

static size_t name_length(const char *at, const char *end) {
    const char *p = at;
    while (p < end && (is_letter(*p) || (p > at && is_digit(*p)))) p++;
    return (size_t)(p - at);
}

static size_t sign_length(const char *at, const char *end) {
    static const char *const signs[] = {"..", "<=", ">=", "=>", "!=", "(", ")", "[", "]", ",",
                                        ".",  ";",  "#",  "+",  "-",  "*", "<", ">", "="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i]);
        if ((size_t)(end - at) >= length && memcmp(at, signs[i], length) == 0) return length;
    }
    return 0;
}

static lince_status lex_number(lc_token *t, const char *end, const char *file, lince_error *error) {
    const char *p = t->at;
    for (; p < end && is_digit(*p); p++)
        if (__builtin_mul_overflow(t->number, 10, &t->number) ||
            __builtin_add_overflow(t->number, *p - '0', &t->number))
            return lc_fail_at_token(error, file, t, "this number is too large; the largest is 2^63 - 1");
    t->kind = LC_T_NUMBER;
    t->length = (uint32_t)(p - t->at);
    return LINCE_DONE;
}

static lince_status lex_string(lc_token *t, const char *end, const char *file, lince_error *error) {
    const char *p = t->at + 1;
    while (p < end && *p != '"' && (unsigned char)*p >= ' ') p += *p == '\\' && p + 1 < end ? 2 : 1;
    if (p >= end || *p != '"') return lc_fail_at_token(error, file, t, "this string does not end; close it with \"");
    t->kind = LC_T_STRING;
    t->length = (uint32_t)(p + 1 - t->at);
    return LINCE_DONE;
}

static lince_status lex_one(lc_token *t, const char *end, const char *file, lince_error *error) {
    size_t length;
    if (*t->at == '"') return lex_string(t, end, file, error);
    if (is_digit(*t->at)) return lex_number(t, end, file, error);
    if ((length = name_length(t->at, end))) t->kind = LC_T_NAME;
    else if ((length = sign_length(t->at, end))) t->kind = LC_T_SIGN;
    else if ((unsigned char)*t->at > ' ' && (unsigned char)*t->at < 127)
        return lc_fail_at_token(error, file, t, "'%c' means nothing in a formula", *t->at);
    else return lc_fail_at_token(error, file, t, "a byte %u means nothing in a formula", (unsigned char)*t->at);
    t->length = (uint32_t)length;
    return LINCE_DONE;
}

lince_status lc_lex(lc_tokens *out, const char *file, const char *text, size_t length, lc_budget *budget,
                    lince_error *error) {
    const char *p = text, *end = text + length, *line_begin = text;
    uint32_t line = 1;
    if (length > 1u << 28) return lc_fail_at(error, file, 1, "a formula of more than 256 MB cannot be read");
    for (;;) {
        while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')) {
            if (*p++ != '\n') continue;
            line++;
            line_begin = p;
        }
        if (end - p >= 2 && p[0] == '/' && p[1] == '/') {
            while (p < end && *p != '\n') p++;
            continue;
        }
        lc_token t = {.at = p, .line = line, .column = (uint32_t)(p - line_begin) + 1};
        if (p < end) {
            lince_status status = lex_one(&t, end, file, error);
            if (status != LINCE_DONE) return status;
        }
        if (!lc_push(budget, out, t)) return LINCE_OUT_OF_MEMORY;
        if (t.kind == LC_T_END) return LINCE_DONE;
        p += t.length;
    }
}
