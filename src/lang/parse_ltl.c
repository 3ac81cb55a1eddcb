/* Temporal formulas.
 *
 * An atom is an event or a condition on the variables.  A name is a condition if it means something among data; else it
 * is an event.  A parenthesis opens a formula unless the text behind it goes on with a comparison: (x + 1) * 2 > y. */
#include "base/spelling.h"
#include "lang/operators.h"
#include "lang/parse.h"

static lcm_ltl *parse_unary(lcm_parser *);

static lcm_ltl *formula(lcm_parser *p, const lcm_token *at, lcm_ltl_kind kind, lcm_ltl *one, lcm_ltl *two) {
    lcm_ltl *f = lcm_make(p, lcm_ltl);
    f->kind = kind;
    f->place = lcm_place_of(at);
    f->of[0] = one;
    f->of[1] = two;
    return f;
}

/* Of the operands of `!`, && and || only the truth counts: numbers become 0 or 1, wherever they come from. */
static void only_truth(lcm_parser *p, const lcm_token *at, lcm_expr *e) {
    bool joins = e->kind == LCM_E_BINARY && (e->op == LCM_O_AND || e->op == LCM_O_OR);
    bool negates = e->kind == LCM_E_UNARY && e->op == LCM_O_NOT;
    for (uint32_t i = 0; (joins || negates) && i < e->count; i++) {
        if (e->of[i]->kind == LCM_E_NUMBER) e->of[i] = lcm_expr_number(p, at, e->of[i]->number != 0);
        else only_truth(p, at, e->of[i]);
    }
}

static lcm_ltl *condition(lcm_parser *p, const lcm_token *at, lcm_expr *e) {
    if (e->kind == LCM_E_NUMBER) return formula(p, at, e->number ? LCM_L_TRUE : LCM_L_FALSE, NULL, NULL);
    only_truth(p, at, e);
    lcm_ltl *f = formula(p, at, LCM_L_CONDITION, NULL, NULL);
    f->condition = e;
    return f;
}

/* A formula about one state only, as an expression; NULL: it is about more. */
static lcm_expr *as_condition(lcm_parser *p, const lcm_token *at, const lcm_ltl *f) {
    if (f->kind == LCM_L_CONDITION) return f->condition;
    if (f->kind != LCM_L_TRUE && f->kind != LCM_L_FALSE) return NULL;
    return lcm_expr_number(p, at, f->kind == LCM_L_TRUE);
}

/* A formula that joins conditions only is a condition: fewer atoms, a smaller automaton. */
static lcm_ltl *join(lcm_parser *p, const lcm_token *at, lcm_ltl_kind kind, lcm_ltl *one, lcm_ltl *two) {
    lcm_expr *left = as_condition(p, at, one), *right = as_condition(p, at, two);
    if (!left || !right || (kind != LCM_L_AND && kind != LCM_L_OR)) return formula(p, at, kind, one, two);
    return condition(p, at, lcm_expr_binary(p, at, kind == LCM_L_AND ? LCM_O_AND : LCM_O_OR, left, right));
}

static lcm_ltl *negate(lcm_parser *p, const lcm_token *at, lcm_ltl *f) {
    lcm_expr *e = as_condition(p, at, f);
    return e ? condition(p, at, lcm_expr_unary(p, at, LCM_O_NOT, e)) : formula(p, at, LCM_L_NOT, f, NULL);
}

/* ---- atoms ---- */

/* Something that a value goes on with, and no formula. */
static bool continues_value(const lcm_token *t) {
    for (const lcm_operator_row *row = lcm_operator_rows; row->text; row++)
        if (row->binds >= LCM_BINDS_COMPARISON && lcm_token_is(t, row->text)) return true;
    return lcm_token_is(t, "?");
}

static _Noreturn void fail_never_done(lcm_parser *p, const lcm_token *t) {
    lc_nearest near = {.word = lcm_name(p, t)};
    for (uint32_t i = 0; i < p->does.count; i++)
        if (p->does.at[i]) lc_nearest_offer(&near, p->model->event_names.at[i]);
    if (near.best) lcm_fail(p, t, "no process does '%s'; did you mean '%s'?", near.word, near.best);
    lcm_fail(p, t, "no process does '%s', and it is no variable either", near.word);
}

/* A formula about an event that never happens would hold, or not, for no good reason. */
static void check_done(lcm_parser *p, const lcm_token *t, const lcm_event *e) {
    const lcm_meaning *m = &p->data[t->name];
    uint32_t done = p->does.at[e->name];
    if (m->kind == LCM_M_CHANNEL) done = p->model->channels.at[m->index].lengths;
    else if (lcm_token_is(t, "terminate")) done |= 1;
    if (!done) fail_never_done(p, t);
    if (!(done >> e->count & 1)) {
        uint32_t count = (uint32_t)__builtin_ctz(done);
        lcm_fail(p, t, "'%s' has %u value%s where it happens, and %u here", lcm_name(p, t), count,
                 count == 1 ? "" : "s", e->count);
    }
    for (uint32_t i = 0; i < e->count; i++)
        if (!e->args[i])
            lcm_fail(p, t, "a formula speaks of single events; write `%s.0 || %s.1`", lcm_name(p, t), lcm_name(p, t));
}

