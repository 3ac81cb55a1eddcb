/* Making expressions, and working out those that are constant. */
#include "lang/parse.h"
#include "lang/remainder.h"

lcm_expr *lcm_expr_new(lcm_parser *p, const lcm_token *at, lcm_expr_kind kind) {
    lcm_expr *e = lcm_make(p, lcm_expr);
    e->kind = kind;
    e->place = lcm_place_of(at);
    e->height = 1;
    return e;
}

lcm_expr *lcm_expr_number(lcm_parser *p, const lcm_token *at, int32_t number) {
    lcm_expr *e = lcm_expr_new(p, at, LCM_E_NUMBER);
    e->number = number;
    return e;
}

void lcm_expr_of(lcm_parser *p, const lcm_token *at, lcm_expr *e, uint32_t count, lcm_expr **of) {
    e->count = count;
    e->of = of;
    for (uint32_t i = 0; i < count; i++)
        if (e->height <= of[i]->height) e->height = of[i]->height + 1;
    if (e->height > LCM_EXPR_HEIGHT_MAX)
        lcm_fail(p, at, "this expression is too long; at most %d operators may depend on each other",
                 LCM_EXPR_HEIGHT_MAX);
}

static bool fits(int64_t n) { return n >= INT32_MIN && n <= INT32_MAX; }

static int32_t in_range(lcm_parser *p, const lcm_token *at, int64_t n) {
    if (!fits(n)) lcm_fail(p, at, "the result does not fit into 32 bits");
    return (int32_t)n;
}

static int64_t compute(lcm_parser *p, const lcm_token *at, lcm_operator op, int64_t a, int64_t b) {
    switch (op) {
    case LCM_O_OR: return a || b;
    case LCM_O_AND: return a && b;
    case LCM_O_XOR: return a ^ b;
    case LCM_O_EQUAL: return a == b;
    case LCM_O_DIFFERS: return a != b;
    case LCM_O_LESS: return a < b;
    case LCM_O_AT_MOST: return a <= b;
    case LCM_O_GREATER: return a > b;
    case LCM_O_AT_LEAST: return a >= b;
    case LCM_O_ADD: return a + b;
    case LCM_O_SUBTRACT: return a - b;
    case LCM_O_MULTIPLY: return a * b;
    case LCM_O_BIT_AND: return a & b;
    case LCM_O_BIT_OR: return a | b;
    case LCM_O_DIVIDE:
    case LCM_O_REMAINDER:
        if (!b) lcm_fail(p, at, "this divides by zero");
        return op == LCM_O_DIVIDE ? a / b : lcm_remainder(a, b);
    default:
        if (b < 0 || b > 31) lcm_fail(p, at, "numbers are shifted by 0 to 31 bits, not by %lld", (long long)b);
        return op == LCM_O_SHIFT_LEFT ? a * ((int64_t)1 << b) : a >> b;
    }
}

lcm_expr *lcm_expr_unary(lcm_parser *p, const lcm_token *at, lcm_operator op, lcm_expr *of) {
    if (of->kind == LCM_E_NUMBER && op != LCM_O_ASSERT)
        return lcm_expr_number(p, at, op == LCM_O_NOT ? !of->number : in_range(p, at, -(int64_t)of->number));
    lcm_expr *e = lcm_expr_new(p, at, LCM_E_UNARY);
    e->op = op;
    lcm_expr_of(p, at, e, 1, lcm_keep(p, &of, 1, sizeof of));
    return e;
}

lcm_expr *lcm_expr_binary(lcm_parser *p, const lcm_token *at, lcm_operator op, lcm_expr *left, lcm_expr *right) {
    if (left->kind == LCM_E_NUMBER && right->kind == LCM_E_NUMBER)
        return lcm_expr_number(p, at, in_range(p, at, compute(p, at, op, left->number, right->number)));
    lcm_expr *e = lcm_expr_new(p, at, LCM_E_BINARY);
    e->op = op;
    lcm_expr_of(p, at, e, 2, lcm_keep(p, (lcm_expr *[]){left, right}, 2, sizeof left));
    return e;
}
