/* The kinds that parameters pass on.
 *
 * A parameter that is known before the model runs is a number in the code, and nothing in the code shows that the 1 of
 * `in.1` and the 1 of `out.1` are the same v of `in.v -> out.v`.  The text of the model does.  So each parameter has a
 * kind of its own, joined with those of everything that it is passed to, shown as, assigned to and compared with.
 * This only joins kinds that need not be one: whether numbers of a kind can be exchanged is proved elsewhere (swap.h).
 */
#include "model/compile/kinds.h"

typedef struct reading {
    lcm_kinds *k;
    const lcm_system_kinds *sk;
    const lcm_model *model;
    const lcm_kind *params; /* of each definition: of its first slot */
    bool *met;              /* definitions that are to be read, or have been, */
    LC_VEC(uint32_t) list;  /* in the order in which they were met */
    lcm_kind here;          /* of the definition that is read */
    lcm_kind locals;        /* of the block that is read */
    const uint32_t *names;  /* of each event name of the model: its number in the alphabet */
} reading;

static lcm_kind join(reading *r, lcm_kind a, lcm_kind b) {
    if (a != LCM_NO_KIND && b != LCM_NO_KIND) lcm_kind_join(r->k, a, b);
    return a != LCM_NO_KIND ? a : b;
}

/* There are none outside of definitions. */
static lcm_kind param(const reading *r, uint32_t slot) { return r->here == LCM_NO_KIND ? LCM_NO_KIND : r->here + slot; }

/* Elements of collections go in and come out. */
static lcm_kind read_call(reading *r, const lcm_expr *e, const lcm_kind *of) {
    lcm_library_op op = e->call->op;
    if (e->index == LCM_NO_VARIABLE || r->model->variables.at[e->index].type == LCM_TABLE ||
        r->model->variables.at[e->index].type == LCM_NUMBERS)
        return LCM_NO_KIND;
    lcm_kind kind = r->sk->variable + e->index;
    bool takes = op == LCM_C_APPEND || op == LCM_C_REMOVE || op == LCM_C_HAS || op == LCM_C_PUT || op == LCM_C_TAKE_OUT;
    if (takes) join(r, kind, of[0]);
    bool gives = op == LCM_C_AT || op == LCM_C_FIRST || op == LCM_C_LAST || op == LCM_C_TAKE_LAST;
    return gives ? kind : LCM_NO_KIND;
}

/* The kind of its value; LCM_NO_KIND: nothing that is passed on. */
static lcm_kind read_expr(reading *r, const lcm_expr *e) {
    if (!e) return LCM_NO_KIND;
    bool test = e->kind == LCM_E_BINARY && (e->op == LCM_O_EQUAL || e->op == LCM_O_DIFFERS);
    lcm_kind of[3] = {LCM_NO_KIND, LCM_NO_KIND, LCM_NO_KIND};
    for (uint32_t i = 0; i < e->count; i++) {
        lcm_kind kind = read_expr(r, e->of[i]);
        if (i < 3) of[i] = kind;
    }
    if (test) join(r, of[0], of[1]);
    switch (e->kind) {
    case LCM_E_PARAM: return param(r, e->index);
    case LCM_E_GLOBAL: return r->sk->variable + e->index;
    case LCM_E_LOCAL: return r->locals + e->index;
    case LCM_E_CHOOSE: return join(r, of[1], of[2]);
    case LCM_E_LIBRARY: return read_call(r, e, of);
    default: return LCM_NO_KIND;
    }
}

static uint32_t count_locals(const lcm_statement *s) {
    if (!s) return 0;
    uint32_t most = s->kind == LCM_S_LOCAL ? s->index + 1 : 0;
    uint32_t bodies = s->kind == LCM_S_BLOCK ? s->count : s->kind == LCM_S_IF ? 2 : s->kind == LCM_S_WHILE ? 1 : 0;
    for (uint32_t i = 0; i < bodies; i++) {
        uint32_t inner = count_locals(s->body[i]);
        if (inner > most) most = inner;
    }
    return most;
}