static lcm_ltl *parse_event_atom(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    lcm_ltl *f = formula(p, t, LCM_L_EVENT, NULL, NULL);
    f->event = lcm_parse_event_set(p);
    check_done(p, t, &f->event);
    return f;
}

static lcm_ltl *parse_atom(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (lcm_sees(p, "(") && !continues_value(lcm_close_of(p, t) + 1)) {
        lcm_take(p);
        lcm_deeper(p, LCM_NEST);
        lcm_ltl *f = lcm_parse_ltl(p);
        p->depth -= LCM_NEST;
        lcm_expect(p, ")", "after the formula");
        return f;
    }
    if (lcm_accept(p, "\"")) { /* as PAT wants it of messages: "c!1" */
        lcm_ltl *f = parse_event_atom(p);
        lcm_expect(p, "\"", "after the event");
        return f;
    }
    if (t->kind == LCM_T_NAME && !lcm_reserved(t)) {
        lcm_meaning_kind kind = p->data[t->name].kind;
        bool event = lcm_token_is(lcm_ahead(p, 1), ".") && !lcm_sees_method(p);
        if (kind == LCM_M_NOTHING || kind == LCM_M_CHANNEL || event) return parse_event_atom(p);
    }
    lcm_expr *e = lcm_parse_comparison(p);
    return condition(p, t, lcm_sees(p, "?") ? lcm_parse_choose(p, e) : e);
}

static bool is_nothing_else(const lcm_parser *p, const lcm_token *t) { return p->data[t->name].kind == LCM_M_NOTHING; }

/* U, R and V between formulas, unless there is a variable of this name. */
static bool is_between(const lcm_parser *p, const lcm_token *t) {
    return (lcm_token_is(t, "U") || lcm_token_is(t, "R") || lcm_token_is(t, "V")) && is_nothing_else(p, t);
}

/* X, G and F are words only in front of a formula; an event of this name is not followed by one. */
static bool is_word(const lcm_parser *p, const char *word) {
    static const char *const behind_events[] = {".", ")", ";", "->", "<->", "||", "&&"};
    const lcm_token *next = lcm_ahead(p, 1);
    if (!lcm_sees(p, word) || !is_nothing_else(p, lcm_peek(p))) return false;
    for (size_t i = 0; i < sizeof behind_events / sizeof *behind_events; i++)
        if (lcm_token_is(next, behind_events[i])) return false;
    return next->kind != LCM_T_END && !is_between(p, next);
}

static lcm_ltl *parse_unary(lcm_parser *p) {
    const lcm_token *at = lcm_peek(p);
    lcm_ltl_kind kind;
    if (lcm_sees(p, "!")) kind = LCM_L_NOT;
    else if (lcm_sees(p, "[]") || is_word(p, "G")) kind = LCM_L_ALWAYS;
    else if (lcm_sees(p, "<>") || is_word(p, "F")) kind = LCM_L_EVENTUALLY;
    else if (is_word(p, "X")) kind = LCM_L_NEXT;
    else return parse_atom(p);
    lcm_take(p);
    lcm_deeper(p, 1);
    lcm_ltl *of = parse_unary(p);
    p->depth--;
    return kind == LCM_L_NOT ? negate(p, at, of) : formula(p, at, kind, of, NULL);
}

/* ---- between formulas, from the loosest to the tightest ---- */

enum { IFF, IMPLIES, OR, AND, UNTIL, LEVELS };

static bool operator_here(const lcm_parser *p, unsigned level, lcm_ltl_kind *kind) {
    switch (level) {
    case IFF: *kind = LCM_L_IFF; return lcm_sees(p, "<->");
    case IMPLIES: *kind = LCM_L_IMPLIES; return lcm_sees(p, "->");
    case OR: *kind = LCM_L_OR; return lcm_sees(p, "||");
    case AND: *kind = LCM_L_AND; return lcm_sees(p, "&&");
    default: *kind = lcm_sees(p, "U") ? LCM_L_UNTIL : LCM_L_RELEASE; return is_between(p, lcm_peek(p));
    }
}

/* && and || bind to the left, as in expressions, all other operators to the right.  The depth they cost is given back
 * only at the end of the assertion: so the depth bounds the height of the tree. */
static lcm_ltl *parse_level(lcm_parser *p, unsigned level) {
    if (level == LEVELS) return parse_unary(p);
    lcm_ltl *left = parse_level(p, level + 1);
    lcm_ltl_kind kind;
    while (operator_here(p, level, &kind)) {
        const lcm_token *at = lcm_take(p);
        bool to_the_left = kind == LCM_L_AND || kind == LCM_L_OR;
        lcm_deeper(p, 1);
        left = join(p, at, kind, left, parse_level(p, to_the_left ? level + 1 : level));
    }
    return left;
}

lcm_ltl *lcm_parse_ltl(lcm_parser *p) { return parse_level(p, 0); }
