/* Expressions: numbers, names with subscripts, calls.  Here names find their meanings. */
#include <string.h>

#include "base/spelling.h"
#include "lang/operators.h"
#include "lang/parse.h"

/* ---- unknown names ---- */

static _Noreturn void fail_unknown(lcm_parser *p, const lcm_token *t) {
    lc_nearest near = {.word = lcm_name(p, t)};
    for (uint32_t i = p->bound.count; i-- > p->floor;) lc_nearest_offer(&near, p->name_texts[p->bound.at[i].name]);
    for (uint32_t i = 0; i < p->names.items.count; i++)
        if (p->data[i].kind != LCM_M_NOTHING) lc_nearest_offer(&near, p->name_texts[i]);
    if (near.best) lcm_fail(p, t, "'%s' is not declared; did you mean '%s'?", near.word, near.best);
    if (p->processes[t->name] != LCM_NOTHING)
        lcm_fail(p, t, "'%s' is a process and has no value; a value belongs here", near.word);
    lcm_fail(p, t, "'%s' is not declared; write `var %s = 0;` or `#define %s 0;` for it", near.word, near.word,
             near.word);
}

/* ---- subscripts ---- */

static lcm_expr *with_subscripts(lcm_parser *p, const lcm_token *at, lcm_expr *e, uint32_t least, uint32_t most) {
    lcm_list list = {0};
    while (lcm_sees(p, "[")) {
        const lcm_token *open = lcm_take(p);
        if (list.count == most && !most) lcm_fail(p, open, "'%s' is not an array and has no elements", e->name);
        if (list.count == most)
            lcm_fail(p, open, "'%s' has %u subscript%s, not more", e->name, most, most == 1 ? "" : "s");
        bool may_change = p->may_change;
        p->may_change = false;
        lcm_deeper(p, LCM_NEST);
        lcm_list_add(p, &list, lcm_parse_expr(p));
        p->depth -= LCM_NEST;
        p->may_change = may_change;
        lcm_expect(p, "]", "after a subscript");
    }
    if (list.count < least)
        lcm_fail(p, at, "'%s' is an array: it needs %u subscript%s, as in `%s[0]`", e->name, least,
                 least == 1 ? "" : "s", e->name);
    lcm_expr_of(p, at, e, list.count, (lcm_expr **)list.at);
    return e;
}

/* ---- names ---- */

static lcm_expr *bound_use(lcm_parser *p, const lcm_token *t, lcm_bound *b) {
    static const lcm_expr_kind kinds[] = {LCM_E_PARAM, LCM_E_PARAM, LCM_E_LOCAL, LCM_E_FIELD};
    uint32_t cells = b->cells;
    bool sequence = b->sequence;
    b->uses++;
    if (b->kind == LCM_B_ARGUMENT) return b->value;
    lcm_expr *e = lcm_expr_new(p, t, kinds[b->kind]);
    e->index = b->index;
    e->name = lcm_name(p, t);
    if (e->kind == LCM_E_PARAM) e->number = (int32_t)cells;
    return with_subscripts(p, t, e, cells != 0, cells || sequence);
}

static lcm_expr *variable_use(lcm_parser *p, const lcm_token *t, const lcm_meaning *m) {
    const lcm_variable *v = &p->model->variables.at[m->index];
    if (p->object) lcm_fail(p, t, "'%s' belongs to the model; an object sees its own declarations only", v->name);
    if (p->constant || m->busy) lcm_fail(p, t, "'%s' is a variable; a constant belongs here", v->name);
    if (v->type != LCM_NUMBERS) return lcm_parse_method(p, t, m->index);
    lcm_expr *e = lcm_expr_new(p, t, LCM_E_GLOBAL);
    e->index = m->index;
    e->name = v->name;
    return with_subscripts(p, t, e, v->dimensions, v->dimensions);
}

/* The value that an override gave to a #define; NULL: none. */
static const lcm_override *override_of(lcm_parser *p, const lcm_token *t) {
    for (uint32_t i = p->override_count; i-- > 0;) {
        if (strcmp(p->overrides[i].name, lcm_name(p, t)) != 0) continue;
        p->overrides[i].used = true;
        return &p->overrides[i];
    }
    return NULL;
}

/* ---- macros: expressions, or statements, for each argument in the place of a parameter ---- */

