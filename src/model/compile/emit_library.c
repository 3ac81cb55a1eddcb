/* Code of PAT's libraries: see lang/library.h. */
#include "model/compile/emit.h"

static uint32_t first_field(const lcm_emitter *e, uint32_t variable) {
    return variable == LCM_NO_VARIABLE ? LCM_NO_FIELD : e->b->system->variable_field[variable];
}

static void numbers(lcm_emitter *e, const lcm_symbol *of, uint32_t count, uint32_t wanted) {
    for (uint32_t i = 0; i < count; i++) lcm_emit_symbol(e, of[i]);
    for (uint32_t i = count; i < wanted; i++) lcm_emit(e, LCM_I_NUMBER, 0, 0, 0);
}

void lcm_emit_call(lcm_emitter *e, const lcm_symbol_node *n) {
    const lcm_library_row *row = &lcm_library_rows[n->op];
    uint32_t at = lcm_call(row->op, lcm_emit_place(e, (lcm_place){n->line, n->column}));
    uint32_t a = first_field(e, (uint32_t)n->number), b = first_field(e, n->extent);
    if (row->op == LCM_C_COUNT) {
        lcm_emit(e, LCM_I_LOAD, a, 0, 0);
        return;
    }
    numbers(e, n->of, n->count, row->way == LCM_ASKS ? 1 : 2);
    if (row->way == LCM_ASKS) lcm_emit(e, LCM_I_ASK, a, b, at);
    else if (row->way == LCM_CHANGES) lcm_emit(e, LCM_I_CHANGE, a, at, 0);
    else lcm_emit(e, LCM_I_COMPUTE, at, 0, 0);
}

/* Another value for a collection; `l$Field` of a list that is a copy, or new, is 0. */
void lcm_emit_make(lcm_emitter *e, const lcm_statement *s) {
    const lcm_expr *made = s->value;
    uint32_t field = e->b->model->variables.at[s->index].list_field;
    lcm_emit(e, LCM_I_MAKE, first_field(e, made->with[0]), first_field(e, made->with[1]),
             lcm_call(made->call->op, lcm_emit_place(e, s->place)));
    lcm_emit(e, LCM_I_KEEP, first_field(e, s->index), 0, 0);
    if (field) lcm_emit(e, LCM_I_SET, first_field(e, field - 1), 0, 0);
}
