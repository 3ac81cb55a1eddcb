/* PAT's libraries: imports, collections and their methods, functions. */
#include <string.h>

#include "base/spelling.h"
#include "lang/library.h"
#include "lang/parse.h"

/* ---- imports ---- */

/* The text between the quotation marks, cut off where it is too long for a message. */
static void parse_quoted(lcm_parser *p, char *text, size_t room) {
    lcm_expect(p, "\"", "before the name of a library, as in `#import \"PAT.Lib.Set\";`");
    const lcm_token *first = lcm_peek(p);
    while (!lcm_sees(p, "\"")) {
        if (lcm_peek(p)->kind == LCM_T_END || lcm_peek(p)->line != first->line)
            lcm_fail(p, first, "'\"' belongs behind the name of a library");
        lcm_take(p);
    }
    size_t length = (size_t)(lcm_peek(p)->at - first->at);
    if (length >= room) length = room - 1;
    memcpy(text, first->at, length);
    text[length] = 0;
    lcm_take(p);
}

void lcm_parse_import(lcm_parser *p) {
    char text[100];
    const lcm_token *at = lcm_take(p);
    parse_quoted(p, text, sizeof text);
    const lcm_library_name *row = lcm_library_names;
    while (row->name && strcmp(row->name, text)) row++;
    if (!row->name)
        lcm_fail(p, at,
                 "the library '%s' cannot be imported: there are PAT.Lib.Set, List, SerializableList, Queue, Stack, "
                 "HashTable, Array, Example and PAT.Math; write its type as an array and statements behind events, "
                 "`e{q[n] = x; n++;} -> P`, or, where it is the specification, as an `object` or a plug-in in C",
                 text);
    p->model->imports |= 1u << row->library;
    lcm_expect(p, ";", "after an import");
}

static const lcm_library_name *library_of(lcm_library library) {
    const lcm_library_name *row = lcm_library_names;
    while (row->library != library) row++;
    return row;
}

/* ---- types ---- */

static lcm_type type_named(lcm_parser *p, const lcm_token *t) {
    const lcm_library_name *row = lcm_library_names;
    lc_nearest near = {.word = t->kind == LCM_T_NAME ? lcm_name(p, t) : ""};
    for (; row->name; row++) {
        if (!row->type) continue;
        if (lcm_token_is(t, row->type)) break;
        lc_nearest_offer(&near, row->type);
    }
    if (!row->name && near.best) lcm_fail(p, t, "there is no type '%s'; did you mean '%s'?", near.word, near.best);
    if (!row->name)
        lcm_fail(p, t,
                 "there is no type '%.*s'; data are numbers, arrays of them, and Set, List, SerializableList, Queue, "
                 "Stack and HashTable of PAT's libraries",
                 lcm_token_shown(t), t->at);
    if (!(p->model->imports >> row->library & 1))
        lcm_fail(p, t, "write `#import \"%s\";` before this, for '%s'", row->name, row->type);
    return row->of;
}

lcm_type lcm_parse_type(lcm_parser *p) {
    lcm_expect(p, "<", "before a type");
    lcm_type type = type_named(p, lcm_take(p));
    lcm_expect(p, ">", "after a type");
    return type;
}

/* `new Set()`; what is in the parentheses is left. */
static const lcm_token *parse_new(lcm_parser *p, lcm_type wanted, const char *name) {
    lcm_take(p);
    const lcm_token *at = lcm_take(p);
    lcm_type type = type_named(p, at);
    if (type != wanted)
        lcm_fail(p, at, "'%s' is %s, and this makes %s", name, lcm_type_name(wanted), lcm_type_name(type));
    lcm_expect(p, "(", "after the type of a new collection");
    return at;
}

void lcm_parse_collection(lcm_parser *p, lcm_variable *v) {
    v->cells = lcm_collection_cells(v->type);
    v->initial = lcm_new(p, v->cells * sizeof *v->initial);
    if (lcm_sees(p, "["))
        lcm_fail(p, lcm_peek(p), "there are no arrays of collections; declare several, as in `var<Set> %s1;`", v->name);
    if (!lcm_accept(p, "=")) return;
    if (!lcm_sees(p, "new")) lcm_fail(p, lcm_peek(p), "a collection begins empty: leave the initial value out");
    parse_new(p, v->type, v->name);
    lcm_expect(p, ")", "because a collection begins empty");
}

