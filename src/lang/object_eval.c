/* Expressions of objects. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lang/object_parts.h"
#include "lang/remainder.h"

enum { MOST_BYTES = 256 << 20 }; /* that one run may use */

/* ---- when it cannot go on ---- */

void lcm_turn_fail(lcm_turn *r, lcm_place place, const char *format, ...) {
    if (r->over) return;
    r->over = r->failed = true;
    lcm_object_spec *s = r->spec;
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&s->lock);
    if (!s->failed) {
        s->failed = true;
        snprintf(s->failure.file, sizeof s->failure.file, "%s", s->model->file ? s->model->file : "");
        s->failure.line = place.line;
        vsnprintf(s->failure.message, sizeof s->failure.message, format, args);
    }
    pthread_mutex_unlock(&s->lock);
    va_end(args);
    lc_step_out_of_memory(r->step); /* nothing is to be concluded from the missing part */
}

void lcm_turn_out_of_memory(lcm_turn *r) {
    r->over = r->failed = true;
    lc_step_out_of_memory(r->step);
}

lince_value *lcm_turn_room(lcm_turn *r, uint32_t count) {
    size_t size = ((size_t)count + !count) * sizeof(lince_value);
    r->taken += size;
    if (r->taken > MOST_BYTES) {
        lcm_turn_fail(r, r->spec->object->place, "a step of %s needs more than %d MB: does a loop make sequences grow?",
                      r->spec->object->name, MOST_BYTES >> 20);
        return NULL;
    }
    lince_value *room = lc_arena_take(r->arena, size);
    if (!room) lcm_turn_out_of_memory(r);
    return room;
}

/* ---- values and sequences ---- */

static const lcm_datum nothing = {LINCE_NIL, 0, NULL}; /* after a failure */

static lcm_datum one(lcm_turn *r, lince_value v) {
    if (v == LINCE_NO_VALUE) {
        lcm_turn_out_of_memory(r);
        return nothing;
    }
    return (lcm_datum){v, 0, NULL};
}

static lcm_datum number(lcm_turn *r, int64_t n) { return one(r, lince_int(r->step->values, n)); }
static lcm_datum truth(bool b) { return (lcm_datum){lince_bool(b), 0, NULL}; }

bool lcm_turn_sequence(const lcm_turn *r, lcm_datum d, lcm_datum *out) {
    *out = d;
    if (d.one == LINCE_NO_VALUE) return true;
    if (lince_value_kind(r->step->values, d.one) != LINCE_LIST) return false;
    size_t count;
    out->items = lince_get_items(r->step->values, d.one, &count);
    out->count = (uint32_t)count;
    out->one = LINCE_NO_VALUE;
    return true;
}

lince_value lcm_turn_one(lcm_turn *r, lcm_datum d) {
    if (d.one != LINCE_NO_VALUE) return d.one;
    lince_value list = lince_list(r->step->values, d.items, d.count);
    if (list == LINCE_NO_VALUE) lcm_turn_out_of_memory(r);
    return list;
}

static bool are_equal(const lcm_turn *r, lcm_datum a, lcm_datum b) {
    if (a.one != LINCE_NO_VALUE && b.one != LINCE_NO_VALUE) return a.one == b.one;
    lcm_datum x, y;
    if (!lcm_turn_sequence(r, a, &x) || !lcm_turn_sequence(r, b, &y) || x.count != y.count) return false;
    return x.count == 0 || !memcmp(x.items, y.items, x.count * sizeof *x.items);
}

/* "5", for messages */
static void show(const lcm_turn *r, lcm_datum d, char text[64]) {
    const lince_values *values = r->step->values;
    int64_t n;
    size_t length;
    lcm_datum sequence;
    if (lcm_turn_sequence(r, d, &sequence)) snprintf(text, 64, "a sequence");
    else if (lince_get_int(values, d.one, &n)) snprintf(text, 64, "%" PRId64, n);
    else {
        const char *name = lince_get_text(values, d.one, &length);
        const char *quote = lince_value_kind(values, d.one) == LINCE_STRING ? "\"" : "";
        snprintf(text, 64, "%s%.*s%s", quote, length > 40 ? 40 : (int)length, name ? name : "", quote);
    }
}

