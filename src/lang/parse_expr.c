/* Expressions: operators.  They bind as in C. */
#include "lang/operators.h"
#include "lang/parse.h"

static const lcm_operator_row *operator_here(const lcm_parser *p) {
    for (uint32_t i = 0; lcm_operator_rows[i].text; i++)
        if (lcm_sees(p, lcm_operator_rows[i].text)) return &lcm_operator_rows[i];
    return NULL;
}

static lcm_expr *parse_unary(lcm_parser *p) {
    const lcm_token *at = lcm_peek(p);
    if (!lcm_sees(p, "!") && !lcm_sees(p, "-")) return lcm_parse_primary(p);
    lcm_take(p);
    const lcm_token *number = lcm_peek(p);
    if (lcm_token_is(at, "-") && number->kind == LCM_T_NUMBER) {
        lcm_take(p);
        return lcm_expr_number(p, at, (int32_t)-number->number);
    }
    lcm_deeper(p, 1);
    lcm_expr *of = parse_unary(p);
    p->depth--;
    return lcm_expr_unary(p, at, lcm_token_is(at, "-") ? LCM_O_NEGATE : LCM_O_NOT, of);
}

static lcm_expr *parse_binary(lcm_parser *p, unsigned loosest) {
    lcm_expr *left = parse_unary(p);
    for (;;) {
        const lcm_operator_row *row = operator_here(p);
        if (!row || row->binds < loosest) return left;
        const lcm_token *at = lcm_take(p);
        left = lcm_expr_binary(p, at, row->op, left, parse_binary(p, row->binds + 1));
    }
}

lcm_expr *lcm_parse_choose(lcm_parser *p, lcm_expr *condition) {
    const lcm_token *at = lcm_take(p);
    lcm_deeper(p, 1);
    lcm_expr *yes = lcm_parse_expr(p);
    lcm_expect(p, ":", "between the two values of `condition ? one : other`");
    lcm_expr *no = lcm_parse_expr(p);
    p->depth--;
    if (condition->kind == LCM_E_NUMBER) return condition->number ? yes : no;
    lcm_expr *e = lcm_expr_new(p, at, LCM_E_CHOOSE);
    lcm_expr_of(p, at, e, 3, lcm_keep(p, (lcm_expr *[]){condition, yes, no}, 3, sizeof yes));
    return e;
}

lcm_expr *lcm_parse_expr(lcm_parser *p) {
    lcm_expr *e = parse_binary(p, LCM_BINDS_LOOSEST);
    return lcm_sees(p, "?") ? lcm_parse_choose(p, e) : e;
}

lcm_expr *lcm_parse_additive(lcm_parser *p) { return parse_binary(p, LCM_BINDS_ADDITIVE); }
lcm_expr *lcm_parse_comparison(lcm_parser *p) { return parse_binary(p, LCM_BINDS_COMPARISON); }

int32_t lcm_parse_constant(lcm_parser *p, const char *what) {
    const lcm_token *at = lcm_peek(p);
    bool before = p->constant;
    p->constant = true;
    const lcm_expr *e = lcm_parse_expr(p);
    p->constant = before;
    if (e->kind != LCM_E_NUMBER) lcm_fail(p, at, "%s must be a constant", what);
    return e->number;
}

/* The first part of an expression that changes while a process runs, or NULL. */
static const lcm_expr *changes(const lcm_parser *p, const lcm_expr *e) {
    if (e->kind == LCM_E_GLOBAL || e->kind == LCM_E_CHANNEL || e->kind == LCM_E_LOCAL || e->kind == LCM_E_INSIDE ||
        (e->kind == LCM_E_LIBRARY && e->index != LCM_NO_VARIABLE))
        return e;
    if (e->kind == LCM_E_PARAM)
        for (uint32_t i = p->bound.count; i-- > 0;)
            if (p->bound.at[i].kind == LCM_B_INPUT && p->bound.at[i].index == e->index) return e;
    for (uint32_t i = 0; i < e->count; i++) {
        const lcm_expr *found = changes(p, e->of[i]);
        if (found) return found;
    }
    return NULL;
}

lcm_expr *lcm_parse_constant_expr(lcm_parser *p, const char *what) {
    const lcm_token *at = lcm_peek(p);
    lcm_expr *e = lcm_parse_additive(p);
    const lcm_expr *bad = changes(p, e);
    if (bad)
        lcm_fail(p, at, "%s must be constant when the process begins; '%s' changes while it runs", what,
                 bad->name ? bad->name : "a channel");
    return e;
}