static void read_statement(reading *r, const lcm_statement *s) {
    if (!s) return;
    uint32_t bodies = s->kind == LCM_S_BLOCK ? s->count : s->kind == LCM_S_IF ? 2 : s->kind == LCM_S_WHILE ? 1 : 0;
    read_expr(r, s->condition);
    if (s->kind == LCM_S_LOCAL) join(r, r->locals + s->index, read_expr(r, s->value));
    if (s->kind == LCM_S_CALL) read_expr(r, s->value);
    if (s->kind == LCM_S_ASSIGN) join(r, read_expr(r, s->target), read_expr(r, s->value));
    for (uint32_t i = 0; i < bodies; i++) read_statement(r, s->body[i]);
}

static void refer(reading *r, uint32_t definition) {
    if (r->met[definition]) return;
    r->met[definition] = true;
    if (!lc_push(r->k->budget, &r->list, definition)) r->k->lost = true;
}

static void read_process(reading *r, const lcm_process *p) {
    if (!p || r->k->lost) return;
    if (p->kind == LCM_P_REFERENCE) refer(r, p->index);
    read_expr(r, p->condition);
    for (uint32_t i = 0; p->kind == LCM_P_CASE && i < p->count; i++) read_expr(r, p->conditions[i]);
    for (uint32_t i = 0; p->kind == LCM_P_PREFIX && i < p->event.count && i < LCM_LABEL_MAX; i++) {
        uint32_t name = r->names[p->event.name];
        join(r, name < r->k->names ? lcm_label_kind(name, i) : LCM_NO_KIND, read_expr(r, p->event.args[i]));
    }
    for (uint32_t i = 0; i < p->arg_count; i++) {
        lcm_kind arg = read_expr(r, p->args[i]);
        bool message = p->kind == LCM_P_SEND || p->kind == LCM_P_RECEIVE;
        if (p->kind == LCM_P_RECEIVE && !p->args[i]) arg = param(r, p->binds[i]);
        join(r, message ? r->sk->message.at[p->index] + i : r->params[p->index] + i, arg);
    }
    if (p->block) {
        r->locals = lcm_kinds_add(r->k, count_locals(p->block));
        read_statement(r, p->block);
    }
    for (uint32_t i = 0; i < p->count; i++) read_process(r, p->of[i]);
}

/* Only the definitions that the process can reach: other definitions are none of its business. */
static void read_all(reading *r, const lcm_process *first) {
    r->here = LCM_NO_KIND;
    read_process(r, first);
    for (uint32_t i = 0; i < r->list.count && !r->k->lost; i++) {
        r->here = r->params[r->list.at[i]];
        read_process(r, r->model->definitions.at[r->list.at[i]].body);
    }
    lc_vec_free(r->k->budget, &r->list);
}

void lcm_kinds_model(lcm_kinds *k, const lcm_system_kinds *sk) {
    const lcm_model *m = sk->system->model;
    lc_arena arena;
    lc_arena_init(&arena, k->budget);
    uint32_t count = m->definitions.count, names = m->event_names.count;
    lcm_kind *params = lc_arena_take(&arena, (count + 1) * sizeof *params);
    uint32_t *numbers = lc_arena_take(&arena, (names + 1) * sizeof *numbers);
    bool *met = lc_arena_take(&arena, count + 1);
    k->lost |= !params || !numbers || !met;
    for (uint32_t i = 0; !k->lost && i < count; i++) {
        params[i] = lcm_kinds_add(k, m->definitions.at[i].slot_count);
        met[i] = false;
    }
    for (uint32_t i = 0; !k->lost && i < names; i++)
        numbers[i] = lcm_alphabet_name(sk->system->alphabet, m->event_names.at[i]);
    reading r = {.k = k, .sk = sk, .model = m, .params = params, .names = numbers, .met = met};
    if (!k->lost) read_all(&r, sk->system->process);
    lc_arena_free(&arena);
}