/* The variable that a name means; NULL: it is none, or hidden by another name. */
static const lcm_variable *variable_of(const lcm_parser *p, const lcm_token *t, uint32_t *index) {
    if (t->kind != LCM_T_NAME || lcm_bound_name(p, t) || p->data[t->name].kind != LCM_M_VARIABLE) return NULL;
    *index = p->data[t->name].index;
    return &p->model->variables.at[*index];
}

static bool names_collection(const lcm_parser *p, const lcm_token *t, uint32_t *index) {
    const lcm_variable *v = variable_of(p, t, index);
    return v && v->type != LCM_NUMBERS;
}

bool lcm_sees_method(const lcm_parser *p) {
    uint32_t index;
    return names_collection(p, lcm_peek(p), &index) && lcm_token_is(lcm_ahead(p, 1), ".") &&
           lcm_token_is(lcm_ahead(p, 3), "(");
}

/* ---- calls ---- */

static uint32_t parse_collection_argument(lcm_parser *p, lcm_type type) {
    const lcm_token *t = lcm_take(p);
    uint32_t index = 0;
    const lcm_variable *v = variable_of(p, t, &index);
    if (!v || v->type != type)
        lcm_fail(p, t, "a variable that is %s belongs here; assign other values to one first", lcm_type_name(type));
    return index;
}

static uint32_t parse_array_argument(lcm_parser *p) {
    const lcm_token *t = lcm_take(p);
    uint32_t index = 0;
    const lcm_variable *v = variable_of(p, t, &index);
    if (!v || v->type != LCM_NUMBERS || !v->dimensions || p->data[t->name].busy)
        lcm_fail(p, t, "an array of the model belongs here");
    return index;
}

static void between(lcm_parser *p, const lcm_library_row *row, uint32_t n, bool first_comma) {
    if (n == 0 && !first_comma) return;
    if (lcm_sees(p, ")"))
        lcm_fail(p, lcm_peek(p), "%s takes %u argument%s, and here are %u", row->name, row->numbers + row->others,
                 row->numbers + row->others == 1 ? "" : "s", n);
    lcm_expect(p, ",", "before an argument");
}

/* Up to the closing parenthesis; `first_comma`: one stands before the first argument, too. */
static void parse_call(lcm_parser *p, lcm_expr *e, lcm_type type, bool first_comma) {
    const lcm_library_row *row = e->call;
    const lcm_token *at = lcm_peek(p);
    lcm_list numbers = {0};
    uint32_t n = 0;
    lcm_deeper(p, LCM_NEST);
    for (uint32_t i = 0; i < row->others; i++, n++) {
        between(p, row, n, first_comma);
        uint32_t variable = row->of ? parse_collection_argument(p, type) : parse_array_argument(p);
        if (row->of) e->with[i] = variable;
        else e->index = variable;
    }
    for (uint32_t i = 0; i < row->numbers; i++, n++) {
        between(p, row, n, first_comma);
        lcm_list_add(p, &numbers, lcm_parse_expr(p));
    }
    p->depth -= LCM_NEST;
    if (lcm_sees(p, ",")) lcm_fail(p, lcm_peek(p), "%s takes %u argument%s, not more", row->name, n, n == 1 ? "" : "s");
    lcm_expect(p, ")", "after the arguments");
    lcm_expr_of(p, at, e, numbers.count, (lcm_expr **)numbers.at);
}

static lcm_expr *call_of(lcm_parser *p, const lcm_token *at, const lcm_library_row *row, uint32_t variable) {
    lcm_expr *e = lcm_expr_new(p, at, LCM_E_LIBRARY);
    e->call = row;
    e->index = variable;
    e->with[0] = e->with[1] = LCM_NO_VARIABLE;
    if (variable != LCM_NO_VARIABLE) e->name = p->model->variables.at[variable].name;
    return e;
}

