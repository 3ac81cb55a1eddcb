#include "explore/protocol.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct parser {
    lc_protocol *protocol;
    const char *text, *at;
    lc_protocol_find *find;
    const void *context;
    char *error;
    size_t size;
    unsigned depth;
} parser;

/* A part of the expression: the places where its words begin and end. */
typedef struct piece {
    lc_places first, last;
    bool optional; /* it may be left out */
} piece;

__attribute__((format(printf, 2, 3))) static bool wrong(const parser *p, const char *format, ...) {
    int length = snprintf(p->error, p->size, "column %td: ", p->at - p->text + 1);
    if (length < 0 || (size_t)length >= p->size) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(p->error + length, p->size - (size_t)length, format, args);
    va_end(args);
    return false;
}

static char peek(parser *p) {
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n') p->at++;
    return *p->at;
}

static void link(lc_protocol *protocol, lc_places from, lc_places to) {
    for (lc_places left = from; left; left &= left - 1) protocol->follow[__builtin_ctz(left)] |= to;
}

static bool parse_alternatives(parser *, piece *);

static bool parse_name(parser *p, piece *out) {
    lc_protocol *protocol = p->protocol;
    size_t length = strcspn(p->at, " \t\n()|*+?");
    int op = length ? p->find(p->context, p->at, length) : -1;
    if (!length) return wrong(p, *p->at ? "expected the name of an operation, found `%c`" : "expected more", *p->at);
    if (op < 0) return wrong(p, "there is no operation %.*s", (int)(length < 100 ? length : 100), p->at);
    if (protocol->count == LC_PROTOCOL_PLACES) return wrong(p, "more than %d names", LC_PROTOCOL_PLACES);
    p->at += length;
    protocol->op[protocol->count] = (uint8_t)op;
    out->first = out->last = (lc_places)1 << protocol->count++;
    out->optional = false;
    return true;
}

static bool parse_item(parser *p, piece *out) {
    enum { DEPTH = 32 };
    if (peek(p) == '(') {
        if (++p->depth > DEPTH) return wrong(p, "more than %d parentheses in each other", DEPTH);
        p->at++;
        if (!parse_alternatives(p, out)) return false;
        if (peek(p) != ')') return wrong(p, "expected `)`");
        p->at++;
        p->depth--;
    } else if (!parse_name(p, out)) return false;
    for (char c; (c = *p->at) == '*' || c == '+' || c == '?'; p->at++) {
        if (c != '?') link(p->protocol, out->last, out->first);
        out->optional |= c != '+';
    }
    return true;
}

static bool parse_sequence(parser *p, piece *out) {
    if (!parse_item(p, out)) return false;
    while (peek(p) && *p->at != '|' && *p->at != ')') {
        piece next;
        if (!parse_item(p, &next)) return false;
        link(p->protocol, out->last, next.first);
        if (out->optional) out->first |= next.first;
        out->last = next.optional ? out->last | next.last : next.last;
        out->optional &= next.optional;
    }
    return true;
}

static bool parse_alternatives(parser *p, piece *out) {
    if (!parse_sequence(p, out)) return false;
    while (peek(p) == '|') {
        piece other;
        p->at++;
        if (!parse_sequence(p, &other)) return false;
        out->first |= other.first;
        out->last |= other.last;
        out->optional |= other.optional;
    }
    return true;
}

bool lc_protocol_parse(lc_protocol *protocol, const char *text, lc_protocol_find *find, const void *context,
                       char *error, size_t size) {
    parser p = {protocol, text, text, find, context, error, size, 0};
    piece whole;
    *protocol = (lc_protocol){.count = 0};
    bool right = parse_alternatives(&p, &whole);
    if (right && peek(&p)) right = wrong(&p, "a `)` too many");
    if (right) protocol->first = whole.first;
    else protocol->count = 0;
    return right;
}

bool lc_protocol_step(const lc_protocol *protocol, lc_places *places, unsigned op) {
    if (!protocol->count) return true;
    bool found = false;
    lc_places next = 0;
    for (lc_places left = *places; left; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctz(left);
        if (protocol->op[place] != op) continue;
        found = true;
        next |= protocol->follow[place];
    }
    *places = next;
    return found;
}
