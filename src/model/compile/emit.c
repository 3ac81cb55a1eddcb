#include "model/compile/emit.h"

#include <assert.h>
#include <string.h>

static const struct {
    uint8_t operands, takes, leaves;
} shapes[] = {
#define SHAPE(name, operands, takes, leaves) {operands, takes, leaves},
    LCM_INSTRUCTIONS(SHAPE)
#undef SHAPE
};

const uint8_t lcm_operand_count[] = {
#define OPERANDS(name, operands, takes, leaves) operands,
    LCM_INSTRUCTIONS(OPERANDS)
#undef OPERANDS
};

uint32_t lcm_emit(lcm_emitter *e, lcm_instruction op, uint32_t a, uint32_t b, uint32_t c) {
    lcm_code *code = &e->b->system->code;
    uint32_t operands[] = {a, b, c};
    assert(e->depth >= shapes[op].takes);
    e->depth += (uint32_t)shapes[op].leaves - shapes[op].takes;
    if (e->depth > LCM_STACK_MAX)
        lcm_give_up(e->b, (lcm_place){0, 0}, "an expression or a process has too many parts at once; make it simpler");
    lcm_keep(e->b, &code->words, op);
    uint32_t at = code->words.count;
    for (uint32_t i = 0; i < shapes[op].operands; i++) lcm_keep(e->b, &code->words, operands[i]);
    return at;
}

uint32_t lcm_emit_place(lcm_emitter *e, lcm_place place) {
    lcm_code *code = &e->b->system->code;
    lcm_code_place p = {place.line, place.column};
    for (uint32_t i = code->places.count; i-- > 0 && i + 8 > code->places.count;)
        if (code->places.at[i].line == p.line && code->places.at[i].column == p.column) return i;
    lcm_keep(e->b, &code->places, p);
    return code->places.count - 1;
}

static uint32_t here(const lcm_emitter *e) { return e->b->system->code.words.count; }
static void land(lcm_emitter *e, uint32_t jump) { e->b->system->code.words.at[jump] = here(e); }

/* ---- expressions ---- */

/* Leaves the distance from the first cell on the stack, or returns true and stores the cell in `known`. */
static bool subscripts(lcm_emitter *e, const uint32_t *extent, const lcm_symbol *of, uint32_t count, lcm_place place,
                       uint32_t *known) {
    bool all = true;
    *known = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t n;
        all = all && lcm_symbol_is_number(e->b, of[i], &n) && n >= 0 && (uint32_t)n < extent[i];
        if (all) *known = *known * extent[i] + (uint32_t)n;
    }
    if (all) return true;
    for (uint32_t i = 0; i < count; i++) {
        lcm_emit_symbol(e, of[i]);
        lcm_emit(e, LCM_I_BOUND, extent[i], lcm_emit_place(e, place), 0);
        uint32_t scale = 1;
        for (uint32_t k = i + 1; k < count; k++) scale *= extent[k];
        if (scale > 1) lcm_emit(e, LCM_I_SCALE, scale, 0, 0);
        if (i > 0) lcm_emit(e, LCM_I_PLUS, 0, 0, 0);
    }
    return false;
}

static void load_global(lcm_emitter *e, const lcm_symbol_node *n) {
    const lcm_variable *v = &e->b->model->variables.at[n->number];
    uint32_t first = e->b->system->variable_field[n->number], known;
    if (subscripts(e, v->extent, n->of, n->count, (lcm_place){n->line, n->column}, &known))
        lcm_emit(e, LCM_I_LOAD, first + known, 0, 0);
    else lcm_emit(e, LCM_I_LOAD_AT, first, 0, 0);
}

static void load_local(lcm_emitter *e, const lcm_symbol_node *n) {
    uint32_t first = e->locals[2 * n->number], extent = e->locals[2 * n->number + 1], known;
    if (n->count == 0) lcm_emit(e, LCM_I_GET_LOCAL, first, 0, 0);
    else if (subscripts(e, &extent, n->of, n->count, (lcm_place){n->line, n->column}, &known))
        lcm_emit(e, LCM_I_GET_LOCAL, first + known, 0, 0);
    else lcm_emit(e, LCM_I_GET_LOCAL_AT, first, 0, 0);
}

bool lcm_emit_subscript(lcm_emitter *e, const lcm_channel *c, lcm_symbol subscript, lcm_place place) {
    if (subscript == LCM_NO_SYMBOL) return false;
    lcm_emit_symbol(e, subscript);
    lcm_emit(e, LCM_I_BOUND, c->extent, lcm_emit_place(e, place), 0);
    lcm_emit(e, LCM_I_SCALE, lcm_channel_stride(c), 0, 0);
    return true;
}

