#include "model/run/machine.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "lang/remainder.h"

static bool fail(lcm_machine *m, uint32_t place, const char *message) {
    lcm_code_place at = m->system->code.places.at[place];
    m->failure.failed = true;
    m->failure.narrow = false;
    m->failure.line = at.line, m->failure.column = at.column;
    snprintf(m->failure.message, sizeof m->failure.message, "%s", message);
    return false;
}

static bool fail_bound(lcm_machine *m, uint32_t place, int32_t index, uint32_t extent) {
    char text[120];
    snprintf(text, sizeof text, "there is no element %d, the array has elements 0 to %u", index, extent - 1);
    return fail(m, place, text);
}

static bool fail_range(lcm_machine *m, uint32_t place, uint32_t field, int32_t value) {
    const lcm_field *f = &m->system->fields.at[field];
    const char *name = f->kind == LCM_F_VARIABLE ? m->system->model->variables.at[f->owner].name : "a field";
    char text[180];
    snprintf(text, sizeof text, "%.60s would become %d, which is not in its range {%d..%d}", name, value, f->low,
             f->high);
    return fail(m, place, text);
}

static void note_change(lcm_machine *m, uint32_t field) {
    if (m->changed_count < LCM_CHANGED_MAX) m->changed[m->changed_count] = field;
    m->changed_count++;
}

static bool store(lcm_machine *m, uint32_t field, int32_t value, uint32_t place) {
    const lcm_field *f = &m->system->fields.at[field];
    if (f->declared && (value < f->low || value > f->high)) return fail_range(m, place, field, value);
    m->fields[field] = value;
    note_change(m, field);
    return true;
}

static void shift_down(lcm_machine *m, uint32_t field, uint32_t capacity, uint32_t arity) {
    uint32_t cells = capacity * arity;
    int32_t *buffer = m->fields + field;
    for (uint32_t i = 0; i <= cells; i++) note_change(m, field + i);
    buffer[0]--;
    memmove(buffer + 1, buffer + 1 + arity, (cells - arity) * sizeof *buffer);
    memset(buffer + 1 + cells - arity, 0, arity * sizeof *buffer);
}

/* The quotient as in C, the remainder not; an operation without a value, or with none of 32 bits, fails. */
static bool arithmetic(lcm_machine *m, lcm_instruction op, int64_t x, int64_t y, uint32_t place, int32_t *out) {
    int64_t value = 0;
    switch (op) {
    case LCM_I_ADD: value = x + y; break;
    case LCM_I_SUBTRACT: value = x - y; break;
    case LCM_I_MULTIPLY: value = x * y; break;
    case LCM_I_DIVIDE:
        if (y == 0) return fail(m, place, "division by zero");
        value = x / y;
        break;
    case LCM_I_REMAINDER:
        if (y == 0) return fail(m, place, "remainder of a division by zero");
        value = lcm_remainder(x, y);
        break;
    case LCM_I_SHIFT_LEFT:
    case LCM_I_SHIFT_RIGHT:
        if (y < 0 || y > 31) return fail(m, place, "a shift by less than 0 or more than 31 bits");
        value = op == LCM_I_SHIFT_RIGHT ? x >> y : x * ((int64_t)1 << y);
        break;
    default: assert(!"arithmetic");
    }
    if (value < INT32_MIN || value > INT32_MAX) return fail(m, place, "the result does not fit in 32 bits");
    *out = (int32_t)value;
    return true;
}

/* ---- collections ---- */

/* How many cells the variable at this field has. */
static uint32_t cells_at(const lcm_machine *m, uint32_t field) {
    return m->system->model->variables.at[m->system->fields.at[field].owner].cells;
}

static const int32_t *cells_or_none(const lcm_machine *m, uint32_t field) {
    return field == LCM_NO_FIELD ? NULL : m->fields + field;
}

static bool call_done(lcm_machine *m, uint32_t call, const char *why) {
    return !why || fail(m, lcm_call_place(call), why);
}

static void replace(lcm_machine *m, uint32_t field, const int32_t *cells, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (m->fields[field + i] == cells[i]) continue;
        m->fields[field + i] = cells[i];
        note_change(m, field + i);
    }
}

static bool ask(lcm_machine *m, const uint32_t *p, int32_t *top) {
    return call_done(
        m, p[3],
        lcm_collection_ask(lcm_call_op(p[3]), m->fields + p[1], cells_at(m, p[1]), cells_or_none(m, p[2]), *top, top));
}

static bool change(lcm_machine *m, const uint32_t *p, int32_t *top) {
    int32_t cells[LCM_COLLECTION_CELLS_MAX];
    uint32_t count = cells_at(m, p[1]);
    memcpy(cells, m->fields + p[1], count * sizeof *cells);
    const char *why = lcm_collection_change(lcm_call_op(p[2]), cells, top[0], top[1], top);
    if (!why) replace(m, p[1], cells, count);
    return call_done(m, p[2], why);
}

static bool make(lcm_machine *m, const uint32_t *p) {
    memset(m->made, 0, sizeof m->made);
    return call_done(m, p[3],
                     lcm_collection_make(lcm_call_op(p[3]), cells_or_none(m, p[1]),
                                         p[1] == LCM_NO_FIELD ? 0 : cells_at(m, p[1]), cells_or_none(m, p[2]),
                                         m->made));
}

