#include "model/compile/symbol.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "lang/library.h"
#include "lang/remainder.h"

const lcm_symbol_node *lcm_symbol_at(const lcm_builder *b, lcm_symbol s) {
    return lc_intern_get(&b->symbols, s)->bytes;
}

/* The place takes part in the comparison of symbols, so that a failure names the right one. */
static lcm_symbol intern(lcm_builder *b, const lcm_symbol_node *node) {
    size_t size = offsetof(lcm_symbol_node, of) + node->count * sizeof *node->of;
    lcm_symbol s = lc_intern_add(&b->symbols, node, size);
    if (s == LC_NOT_INTERNED) lcm_no_memory(b);
    return s;
}

static lcm_symbol make(lcm_builder *b, lcm_symbol_kind kind, uint32_t op, int32_t number, const lcm_symbol *of,
                       uint32_t count, lcm_place place) {
    assert(count <= LCM_DIMENSIONS_MAX);
    lcm_symbol_node n = {.kind = kind, .op = op, .number = number, .line = place.line, .column = place.column};
    n.count = count;
    if (count > 0) memcpy(n.of, of, count * sizeof *of);
    return intern(b, &n);
}

static const lcm_place nowhere;

lcm_symbol lcm_symbol_channel(lcm_builder *b, lcm_operator op, uint32_t channel, uint32_t number, lcm_symbol subscript,
                              lcm_place place) {
    lcm_symbol_node n = {.kind = LCM_Y_CHANNEL, .op = op, .number = (int32_t)channel, .extent = number};
    n.line = place.line, n.column = place.column;
    if (subscript != LCM_NO_SYMBOL) n.count = 1, n.of[0] = subscript;
    return intern(b, &n);
}

lcm_symbol lcm_symbol_number(lcm_builder *b, int32_t n) { return make(b, LCM_Y_NUMBER, 0, n, NULL, 0, nowhere); }
lcm_symbol lcm_symbol_register(lcm_builder *b, uint32_t r) {
    return make(b, LCM_Y_REGISTER, 0, (int32_t)r, NULL, 0, nowhere);
}
lcm_symbol lcm_symbol_message(lcm_builder *b, uint32_t i) {
    return make(b, LCM_Y_MESSAGE, 0, (int32_t)i, NULL, 0, nowhere);
}

lcm_symbol lcm_symbol_local(lcm_builder *b, uint32_t i) {
    return make(b, LCM_Y_LOCAL, 0, (int32_t)i, NULL, 0, nowhere);
}

bool lcm_symbol_is_number(const lcm_builder *b, lcm_symbol s, int32_t *number) {
    const lcm_symbol_node *n = lcm_symbol_at(b, s);
    if (n->kind != LCM_Y_NUMBER) return false;
    *number = n->number;
    return true;
}

/* Folds an operation that has a value; one that would fail is left to fail when it is run. */
static bool fold(lcm_operator op, int64_t x, int64_t y, int64_t *value) {
    switch (op) {
    case LCM_O_OR: *value = x || y; break;
    case LCM_O_AND: *value = x && y; break;
    case LCM_O_XOR: *value = !x != !y; break;
    case LCM_O_EQUAL: *value = x == y; break;
    case LCM_O_DIFFERS: *value = x != y; break;
    case LCM_O_LESS: *value = x < y; break;
    case LCM_O_AT_MOST: *value = x <= y; break;
    case LCM_O_GREATER: *value = x > y; break;
    case LCM_O_AT_LEAST: *value = x >= y; break;
    case LCM_O_ADD: *value = x + y; break;
    case LCM_O_SUBTRACT: *value = x - y; break;
    case LCM_O_MULTIPLY: *value = x * y; break;
    case LCM_O_DIVIDE:
        if (y == 0) return false;
        *value = x / y;
        break;
    case LCM_O_REMAINDER:
        if (y == 0) return false;
        *value = lcm_remainder(x, y);
        break;
    case LCM_O_BIT_AND: *value = x & y; break;
    case LCM_O_BIT_OR: *value = x | y; break;
    case LCM_O_SHIFT_LEFT:
        if (y < 0 || y > 31) return false;
        *value = (int64_t)((uint64_t)x << y);
        break;
    case LCM_O_SHIFT_RIGHT:
        if (y < 0 || y > 31) return false;
        *value = x >> y;
        break;
    default: return false;
    }
    return *value >= INT32_MIN && *value <= INT32_MAX;
}

