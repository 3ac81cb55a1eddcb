/* The kinds of the values of an object that is the specification, and which numbers of events they are.
 *
 * A sequence is of the kind of its elements.  The statements of an object about numbers hold for all calls alike, so a
 * number written in it is fixed.  The state of some of the built-in objects is nothing but elements, in an order that
 * does not depend on their values.  Of other specifications nothing is known: all that goes in and out of them is
 * plain. */
#include <string.h>

#include "lang/object.h"
#include "model/compile/kinds.h"
#include "model/linear/linear_parts.h"

typedef enum term_what { PLAIN, NUMBER, SYMBOL, KIND } term_what;

typedef struct term {
    term_what what;
    int32_t number;
    const char *symbol;
    lcm_kind kind;
} term;

typedef struct reading {
    lcm_kinds *k;
    const lcm_linear *linear;
    const lcm_object *object;
    lcm_kind params, results; /* of each operation: MOST of them, one after the other */
    lcm_kind locals;
    const uint32_t *rows; /* whose results a `return` gives */
} reading;

enum { MOST = LCM_LABEL_MAX };

static const term plain = {.what = PLAIN};

static term of_kind(lcm_kind kind) { return (term){.what = KIND, .kind = kind}; }

static void spoil(reading *r, term t) {
    if (t.what == KIND) lcm_kind_spoil(r->k, t.kind);
}

/* A symbol that is returned is a number of the model: true is 1 and false is 0, all other symbols are constants. */
static void fix_symbol(reading *r, lcm_kind kind, const char *name) {
    const lcm_model *m = r->linear->model;
    if (!strcmp(name, "true")) lcm_kind_fix(r->k, kind, 1);
    if (!strcmp(name, "false")) lcm_kind_fix(r->k, kind, 0);
    for (uint32_t i = 0; i < m->constants.count; i++)
        if (!strcmp(m->constants.at[i].name, name)) lcm_kind_fix(r->k, kind, m->constants.at[i].number);
}

static void make(reading *r, term t, lcm_kind kind) {
    switch (t.what) {
    case PLAIN: lcm_kind_spoil(r->k, kind); break;
    case NUMBER: lcm_kind_fix(r->k, kind, t.number); break;
    case SYMBOL: fix_symbol(r, kind, t.symbol); break;
    case KIND: lcm_kind_join(r->k, t.kind, kind); break;
    }
}

static term alike(reading *r, term a, term b) {
    lcm_kind kind = lcm_kinds_add(r->k, 1);
    make(r, a, kind);
    make(r, b, kind);
    return of_kind(kind);
}

/* ---- expressions ---- */

static term read_expr(reading *, const lcm_expr *);

static void read_plain(reading *r, const lcm_expr *e) {
    if (e) spoil(r, read_expr(r, e));
}

static term read_call(reading *r, const lcm_expr *e) {
    term s = read_expr(r, e->of[0]);
    if (e->op == LCM_O_LENGTH) return plain;
    if (e->count < 2) return s;
    s = alike(r, s, read_expr(r, e->of[1]));
    if (e->op == LCM_O_INSERT) spoil(r, s); /* it searches for a greater element */
    return e->op == LCM_O_CONTAINS ? plain : s;
}

static term read_list(reading *r, const lcm_expr *e) {
    lcm_kind kind = lcm_kinds_add(r->k, 1);
    for (uint32_t i = 0; i < e->count; i++) make(r, read_expr(r, e->of[i]), kind);
    return of_kind(kind);
}

static term read_variable(reading *r, const lcm_expr *e, lcm_kind kind) {
    for (uint32_t i = 0; i < e->count; i++) read_plain(r, e->of[i]);
    return of_kind(kind);
}

