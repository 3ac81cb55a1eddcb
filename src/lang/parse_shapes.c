/* Arrays in messages, `c!x` with `var x[3];`: an array is one value, whatever its length.
 *
 * In PAT a value of a message is a number or an array when it is sent.  Here each value of the messages of a channel is
 * one or the other for the whole model, which is known before processes are read: an array is sent by its name, so all
 * outputs are looked through for such names. */
#include "lang/parse.h"

const lcm_shape *lcm_shape_of(const lcm_parser *p, uint32_t channel, uint32_t count) {
    for (uint32_t i = 0; i < p->shapes.count; i++)
        if (p->shapes.at[i].channel == channel && p->shapes.at[i].count == count) return &p->shapes.at[i];
    return NULL;
}

static const lcm_token *at(const lcm_parser *p, uint32_t i) {
    return &p->tokens.at[i < p->tokens.count ? i : p->tokens.count - 1];
}

static bool ends_value(const lcm_token *t) {
    return lcm_token_is(t, ".") || lcm_token_is(t, "->") || lcm_token_is(t, "{") || lcm_token_is(t, ";") ||
           t->kind == LCM_T_END;
}

static const lcm_variable *variable_at(const lcm_parser *p, uint32_t i) {
    const lcm_token *t = at(p, i);
    if (t->kind != LCM_T_NAME || p->data[t->name].kind != LCM_M_VARIABLE) return NULL;
    return &p->model->variables.at[p->data[t->name].index];
}

/* Behind a value, whose cells are counted: those of an array that stands by itself, else 1. */
static uint32_t behind_value(const lcm_parser *p, uint32_t i, uint32_t *cells) {
    const lcm_variable *v = variable_at(p, i);
    *cells = v && v->dimensions && ends_value(at(p, i + 1)) ? v->cells : 1;
    while (!ends_value(at(p, i)) ||
           (lcm_token_is(at(p, i), ".") && variable_at(p, i - 1) && variable_at(p, i - 1)->type != LCM_NUMBERS))
        i = at(p, i)->match ? at(p, i)->match + 1 : i + 1;
    return i;
}

/* The values behind `c!`. */
static void note_output(lcm_parser *p, uint32_t i, uint32_t channel) {
    lcm_shape shape = {.channel = channel, .first = i};
    const lcm_token *first = at(p, i);
    bool arrays = false;
    for (;; i++) {
        uint32_t cells;
        i = behind_value(p, i, &cells);
        if (shape.count == LCM_ARITY_MAX) return;
        shape.widths[shape.count++] = cells;
        shape.numbers += cells;
        arrays |= cells > 1;
        if (!lcm_token_is(at(p, i), ".")) break;
    }
    if (!arrays) return;
    if (shape.numbers > LCM_ARITY_MAX)
        lcm_fail(p, first, "with its arrays this message has %u numbers; %d are the most", shape.numbers,
                 LCM_ARITY_MAX);
    const lcm_shape *old = lcm_shape_of(p, channel, shape.count);
    for (uint32_t k = 0; old && k < shape.count; k++)
        if (old->widths[k] != shape.widths[k])
            lcm_fail(p, first,
                     "value %u of this message is one of %u numbers, and of %u elsewhere: '%s' needs messages "
                     "alike",
                     k + 1, shape.widths[k], old->widths[k], p->model->channels.at[channel].name);
    if (!old) lcm_add(p, &p->shapes, shape);
}

/* A message is told from others by how many numbers it has, so two shapes may not have the same number. */
static void check_count(lcm_parser *p, const lcm_shape *shape) {
    for (uint32_t i = 0; i < p->shapes.count; i++) {
        const lcm_shape *other = &p->shapes.at[i];
        if (other->channel == shape->channel && other->count != shape->count && other->numbers == shape->numbers)
            lcm_fail(p, at(p, shape->first),
                     "messages of '%s' of %u and of %u values both have %u numbers: use two channels",
                     p->model->channels.at[shape->channel].name, shape->count, other->count, shape->numbers);
    }
}

void lcm_find_shapes(lcm_parser *p) {
    for (uint32_t i = 0; i + 1 < p->tokens.count; i++) {
        const lcm_token *t = at(p, i);
        if (t->kind != LCM_T_NAME || p->data[t->name].kind != LCM_M_CHANNEL) continue;
        uint32_t sign = lcm_token_is(at(p, i + 1), "[") ? at(p, i + 1)->match + 1 : i + 1;
        if (lcm_token_is(at(p, sign), "!")) note_output(p, sign + 1, p->data[t->name].index);
    }
    for (uint32_t i = 0; i < p->shapes.count; i++) check_count(p, &p->shapes.at[i]);
}