static void emit_channel_test(lcm_emitter *e, const lcm_symbol_node *n) {
    const lcm_channel *c = &e->b->model->channels.at[n->number];
    if (n->op == LCM_O_CAPACITY || c->capacity == 0) {
        /* Where both sides meet, nothing ever waits in between and nothing can be put there. */
        lcm_emit(e, LCM_I_NUMBER, n->op == LCM_O_CAPACITY ? c->capacity : n->op == LCM_O_FULL || n->op == LCM_O_EMPTY,
                 0, 0);
        return;
    }
    uint32_t field = e->b->system->channel_field[n->number] + (n->op == LCM_O_PEEK ? 1 + n->extent : 0);
    bool array = lcm_emit_subscript(e, c, n->count ? n->of[0] : LCM_NO_SYMBOL, (lcm_place){n->line, n->column});
    lcm_emit(e, array ? LCM_I_LOAD_AT : LCM_I_LOAD, field, 0, 0);
    if (n->op == LCM_O_EMPTY) lcm_emit(e, LCM_I_NOT, 0, 0, 0);
    if (n->op == LCM_O_FULL) {
        lcm_emit(e, LCM_I_NUMBER, c->capacity, 0, 0);
        lcm_emit(e, LCM_I_AT_LEAST, 0, 0, 0);
    }
}

/* Only one of the two is looked at. */
static void either(lcm_emitter *e, lcm_symbol test, lcm_symbol yes, lcm_symbol no, bool truth) {
    lcm_emit_symbol(e, test);
    uint32_t otherwise = lcm_emit(e, LCM_I_IF_NOT, 0, 0, 0);
    uint32_t depth = e->depth;
    lcm_emit_symbol(e, yes);
    if (truth) lcm_emit(e, LCM_I_TRUTH, 0, 0, 0);
    uint32_t end = lcm_emit(e, LCM_I_JUMP, 0, 0, 0);
    e->depth = depth;
    land(e, otherwise);
    lcm_emit_symbol(e, no);
    if (truth) lcm_emit(e, LCM_I_TRUTH, 0, 0, 0);
    land(e, end);
}

static void binary(lcm_emitter *e, const lcm_symbol_node *n) {
    if (n->op == LCM_O_AND) {
        either(e, n->of[0], n->of[1], lcm_symbol_number(e->b, 0), true);
        return;
    }
    if (n->op == LCM_O_OR) {
        either(e, n->of[0], lcm_symbol_number(e->b, 1), n->of[1], true);
        return;
    }
    static const struct {
        lcm_instruction instruction;
        bool fails;
    } of[] = {
        [LCM_O_XOR] = {LCM_I_XOR, false},
        [LCM_O_EQUAL] = {LCM_I_EQUAL, false},
        [LCM_O_DIFFERS] = {LCM_I_DIFFERS, false},
        [LCM_O_LESS] = {LCM_I_LESS, false},
        [LCM_O_AT_MOST] = {LCM_I_AT_MOST, false},
        [LCM_O_GREATER] = {LCM_I_GREATER, false},
        [LCM_O_AT_LEAST] = {LCM_I_AT_LEAST, false},
        [LCM_O_ADD] = {LCM_I_ADD, true},
        [LCM_O_SUBTRACT] = {LCM_I_SUBTRACT, true},
        [LCM_O_MULTIPLY] = {LCM_I_MULTIPLY, true},
        [LCM_O_DIVIDE] = {LCM_I_DIVIDE, true},
        [LCM_O_REMAINDER] = {LCM_I_REMAINDER, true},
        [LCM_O_BIT_AND] = {LCM_I_BIT_AND, false},
        [LCM_O_BIT_OR] = {LCM_I_BIT_OR, false},
        [LCM_O_SHIFT_LEFT] = {LCM_I_SHIFT_LEFT, true},
        [LCM_O_SHIFT_RIGHT] = {LCM_I_SHIFT_RIGHT, true},
    };
    lcm_emit_symbol(e, n->of[0]);
    lcm_emit_symbol(e, n->of[1]);
    assert(n->op < sizeof of / sizeof *of && of[n->op].instruction != LCM_I_END);
    uint32_t place = of[n->op].fails ? lcm_emit_place(e, (lcm_place){n->line, n->column}) : 0;
    lcm_emit(e, of[n->op].instruction, place, 0, 0);
}

