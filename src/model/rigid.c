/* Which parameters never change along a recursion.
 *
 * A rigid parameter can be put into the code as a number: `Phil(i) = get.i -> ... -> Phil(i)` becomes a process of its
 * own for each i, whose array cells are known.  A parameter is not rigid if somewhere inside its recursion something
 * else than a rigid parameter or a constant is passed on for it, as in `Scan(i) = ... Scan(i + 1)`: there would be no
 * end to the processes.  Starting with all of them, those that cannot be are taken away until nothing changes.  What
 * is received is never rigid; an index always is. */
#include <string.h>

#include "model/term.h"

typedef struct calls {
    lcm_builder *b;
    bool *reach; /* n x n: does the recursion of one lead to the other? */
    uint32_t count;
    bool changed;
} calls;

static bool passes_on(const lcm_expr *e, const bool *rigid) {
    if (e->kind == LCM_E_NUMBER) return true;
    return e->kind == LCM_E_PARAM && rigid[e->index];
}

static void look(calls *c, uint32_t caller, const lcm_process *p, bool collect) {
    if (!p) return;
    if (p->kind == LCM_P_REFERENCE) {
        if (collect) c->reach[caller * c->count + p->index] = true;
        else if (c->reach[p->index * c->count + caller])
            for (uint32_t i = 0; i < p->arg_count; i++)
                if (c->b->rigid[p->index][i] && !passes_on(p->args[i], c->b->rigid[caller])) {
                    c->b->rigid[p->index][i] = false;
                    c->changed = true;
                }
    }
    if (p->kind == LCM_P_RECEIVE)
        for (uint32_t i = 0; i < p->arg_count; i++)
            if (!p->args[i]) c->b->rigid[caller][p->binds[i]] = false;
    for (uint32_t i = 0; i < p->count; i++) look(c, caller, p->of[i], collect);
}

void lcm_find_rigid(lcm_builder *b) {
    uint32_t n = b->model->definitions.count;
    calls c = {.b = b, .count = n, .reach = lcm_take(b, (size_t)n * n + 1)};
    b->rigid = lcm_take(b, (n + 1) * sizeof *b->rigid);
    for (uint32_t i = 0; i < n; i++) {
        b->rigid[i] = lcm_take(b, b->model->definitions.at[i].slot_count + 1);
        memset(b->rigid[i], true, b->model->definitions.at[i].slot_count);
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