/* The arguments of `call(name, 1, x)`, from behind the name on. */
static void parse_arguments(lcm_parser *p, lcm_list *args) {
    lcm_deeper(p, LCM_NEST);
    while (lcm_accept(p, ",")) lcm_list_add(p, args, lcm_parse_expr(p));
    p->depth -= LCM_NEST;
    lcm_expect(p, ")", "after the arguments");
}

/* At the body of a macro its parameters stand for the arguments, and else it sees the names of the whole model only. */
static void bind_arguments(lcm_parser *p, const lcm_token *t, const lcm_meaning *m, const lcm_list *args) {
    uint32_t n = 0;
    p->next = m->first;
    p->floor = p->bound.count;
    if (m->takes) {
        lcm_take(p);
        while (!lcm_accept(p, ")")) {
            const lcm_token *name = lcm_expect_name(p, "the name of a parameter");
            if (lcm_bound_name(p, name)) lcm_fail(p, name, "there is a parameter '%s' already", lcm_name(p, name));
            lcm_bind(p, (lcm_bound){
                            .kind = LCM_B_ARGUMENT, .name = name->name, .value = n < args->count ? args->at[n] : NULL});
            n++;
            if (!lcm_sees(p, ")")) lcm_expect(p, ",", "between parameters");
        }
    }
    if (n != args->count)
        lcm_fail(p, t, "'%s' takes %u argument%s, not %u%s", lcm_name(p, t), n, n == 1 ? "" : "s", args->count,
                 args->count ? "" : "; a macro with parameters is used as in `call(max, 1, 2)`");
}

/* What a macro means, where it is used as `t`: read where it stands.  `parse` reads it. */
static void *spell(lcm_parser *p, const lcm_token *t, const lcm_list *args, void *(*parse)(lcm_parser *)) {
    lcm_meaning *m = &p->data[t->name];
    if (m->busy) lcm_fail(p, t, "'%s' is defined by itself", lcm_name(p, t));
    uint32_t back = p->next, floor = p->floor, scope = p->bound.count;
    m->busy = p->spelled_out = true;
    lcm_deeper(p, LCM_NEST);
    bind_arguments(p, t, m, args);
    void *made = parse(p);
    p->depth -= LCM_NEST;
    p->bound.count = scope;
    p->next = back;
    p->floor = floor;
    m->busy = false;
    return made;
}

static void *parse_macro_expr(lcm_parser *p) {
    if (lcm_sees(p, "{")) lcm_fail(p, lcm_peek(p), "these are statements, but this #define is used as a value");
    lcm_expr *e = lcm_parse_expr(p);
    lcm_expect(p, ";", "after the expression of a #define");
    return e;
}

static void *parse_macro_block(lcm_parser *p) { return lcm_parse_block(p); }

static lcm_expr *spell_out(lcm_parser *p, const lcm_token *t) {
    const lcm_override *override = override_of(p, t);
    if (!override) return spell(p, t, &(lcm_list){0}, parse_macro_expr);
    lcm_expr *number = lcm_expr_new(p, t, LCM_E_NUMBER);
    number->number = override->number;
    return number;
}

bool lcm_macro_has_statements(const lcm_parser *p, const lcm_token *t) {
    const lcm_meaning *m = &p->data[t->name];
    if (t->kind != LCM_T_NAME || m->kind != LCM_M_MACRO) return false;
    const lcm_token *first = &p->tokens.at[m->first];
    return lcm_token_is(m->takes ? lcm_close_of(p, first) + 1 : first, "{");
}

lcm_statement *lcm_parse_macro_use(lcm_parser *p) {
    lcm_list args = {0};
    bool call = lcm_accept(p, "call");
    if (call) lcm_expect(p, "(", "after call");
    const lcm_token *t = lcm_take(p);
    if (call) parse_arguments(p, &args);
    return spell(p, t, &args, parse_macro_block);
}

void lcm_evaluate_macros(lcm_parser *p) {
    for (uint32_t i = 0; i < p->items.count; i++) {
        if (p->items.at[i].kind != LCM_I_DEFINE) continue;
        const lcm_token *name = &p->tokens.at[p->items.at[i].first + 2];
        lcm_meaning *m = &p->data[name->name];
        if (m->takes || lcm_macro_has_statements(p, name)) continue;
        const lcm_expr *e = spell_out(p, name);
        if (e->kind != LCM_E_NUMBER) continue;
        *m = (lcm_meaning){.kind = LCM_M_CONSTANT, .first = m->first, .number = e->number};
        lcm_add(p, &p->model->constants, (lcm_constant){.name = lcm_name(p, name), .number = e->number});
    }
}