void lcm_emit_symbol(lcm_emitter *e, lcm_symbol s) {
    const lcm_symbol_node *n = lcm_symbol_at(e->b, s);
    switch ((lcm_symbol_kind)n->kind) {
    case LCM_Y_NUMBER: lcm_emit(e, LCM_I_NUMBER, (uint32_t)n->number, 0, 0); return;
    case LCM_Y_REGISTER:
        lcm_emit(e, LCM_I_LOAD, e->b->system->slots.at[e->slot].field + 1 + (uint32_t)n->number, 0, 0);
        return;
    case LCM_Y_MESSAGE: lcm_emit(e, LCM_I_MESSAGE, (uint32_t)n->number, 0, 0); return;
    case LCM_Y_LOCAL: load_local(e, n); return;
    case LCM_Y_GLOBAL: load_global(e, n); return;
    case LCM_Y_UNARY:
        lcm_emit_symbol(e, n->of[0]);
        if (n->op == LCM_O_NOT) lcm_emit(e, LCM_I_NOT, 0, 0, 0);
        else if (n->op == LCM_O_ASSERT)
            lcm_emit(e, LCM_I_ASSERT, lcm_emit_place(e, (lcm_place){n->line, n->column}), 0, 0);
        else lcm_emit(e, LCM_I_NEGATE, lcm_emit_place(e, (lcm_place){n->line, n->column}), 0, 0);
        return;
    case LCM_Y_BINARY: binary(e, n); return;
    case LCM_Y_CHOOSE: either(e, n->of[0], n->of[1], n->of[2], false); return;
    case LCM_Y_CHANNEL: emit_channel_test(e, n); return;
    case LCM_Y_LIBRARY: lcm_emit_call(e, n); return;
    case LCM_Y_WITHIN:
        lcm_emit_symbol(e, n->of[0]);
        lcm_emit(e, LCM_I_BOUND, (uint32_t)n->number, lcm_emit_place(e, (lcm_place){n->line, n->column}), 0);
        return;
    case LCM_Y_INSIDE: lcm_emit_inside(e, (uint32_t)n->number); return;
    }
}

uint32_t lcm_emit_value(lcm_builder *b, uint32_t slot, lcm_symbol s) {
    lcm_emitter e = {.b = b, .slot = slot};
    uint32_t at = here(&e);
    lcm_emit_symbol(&e, s);
    lcm_emit(&e, LCM_I_END, 0, 0, 0);
    return at;
}

/* ---- statements ---- */

/* Cells for the locals of a block: pairs of where it begins and how many there are. */
static void measure(const lcm_statement *s, uint32_t *extent, uint32_t room) {
    if (!s) return;
    if (s->kind == LCM_S_LOCAL) {
        assert(s->index < room);
        extent[s->index] = s->length > 1 ? s->length : 1;
    }
    uint32_t bodies = s->kind == LCM_S_BLOCK ? s->count : s->kind == LCM_S_IF ? 2 : s->kind == LCM_S_WHILE ? 1 : 0;
    for (uint32_t i = 0; i < bodies; i++) measure(s->body[i], extent, room);
}

static uint32_t local_count(const lcm_statement *s) {
    uint32_t most = 0;
    if (!s) return 0;
    if (s->kind == LCM_S_LOCAL) most = s->index + 1;
    uint32_t bodies = s->kind == LCM_S_BLOCK ? s->count : s->kind == LCM_S_IF ? 2 : s->kind == LCM_S_WHILE ? 1 : 0;
    for (uint32_t i = 0; i < bodies; i++) {
        uint32_t inner = local_count(s->body[i]);
        if (inner > most) most = inner;
    }
    return most;
}

