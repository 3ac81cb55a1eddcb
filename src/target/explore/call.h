/* Calling a function of a test by its type, one of 28: it takes up to three ints or longs, and returns nothing, a bool,
 * an int or a long. */
#ifndef LC_TARGET_EXPLORE_CALL_H
#define LC_TARGET_EXPLORE_CALL_H

#include <limits.h>
#include <lince/test.h>
#include <stdbool.h>
#include <stdint.h>

#include "target/explore/symbol.h"

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

/* `shape` is a LINCE_SHAPE_..., the type of the result; of the arguments there are `count`, `wide` ones are longs. */
static inline int64_t lct_call(void (*function)(void), unsigned shape, bool wide, unsigned count, const int64_t *a) {
    int64_t value = 0;
    bool truth = false;
    switch (shape) {
    case LINCE_SHAPE_VOID: LCT_CALL(void, ) break;
    case LINCE_SHAPE_BOOL: LCT_CALL(bool, truth =) value = truth ? lince_true : lince_false; break;
    case LINCE_SHAPE_INT:
        LCT_CALL(int, value =)
        /* A symbol that was stored in an int. */
        if (value > INT_MIN && value < INT_MIN + LCT_SYMBOLS) value = lince_symbol_value(value - INT_MIN);
        break;
    default: LCT_CALL(long, value =)
    }
    return value;
}

#undef LCT_CALL
#undef LCT_AS

#endif