/* ---- methods ---- */

static const lcm_library_row *method_of(lcm_parser *p, const lcm_token *t, lcm_type type) {
    lc_nearest near = {.word = t->kind == LCM_T_NAME ? lcm_name(p, t) : ""};
    const lcm_library_row *row = lcm_library_rows;
    for (; row->name; row++) {
        if (!(row->of >> type & 1)) continue;
        if (lcm_token_is(t, row->name)) return row;
        lc_nearest_offer(&near, row->name);
    }
    if (near.best)
        lcm_fail(p, t, "%s has no method '%s'; did you mean '%s'?", lcm_type_name(type), near.word, near.best);
    lcm_fail(p, t, "%s has no method '%.*s'", lcm_type_name(type), lcm_token_shown(t), t->at);
}

/* `l.Add`, as far as the parenthesis: the method of a collection. */
static lcm_expr *parse_head(lcm_parser *p, const lcm_token *name, uint32_t variable) {
    const lcm_variable *v = &p->model->variables.at[variable];
    lcm_expect(p, ".", "after the name of a collection, and then a method of it");
    const lcm_library_row *row = method_of(p, lcm_take(p), v->type);
    lcm_expect(p, "(", "after the name of a method");
    return call_of(p, name, row, variable);
}

/* `l$Field`: a variable of its own.  `l$Property` is the same. */
static lcm_expr *parse_field(lcm_parser *p, const lcm_token *name, uint32_t list) {
    lcm_take(p);
    const lcm_token *t = lcm_take(p);
    if (p->model->variables.at[list].type != LCM_LIST || !(lcm_token_is(t, "Field") || lcm_token_is(t, "Property")))
        lcm_fail(p, t, "only lists have something behind '$': `%s$Field` and `%s$Property`, the same number",
                 lcm_name(p, name), lcm_name(p, name));
    if (!p->model->variables.at[list].list_field) {
        static const char suffix[] = "$Field";
        size_t length = strlen(lcm_name(p, name));
        char *text = lcm_new(p, length + sizeof suffix);
        memcpy(text, lcm_name(p, name), length);
        memcpy(text + length, suffix, sizeof suffix);
        lcm_variable v = {.name = text, .place = lcm_place_of(name), .cells = 1, .field_of = list + 1};
        v.initial = lcm_new(p, sizeof *v.initial);
        v.hidden = p->model->variables.at[list].hidden;
        lcm_add(p, &p->model->variables, v);
        p->model->variables.at[list].list_field = p->model->variables.count;
    }
    lcm_expr *e = lcm_expr_new(p, name, LCM_E_GLOBAL);
    e->index = p->model->variables.at[list].list_field - 1;
    e->name = p->model->variables.at[e->index].name;
    return e;
}

lcm_expr *lcm_parse_method(lcm_parser *p, const lcm_token *name, uint32_t variable) {
    lcm_type type = p->model->variables.at[variable].type;
    if (lcm_sees(p, "$")) return parse_field(p, name, variable);
    if (!lcm_sees(p, "."))
        lcm_fail(p, name, "'%s' is %s and no number; use its methods, as in `%s.%s`", lcm_name(p, name),
                 lcm_type_name(type), lcm_name(p, name), type == LCM_TABLE ? "GetValue(1)" : "Count()");
    lcm_expr *e = parse_head(p, name, variable);
    if (!e->call->results) lcm_fail(p, name, "%s returns nothing: it is a statement", e->call->name);
    if (e->call->way == LCM_MAKES)
        lcm_fail(p, name, "%s makes %s: assign it to a variable first, as in `%s = %s.%s(...);`", e->call->name,
                 lcm_type_name(type), lcm_name(p, name), lcm_name(p, name), e->call->name);
    if (e->call->way == LCM_CHANGES && !p->may_change)
        lcm_fail(p, name, "%s changes '%s', which only a statement behind an event may do, as in `e{x = %s.%s(...);}`",
                 e->call->name, lcm_name(p, name), lcm_name(p, name), e->call->name);
    parse_call(p, e, type, false);
    return e;
}