static bool as_number(lcm_turn *r, const lcm_expr *e, lcm_datum d, int64_t *n) {
    *n = 0;
    if (r->over) return false;
    if (d.one != LINCE_NO_VALUE && lince_get_int(r->step->values, d.one, n)) return true;
    char text[64];
    show(r, d, text);
    lcm_turn_fail(r, e->place, "a number is needed here, and this is %s", text);
    return false;
}

bool lcm_turn_number(lcm_turn *r, const lcm_expr *e, int64_t *n) { return as_number(r, e, lcm_turn_expr(r, e), n); }

bool lcm_turn_truth(lcm_turn *r, const lcm_expr *e) {
    lcm_datum d = lcm_turn_expr(r, e);
    int64_t n;
    if (r->over) return false;
    if (d.one == LINCE_TRUE || d.one == LINCE_FALSE) return d.one == LINCE_TRUE;
    if (d.one != LINCE_NO_VALUE && lince_get_int(r->step->values, d.one, &n)) return n != 0;
    char text[64];
    show(r, d, text);
    lcm_turn_fail(r, e->place, "a condition is needed here, and %s is neither true, nor false, nor a number", text);
    return false;
}

static bool sequence_of(lcm_turn *r, const lcm_expr *e, lcm_datum *out) {
    lcm_datum d = lcm_turn_expr(r, e);
    *out = (lcm_datum){LINCE_NO_VALUE, 0, NULL};
    if (r->over) return false;
    if (lcm_turn_sequence(r, d, out)) return true;
    char text[64];
    show(r, d, text);
    *out = (lcm_datum){LINCE_NO_VALUE, 0, NULL};
    lcm_turn_fail(r, e->place, "a sequence is needed here, and this is %s", text);
    return false;
}

bool lcm_turn_index(lcm_turn *r, const lcm_expr *subscript, uint32_t count, const char *name, uint32_t *index) {
    int64_t n;
    *index = 0;
    if (!lcm_turn_number(r, subscript, &n)) return false;
    if (n >= 0 && n < count) {
        *index = (uint32_t)n;
        return true;
    }
    lcm_turn_fail(r, subscript->place, "%s[%" PRId64 "] does not exist: %s has %" PRIu32 " element%s", name, n, name,
                  count, count == 1 ? "" : "s");
    return false;
}

/* ---- operators ---- */

static lcm_datum compare(lcm_turn *r, const lcm_expr *e) {
    int64_t a, b;
    if (!lcm_turn_number(r, e->of[0], &a) || !lcm_turn_number(r, e->of[1], &b)) return nothing;
    switch (e->op) {
    case LCM_O_LESS: return truth(a < b);
    case LCM_O_AT_MOST: return truth(a <= b);
    case LCM_O_GREATER: return truth(a > b);
    default: return truth(a >= b);
    }
}

/* False: it has no result; `what` is the reason. */
static bool calculate(lcm_operator op, int64_t a, int64_t b, int64_t *n, const char **what) {
    *what = "the result has no room in 64 bits";
    switch (op) {
    case LCM_O_ADD: return !__builtin_add_overflow(a, b, n);
    case LCM_O_SUBTRACT: return !__builtin_sub_overflow(a, b, n);
    case LCM_O_MULTIPLY: return !__builtin_mul_overflow(a, b, n);
    case LCM_O_DIVIDE:
    case LCM_O_REMAINDER:
        if (b == 0) *what = "division by zero";
        if (b == 0 || (a == INT64_MIN && b == -1)) return false;
        *n = op == LCM_O_DIVIDE ? a / b : lcm_remainder(a, b);
        return true;
    case LCM_O_BIT_AND: *n = a & b; return true;
    case LCM_O_BIT_OR: *n = a | b; return true;
    case LCM_O_XOR: *n = a ^ b; return true;
    case LCM_O_SHIFT_LEFT:
    case LCM_O_SHIFT_RIGHT:
        if (b < 0 || b > 62) {
            *what = "a shift is by 0 to 62 places";
            return false;
        }
        if (op == LCM_O_SHIFT_LEFT) return !__builtin_mul_overflow(a, (int64_t)1 << b, n);
        *n = a >> b;
        return true;
    default: *what = "this operator is not for objects"; return false;
    }
}