static term read_expr(reading *r, const lcm_expr *e) {
    switch (e->kind) {
    case LCM_E_NUMBER: return (term){.what = NUMBER, .number = e->number};
    case LCM_E_SYMBOL: return (term){.what = SYMBOL, .symbol = e->name};
    case LCM_E_FIELD: return read_variable(r, e, r->k->object + e->index);
    case LCM_E_LOCAL: return read_variable(r, e, r->locals + e->index);
    case LCM_E_CALL: return read_call(r, e);
    case LCM_E_LIST: return read_list(r, e);
    case LCM_E_CHOOSE: read_plain(r, e->of[0]); return alike(r, read_expr(r, e->of[1]), read_expr(r, e->of[2]));
    case LCM_E_BINARY:
        if (e->op == LCM_O_EQUAL || e->op == LCM_O_DIFFERS) {
            alike(r, read_expr(r, e->of[0]), read_expr(r, e->of[1]));
            return plain;
        }
        break;
    default: break;
    }
    for (uint32_t i = 0; i < e->count; i++) read_plain(r, e->of[i]);
    return plain;
}

/* ---- statements ---- */

static term value_or_0(reading *r, const lcm_expr *e) {
    return e ? read_expr(r, e) : (term){.what = NUMBER, .number = 0};
}

static void read_statement(reading *r, const lcm_statement *s) {
    if (!s) return;
    switch (s->kind) {
    case LCM_S_BLOCK:
        for (uint32_t i = 0; i < s->count; i++) read_statement(r, s->body[i]);
        break;
    case LCM_S_LOCAL: make(r, value_or_0(r, s->value), r->locals + s->index); break;
    case LCM_S_ASSIGN: {
        term to = read_expr(r, s->target);
        make(r, read_expr(r, s->value), to.kind);
        break;
    }
    case LCM_S_IF:
    case LCM_S_WHILE:
        read_plain(r, s->condition);
        read_statement(r, s->body[0]);
        if (s->kind == LCM_S_IF) read_statement(r, s->body[1]);
        break;
    case LCM_S_RETURN:
        for (uint32_t i = 0; i < s->count && i < MOST; i++)
            make(r, read_expr(r, s->results[i]), r->results + r->rows[s->index] * MOST + i);
        break;
    case LCM_S_ANY:
        if (s->value) make(r, read_expr(r, s->value), r->locals + s->index);
        else {
            read_plain(r, s->low);
            read_plain(r, s->high);
            lcm_kind_spoil(r->k, r->locals + s->index);
        }
        break;
    case LCM_S_REQUIRE: read_plain(r, s->condition); break;
    case LCM_S_CALL:
    case LCM_S_MAKE: break; /* not in objects */
    }
}

static void read_body(reading *r, const lcm_statement *body, uint32_t locals, const uint32_t *rows,
                      const uint32_t *first_local, uint32_t count) {
    r->locals = lcm_kinds_add(r->k, locals + 1);
    r->rows = rows;
    for (uint32_t p = 0; p < count; p++)
        for (uint32_t i = 0; i < r->object->operations[rows[p]].param_count && i < MOST; i++)
            lcm_kind_join(r->k, r->locals + first_local[p] + i, r->params + rows[p] * MOST + i);
    read_statement(r, body);
}

static void read_object(reading *r) {
    const lcm_object *o = r->object;
    r->k->object = lcm_kinds_add(r->k, o->field_count);
    for (uint32_t i = 0; i < o->field_count; i++) {
        const lcm_object_field *f = &o->fields[i];
        lcm_kind kind = r->k->object + i;
        if (f->initial) make(r, read_expr(r, f->initial), kind);
        else if (!f->sequence) lcm_kind_fix(r->k, kind, f->ranged && (f->low > 0 || f->high < 0) ? f->low : 0);
        if (f->ranged && !lc_push(r->k->budget, &r->k->ranges, (lcm_kind_range){kind, f->low, f->high}))
            r->k->lost = true;
    }
    for (uint32_t i = 0; i < o->operation_count; i++) {
        static const uint32_t none;
        read_body(r, o->operations[i].body, o->operations[i].local_count, &i, &none, 1);
    }
    for (uint32_t i = 0; i < o->together_count; i++) {
        const lcm_together *t = &o->together[i];
        read_body(r, t->body, t->local_count, t->operations, t->first_local, t->count);
    }
}

