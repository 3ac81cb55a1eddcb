/* Calling an operation: its function has one of 28 types, and each is called by its own. */
#include <limits.h>

#include "target/explore/describe.h"

#define AS(result, ...) ((result(*)(__VA_ARGS__))op->function)
#define CALL(result, keep)                                                                                             \
    switch (op->count) {                                                                                               \
    case 0: keep AS(result, void)(); break;                                                                            \
    case 1: keep(op->wide ? AS(result, long)(a[0]) : AS(result, int)((int)a[0])); break;                               \
    case 2: keep(op->wide ? AS(result, long, long)(a[0], a[1]) : AS(result, int, int)((int)a[0], (int)a[1])); break;   \
    default:                                                                                                           \
        assert(op->count == 3);                                                                                        \
        keep(op->wide ? AS(result, long, long, long)(a[0], a[1], a[2])                                                 \
                      : AS(result, int, int, int)((int)a[0], (int)a[1], (int)a[2]));                                   \
    }

int64_t lct_call_op(const lct_test_op *op, const int64_t *a, unsigned *count) {
    int64_t value = 0;
    bool truth = false;
    *count = op->result != LINCE_SHAPE_VOID;
    if (op->call) return op->call(op->object, a);
    switch (op->result) {
    case LINCE_SHAPE_VOID: CALL(void, ) break;
    case LINCE_SHAPE_BOOL: CALL(bool, truth =) value = truth ? lince_true : lince_false; break;
    case LINCE_SHAPE_INT:
        CALL(int, value =)
        /* A symbol that was stored in an int. */
        if (value > INT_MIN && value < INT_MIN + LCT_SYMBOLS) value = lince_symbol_value(value - INT_MIN);
        break;
    default: assert(op->result == LINCE_SHAPE_LONG); CALL(long, value =)
    }
    return value;
}
