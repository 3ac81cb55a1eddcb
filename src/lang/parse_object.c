/* Objects: their fields, their operations, and those that take effect together. */
#include <string.h>

#include "base/spelling.h"
#include "lang/parse.h"
#include "spec/spec.h"

/* ---- fields ---- */

static const lcm_expr *not_constant(const lcm_expr *e) {
    if (e->kind != LCM_E_NUMBER && e->kind != LCM_E_SYMBOL && e->kind != LCM_E_LIST) return e;
    for (uint32_t i = 0; i < e->count; i++)
        if (not_constant(e->of[i])) return e->of[i];
    return NULL;
}

static void parse_type(lcm_parser *p, lcm_object_field *f) {
    if (!lcm_accept(p, ":")) return;
    if (lcm_accept(p, "seq")) {
        if (f->cells) lcm_fail(p, lcm_peek(p), "an array of sequences is not possible; use one sequence of values");
        f->sequence = true;
        return;
    }
    lcm_expect(p, "{", "or `seq`, as in `var q : seq;` or `var n:{0..5};`");
    f->ranged = true;
    lcm_parse_range(p, &f->low, &f->high);
}

static void check_initial(lcm_parser *p, const lcm_token *at, const lcm_object_field *f) {
    const lcm_expr *e = f->initial;
    if (not_constant(e)) lcm_fail(p, at, "the initial value of '%s' must be a constant", f->name);
    bool list = e->kind == LCM_E_LIST;
    if (f->sequence && !list) lcm_fail(p, at, "'%s' is a sequence: it begins with a list, as in `[1, 2]`", f->name);
    if (list && !f->sequence && !f->cells)
        lcm_fail(p, at, "'%s' is no sequence; declare it as `var %s : seq`", f->name, f->name);
    if (list && f->cells && e->count != f->cells)
        lcm_fail(p, at, "'%s' has %u elements, and here are %u initial values", f->name, f->cells, e->count);
    for (uint32_t i = 0; f->ranged && i < (list ? e->count : 1); i++) {
        const lcm_expr *value = list ? e->of[i] : e;
        if (value->kind != LCM_E_NUMBER || value->number < f->low || value->number > f->high)
            lcm_fail(p, at, "the initial value is not in the range of '%s', which is %d to %d", f->name, f->low,
                     f->high);
    }
}

static void parse_field(lcm_parser *p, lcm_list *fields) {
    lcm_object_field *f = lcm_make(p, lcm_object_field);
    const lcm_token *name = lcm_expect_name(p, "the name of a variable");
    if (lcm_bound_name(p, name)) lcm_fail(p, name, "'%s' is declared already in this object", lcm_name(p, name));
    f->name = lcm_name(p, name);
    f->place = lcm_place_of(name);
    if (lcm_accept(p, "[")) {
        const lcm_token *at = lcm_peek(p);
        int32_t cells = lcm_parse_constant(p, "the length of an array");
        if (cells < 1 || cells > LCM_OBJECT_CELLS_MAX)
            lcm_fail(p, at, "an array of an object has 1 to %d elements", LCM_OBJECT_CELLS_MAX);
        f->cells = (uint32_t)cells;
        lcm_expect(p, "]", "after the length of an array");
    }
    parse_type(p, f);
    if (lcm_accept(p, "=")) {
        const lcm_token *at = lcm_peek(p);
        f->initial = lcm_parse_expr(p);
        check_initial(p, at, f);
    }
    lcm_expect(p, ";", "after a variable");
    lcm_bind(p, (lcm_bound){.kind = LCM_B_FIELD,
                            .name = name->name,
                            .index = fields->count,
                            .cells = f->cells,
                            .sequence = f->sequence});
    lcm_list_add(p, fields, f);
}

/* ---- the kind of an object ---- */