static lcm_datum arithmetic(lcm_turn *r, const lcm_expr *e) {
    int64_t a, b, n = 0;
    const char *what;
    lcm_datum x = lcm_turn_expr(r, e->of[0]), y = lcm_turn_expr(r, e->of[1]);
    if (r->over) return nothing;
    bool truths = (x.one == LINCE_TRUE || x.one == LINCE_FALSE) && (y.one == LINCE_TRUE || y.one == LINCE_FALSE);
    if (e->op == LCM_O_XOR && truths) return truth(x.one != y.one);
    if (!as_number(r, e->of[0], x, &a) || !as_number(r, e->of[1], y, &b)) return nothing;
    if (calculate(e->op, a, b, &n, &what)) return number(r, n);
    lcm_turn_fail(r, e->place, "%s (%" PRId64 ", %" PRId64 ")", what, a, b);
    return nothing;
}

static lcm_datum binary(lcm_turn *r, const lcm_expr *e) {
    switch (e->op) {
    case LCM_O_OR: return truth(lcm_turn_truth(r, e->of[0]) || lcm_turn_truth(r, e->of[1]));
    case LCM_O_AND: return truth(lcm_turn_truth(r, e->of[0]) && lcm_turn_truth(r, e->of[1]));
    case LCM_O_EQUAL:
    case LCM_O_DIFFERS: {
        lcm_datum a = lcm_turn_expr(r, e->of[0]), b = lcm_turn_expr(r, e->of[1]);
        return r->over ? nothing : truth(are_equal(r, a, b) == (e->op == LCM_O_EQUAL));
    }
    case LCM_O_LESS:
    case LCM_O_AT_MOST:
    case LCM_O_GREATER:
    case LCM_O_AT_LEAST: return compare(r, e);
    default: return arithmetic(r, e);
    }
}

static lcm_datum unary(lcm_turn *r, const lcm_expr *e) {
    int64_t n;
    if (e->op == LCM_O_NOT) return truth(!lcm_turn_truth(r, e->of[0]));
    if (!lcm_turn_number(r, e->of[0], &n)) return nothing;
    if (n == INT64_MIN) lcm_turn_fail(r, e->place, "the result has no room in 64 bits");
    return r->over ? nothing : number(r, -n);
}

/* ---- sequences ---- */

static lcm_datum part(lcm_datum s, uint32_t from, uint32_t count) {
    return (lcm_datum){LINCE_NO_VALUE, count, s.items + from};
}

/* The sequence with `gone` elements at this place replaced by a value, or by nothing (LINCE_NO_VALUE). */
static lcm_datum spliced(lcm_turn *r, lcm_datum s, uint32_t at, uint32_t gone, lince_value come) {
    uint32_t count = s.count - gone + (come != LINCE_NO_VALUE), to = at;
    lince_value *items = lcm_turn_room(r, count);
    if (!items) return nothing;
    if (at) memcpy(items, s.items, at * sizeof *items);
    if (come != LINCE_NO_VALUE) items[to++] = come;
    if (s.count > at + gone) memcpy(items + to, s.items + at + gone, (s.count - at - gone) * sizeof *items);
    return (lcm_datum){LINCE_NO_VALUE, count, items};
}

lcm_datum lcm_turn_replaced(lcm_turn *r, lcm_datum s, uint32_t at, lince_value v) { return spliced(r, s, at, 1, v); }

static uint32_t place_of(lcm_datum s, lince_value v) {
    uint32_t at = 0;
    while (at < s.count && s.items[at] != v) at++;
    return at;
}

static uint32_t place_for(const lcm_turn *r, lcm_datum s, lince_value v) {
    uint32_t at = s.count;
    while (at && lince_compare(r->step->values, s.items[at - 1], v) > 0) at--;
    return at;
}

