#define _GNU_SOURCE
#include "target/explore/protocol.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "target/explore/symbol.h"

typedef struct parser {
    lct_protocol *protocol;
    const char *text, *at;
    lct_protocol_find *find;
    const void *context;
    char *error;
    size_t size;
    unsigned depth;
} parser;

/* A part of the expression: the places where its words begin and end. */
typedef struct piece {
    lct_protocol_places first, last;
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

static void link(lct_protocol *protocol, lct_protocol_places from, lct_protocol_places to) {
    for (lct_protocol_places left = from; left; left &= left - 1) protocol->follow[__builtin_ctzll(left)] |= to;
}

static bool parse_alternatives(parser *, piece *);

/* `name`, `name=RESULT`, `name!=RESULT`; a name may have such signs in it itself. */
static bool read_name(parser *p, size_t length, lct_place_if *when, int64_t *result, int *op) {
    size_t name = length;
    *when = LCT_PLACE_ANY;
    *result = 0;
    *op = p->find(p->context, p->at, length);
    const char *sign = *op < 0 ? memrchr(p->at, '=', length) : NULL;
    if (sign) {
        const char *value = sign + 1;
        size_t rest = (size_t)(p->at + length - value);
        bool not = sign > p->at && sign[-1] == '!';
        *when = not ? LCT_PLACE_IS_NOT : LCT_PLACE_IS;
        name = (size_t)(sign - p->at) - not ;
        *op = p->find(p->context, p->at, name);
        if (*op >= 0 && !lct_value_find(value, rest, result))
            return wrong(p, "`%.*s` is no result: a number of 64 bits, nil, true, false, ok, EMPTY, NONE or CLOSED",
                         (int)(rest < 100 ? rest : 100), value);
    }
    return *op >= 0 || wrong(p, "there is no operation %.*s", (int)(name < 100 ? name : 100), p->at);
}

static bool parse_name(parser *p, piece *out) {
    lct_protocol *protocol = p->protocol;
    size_t length = strcspn(p->at, " \t\n()|*+?");
    lct_place_if when;
    int64_t result;
    int op;
    if (!length) return wrong(p, *p->at ? "expected the name of an operation, found `%c`" : "expected more", *p->at);
    if (!read_name(p, length, &when, &result, &op)) return false;
    if (protocol->count == LCT_PROTOCOL_PLACES) return wrong(p, "more than %d names", LCT_PROTOCOL_PLACES);
    p->at += length;
    protocol->op[protocol->count] = (uint8_t)op;
    protocol->when[protocol->count] = (uint8_t)when;
    protocol->result[protocol->count] = result;
    out->first = out->last = (lct_protocol_places)1 << protocol->count++;
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

static void find_ends(lct_protocol *p) {
    p->ends_in[0] = LCT_PROTOCOL_END;
    for (unsigned n = 1; n <= LCT_PROTOCOL_CALLS; n++)
        for (unsigned i = 0; i < p->count; i++)
            if (p->follow[i] & p->ends_in[n - 1]) p->ends_in[n] |= (lct_protocol_places)1 << i;
}

/* Are there calls, a few of them, after which a thread may end, with every result? */
static bool ends_for_sure(const lct_protocol *p) {
    enum { CALLS = 8, MANY = 64 };
    lct_course now[MANY], next[MANY];
    unsigned count = 1;
    bool depends = false;
    for (unsigned i = 0; i < p->count; i++) depends |= p->when[i] != LCT_PLACE_ANY;
    now[0] = lct_course_start(p);
    for (unsigned calls = 0; calls < CALLS && depends; calls++) {
        unsigned more = 0;
        for (unsigned i = 0; i < count; i++)
            for (unsigned place = 0; place < p->count && more < MANY; place++) {
                lct_course c = now[i];
                if (!lct_course_step(p, &c, p->op[place])) continue;
                if (lct_course_may_end(p, &c)) return true;
                bool known = false;
                for (unsigned k = 0; k < more; k++) known |= lct_course_same(&next[k], &c);
                if (!known) next[more++] = c;
            }
        memcpy(now, next, more * sizeof *now);
        count = more;
    }
    return !depends;
}

bool lct_protocol_parse(lct_protocol *protocol, const char *text, lct_protocol_find *find, const void *context,
                        char *error, size_t size) {
    parser p = {protocol, text, text, find, context, error, size, 0};
    piece whole;
    *protocol = (lct_protocol){.count = 0};
    bool right = parse_alternatives(&p, &whole);
    if (right && peek(&p)) right = wrong(&p, "a `)` too many");
    if (!right) {
        protocol->count = 0;
        return false;
    }
    protocol->first = whole.first | (whole.optional ? LCT_PROTOCOL_END : 0);
    link(protocol, whole.last, LCT_PROTOCOL_END);
    find_ends(protocol);
    protocol->unsure = !ends_for_sure(protocol);
    return true;
}

/* ---- while a thread runs ---- */

static lct_protocol_places places_of(const lct_protocol *p, lct_protocol_places places, unsigned op) {
    lct_protocol_places found = 0;
    for (lct_protocol_places left = places & ~LCT_PROTOCOL_END; left; left &= left - 1)
        if (p->op[__builtin_ctzll(left)] == op) found |= left & -left;
    return found;
}

bool lct_protocol_offers(const lct_protocol *p, lct_protocol_places places, unsigned op) {
    return !p->count || places_of(p, places, op);
}

lct_protocol_places lct_protocol_after(const lct_protocol *p, lct_protocol_places places, unsigned op,
                                       const int64_t *result) {
    lct_protocol_places next = 0;
    for (lct_protocol_places left = places_of(p, places, op); left; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        bool is = result && *result == p->result[place];
        if (p->when[place] == LCT_PLACE_ANY || is == (p->when[place] == LCT_PLACE_IS)) next |= p->follow[place];
    }
    return next;
}

/* ---- before ---- */

lct_course lct_course_start(const lct_protocol *p) { return (lct_course){.count = 1, .whole = 1, .at = {p->first}}; }

static bool add_course(lct_course *c, lct_protocol_places places, bool whole) {
    uint32_t i = 0;
    while (i < c->count && (c->at[i] != places || (c->whole >> i & 1) != whole)) i++;
    if (i < c->count) return true;
    if (i == LCT_COURSES) return false;
    for (; i && c->at[i - 1] > places; i--) c->at[i] = c->at[i - 1]; /* sorted, so that equal ones are equal bytes */
    uint32_t below = (1u << i) - 1;
    c->whole = (c->whole & below) | (c->whole & ~below) << 1 | (uint32_t)whole << i;
    c->at[i] = places;
    c->count++;
    return true;
}

/* All that a call may return, as far as its call sites distinguish results. */
static bool add_results(const lct_protocol *p, lct_course *c, lct_protocol_places at, unsigned op, bool whole) {
    lct_protocol_places matching = places_of(p, at, op);
    bool fits = add_course(c, lct_protocol_after(p, at, op, NULL), whole); /* any other result */
    for (lct_protocol_places left = matching; left && fits; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        if (p->when[place] != LCT_PLACE_ANY)
            fits = add_course(c, lct_protocol_after(p, at, op, &p->result[place]), whole);
    }
    return fits;
}

bool lct_course_step(const lct_protocol *p, lct_course *c, unsigned op) {
    lct_course next = {.count = 0};
    if (!p->count) return true;
    for (uint32_t i = 0; i < c->count; i++) {
        bool offered = lct_protocol_offers(p, c->at[i], op), whole = c->whole >> i & 1;
        if (!(offered ? add_results(p, &next, c->at[i], op, whole) : add_course(&next, c->at[i], false))) return false;
    }
    *c = next;
    return next.whole;
}

bool lct_course_may_end(const lct_protocol *p, const lct_course *c) {
    if (!p->count) return true;
    for (uint32_t i = 0; i < c->count && !p->unsure; i++)
        if (c->at[i] && !(c->at[i] & LCT_PROTOCOL_END)) return false;
    return p->unsure ? lct_course_can_end(p, c, 0) : c->whole;
}

bool lct_course_same(const lct_course *a, const lct_course *b) {
    return a->count == b->count && a->whole == b->whole && !memcmp(a->at, b->at, a->count * sizeof *a->at);
}

bool lct_course_can_end(const lct_protocol *p, const lct_course *c, unsigned calls) {
    if (!p->count) return true;
    if (calls > LCT_PROTOCOL_CALLS) return false;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->whole >> i & 1 && c->at[i] & p->ends_in[calls]) return true;
    return false;
}

/* ---- how many calls it takes ---- */

/* From one of these places to an end: the least number of calls; LCT_PROTOCOL_CALLS + 1: there is no way. */
static unsigned calls_to_end(const lct_protocol *p, lct_protocol_places places) {
    unsigned calls = 0;
    while (calls <= LCT_PROTOCOL_CALLS && !(places & p->ends_in[calls])) calls++;
    return calls;
}

unsigned lct_protocol_shortest(const lct_protocol *p) { return calls_to_end(p, p->first & ~LCT_PROTOCOL_END); }

unsigned lct_protocol_calls(const lct_protocol *p, bool pairs) {
    unsigned most = 0;
    lct_protocol_places met = 0, now = p->first & ~LCT_PROTOCOL_END;
    /* `now`: places first reached by the calls-th call. */
    for (unsigned calls = 1; now && calls <= LCT_PROTOCOL_CALLS; calls++) {
        lct_protocol_places next = 0;
        met |= now;
        for (lct_protocol_places left = now; left; left &= left - 1) {
            lct_protocol_places after = p->follow[__builtin_ctzll(left)];
            unsigned all = calls + calls_to_end(p, after);
            if (all <= LCT_PROTOCOL_CALLS && all > most) most = all;
            for (lct_protocol_places to = pairs ? after & ~LCT_PROTOCOL_END : 0; to; to &= to - 1) {
                unsigned with = calls + 1 + calls_to_end(p, p->follow[__builtin_ctzll(to)]);
                if (with <= LCT_PROTOCOL_CALLS && with > most) most = with;
            }
            next |= after & ~LCT_PROTOCOL_END;
        }
        now = next & ~met;
    }
    return most;
}