static void assign(lcm_emitter *e, const lcm_binding *binding, const lcm_statement *s) {
    const lcm_expr *t = s->target;
    lcm_symbol of[LCM_DIMENSIONS_MAX];
    uint32_t known;
    lcm_emit_symbol(e, lcm_symbol_of(e->b, binding, s->value));
    for (uint32_t i = 0; i < t->count; i++) of[i] = lcm_symbol_of(e->b, binding, t->of[i]);
    if (t->kind == LCM_E_LOCAL) {
        uint32_t first = e->locals[2 * t->index], extent = e->locals[2 * t->index + 1];
        if (t->count == 0) lcm_emit(e, LCM_I_SET_LOCAL, first, 0, 0);
        else if (subscripts(e, &extent, of, t->count, t->place, &known))
            lcm_emit(e, LCM_I_SET_LOCAL, first + known, 0, 0);
        else lcm_emit(e, LCM_I_SET_LOCAL_AT, first, 0, 0);
        return;
    }
    assert(t->kind == LCM_E_GLOBAL);
    uint32_t first = e->b->system->variable_field[t->index];
    bool plain = subscripts(e, e->b->model->variables.at[t->index].extent, of, t->count, t->place, &known);
    if (plain) lcm_emit(e, LCM_I_STORE, first + known, lcm_emit_place(e, t->place), 0);
    else lcm_emit(e, LCM_I_STORE_AT, first, lcm_emit_place(e, t->place), 0);
}

/* ---- loops that count ---- */

/* `var p = 0; while (p < N) { ...; p = p + 1; }`, where nothing else sets p and N is known, is written out: then it is
 * known which cells it touches, and reductions rest on that. */
typedef struct counting {
    uint32_t local;
    int32_t from, below;
} counting;

enum { WRITE_OUT_MAX = 16 };

static bool sets_local(const lcm_statement *s, uint32_t local) {
    if (!s) return false;
    if (s->kind == LCM_S_LOCAL) return s->index == local;
    if (s->kind == LCM_S_ASSIGN) return s->target->kind == LCM_E_LOCAL && s->target->index == local;
    uint32_t bodies = s->kind == LCM_S_BLOCK ? s->count : s->kind == LCM_S_IF ? 2 : s->kind == LCM_S_WHILE ? 1 : 0;
    for (uint32_t i = 0; i < bodies; i++)
        if (sets_local(s->body[i], local)) return true;
    return false;
}

static bool adds_one(const lcm_statement *s, uint32_t local) {
    if (s->kind != LCM_S_ASSIGN || s->target->kind != LCM_E_LOCAL || s->target->index != local) return false;
    const lcm_expr *v = s->value;
    return v->kind == LCM_E_BINARY && v->op == LCM_O_ADD && v->of[0]->kind == LCM_E_LOCAL && v->of[0]->index == local &&
           v->of[1]->kind == LCM_E_NUMBER && v->of[1]->number == 1;
}

static bool counts(lcm_emitter *e, const lcm_binding *binding, const lcm_statement *first, const lcm_statement *loop,
                   counting *c) {
    if (first->kind != LCM_S_LOCAL || first->length > 0 || loop->kind != LCM_S_WHILE) return false;
    const lcm_expr *test = loop->condition;
    const lcm_statement *body = loop->body[0];
    c->local = first->index;
    if (test->kind != LCM_E_BINARY || test->op != LCM_O_LESS || test->of[0]->kind != LCM_E_LOCAL ||
        test->of[0]->index != c->local || body->kind != LCM_S_BLOCK || body->count == 0)
        return false;
    for (uint32_t i = 0; i + 1 < body->count; i++)
        if (sets_local(body->body[i], c->local)) return false;
    c->from = 0;
    if (first->value && !lcm_symbol_is_number(e->b, lcm_symbol_of(e->b, binding, first->value), &c->from)) return false;
    return adds_one(body->body[body->count - 1], c->local) &&
           lcm_symbol_is_number(e->b, lcm_symbol_of(e->b, binding, test->of[1]), &c->below) &&
           (int64_t)c->below - c->from <= WRITE_OUT_MAX;
}

static void statement(lcm_emitter *, const lcm_binding *, const lcm_statement *);

static void write_out(lcm_emitter *e, const lcm_binding *binding, const lcm_statement *loop, const counting *c) {
    const lcm_statement *body = loop->body[0];
    int32_t value = c->from;
    for (; value < c->below; value++) {
        e->b->known[c->local] = &value;
        for (uint32_t i = 0; i + 1 < body->count; i++) statement(e, binding, body->body[i]);
    }
    e->b->known[c->local] = NULL;
    lcm_emit(e, LCM_I_NUMBER, (uint32_t)value, 0, 0);
    lcm_emit(e, LCM_I_SET_LOCAL, e->locals[2 * c->local], 0, 0);
}