/* Functions of a sequence alone. */
static lcm_datum look(lcm_turn *r, const lcm_expr *e, lcm_datum s) {
    if (e->op == LCM_O_LENGTH) return number(r, s.count);
    if (!s.count) {
        static const char *const names[] = {"first", "last", "butfirst", "butlast"};
        lcm_turn_fail(r, e->place, "%s of an empty sequence: check its length before, or `require length(...) > 0;`",
                      names[e->op - LCM_O_FIRST]);
        return nothing;
    }
    switch (e->op) {
    case LCM_O_FIRST: return one(r, s.items[0]);
    case LCM_O_LAST: return one(r, s.items[s.count - 1]);
    case LCM_O_BUT_FIRST: return part(s, 1, s.count - 1);
    default: return part(s, 0, s.count - 1);
    }
}

static lcm_datum call(lcm_turn *r, const lcm_expr *e) {
    lcm_datum s;
    if (!sequence_of(r, e->of[0], &s)) return nothing;
    if (e->count < 2) return look(r, e, s);
    lcm_datum second = lcm_turn_expr(r, e->of[1]);
    lince_value v = r->over ? LINCE_NO_VALUE : lcm_turn_one(r, second);
    if (r->over) return nothing;
    uint32_t at = place_of(s, v);
    switch (e->op) {
    case LCM_O_APPEND: return spliced(r, s, s.count, 0, v);
    case LCM_O_PREPEND: return spliced(r, s, 0, 0, v);
    case LCM_O_CONTAINS: return truth(at < s.count);
    case LCM_O_REMOVE: return at < s.count ? spliced(r, s, at, 1, LINCE_NO_VALUE) : s;
    case LCM_O_INSERT: return spliced(r, s, place_for(r, s, v), 0, v);
    default: lcm_turn_fail(r, e->place, "this function is not for objects"); return nothing;
    }
}

static lcm_datum list(lcm_turn *r, const lcm_expr *e) {
    lince_value *items = lcm_turn_room(r, e->count);
    for (uint32_t i = 0; items && i < e->count && !r->over; i++) {
        lcm_datum d = lcm_turn_expr(r, e->of[i]);
        if (!r->over) items[i] = lcm_turn_one(r, d);
    }
    return r->over ? nothing : (lcm_datum){LINCE_NO_VALUE, e->count, items};
}

/* A variable, or an element of it. */
static lcm_datum variable(lcm_turn *r, const lcm_expr *e, lcm_datum d) {
    for (uint32_t i = 0; i < e->count && !r->over; i++) {
        lcm_datum s;
        uint32_t index;
        if (!lcm_turn_sequence(r, d, &s)) {
            lcm_turn_fail(r, e->place, "%s is neither an array nor a sequence", e->name ? e->name : "this");
            return nothing;
        }
        if (!lcm_turn_index(r, e->of[i], s.count, e->name ? e->name : "it", &index)) return nothing;
        d = one(r, s.items[index]);
    }
    return d;
}

lcm_datum lcm_turn_expr(lcm_turn *r, const lcm_expr *e) {
    if (r->over) return nothing;
    switch (e->kind) {
    case LCM_E_NUMBER: return number(r, e->number);
    case LCM_E_SYMBOL: return one(r, lince_symbol(r->step->values, e->name, strlen(e->name)));
    case LCM_E_FIELD: return variable(r, e, r->fields[e->index]);
    case LCM_E_LOCAL: return variable(r, e, r->locals[e->index]);
    case LCM_E_UNARY: return unary(r, e);
    case LCM_E_BINARY: return binary(r, e);
    case LCM_E_CHOOSE: return lcm_turn_truth(r, e->of[0]) ? lcm_turn_expr(r, e->of[1]) : lcm_turn_expr(r, e->of[2]);
    case LCM_E_LIST: return list(r, e);
    case LCM_E_CALL: return call(r, e);
    case LCM_E_GLOBAL:
    case LCM_E_PARAM:
    case LCM_E_LIBRARY:
    case LCM_E_INSIDE:
    case LCM_E_CHANNEL: break;
    }
    lcm_turn_fail(r, e->place, "an object sees only its own variables, its operations' arguments and constants");
    return nothing;
}