static bool is_symbol(const char *name) {
    return (*name >= 'A' && *name <= 'Z') || !strcmp(name, "nil") || !strcmp(name, "true") || !strcmp(name, "false");
}

static lcm_expr *symbol(lcm_parser *p, const lcm_token *t) {
    lcm_expr *e = lcm_expr_new(p, t, LCM_E_SYMBOL);
    e->name = lcm_name(p, t);
    return e;
}

/* A macro speaks of the whole model's names.  Where one of them means something else, people would misread it. */
static void check_capture(lcm_parser *p, const lcm_token *t) {
    for (uint32_t i = 0; i < p->floor; i++)
        if (p->bound.at[i].name == t->name)
            lcm_fail(p, t, "this #define is used where '%s' means something else; rename that one", lcm_name(p, t));
}

lcm_expr *lcm_parse_name_use(lcm_parser *p) {
    const lcm_token *t = lcm_take(p);
    lcm_bound *b = lcm_bound_name(p, t);
    if (b) return bound_use(p, t, b);
    check_capture(p, t);
    lcm_meaning *m = &p->data[t->name];
    switch (m->kind) {
    case LCM_M_CONSTANT: {
        if (m->symbolic) return symbol(p, t);
        lcm_expr *e = lcm_expr_number(p, t, m->number);
        e->name = lcm_name(p, t);
        return e;
    }
    case LCM_M_MACRO: return spell_out(p, t);
    case LCM_M_VARIABLE: return variable_use(p, t, m);
    case LCM_M_CHANNEL:
        lcm_fail(p, t, "'%s' is a channel and has no value; use `call(ccount, %s)` or receive from it", lcm_name(p, t),
                 lcm_name(p, t));
    case LCM_M_NOTHING: break;
    }
    if (p->object && is_symbol(lcm_name(p, t))) return symbol(p, t);
    fail_unknown(p, t);
}

/* ---- calls ---- */

uint32_t lcm_channel_named(lcm_parser *p, const lcm_token *t) {
    if (p->data[t->name].kind == LCM_M_CHANNEL) return p->data[t->name].index;
    lc_nearest near = {.word = lcm_name(p, t)};
    for (uint32_t i = 0; i < p->model->channels.count; i++) lc_nearest_offer(&near, p->model->channels.at[i].name);
    if (near.best) lcm_fail(p, t, "there is no channel '%s'; did you mean '%s'?", near.word, near.best);
    lcm_fail(p, t, "there is no channel '%s'; write `channel %s 1;` for it", near.word, near.word);
}

/* call(cfull, c) */
static lcm_expr *parse_question(lcm_parser *p) {
    const lcm_token *at = lcm_take(p);
    lcm_expect(p, "(", "after call");
    const lcm_token *t = lcm_take(p);
    if (t->kind == LCM_T_NAME && p->data[t->name].kind == LCM_M_MACRO) {
        lcm_list args = {0};
        parse_arguments(p, &args);
        return spell(p, t, &args, parse_macro_expr);
    }
    const lcm_question_row *row = lcm_question_rows;
    while (row->name && !lcm_token_is(t, row->name)) row++;
    lcm_expr *function = row->name ? NULL : lcm_parse_library_call(p, t);
    if (function) return function;
    if (!row->name)
        lcm_fail(p, t, "there is no function '%.*s'; channels answer to cfull, cempty, ccount, csize and cpeek",
                 lcm_token_shown(t), t->at);
    lcm_expect(p, ",", "and then the channel");
    const lcm_token *name = lcm_expect_name(p, "the name of a channel");
    lcm_expr *e = lcm_expr_new(p, at, LCM_E_CHANNEL);
    if (p->object || p->constant) lcm_fail(p, at, "the contents of a channel are not known here");
    e->op = row->op;
    e->index = lcm_channel_named(p, name);
    e->name = lcm_name(p, name);
    bool array = p->model->channels.at[e->index].extent != 0;
    with_subscripts(p, name, e, array, array);
    lcm_expect(p, ")", "after the channel");
    return e;
}

static void parse_list(lcm_parser *p, const char *close, lcm_list *list) {
    lcm_deeper(p, LCM_NEST);
    if (!lcm_sees(p, close)) {
        do lcm_list_add(p, list, lcm_parse_expr(p));
        while (lcm_accept(p, ","));
    }
    p->depth -= LCM_NEST;
    lcm_expect(p, close, "after the last element");
}