static void statement(lcm_emitter *e, const lcm_binding *binding, const lcm_statement *s) {
    if (!s) return;
    switch (s->kind) {
    case LCM_S_BLOCK:
        for (uint32_t i = 0; i < s->count; i++) {
            counting c;
            if (i + 1 < s->count && counts(e, binding, s->body[i], s->body[i + 1], &c))
                write_out(e, binding, s->body[++i], &c);
            else statement(e, binding, s->body[i]);
        }
        return;
    case LCM_S_LOCAL: {
        uint32_t first = e->locals[2 * s->index], extent = e->locals[2 * s->index + 1];
        for (uint32_t i = 0; i < extent; i++) {
            if (s->value && i == 0) lcm_emit_symbol(e, lcm_symbol_of(e->b, binding, s->value));
            else lcm_emit(e, LCM_I_NUMBER, 0, 0, 0);
            lcm_emit(e, LCM_I_SET_LOCAL, first + i, 0, 0);
        }
        return;
    }
    case LCM_S_ASSIGN: assign(e, binding, s); return;
    case LCM_S_CALL:
        lcm_emit_symbol(e, lcm_symbol_of(e->b, binding, s->value));
        lcm_emit(e, LCM_I_DROP, 0, 0, 0);
        return;
    case LCM_S_MAKE: lcm_emit_make(e, s); return;
    case LCM_S_IF: {
        lcm_emit_symbol(e, lcm_symbol_of(e->b, binding, s->condition));
        uint32_t otherwise = lcm_emit(e, LCM_I_IF_NOT, 0, 0, 0);
        statement(e, binding, s->body[0]);
        if (s->body[1]) {
            uint32_t end = lcm_emit(e, LCM_I_JUMP, 0, 0, 0);
            land(e, otherwise);
            statement(e, binding, s->body[1]);
            land(e, end);
        } else land(e, otherwise);
        return;
    }
    case LCM_S_WHILE: {
        uint32_t begin = here(e);
        lcm_emit_symbol(e, lcm_symbol_of(e->b, binding, s->condition));
        uint32_t end = lcm_emit(e, LCM_I_IF_NOT, 0, 0, 0);
        statement(e, binding, s->body[0]);
        lcm_emit(e, LCM_I_JUMP_BACK, begin, lcm_emit_place(e, s->place), 0);
        land(e, end);
        return;
    }
    default: lcm_give_up(e->b, s->place, "this can only be written in an object");
    }
}

/* A parameter stands for the value of its argument before the block: `P(x)` with `{x = x + 1; y = i;}` in P sets y to
 * the old x.  An argument that reads variables is therefore evaluated first, into a local. */
void lcm_emit_block(lcm_emitter *e, const lcm_binding *binding, const lcm_statement *block) {
    uint32_t slots = binding->definition ? binding->definition->slot_count : 0;
    uint32_t declared = local_count(block), count = declared + slots;
    uint32_t *extent = lcm_room(e->b, (count + 1) * sizeof *extent);
    uint32_t *locals = lcm_room(e->b, 2 * (count + 1) * sizeof *locals);
    for (uint32_t i = 0; i < count; i++) extent[i] = 1;
    measure(block, extent, declared);
    uint32_t cells = 0;
    for (uint32_t i = 0; i < count; i++) locals[2 * i] = cells, locals[2 * i + 1] = extent[i], cells += extent[i];
    if (cells > e->b->system->locals_max) e->b->system->locals_max = cells;
    e->locals = locals;
    lcm_symbol *inside = lcm_room(e->b, (slots + 1) * sizeof *inside);
    for (uint32_t i = 0; i < slots; i++) {
        inside[i] = binding->slots[i];
        if (inside[i] == LCM_NO_SYMBOL) continue;
        lcm_symbol_kind kind = lcm_symbol_at(e->b, inside[i])->kind;
        if (kind == LCM_Y_NUMBER || kind == LCM_Y_REGISTER || kind == LCM_Y_MESSAGE) continue;
        lcm_emit_symbol(e, inside[i]);
        lcm_emit(e, LCM_I_SET_LOCAL, locals[2 * (declared + i)], 0, 0);
        inside[i] = lcm_symbol_local(e->b, declared + i);
    }
    /* PAT executes a block on a copy of all data, and in the copy of a list its `$Field` is 0. */
    for (uint32_t i = 0; i < e->b->model->variables.count; i++)
        if (e->b->model->variables.at[i].field_of) lcm_emit(e, LCM_I_SET, e->b->system->variable_field[i], 0, 0);
    e->b->known = lcm_room(e->b, (count + 1) * sizeof *e->b->known);
    statement(e, &(lcm_binding){binding->definition, inside}, block);
    e->b->known = NULL;
    e->locals = NULL;
}
