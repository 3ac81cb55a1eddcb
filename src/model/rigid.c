/* Which parameters are numbers, known before the model runs, and which are registers.
 *
 * A rigid parameter can be put into the code as a number: `Phil(i) = get.i -> ... -> Phil(i)` becomes a process of its
 * own for each i, whose array cells are known.  A parameter that is computed anew in its recursion, but from such
 * numbers alone, as in `Arrive(n / 2)` or `Scan(i + 1)`, may be one too, and must be where a process calls itself and
 * goes on afterwards; but there could be no end to its numbers.  It is tried: when there are more than a few
 * it becomes a register, and the compilation starts again.  Anything else passed on makes a register.  Starting with
 * all of them rigid, those that cannot be are taken down until nothing changes.  What is received is a register, an
 * index is rigid. */
#include <string.h>

#include "model/term.h"

typedef struct calls {
    lcm_builder *b;
    bool *reach; /* n x n: does the recursion of one lead to the other? */
    uint32_t count;
    bool changed;
} calls;

static lcm_rigidity passes_on(const lcm_expr *e, const uint8_t *rigid) {
    if (e->kind == LCM_E_NUMBER) return LCM_RIGID;
    if (e->kind == LCM_E_PARAM) return rigid[e->index];
    if (e->kind != LCM_E_UNARY && e->kind != LCM_E_BINARY && e->kind != LCM_E_CHOOSE) return LCM_FLEXIBLE;
    for (uint32_t i = 0; i < e->count; i++)
        if (passes_on(e->of[i], rigid) == LCM_FLEXIBLE) return LCM_FLEXIBLE;
    return LCM_LOOSE;
}

static void look(calls *c, uint32_t caller, const lcm_process *p, bool collect) {
    if (!p) return;
    if (p->kind == LCM_P_REFERENCE) {
        if (collect) c->reach[caller * c->count + p->index] = true;
        else if (c->reach[p->index * c->count + caller])
            for (uint32_t i = 0; i < p->arg_count; i++) {
                uint8_t *slot = &c->b->rigid[p->index][i];
                lcm_rigidity passed = passes_on(p->args[i], c->b->rigid[caller]);
                if (*slot > passed) *slot = (uint8_t)passed, c->changed = true;
            }
    }
    if (p->kind == LCM_P_RECEIVE)
        for (uint32_t i = 0; i < p->arg_count; i++)
            if (!p->args[i]) c->b->rigid[caller][p->binds[i]] = LCM_FLEXIBLE;
    for (uint32_t i = 0; i < p->count; i++) look(c, caller, p->of[i], collect);
}

void lcm_find_rigid(lcm_builder *b) {
    uint32_t n = b->model->definitions.count;
    calls c = {.b = b, .count = n, .reach = lcm_room(b, (size_t)n * n + 1)};
    b->rigid = lcm_room(b, (n + 1) * sizeof *b->rigid);
    b->values = lcm_room(b, (n + 1) * sizeof *b->values);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t slots = b->model->definitions.at[i].slot_count;
        b->rigid[i] = lcm_room(b, slots + 1);
        b->values[i] = lcm_room(b, (slots + 1) * sizeof *b->values[i]);
        for (uint32_t k = 0; k < slots; k++) b->rigid[i][k] = b->demoted[i][k] ? LCM_FLEXIBLE : LCM_RIGID;
    }
    for (uint32_t i = 0; i < n; i++) look(&c, i, b->model->definitions.at[i].body, true);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; c.reach[i * n + k] && j < n; j++)
                if (c.reach[k * n + j]) c.reach[i * n + j] = true;
    do {
        c.changed = false;
        for (uint32_t i = 0; i < n; i++) look(&c, i, b->model->definitions.at[i].body, false);
    } while (c.changed);
}

/* A number is about to become part of a term. */
bool lcm_is_kept(lcm_builder *b, const lcm_definition *d, uint32_t slot, int32_t number) {
    enum { VALUES_MAX = 64 };
    uint32_t definition = (uint32_t)(d - b->model->definitions.at);
    uint8_t rigid = b->rigid[definition][slot];
    if (rigid != LCM_LOOSE) return rigid == LCM_RIGID;
    uint32_t key[] = {definition, slot, (uint32_t)number}, before = b->numbers.items.count;
    if (lc_intern_add(&b->numbers, key, sizeof key) == LC_NOT_INTERNED) lcm_no_memory(b);
    if (b->numbers.items.count == before || ++b->values[definition][slot] <= VALUES_MAX) return true;
    b->demoted[definition][slot] = true;
    longjmp(b->over, LCM_AGAIN);
}
