/* Which parameters are numbers, known before the model runs, and which are registers.
 *
 * A constant parameter can be put into the code as a number: `Phil(i) = get.i -> ... -> Phil(i)` becomes a process of
 * its own for each i, whose array cells are known.  A parameter that is computed anew in its recursion, but from such
 * numbers alone, as in `Arrive(n / 2)` or `Scan(i + 1)`, may be one too, and must be where a process calls itself and
 * goes on afterwards; but there could be no end to its numbers.  It is tried: when there are more than a few it becomes
 * a register, and the compilation starts again.  Anything else passed on makes a register.  Starting with all of them
 * constant, those that cannot be are taken down until nothing changes.  A received value is a register, an index is
 * constant. */
#include <string.h>

#include "model/compile/term.h"

typedef struct call {
    uint32_t caller, called;
} call;

typedef struct calls {
    lcm_builder *b;
    LC_VEC(call) all;
    uint32_t *component; /* of each definition: those that lead to each other have the same */
    uint32_t count;
    bool changed;
} calls;

static lcm_constancy passes_on(const lcm_expr *e, const uint8_t *constant_params) {
    if (e->kind == LCM_E_NUMBER) return LCM_CONSTANT;
    if (e->kind == LCM_E_PARAM && !e->number) return constant_params[e->index];
    if (e->kind != LCM_E_UNARY && e->kind != LCM_E_BINARY && e->kind != LCM_E_CHOOSE) return LCM_VARYING;
    for (uint32_t i = 0; i < e->count; i++)
        if (passes_on(e->of[i], constant_params) == LCM_VARYING) return LCM_VARYING;
    return LCM_COMPUTED;
}

static void look(calls *c, uint32_t caller, const lcm_process *p, bool collect) {
    if (!p) return;
    if (p->kind == LCM_P_REFERENCE) {
        if (collect) lcm_gather(c->b, &c->all, (call){caller, p->index});
        else if (c->component[p->index] == c->component[caller])
            for (uint32_t i = 0; i < p->arg_count; i++) {
                uint8_t *slot = &c->b->constant_params[p->index][i];
                lcm_constancy passed = passes_on(p->args[i], c->b->constant_params[caller]);
                if (*slot > passed) *slot = (uint8_t)passed, c->changed = true;
            }
    }
    if (p->kind == LCM_P_RECEIVE)
        for (uint32_t i = 0; i < p->arg_count; i++)
            for (uint32_t k = 0; !p->args[i] && k < (p->widths ? p->widths[i] : 1); k++)
                c->b->constant_params[caller][p->binds[i] + k] = LCM_VARYING;
    for (uint32_t i = 0; i < p->count; i++) look(c, caller, p->of[i], collect);
}

/* Tarjan, Depth-first search and linear graph algorithms (1972), without recursion. */
static void find_components(calls *c) {
    lcm_builder *b = c->b;
    uint32_t n = c->count, visits = 0, components = 0, open = 0, size = (uint32_t)((n + 2) * sizeof(uint32_t));
    uint32_t *first = lcm_room(b, size), *called = lcm_room(b, (c->all.count + 1) * sizeof *called);
    uint32_t *visit = lcm_room(b, size), *low = lcm_room(b, size), *at = lcm_room(b, size);
    uint32_t *path = lcm_room(b, size), *stack = lcm_room(b, size);
    for (uint32_t i = 0; i < c->all.count; i++) first[c->all.at[i].caller + 1]++;
    for (uint32_t i = 0; i < n; i++) first[i + 1] += first[i], at[i] = first[i];
    for (uint32_t i = 0; i < c->all.count; i++) called[at[c->all.at[i].caller]++] = c->all.at[i].called;
    for (uint32_t i = 0; i < n; i++) at[i] = first[i];
    for (uint32_t root = 0; root < n; root++) {
        uint32_t depth = 0;
        if (visit[root]) continue;
        path[depth++] = root;
        while (depth > 0) {
            uint32_t v = path[depth - 1];
            if (!visit[v]) visit[v] = low[v] = ++visits, stack[open++] = v;
            if (at[v] < first[v + 1]) {
                uint32_t w = called[at[v]++];
                if (!visit[w]) path[depth++] = w;
                else if (!c->component[w] && visit[w] < low[v]) low[v] = visit[w];
                continue;
            }
            if (low[v] == visit[v])
                for (components++; !c->component[v];) c->component[stack[--open]] = components;
            if (--depth > 0 && low[v] < low[path[depth - 1]]) low[path[depth - 1]] = low[v];
        }
    }
}

void lcm_find_constant_params(lcm_builder *b) {
    uint32_t n = b->model->definitions.count;
    calls c = {.b = b, .count = n, .component = lcm_room(b, (n + 1) * sizeof *c.component)};
    b->constant_params = lcm_room(b, (n + 1) * sizeof *b->constant_params);
    b->values = lcm_room(b, (n + 1) * sizeof *b->values);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t slots = b->model->definitions.at[i].slot_count;
        b->constant_params[i] = lcm_room(b, slots + 1);
        b->values[i] = lcm_room(b, (slots + 1) * sizeof *b->values[i]);
        for (uint32_t k = 0; k < slots; k++) b->constant_params[i][k] = b->demoted[i][k] ? LCM_VARYING : LCM_CONSTANT;
    }
    for (uint32_t i = 0; i < n; i++) look(&c, i, b->model->definitions.at[i].body, true);
    find_components(&c);
    do {
        c.changed = false;
        for (uint32_t i = 0; i < n; i++) {
            lcm_mind_limits(b);
            look(&c, i, b->model->definitions.at[i].body, false);
        }
    } while (c.changed);
}

/* A number is about to become part of a term. */
bool lcm_is_kept(lcm_builder *b, const lcm_definition *d, uint32_t slot, int32_t number) {
    enum { VALUES_MAX = 64 };
    uint32_t definition = (uint32_t)(d - b->model->definitions.at);
    uint8_t constant_params = b->constant_params[definition][slot];
    if (constant_params != LCM_COMPUTED) return constant_params == LCM_CONSTANT;
    if (b->grows) return true; /* only values that occur in a run lead to terms */
    uint32_t key[] = {definition, slot, (uint32_t)number}, before = b->numbers.items.count;
    if (lc_intern_add(&b->numbers, key, sizeof key) == LC_NOT_INTERNED) lcm_no_memory(b);
    if (b->numbers.items.count == before || ++b->values[definition][slot] <= VALUES_MAX) return true;
    b->demoted[definition][slot] = true;
    longjmp(b->over, LCM_RESTART);
}