/* ---- functions ---- */

lcm_expr *lcm_parse_library_call(lcm_parser *p, const lcm_token *name) {
    const lcm_library_row *row = lcm_library_rows;
    while (row->name && (row->of || !lcm_token_is(name, row->name))) row++;
    if (!row->name) return NULL;
    if (row->library != LCM_NO_LIBRARY && !(p->model->imports >> row->library & 1))
        lcm_fail(p, name, "write `#import \"%s\";` for '%s'", library_of(row->library)->name, row->name);
    if (p->object || (p->constant && row->way != LCM_COMPUTES))
        lcm_fail(p, name, "'%s' cannot be called here", row->name);
    lcm_expr *e = call_of(p, name, row, LCM_NO_VARIABLE);
    parse_call(p, e, LCM_NUMBERS, true);
    bool known = row->way == LCM_COMPUTES;
    for (uint32_t i = 0; i < e->count; i++) known &= e->of[i]->kind == LCM_E_NUMBER;
    if (!known) return e;
    int32_t result;
    const char *why = lcm_library_compute(row->op, e->of[0]->number, e->count > 1 ? e->of[1]->number : 0, &result);
    if (why) lcm_fail(p, name, "%s", why);
    return lcm_expr_number(p, name, result);
}

/* ---- statements ---- */

/* What is assigned to a collection: another one, a new one, or one made of two. */
static lcm_expr *parse_made(lcm_parser *p, const lcm_token *name, uint32_t variable) {
    lcm_type type = p->model->variables.at[variable].type;
    if (lcm_sees(p, "new")) {
        const lcm_token *at = parse_new(p, type, lcm_name(p, name));
        bool array = type == LCM_LIST && !lcm_sees(p, ")");
        lcm_expr *e = call_of(p, at, lcm_library_row_of(array ? LCM_C_ELEMENTS : LCM_C_NOTHING), LCM_NO_VARIABLE);
        e->name = lcm_name(p, at);
        if (array) e->with[0] = parse_array_argument(p);
        lcm_expect(p, ")", "after the values of a new collection");
        return e;
    }
    const lcm_token *t = lcm_take(p);
    uint32_t from;
    if (!names_collection(p, t, &from) || p->model->variables.at[from].type != type)
        lcm_fail(p, t, "'%s' is %s: %s is assigned to it, or `new`", lcm_name(p, name), lcm_type_name(type),
                 lcm_type_name(type));
    if (!lcm_sees(p, ".")) {
        lcm_expr *e = call_of(p, t, lcm_library_row_of(LCM_C_COPY), LCM_NO_VARIABLE);
        e->with[0] = from;
        return e;
    }
    lcm_expr *e = parse_head(p, t, from);
    if (e->call->way != LCM_MAKES) lcm_fail(p, t, "%s does not make %s", e->call->name, lcm_type_name(type));
    e->index = LCM_NO_VARIABLE; /* the receiver does not matter */
    parse_call(p, e, type, false);
    return e;
}

lcm_statement *lcm_parse_collection_statement(lcm_parser *p) {
    const lcm_token *name = lcm_peek(p), *after = lcm_ahead(p, 1);
    uint32_t variable;
    if (p->object || !names_collection(p, name, &variable) || lcm_token_is(after, "$")) return NULL;
    lcm_take(p);
    lcm_statement *s = lcm_statement_new(p, name, lcm_token_is(after, "=") ? LCM_S_MAKE : LCM_S_CALL);
    s->index = variable;
    if (lcm_accept(p, "=")) s->value = parse_made(p, name, variable);
    else {
        s->value = parse_head(p, name, variable);
        if (s->value->call->way == LCM_MAKES)
            lcm_fail(p, name, "%s makes %s and changes none; assign it, as in `%s = %s.%s(...);`", s->value->call->name,
                     lcm_type_name(p->model->variables.at[variable].type), lcm_name(p, name), lcm_name(p, name),
                     s->value->call->name);
        p->may_change = true;
        parse_call(p, s->value, p->model->variables.at[variable].type, false);
        p->may_change = false;
    }
    return s;
}