/* `is queue(4)`, behind the name; nothing need be declared. */
static void parse_kind(lcm_parser *p, lcm_object *o) {
    if (!lcm_accept(p, "is")) return;
    const lcm_token *name = lcm_expect_name(p, "the kind of the object");
    o->is = lc_kind_named(lcm_name(p, name));
    if (o->is == LINCE_IS_OTHER) {
        lc_nearest near = {.word = lcm_name(p, name)};
        for (unsigned i = LINCE_IS_OTHER + 1; i < LINCE_OBJECT_KIND_COUNT; i++)
            lc_nearest_offer(&near, lc_kind_name((lince_object_kind)i));
        if (near.best) lcm_fail(p, name, "no object is a '%s'; did you mean '%s'?", near.word, near.best);
        lcm_fail(p, name,
                 "no object is a '%s'; it can be a bag, counter, deque, map, mutex, pqueue, queue, register, "
                 "rwlock, semaphore, set, snzi or stack",
                 near.word);
    }
    if (!lcm_accept(p, "(")) return;
    if (o->is != LINCE_IS_QUEUE && o->is != LINCE_IS_STACK && o->is != LINCE_IS_SEMAPHORE)
        lcm_fail(p, name, "a %s has no size", lcm_name(p, name));
    const lcm_token *at = lcm_peek(p);
    o->size = lcm_parse_constant(p, "the size of an object");
    if (o->size < (o->is != LINCE_IS_SEMAPHORE))
        lcm_fail(p, at, "a %s cannot have the size %d", lcm_name(p, name), o->size);
    lcm_expect(p, ")", "after the size of an object");
}

/* `as enq`, behind the parameters of an operation that has a name of its own. */
static void parse_role(lcm_parser *p, lcm_operation *op) {
    if (!lcm_sees(p, "as")) return;
    const lcm_token *as = lcm_take(p), *name = lcm_expect_name(p, "the name of an operation");
    lince_object_kind is = (lince_object_kind)p->object->is;
    if (is == LINCE_IS_OTHER)
        lcm_fail(p, as, "first declare the kind of the object, as in `object %s is queue`", p->object->name);
    const lince_spec *builtin = lc_builtin_of_kind(is, p->object->size);
    uint32_t row = lc_spec_method(builtin, lcm_name(p, name), strlen(lcm_name(p, name)));
    if (row == LC_NO_METHOD)
        lcm_fail(p, name, "a %s has no operation '%s'; it has %s", lc_kind_name(is), lcm_name(p, name),
                 builtin->summary);
    op->role = builtin->methods[row].role;
    op->end = builtin->methods[row].end;
}

/* ---- operations ---- */

static void bind_local(lcm_parser *p, const lcm_token *name, uint32_t scope) {
    for (uint32_t i = scope; i < p->bound.count; i++)
        if (p->bound.at[i].name == name->name)
            lcm_fail(p, name, "there is a parameter '%s' already", lcm_name(p, name));
    lcm_bind(p, (lcm_bound){.kind = LCM_B_LOCAL, .name = name->name, .index = p->locals.count, .sequence = true});
    lcm_add(p, &p->locals, lcm_name(p, name));
}

static uint32_t parse_parameters(lcm_parser *p, uint32_t scope) {
    uint32_t count = 0;
    lcm_expect(p, "(", "before the parameters");
    if (!lcm_sees(p, ")")) {
        do {
            bind_local(p, lcm_expect_name(p, "the name of a parameter"), scope);
            count++;
        } while (lcm_accept(p, ","));
    }
    lcm_expect(p, ")", "after the parameters");
    if (count > LCM_ARITY_MAX) lcm_fail(p, lcm_peek(p), "an operation has at most %d parameters", LCM_ARITY_MAX);
    return count;
}

static void parse_operation(lcm_parser *p, lcm_operation *op) {
    uint32_t scope = p->bound.count;
    lcm_take(p); /* its name */
    p->locals.count = 0;
    parse_parameters(p, scope);
    if (lcm_accept(p, "as")) lcm_take(p); /* noted already */
    p->operation = op;
    p->together = NULL;
    if (!lcm_accept(p, ";")) op->body = lcm_parse_block(p);
    op->local_count = p->locals.count;
    op->local_names = lcm_keep(p, p->locals.at, p->locals.count, sizeof *p->locals.at);
    p->bound.count = scope;
}