/* `#P()` */
static lcm_expr *parse_inside(lcm_parser *p) {
    lcm_take(p);
    const lcm_token *t = lcm_expect_name(p, "the name of a process");
    if (p->processes[t->name] == LCM_NOTHING) lcm_fail(p, t, "there is no process '%s' to be counted", lcm_name(p, t));
    if (p->object || p->constant) lcm_fail(p, t, "the number of processes is not known here");
    lcm_expect(p, "(", "after the name of a process");
    lcm_expect(p, ")", "because processes are counted whatever their parameters are");
    lcm_expr *e = lcm_expr_new(p, t, LCM_E_INSIDE);
    e->index = p->processes[t->name];
    e->name = lcm_name(p, t);
    return e;
}

static lcm_expr *parse_function(lcm_parser *p) {
    const lcm_token *t = lcm_take(p);
    if (!p->object) lcm_fail(p, t, "'%s' cannot be called: only objects have functions", lcm_name(p, t));
    lc_nearest near = {.word = lcm_name(p, t)};
    const lcm_function_row *row = lcm_function_rows;
    for (; row->name && strcmp(row->name, near.word); row++) lc_nearest_offer(&near, row->name);
    if (!row->name && near.best) lcm_fail(p, t, "there is no function '%s'; did you mean '%s'?", near.word, near.best);
    if (!row->name)
        lcm_fail(p, t,
                 "there is no function '%s'; those of sequences are length, first, last, butfirst, "
                 "butlast, append, prepend, contains, remove and insert",
                 near.word);
    lcm_list list = {0};
    lcm_take(p);
    parse_list(p, ")", &list);
    if (list.count != row->arity)
        lcm_fail(p, t, "%s takes %u argument%s, not %u", row->name, row->arity, row->arity == 1 ? "" : "s", list.count);
    lcm_expr *e = lcm_expr_new(p, t, LCM_E_CALL);
    e->op = row->op;
    e->name = row->name;
    lcm_expr_of(p, t, e, list.count, (lcm_expr **)list.at);
    return e;
}

/* ---- all of it ---- */

static lcm_expr *parse_number(lcm_parser *p) {
    const lcm_token *t = lcm_take(p);
    if (t->number > INT32_MAX) lcm_fail(p, t, "this number is too large; the largest is 2147483647");
    return lcm_expr_number(p, t, (int32_t)t->number);
}

static lcm_expr *parse_sequence(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (!p->object) lcm_fail(p, t, "a list belongs only to arrays, as their initial value, and to objects");
    lcm_expr *e = lcm_expr_new(p, t, LCM_E_LIST);
    lcm_list list = {0};
    if (!lcm_accept(p, "[]")) {
        lcm_take(p);
        parse_list(p, "]", &list);
    }
    lcm_expr_of(p, t, e, list.count, (lcm_expr **)list.at);
    return e;
}

lcm_expr *lcm_parse_primary(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (t->kind == LCM_T_NUMBER) return parse_number(p);
    if (lcm_sees(p, "true") || lcm_sees(p, "false")) {
        lcm_take(p);
        return p->object ? symbol(p, t) : lcm_expr_number(p, t, lcm_token_is(t, "true"));
    }
    if (lcm_sees(p, "call")) return parse_question(p);
    if (lcm_sees(p, "#")) return parse_inside(p);
    if (lcm_sees(p, "(")) {
        lcm_take(p);
        lcm_deeper(p, LCM_NEST);
        lcm_expr *e = lcm_parse_expr(p);
        p->depth -= LCM_NEST;
        lcm_expect(p, ")", "after the expression");
        return e;
    }
    if (lcm_sees(p, "[") || lcm_sees(p, "[]")) return parse_sequence(p);
    if (t->kind == LCM_T_NAME && !lcm_reserved(t)) /* In `[N(3)]`, an initial value, the parenthesis is the count. */
        return lcm_token_is(lcm_ahead(p, 1), "(") && (p->object || !p->constant) ? parse_function(p)
                                                                                 : lcm_parse_name_use(p);
    if (t->kind == LCM_T_END) lcm_fail(p, t, "the model ends where a value belongs");
    lcm_fail(p, t, "a value belongs here, not '%.*s'", lcm_token_shown(t), t->at);
}