/* ---- those that are built in ---- */

bool lcm_holds_elements(const lc_instance *instance) {
    lince_object_kind is = instance->is;
    bool holds = is == LINCE_IS_DEQUE || is == LINCE_IS_QUEUE || is == LINCE_IS_REGISTER || is == LINCE_IS_STACK;
    bool special = instance->table && instance->init; /* a first value that is declared is unlike all other values */
    return holds && !special && instance->spec->traits & LINCE_STATES_ARE_VALUES;
}

/* The values put in, returned and compared are elements, except results that report whether the operation was done. */
static void read_elements(reading *r) {
    static const char *const symbols[] = {"EMPTY", "nil"};
    const lince_spec *spec = r->linear->instance->spec;
    r->k->object = lcm_kinds_add(r->k, 1);
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) fix_symbol(r, r->k->object, symbols[i]);
    for (uint32_t i = 0; i < spec->method_count; i++) {
        const lince_method *m = &spec->methods[i];
        for (uint32_t k = 0; k < m->args_max; k++) lcm_kind_join(r->k, r->k->object, r->params + i * MOST + k);
        for (uint32_t k = 0; k < m->results_max; k++) {
            if (m->pure_result == LINCE_FALSE) lcm_kind_spoil(r->k, r->results + i * MOST + k);
            else lcm_kind_join(r->k, r->k->object, r->results + i * MOST + k);
        }
    }
}

/* ---- events ---- */

static void spoil_name(lcm_kinds *k, uint32_t name) {
    for (uint32_t i = 0; name < k->names && i < LCM_LABEL_MAX; i++) lcm_kind_spoil(k, lcm_label_kind(name, i));
}

/* The numbers of a name from this one on. */
static void join_name(lcm_kinds *k, uint32_t name, uint32_t from, lcm_kind first, uint32_t count) {
    for (uint32_t i = 0; name < k->names && i < count && from + i < LCM_LABEL_MAX; i++)
        lcm_kind_join(k, lcm_label_kind(name, from + i), first + i);
}

static void read_word(reading *r, const lcm_word *w) {
    uint32_t first = w->with_process, args = r->linear->instance->spec->methods[w->row].args_max;
    const uint32_t names[] = {w->call, w->response, w->point};
    lcm_kind params = r->params + w->row * MOST, results = r->results + w->row * MOST;
    join_name(r->k, w->call, first, params, args);
    join_name(r->k, w->response, first, results, MOST);
    if (!w->point_is_bare) {
        join_name(r->k, w->point, first, params, args);
        join_name(r->k, w->point, first + args, results, MOST);
    }
    /* Whose operation it is. */
    for (uint32_t i = 0; w->with_process && i < 3; i++)
        if (names[i] < r->k->names) lcm_kind_spoil(r->k, lcm_label_kind(names[i], 0));
}

void lcm_kinds_linear(lcm_kinds *k, const lcm_linear *l) {
    reading r = {.k = k, .linear = l, .object = lcm_object_of(l->instance)};
    bool known = r.object || lcm_holds_elements(l->instance);
    uint32_t rows = l->instance->spec->method_count;
    r.params = lcm_kinds_add(k, rows * MOST);
    r.results = lcm_kinds_add(k, rows * MOST);
    if (k->lost) return;
    if (r.object) read_object(&r);
    else if (known) read_elements(&r);
    for (uint32_t i = 0; i < l->words.count; i++) {
        const lcm_word *w = &l->words.at[i];
        const uint32_t names[] = {w->call, w->response, w->point};
        if (known) read_word(&r, w);
        for (uint32_t n = 0; !known && n < 3; n++) spoil_name(k, names[n]);
    }
}