/* The values that it takes are on top; afterwards the result is. */
static bool call(lcm_machine *m, const uint32_t *p, int32_t **top) {
    switch ((lcm_instruction)*p) {
    case LCM_I_ASK: return ask(m, p, *top);
    case LCM_I_CHANGE: --*top; return change(m, p, *top);
    case LCM_I_MAKE: return make(m, p);
    case LCM_I_KEEP: replace(m, p[1], m->made, cells_at(m, p[1])); return true;
    default:
        assert(*p == LCM_I_COMPUTE);
        --*top;
        return call_done(m, p[1], lcm_library_compute(lcm_call_op(p[1]), (*top)[0], (*top)[1], *top));
    }
}

bool lcm_run(lcm_machine *m, uint32_t at) {
    const uint32_t *code = m->system->code.words.at, *p = code + at;
    int32_t *top = m->stack - 1; /* the topmost value */
    uint32_t rounds = 0;
    for (;;) {
        lcm_instruction op = (lcm_instruction)*p;
        switch (op) {
        case LCM_I_END: return true;
        case LCM_I_NUMBER: *++top = (int32_t)p[1]; break;
        case LCM_I_LOAD: *++top = m->fields[p[1]]; break;
        case LCM_I_LOAD_AT: *top = m->fields[p[1] + (uint32_t)*top]; break;
        case LCM_I_STORE:
            if (!store(m, p[1], *top--, p[2])) return false;
            break;
        case LCM_I_STORE_AT:
            top -= 2;
            if (!store(m, p[1] + (uint32_t)top[2], top[1], p[2])) return false;
            break;
        case LCM_I_SET:
            m->fields[p[1]] = (int32_t)p[2];
            note_change(m, p[1]);
            break;
        case LCM_I_GET_LOCAL: *++top = m->locals[p[1]]; break;
        case LCM_I_GET_LOCAL_AT: *top = m->locals[p[1] + (uint32_t)*top]; break;
        case LCM_I_SET_LOCAL: m->locals[p[1]] = *top--; break;
        case LCM_I_SET_LOCAL_AT:
            top -= 2;
            m->locals[p[1] + (uint32_t)top[2]] = top[1];
            break;
        case LCM_I_MESSAGE: *++top = m->message[p[1]]; break;
        case LCM_I_BOUND:
            if (*top < 0 || (uint32_t)*top >= p[1]) return fail_bound(m, p[2], *top, p[1]);
            break;
        case LCM_I_SCALE: *top *= (int32_t)p[1]; break;
        case LCM_I_PLUS: top--, *top += top[1]; break;
        case LCM_I_ADD:
        case LCM_I_SUBTRACT:
        case LCM_I_MULTIPLY:
        case LCM_I_DIVIDE:
        case LCM_I_REMAINDER:
        case LCM_I_SHIFT_LEFT:
        case LCM_I_SHIFT_RIGHT:
            top--;
            if (!arithmetic(m, op, top[0], top[1], p[1], top)) return false;
            break;
        case LCM_I_NEGATE:
            if (!arithmetic(m, LCM_I_SUBTRACT, 0, *top, p[1], top)) return false;
            break;
        case LCM_I_ASSERT:
            if (!*top) return fail(m, p[1], "the assertion does not hold");
            *top = 1;
            break;
        case LCM_I_NOT: *top = !*top; break;
        case LCM_I_XOR: top--, *top = !top[0] != !top[1]; break;
        case LCM_I_EQUAL: top--, *top = top[0] == top[1]; break;
        case LCM_I_DIFFERS: top--, *top = top[0] != top[1]; break;
        case LCM_I_LESS: top--, *top = top[0] < top[1]; break;
        case LCM_I_AT_MOST: top--, *top = top[0] <= top[1]; break;
        case LCM_I_GREATER: top--, *top = top[0] > top[1]; break;
        case LCM_I_AT_LEAST: top--, *top = top[0] >= top[1]; break;
        case LCM_I_BIT_AND: top--, *top = top[0] & top[1]; break;
        case LCM_I_BIT_OR: top--, *top = top[0] | top[1]; break;
        case LCM_I_TRUTH: *top = *top != 0; break;
        case LCM_I_DROP: top--; break;
        case LCM_I_ASK:
        case LCM_I_CHANGE:
        case LCM_I_MAKE:
        case LCM_I_KEEP:
        case LCM_I_COMPUTE:
            if (!call(m, p, &top)) return false;
            break;
        case LCM_I_JUMP: p = code + p[1]; continue;
        case LCM_I_JUMP_BACK:
            if (++rounds > LCM_ROUNDS_MAX) return fail(m, p[2], "this loop does not seem to end (1,000,000 rounds)");
            p = code + p[1];
            continue;
        case LCM_I_IF_NOT:
            if (*top-- == 0) {
                p = code + p[1];
                continue;
            }
            break;
        case LCM_I_SHIFT_DOWN: shift_down(m, p[1], p[2], p[3]); break;
        case LCM_I_SHIFT_DOWN_AT: shift_down(m, p[1] + (uint32_t)*top--, p[2], p[3]); break;
        }
        p += 1 + lcm_operand_count[op];
    }
}
