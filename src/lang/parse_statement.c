/* Statements: the effect of a step on the data, and how the operations of objects are written. */
#include "lang/parse.h"

static lcm_statement *parse_statement(lcm_parser *);

lcm_statement *lcm_statement_new(lcm_parser *p, const lcm_token *at, lcm_statement_kind kind) {
    lcm_statement *s = lcm_make(p, lcm_statement);
    s->kind = kind;
    s->place = lcm_place_of(at);
    return s;
}

/* A value that is taken in a block, where a collection may be changed on the way. */
static lcm_expr *parse_value(lcm_parser *p) {
    p->may_change = !p->object;
    lcm_expr *e = lcm_parse_expr(p);
    p->may_change = false;
    return e;
}

/* The last one before a `}` may do without. */
static void semicolon(lcm_parser *p, const char *where) {
    if (!lcm_sees(p, "}")) lcm_expect(p, ";", where);
}

static void body_of(lcm_parser *p, lcm_statement *s, uint32_t count, lcm_statement *first, lcm_statement *second) {
    s->count = count;
    s->body = lcm_keep(p, (lcm_statement *[]){first, second}, 2, sizeof first);
}

/* ---- declarations ---- */

static lcm_expr *new_local(lcm_parser *p, const lcm_token *name, uint32_t cells) {
    lcm_expr *target = lcm_expr_new(p, name, LCM_E_LOCAL);
    target->name = lcm_name(p, name);
    target->index = p->locals.count;
    lcm_add(p, &p->locals, target->name);
    lcm_bind(p, (lcm_bound){.kind = LCM_B_LOCAL,
                            .name = name->name,
                            .index = target->index,
                            .cells = cells,
                            .sequence = p->object != NULL});
    return target;
}

/* The value is read before the name is known: `var x = x + 1;` speaks of another x. */
static lcm_statement *parse_local(lcm_parser *p) {
    lcm_statement *s = lcm_statement_new(p, lcm_take(p), LCM_S_LOCAL);
    if (lcm_sees(p, "<"))
        lcm_fail(p, lcm_peek(p), "a collection is declared outside of processes, as in `var<Set> s;`");
    const lcm_token *name = lcm_expect_name(p, "the name of a variable");
    if (lcm_accept(p, "[")) {
        const lcm_token *at = lcm_peek(p);
        int32_t cells = lcm_parse_constant(p, "the length of an array");
        if (cells < 1 || cells > LCM_CELLS_MAX) lcm_fail(p, at, "an array has 1 to %d elements", LCM_CELLS_MAX);
        s->length = (uint32_t)cells;
        lcm_expect(p, "]", "after the length");
    } else if (lcm_accept(p, "=")) s->value = parse_value(p);
    semicolon(p, "after a declaration");
    s->target = new_local(p, name, s->length);
    s->index = s->target->index;
    return s;
}

/* ---- assignments ---- */

static bool is_assignable(const lcm_expr *e) {
    return e->kind == LCM_E_GLOBAL || e->kind == LCM_E_LOCAL || e->kind == LCM_E_FIELD;
}

/* `y = x++;` is `x = x + 1; y = x;`, as in PAT: the value of an assignment is the value assigned.  An element of an
 * array on the left could depend on x, so there it has to be written out. */
static lcm_statement *parse_increment(lcm_parser *p, lcm_statement *assignment) {
    const lcm_token *sign = lcm_take(p);
    lcm_expr *x = assignment->value;
    if (!is_assignable(x)) lcm_fail(p, sign, "only a variable is changed by '%.*s'", lcm_token_shown(sign), sign->at);
    if (assignment->target->count)
        lcm_fail(p, sign, "write two statements, as in `x = x + 1; y[i] = x;`, so that it is clear which comes first");
    lcm_statement *first = lcm_statement_new(p, sign, LCM_S_ASSIGN), *both = lcm_statement_new(p, sign, LCM_S_BLOCK);
    lcm_operator op = lcm_token_is(sign, "++") ? LCM_O_ADD : LCM_O_SUBTRACT;
    first->target = x;
    first->value = lcm_expr_binary(p, sign, op, x, lcm_expr_number(p, sign, 1));
    body_of(p, both, 2, first, assignment);
    return both;
}