lcm_symbol lcm_symbol_binary(lcm_builder *b, lcm_operator op, lcm_symbol x, lcm_symbol y, lcm_place place) {
    int32_t l = 0, r = 0;
    bool left = lcm_symbol_is_number(b, x, &l), right = lcm_symbol_is_number(b, y, &r);
    int64_t value;
    if (left && right && fold(op, l, r, &value)) return lcm_symbol_number(b, (int32_t)value);
    /* The second side is not looked at. */
    if (left && op == LCM_O_AND && !l) return lcm_symbol_number(b, 0);
    if (left && op == LCM_O_OR && l) return lcm_symbol_number(b, 1);
    return make(b, LCM_Y_BINARY, op, 0, (lcm_symbol[]){x, y}, 2, place);
}

static lcm_symbol unary(lcm_builder *b, lcm_operator op, lcm_symbol x, lcm_place place) {
    int32_t n;
    if (lcm_symbol_is_number(b, x, &n)) {
        if (op == LCM_O_NOT) return lcm_symbol_number(b, !n);
        if (op == LCM_O_ASSERT && n) return lcm_symbol_number(b, 1);
        if (op == LCM_O_NEGATE && n != INT32_MIN) return lcm_symbol_number(b, -n);
    }
    return make(b, LCM_Y_UNARY, op, 0, &x, 1, place);
}

lcm_symbol lcm_symbol_not(lcm_builder *b, lcm_symbol x) { return unary(b, LCM_O_NOT, x, nowhere); }

lcm_symbol lcm_symbol_and(lcm_builder *b, lcm_symbol x, lcm_symbol y) {
    if (x == LCM_NO_SYMBOL) return y;
    if (y == LCM_NO_SYMBOL) return x;
    int32_t n;
    /* Only the truth of a guard matters. */
    if (lcm_symbol_is_number(b, x, &n)) return n ? y : x;
    return lcm_symbol_binary(b, LCM_O_AND, x, y, nowhere);
}

static lcm_symbol choose(lcm_builder *b, lcm_symbol test, lcm_symbol yes, lcm_symbol no, lcm_place place) {
    int32_t n;
    if (lcm_symbol_is_number(b, test, &n)) return n ? yes : no;
    return make(b, LCM_Y_CHOOSE, 0, 0, (lcm_symbol[]){test, yes, no}, 3, place);
}

/* An element of an array that was received, which is a name for each cell: one of these. */
static lcm_symbol element(lcm_builder *b, const lcm_symbol *cells, uint32_t count, lcm_symbol subscript,
                          lcm_place place) {
    int32_t n;
    if (lcm_symbol_is_number(b, subscript, &n) && n >= 0 && (uint32_t)n < count) return cells[n];
    lcm_symbol made = cells[count - 1];
    lcm_symbol within = make(b, LCM_Y_WITHIN, 0, (int32_t)count, &subscript, 1, place);
    for (uint32_t i = count - 1; i-- > 0;) {
        lcm_symbol test =
            lcm_symbol_binary(b, LCM_O_EQUAL, i ? subscript : within, lcm_symbol_number(b, (int32_t)i), place);
        made = choose(b, test, cells[i], made, place);
    }
    return made;
}

