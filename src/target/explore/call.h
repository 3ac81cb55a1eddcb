/* Calling a function of a test by its type: it takes up to three ints, longs or texts, perhaps a pointer for a result,
 * and returns nothing, a bool, an int, a long or a text.
 *
 * Where there are pointers the function is called as one of longs: on the machines that there are for tests (x86-64,
 * arm64), an int, a long and a pointer are each passed in a register, and the upper half of one with an int is ignored.
 */
#ifndef LC_TARGET_EXPLORE_CALL_H
#define LC_TARGET_EXPLORE_CALL_H

#include <limits.h>
#include <lince/test.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "target/explore/symbol.h"
#include "target/explore/value.h"

#define LCT_AS(result, ...) ((result(*)(__VA_ARGS__))function)
#define LCT_CALL(result, keep)                                                                                         \
    switch (count) {                                                                                                   \
    case 0: keep LCT_AS(result, void)(); break;                                                                        \
    case 1: keep(wide ? LCT_AS(result, long)(a[0]) : LCT_AS(result, int)((int)a[0])); break;                           \
    case 2: keep(wide ? LCT_AS(result, long, long)(a[0], a[1]) : LCT_AS(result, int, int)((int)a[0], (int)a[1]));      \
        break;                                                                                                         \
    default:                                                                                                           \
        keep(wide ? LCT_AS(result, long, long, long)(a[0], a[1], a[2])                                                 \
                  : LCT_AS(result, int, int, int)((int)a[0], (int)a[1], (int)a[2]));                                   \
    }

/* The types of a function, from a shape of <lince/test.h>. */
typedef struct lct_signature {
    uint8_t result; /* a LINCE_SHAPE_... */
    bool wide;      /* its arguments are long, not int */
    uint8_t count;  /* of its arguments */
    uint8_t texts;  /* a bit for each argument that is one */
    uint8_t out;    /* a LINCE_SHAPE_...: one more parameter points to a result of this type; VOID: none does */
} lct_signature;

static inline lct_signature lct_signature_of(int shape) {
    return (lct_signature){.result = shape & 7,
                           .wide = shape >> 3 & 1,
                           .count = shape >> 4 & 3,
                           .texts = shape >> 6 & 7,
                           .out = (uint8_t)(shape >> 9)};
}

static inline bool lct_signature_equal(const lct_signature *a, const lct_signature *b) {
    return a->result == b->result && a->wide == b->wide && a->count == b->count && a->texts == b->texts &&
           a->out == b->out;
}

/* Is there a result of the function itself, or at the pointer? */
static inline bool lct_signature_returns(const lct_signature *s) {
    return s->result != LINCE_SHAPE_VOID || s->out != LINCE_SHAPE_VOID;
}

/* Nothing is EMPTY, as of an operation that finds nothing. */
static inline int64_t lct_text_result(const char *text, void (*function)(void)) {
    return text ? lct_string_at(text, strlen(text), (uintptr_t)function) : lince_empty;
}

/* `shape` is a LINCE_SHAPE_..., the type of the result; of the arguments there are `count`, `wide` ones are longs. */
static inline int64_t lct_call_plain(void (*function)(void), unsigned shape, bool wide, unsigned count,
                                     const int64_t *a) {
    int64_t value = 0;
    bool truth = false;
    const char *text = NULL;
    switch (shape) {
    case LINCE_SHAPE_VOID: LCT_CALL(void, ) break;
    case LINCE_SHAPE_BOOL: LCT_CALL(bool, truth =) value = truth ? lince_true : lince_false; break;
    case LINCE_SHAPE_INT:
        LCT_CALL(int, value =)
        /* A symbol that was stored in an int. */
        if (value > INT_MIN && value < INT_MIN + LCT_SYMBOLS) value = lince_symbol_value(value - INT_MIN);
        break;
    case LINCE_SHAPE_TEXT: LCT_CALL(const char *, text =) value = lct_text_result(text, function); break;
    default: LCT_CALL(long, value =)
    }
    return value;
}

static inline int64_t lct_call(void (*function)(void), const lct_signature *s, const int64_t *arguments) {
    if (!s->texts && !s->out) return lct_call_plain(function, s->result, s->wide, s->count, arguments);
    struct {
        int narrow;
        long wide;
        const char *text;
    } out = {0, 0, NULL};
    int64_t a[3] = {0};
    for (unsigned i = 0; i < s->count; i++)
        a[i] = s->texts >> i & 1 ? (int64_t)(intptr_t)lince_text_argument(arguments[i]) : arguments[i];
    if (!s->out) return lct_call_plain(function, s->result, true, s->count, a);
    void *into = s->out == LINCE_SHAPE_INT    ? (void *)&out.narrow
                 : s->out == LINCE_SHAPE_LONG ? (void *)&out.wide
                                              : (void *)&out.text;
    a[s->count] = (int64_t)(intptr_t)into;
    int64_t value = lct_call_plain(function, s->result, true, s->count + 1u, a);
    if (s->result == LINCE_SHAPE_BOOL && value == lince_false) return lince_empty;
    return s->out == LINCE_SHAPE_INT    ? out.narrow
           : s->out == LINCE_SHAPE_LONG ? out.wide
                                        : lct_text_result(out.text, function);
}

#undef LCT_CALL
#undef LCT_AS

#endif