/* ---- whole arrays ---- */

/* Cell `cell` of an array of the model, or of one that was received. */
static lcm_expr *cell_of(lcm_parser *p, const lcm_token *t, uint32_t cell) {
    const lcm_bound *b = lcm_bound_name(p, t);
    const lcm_variable *v = b ? NULL : &p->model->variables.at[p->data[t->name].index];
    uint32_t dimensions = v ? v->dimensions : 1;
    lcm_expr **of = lcm_new(p, dimensions * sizeof *of);
    for (uint32_t d = dimensions; d-- > 0; cell /= v ? v->extent[d] : 1)
        of[d] = lcm_expr_number(p, t, (int32_t)(v ? cell % v->extent[d] : cell));
    lcm_expr *e = lcm_expr_new(p, t, b ? LCM_E_PARAM : LCM_E_GLOBAL);
    e->name = lcm_name(p, t);
    e->index = b ? b->index : p->data[t->name].index;
    if (b) e->number = (int32_t)b->cells;
    lcm_expr_of(p, t, e, dimensions, of);
    return e;
}

/* `x = y;` of arrays that are equally long: cell by cell.  NULL: this is something else. */
static lcm_statement *parse_array_assignment(lcm_parser *p) {
    const lcm_token *to = lcm_peek(p), *from = lcm_ahead(p, 2), *end = lcm_ahead(p, 3);
    bool whole = !p->object && lcm_token_is(lcm_ahead(p, 1), "=") && from->kind == LCM_T_NAME && !lcm_reserved(from) &&
                 (lcm_token_is(end, ";") || lcm_token_is(end, "}"));
    if (!whole || lcm_bound_name(p, to)) return NULL;
    uint32_t cells = lcm_array_named(p, to), others = lcm_array_named(p, from);
    if (!cells || !others) return NULL;
    if (cells != others)
        lcm_fail(p, from, "'%s' has %u elements and '%s' has %u: an array keeps its length", lcm_name(p, to), cells,
                 lcm_name(p, from), others);
    lcm_statement *s = lcm_statement_new(p, to, LCM_S_BLOCK);
    s->count = cells;
    s->body = lcm_new(p, cells * sizeof *s->body);
    for (uint32_t i = 0; i < cells; i++) {
        s->body[i] = lcm_statement_new(p, to, LCM_S_ASSIGN);
        s->body[i]->target = cell_of(p, to, i);
        s->body[i]->value = cell_of(p, from, i);
    }
    p->next += 3;
    semicolon(p, "after an assignment");
    return s;
}

static lcm_statement *parse_assignment(lcm_parser *p) {
    const lcm_token *at = lcm_peek(p);
    const lcm_bound *b = lcm_bound_name(p, at);
    bool parameter = b && (b->kind == LCM_B_CONSTANT || b->kind == LCM_B_INPUT || b->kind == LCM_B_ARGUMENT);
    if (parameter) lcm_fail(p, at, "'%s' is a parameter of the process and cannot be assigned to", lcm_name(p, at));
    if (!b && (p->data[at->name].kind == LCM_M_CONSTANT || p->data[at->name].kind == LCM_M_MACRO))
        lcm_fail(p, at, "'%s' is a constant and cannot be assigned to", lcm_name(p, at));
    lcm_expr *target = lcm_parse_name_use(p);
    if (!is_assignable(target)) lcm_fail(p, at, "'%s' cannot be assigned to", lcm_name(p, at));
    lcm_statement *s = lcm_statement_new(p, at, LCM_S_ASSIGN);
    s->target = target;
    const lcm_token *sign = lcm_take(p);
    if (lcm_token_is(sign, "=")) s->value = parse_value(p);
    else if (lcm_token_is(sign, "++"))
        s->value = lcm_expr_binary(p, sign, LCM_O_ADD, target, lcm_expr_number(p, sign, 1));
    else if (lcm_token_is(sign, "--"))
        s->value = lcm_expr_binary(p, sign, LCM_O_SUBTRACT, target, lcm_expr_number(p, sign, 1));
    else if (lcm_token_is(sign, "+=")) s->value = lcm_expr_binary(p, sign, LCM_O_ADD, target, parse_value(p));
    else if (lcm_token_is(sign, "-=")) s->value = lcm_expr_binary(p, sign, LCM_O_SUBTRACT, target, parse_value(p));
    else
        lcm_fail(p, sign, "'=' belongs here, to assign to '%s', not '%.*s'", lcm_name(p, at), lcm_token_shown(sign),
                 sign->at);
    if (lcm_token_is(sign, "=") && (lcm_sees(p, "++") || lcm_sees(p, "--"))) s = parse_increment(p, s);
    semicolon(p, "after an assignment");
    return s;
}

