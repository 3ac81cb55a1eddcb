/* A state in words: `x = 1, A[2] = 0, c = [3, 4]`. */
#include "model/compile/emit.h"
#include "model/run/walk.h"

typedef struct printer {
    const lcm_system *system;
    const int32_t *before, *after; /* fields; before NULL: everything is printed */
    lince_text *out;
    bool some; /* is printed already */
} printer;

static void begin(printer *p, const char *name) {
    lc_text_printf(p->out, "%s%s", p->some ? ", " : "", name);
    p->some = true;
}

static bool differs(const printer *p, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!p->before || p->before[first + i] != p->after[first + i]) return true;
    return false;
}

/* `[[0, 1], [2, 3]]`: a bracket where a cell is the first, or the last, of as many as there are from a dimension on. */
static void put_array(printer *p, const lcm_variable *v, uint32_t field) {
    for (uint32_t cell = 0; cell < v->cells; cell++) {
        if (cell) lc_text_puts(p->out, ", ");
        for (uint32_t d = 0, size = v->cells; d < v->dimensions; size /= v->extent[d++])
            if (cell % size == 0) lc_text_putc(p->out, '[');
        lc_text_printf(p->out, "%d", p->after[field + cell]);
        for (uint32_t d = 0, size = v->cells; d < v->dimensions; size /= v->extent[d++])
            if ((cell + 1) % size == 0) lc_text_putc(p->out, ']');
    }
}

static void put_cell(printer *p, const lcm_variable *v, uint32_t field, uint32_t cell) {
    begin(p, v->name);
    for (uint32_t d = 0, rest = cell, below = v->cells; d < v->dimensions; d++) {
        below /= v->extent[d];
        lc_text_printf(p->out, "[%u]", rest / below);
        rest %= below;
    }
    lc_text_printf(p->out, " = %d", p->after[field + cell]);
}

/* `{1, 2}`, `[4, 5]`, and of a table `{1: 10}`. */
static void put_collection(printer *p, const lcm_variable *v, uint32_t field) {
    const int32_t *cells = p->after + field;
    bool sequence = lcm_is_sequence(v->type);
    if (!differs(p, field, v->cells)) return;
    begin(p, v->name);
    lc_text_puts(p->out, sequence ? " = [" : " = {");
    for (int32_t i = 0; i < cells[0]; i++) {
        if (i) lc_text_puts(p->out, ", ");
        if (v->type == LCM_TABLE) lc_text_printf(p->out, "%d: %d", cells[1 + 2 * i], cells[2 + 2 * i]);
        else lc_text_printf(p->out, "%d", cells[1 + i]);
    }
    lc_text_putc(p->out, sequence ? ']' : '}');
}

static void put_variable(printer *p, const lcm_variable *v, uint32_t field) {
    if (v->type != LCM_NUMBERS) {
        put_collection(p, v, field);
        return;
    }
    if (!p->before && v->dimensions) {
        begin(p, v->name);
        lc_text_puts(p->out, " = ");
        put_array(p, v, field);
        return;
    }
    for (uint32_t i = 0; i < v->cells; i++)
        if (differs(p, field + i, 1)) put_cell(p, v, field, i);
}

/* Messages of several values as they are sent: `1.2`. */
static void put_buffer(printer *p, const lcm_channel *c, uint32_t field, uint32_t which) {
    begin(p, c->name);
    if (c->extent) lc_text_printf(p->out, "[%u]", which);
    lc_text_puts(p->out, " = [");
    const int32_t *value = p->after + field + 1;
    for (int32_t i = 0; i < p->after[field]; i++) {
        if (i) lc_text_puts(p->out, ", ");
        uint32_t length = lcm_message_varies(c) ? (uint32_t)value[c->arity] : c->arity;
        for (uint32_t k = 0; k < length; k++) lc_text_printf(p->out, "%s%d", k ? "." : "", value[k]);
        value += lcm_message_cells(c);
    }
    lc_text_putc(p->out, ']');
}

void lcm_system_print_state(lcm_walker *walker, const uint32_t *before, const uint32_t *state, lince_text *out) {
    lcm_system_walker *w = (lcm_system_walker *)(void *)walker;
    const lcm_system *s = w->system;
    const lcm_model *m = s->model;
    printer p = {.system = s, .before = before ? w->before : NULL, .after = w->after, .out = out};
    lcm_unpack(s, state, w->after);
    if (before) lcm_unpack(s, before, w->before);
    for (uint32_t i = 0; i < m->variables.count; i++) put_variable(&p, &m->variables.at[i], s->variable_field[i]);
    for (uint32_t i = 0; i < m->channels.count; i++) {
        const lcm_channel *c = &m->channels.at[i];
        uint32_t stride = lcm_channel_stride(c), count = c->extent ? c->extent : 1;
        for (uint32_t k = 0; k < count && c->capacity; k++)
            if (differs(&p, s->channel_field[i] + k * stride, stride))
                put_buffer(&p, c, s->channel_field[i] + k * stride, k);
    }
}