static lcm_symbol call(lcm_builder *b, const lcm_expr *e, const lcm_symbol *of) {
    const lcm_library_row *row = e->call;
    int32_t x = 0, y = 0;
    bool known = row->way == LCM_COMPUTES && lcm_symbol_is_number(b, of[0], &x) &&
                 (e->count < 2 || lcm_symbol_is_number(b, of[1], &y));
    /* One that would fail is left to fail when it is run. */
    if (known && !lcm_library_compute(row->op, x, y, &x)) return lcm_symbol_number(b, x);
    lcm_symbol_node n = {.kind = LCM_Y_LIBRARY, .op = (uint32_t)(row - lcm_library_rows), .number = (int32_t)e->index};
    n.extent = e->with[0];
    n.line = e->place.line, n.column = e->place.column;
    n.count = e->count;
    memcpy(n.of, of, e->count * sizeof *of);
    return intern(b, &n);
}

lcm_symbol lcm_symbol_of(lcm_builder *b, const lcm_binding *binding, const lcm_expr *e) {
    lcm_symbol of[LCM_DIMENSIONS_MAX];
    assert(e->kind == LCM_E_LIST || e->count <= LCM_DIMENSIONS_MAX);
    for (uint32_t i = 0; i < e->count && i < LCM_DIMENSIONS_MAX; i++) of[i] = lcm_symbol_of(b, binding, e->of[i]);
    switch (e->kind) {
    case LCM_E_NUMBER: return lcm_symbol_number(b, e->number);
    case LCM_E_GLOBAL: return make(b, LCM_Y_GLOBAL, 0, (int32_t)e->index, of, e->count, e->place);
    case LCM_E_PARAM:
        assert(binding->slots[e->index] != LCM_NO_SYMBOL);
        if (e->count) return element(b, binding->slots + e->index, (uint32_t)e->number, of[0], e->place);
        return binding->slots[e->index];
    case LCM_E_LOCAL:
        if (e->count == 0 && b->known && b->known[e->index]) return lcm_symbol_number(b, *b->known[e->index]);
        return make(b, LCM_Y_LOCAL, 0, (int32_t)e->index, of, e->count, e->place);
    case LCM_E_UNARY: return unary(b, e->op, of[0], e->place);
    case LCM_E_BINARY: return lcm_symbol_binary(b, e->op, of[0], of[1], e->place);
    case LCM_E_CHOOSE: return choose(b, of[0], of[1], of[2], e->place);
    case LCM_E_LIBRARY: return call(b, e, of);
    case LCM_E_INSIDE: return make(b, LCM_Y_INSIDE, 0, (int32_t)e->index, NULL, 0, e->place);
    case LCM_E_CHANNEL: return make(b, LCM_Y_CHANNEL, e->op, (int32_t)e->index, of, e->count, e->place);
    default: lcm_give_up(b, e->place, "this can only be written in an object");
    }
}

lcm_symbol lcm_symbol_cell(lcm_builder *b, uint32_t variable, uint32_t cell, lcm_place place) {
    const lcm_variable *v = &b->model->variables.at[variable];
    lcm_symbol of[LCM_DIMENSIONS_MAX];
    for (uint32_t d = v->dimensions; d-- > 0; cell /= v->extent[d])
        of[d] = lcm_symbol_number(b, (int32_t)(cell % v->extent[d]));
    return make(b, LCM_Y_GLOBAL, 0, (int32_t)variable, of, v->dimensions, place);
}

bool lcm_expr_is_shared(const lcm_expr *e) {
    if (e->kind == LCM_E_GLOBAL || e->kind == LCM_E_CHANNEL || e->kind == LCM_E_INSIDE) return true;
    if (e->kind == LCM_E_LIBRARY && e->index != LCM_NO_VARIABLE) return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (lcm_expr_is_shared(e->of[i])) return true;
    return false;
}

int32_t lcm_constant_of(lcm_builder *b, const lcm_binding *binding, const lcm_expr *e, const char *what) {
    int32_t n;
    if (!lcm_symbol_is_number(b, lcm_symbol_of(b, binding, e), &n))
        lcm_give_up(b, e->place, "%s must be known before the model runs; this is not a constant here", what);
    return n;
}