/* ---- if, while ---- */

static lcm_expr *parse_condition(lcm_parser *p, const char *where) {
    lcm_expect(p, "(", where);
    lcm_expr *e = parse_value(p);
    lcm_expect(p, ")", "after the condition");
    return e;
}

/* With or without braces, a branch is a block. */
static lcm_statement *parse_branch(lcm_parser *p) {
    if (lcm_sees(p, "{")) return lcm_parse_block(p);
    uint32_t scope = p->bound.count;
    lcm_deeper(p, LCM_NEST);
    lcm_statement *s = lcm_statement_new(p, lcm_peek(p), LCM_S_BLOCK), *only = parse_statement(p);
    p->depth -= LCM_NEST;
    p->bound.count = scope;
    body_of(p, s, 1, only, NULL);
    return s;
}

static lcm_statement *parse_if(lcm_parser *p) {
    lcm_statement *s = lcm_statement_new(p, lcm_take(p), LCM_S_IF);
    s->condition = parse_condition(p, "after if");
    lcm_statement *yes = parse_branch(p);
    body_of(p, s, 2, yes, lcm_accept(p, "else") ? parse_branch(p) : NULL);
    return s;
}

static lcm_statement *parse_while(lcm_parser *p) {
    lcm_statement *s = lcm_statement_new(p, lcm_take(p), LCM_S_WHILE);
    s->condition = parse_condition(p, "after while");
    body_of(p, s, 1, parse_branch(p), NULL);
    return s;
}

/* ---- of objects only ---- */

/* `return receive x;`, `return 2 x;`: whose results these are. */
static uint32_t parse_participant(lcm_parser *p) {
    const lcm_together *all = p->together;
    const lcm_token *t = lcm_take(p);
    if (t->kind == LCM_T_NUMBER) {
        if (t->number < 1 || t->number > all->count)
            lcm_fail(p, t, "the operations that take part are numbered 1 to %u", all->count);
        return (uint32_t)t->number - 1;
    }
    uint32_t found = LCM_NOTHING, times = 0;
    for (uint32_t i = all->count; i-- > 0;) {
        if (t->kind != LCM_T_NAME || p->object->operations[all->operations[i]].name != lcm_name(p, t)) continue;
        found = i;
        times++;
    }
    if (!times)
        lcm_fail(p, t, "these results lack an owner: the name of an operation that takes part, as in `return %s x;`",
                 p->object->operations[all->operations[0]].name);
    if (times > 1)
        lcm_fail(p, t, "'%s' takes part %u times; write its position instead, as in `return 2 x;`", lcm_name(p, t),
                 times);
    return found;
}

static void check_result_count(lcm_parser *p, const lcm_token *at, lcm_operation *op, uint32_t count) {
    if (op->returns && op->result_count != count)
        lcm_fail(p, at, "'%s' has returned %u result%s before, and %u here; it must be as many each time", op->name,
                 op->result_count, op->result_count == 1 ? "" : "s", count);
    op->returns = true;
    op->result_count = count;
}

static lcm_statement *parse_return(lcm_parser *p) {
    const lcm_token *at = lcm_take(p);
    lcm_statement *s = lcm_statement_new(p, at, LCM_S_RETURN);
    lcm_operation *op = p->operation;
    if (p->together) {
        s->index = parse_participant(p);
        op = &p->object->operations[p->together->operations[s->index]];
    }
    lcm_list list = {0};
    if (!lcm_sees(p, ";") && !lcm_sees(p, "}")) {
        do lcm_list_add(p, &list, lcm_parse_expr(p));
        while (lcm_accept(p, ","));
    }
    semicolon(p, "after the results");
    s->count = list.count;
    s->results = (lcm_expr **)list.at;
    check_result_count(p, at, op, list.count);
    return s;
}