/* Only its name and how many parameters it has. */
static void note_operation(lcm_parser *p, lcm_list *operations) {
    const lcm_token *name = lcm_expect_name(p, "the name of an operation");
    lcm_operation *op = lcm_make(p, lcm_operation);
    for (uint32_t i = 0; i < operations->count; i++)
        if (((lcm_operation *)operations->at[i])->name == lcm_name(p, name))
            lcm_fail(p, name, "the operation '%s' is declared already in this object", lcm_name(p, name));
    uint32_t scope = p->bound.count;
    op->name = lcm_name(p, name);
    op->place = lcm_place_of(name);
    p->locals.count = 0;
    op->param_count = parse_parameters(p, scope);
    parse_role(p, op);
    p->bound.count = scope;
    if (lcm_sees(p, "{")) p->next = lcm_peek(p)->match + 1;
    else lcm_expect(p, ";", "or '{', after the parameters of an operation");
    lcm_list_add(p, operations, op);
}

/* ---- together ---- */

static uint32_t operation_named(lcm_parser *p, const lcm_token *name) {
    lc_nearest near = {.word = lcm_name(p, name)};
    for (uint32_t i = 0; i < p->object->operation_count; i++) {
        if (p->object->operations[i].name == lcm_name(p, name)) return i;
        lc_nearest_offer(&near, p->object->operations[i].name);
    }
    if (near.best) lcm_fail(p, name, "there is no operation '%s'; did you mean '%s'?", near.word, near.best);
    lcm_fail(p, name, "there is no operation '%s' in this object; declare it with `op %s();`", near.word, near.word);
}

static void parse_together(lcm_parser *p, lcm_together *t) {
    uint32_t scope = p->bound.count, operations[LCM_TOGETHER_MAX], first[LCM_TOGETHER_MAX];
    p->locals.count = 0;
    do {
        const lcm_token *name = lcm_expect_name(p, "the name of an operation");
        if (t->count == LCM_TOGETHER_MAX)
            lcm_fail(p, name, "at most %d operations take effect together", LCM_TOGETHER_MAX);
        operations[t->count] = operation_named(p, name);
        first[t->count] = p->locals.count;
        uint32_t wanted = p->object->operations[operations[t->count++]].param_count, count = parse_parameters(p, scope);
        if (count != wanted)
            lcm_fail(p, name, "'%s' takes %u argument%s, not %u", lcm_name(p, name), wanted, wanted == 1 ? "" : "s",
                     count);
    } while (lcm_accept(p, ","));
    t->operations = lcm_keep(p, operations, t->count, sizeof *operations);
    t->first_local = lcm_keep(p, first, t->count, sizeof *first);
    p->operation = NULL;
    p->together = t;
    t->body = lcm_parse_block(p);
    p->together = NULL;
    t->local_count = p->locals.count;
    t->local_names = lcm_keep(p, p->locals.at, p->locals.count, sizeof *p->locals.at);
    p->bound.count = scope;
}

static void note_together(lcm_parser *p, lcm_list *together) {
    lcm_together *t = lcm_make(p, lcm_together);
    t->place = lcm_place_of(lcm_peek(p));
    while (!lcm_sees(p, "{") && !lcm_sees(p, ";") && !lcm_sees(p, "}"))
        p->next = lcm_peek(p)->match ? lcm_peek(p)->match + 1 : p->next + 1;
    if (!lcm_sees(p, "{")) lcm_expect(p, "{", "before the operations that take effect together");
    p->next = lcm_peek(p)->match + 1;
    lcm_list_add(p, together, t);
}

/* ---- all of it ---- */

/* `return EMPTY;` where EMPTY is a constant of the model, too: here it is a symbol, and stands for that number in the
 * model. */
static void find_symbols(lcm_parser *p, uint32_t first, uint32_t last, bool symbolic) {
    bool returning = false;
    for (uint32_t i = first; i < last; i++) {
        const lcm_token *t = &p->tokens.at[i], *after = t + 1, *before = t - 1;
        if (lcm_token_is(t, "return")) returning = true;
        else if (lcm_token_is(t, ";")) returning = false;
        else if (returning && t->kind == LCM_T_NAME && t->at[0] >= 'A' && t->at[0] <= 'Z' &&
                 (before->kind != LCM_T_SIGN || lcm_token_is(before, ",")) &&
                 (lcm_token_is(after, ";") || lcm_token_is(after, ",") || lcm_token_is(after, "}")))
            p->data[t->name].symbolic = symbolic;
    }
}

/* First the fields and the names of operations, then their bodies: so nothing need be declared before it is used. */
static void note_parts(lcm_parser *p, lcm_object *o, uint32_t last) {
    lcm_list fields = {0}, operations = {0}, together = {0};
    while (p->next < last) {
        const lcm_token *t = lcm_take(p);
        if (lcm_token_is(t, "var")) parse_field(p, &fields);
        else if (lcm_token_is(t, "op")) note_operation(p, &operations);
        else if (lcm_token_is(t, "together")) note_together(p, &together);
        else if (!lcm_token_is(t, ";"))
            lcm_fail(p, t, "an object consists of var, op and together, not of '%.*s'", lcm_token_shown(t), t->at);
    }
    o->field_count = fields.count;
    o->fields = lcm_new(p, fields.count * sizeof *o->fields);
    for (uint32_t i = 0; i < fields.count; i++) o->fields[i] = *(lcm_object_field *)fields.at[i];
    o->operation_count = operations.count;
    o->operations = lcm_new(p, operations.count * sizeof *o->operations);
    for (uint32_t i = 0; i < operations.count; i++) o->operations[i] = *(lcm_operation *)operations.at[i];
    o->together_count = together.count;
    o->together = lcm_new(p, together.count * sizeof *o->together);
    for (uint32_t i = 0; i < together.count; i++) o->together[i] = *(lcm_together *)together.at[i];
}

static void check_object(lcm_parser *p, const lcm_object *o, const lcm_token *name) {
    if (!o->operation_count) lcm_fail(p, name, "'%s' has no operations; give it one, `op name() {...}`", o->name);
    for (uint32_t i = 0; i < o->operation_count; i++) {
        const lcm_operation *op = &o->operations[i];
        bool takes_part = op->body != NULL;
        for (uint32_t j = 0; j < o->together_count; j++)
            for (uint32_t k = 0; k < o->together[j].count; k++)
                takes_part = takes_part || o->together[j].operations[k] == i;
        if (takes_part) continue;
        lcm_token at = {.line = op->place.line, .column = op->place.column};
        lcm_fail(p, &at, "'%s' never takes effect: give it a body, `op %s() {...}`, or partners, `together %s(), ...`",
                 op->name, op->name, op->name);
    }
}

void lcm_parse_object(lcm_parser *p, const lcm_item *item) {
    lcm_object *o = &p->model->objects.at[item->index];
    const lcm_token *name = &p->tokens.at[item->first + 1];
    p->object = o;
    p->bound.count = 0;
    p->next = item->first + 2;
    parse_kind(p, o);
    uint32_t last = lcm_peek(p)->match, first = p->next + 1, operation = 0, together = 0;
    find_symbols(p, first, last, true);
    p->next = first;
    note_parts(p, o, last);
    for (p->next = first; p->next < last;) {
        const lcm_token *t = lcm_take(p);
        if (lcm_token_is(t, "op")) parse_operation(p, &o->operations[operation++]);
        else if (lcm_token_is(t, "together")) parse_together(p, &o->together[together++]);
        else
            while (!lcm_token_is(&p->tokens.at[p->next - 1], ";")) p->next++; /* a variable, known already */
    }
    check_object(p, o, name);
    find_symbols(p, first, last, false);
    p->object = NULL;
    p->bound.count = 0;
}