static lcm_statement *parse_any(lcm_parser *p) {
    lcm_statement *s = lcm_statement_new(p, lcm_take(p), LCM_S_ANY);
    const lcm_token *name = lcm_expect_name(p, "the name of a variable");
    lcm_expect(p, ":", "as in `any x : q;` or `any x : {0..3};`");
    if (lcm_accept(p, "{")) {
        s->low = lcm_parse_expr(p);
        lcm_expect(p, "..", "between the least and the greatest value");
        s->high = lcm_parse_expr(p);
        lcm_expect(p, "}", "after the greatest value");
    } else s->value = lcm_parse_expr(p);
    semicolon(p, "after the set that a value is chosen from");
    s->target = new_local(p, name, 0);
    s->index = s->target->index;
    return s;
}

static lcm_statement *parse_require(lcm_parser *p) {
    lcm_statement *s = lcm_statement_new(p, lcm_take(p), LCM_S_REQUIRE);
    s->condition = lcm_parse_expr(p);
    semicolon(p, "after the condition");
    return s;
}

/* ---- all of them ---- */

static lcm_statement *parse_statement(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p), *after = lcm_ahead(p, 1);
    if (lcm_sees(p, "{")) return lcm_parse_block(p);
    if (lcm_sees(p, "var")) return parse_local(p);
    if (lcm_sees(p, "if")) return parse_if(p);
    if (lcm_sees(p, "while")) return parse_while(p);
    const lcm_token *named = lcm_sees(p, "call") && lcm_token_is(after, "(") ? lcm_ahead(p, 2) : t;
    if (!p->object && !lcm_bound_name(p, named) && lcm_macro_has_statements(p, named)) return lcm_parse_macro_use(p);
    /* These are words only where a name follows them or the like, so that they may be names, too. */
    bool word = after->kind != LCM_T_SIGN || lcm_token_is(after, "(") || lcm_token_is(after, "!") ||
                lcm_token_is(after, ";") || lcm_token_is(after, "}") || lcm_token_is(after, "-");
    if (word && (lcm_sees(p, "return") || lcm_sees(p, "any") || lcm_sees(p, "require"))) {
        if (!p->object) lcm_fail(p, t, "'%.*s' belongs to the operations of objects", lcm_token_shown(t), t->at);
        return lcm_sees(p, "return") ? parse_return(p) : lcm_sees(p, "any") ? parse_any(p) : parse_require(p);
    }
    if (p->object && lcm_sees(p, "return")) return parse_return(p);
    lcm_statement *on_collection = lcm_parse_collection_statement(p);
    if (on_collection) {
        semicolon(p, "after a statement");
        return on_collection;
    }
    lcm_statement *of_arrays = t->kind == LCM_T_NAME && !lcm_reserved(t) ? parse_array_assignment(p) : NULL;
    if (of_arrays) return of_arrays;
    if (t->kind == LCM_T_NAME && !lcm_reserved(t)) return parse_assignment(p);
    if (t->kind == LCM_T_END) lcm_fail(p, t, "the model ends where a statement belongs");
    lcm_fail(p, t, "a statement belongs here, not '%.*s'", lcm_token_shown(t), t->at);
}

lcm_statement *lcm_parse_block(lcm_parser *p) {
    const lcm_token *open = lcm_expect(p, "{", "before the statements");
    lcm_statement *s = lcm_statement_new(p, open, LCM_S_BLOCK);
    uint32_t scope = p->bound.count;
    lcm_list list = {0};
    lcm_deeper(p, LCM_NEST);
    while (!lcm_accept(p, "}")) {
        if (lcm_accept(p, ";")) continue;
        lcm_list_add(p, &list, parse_statement(p));
    }
    p->depth -= LCM_NEST;
    p->bound.count = scope;
    s->count = list.count;
    s->body = (lcm_statement **)list.at;
    return s;
}
