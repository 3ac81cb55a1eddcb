#include "counting/grammar/derive.h"

#include <assert.h>
#include <string.h>

static void add_rows(lc_solver *solver, const lc_linear *s) {
    for (uint32_t i = 0; i < s->rows.count; i++) lc_solver_add(solver, &(lc_literal){s->rows.at[i], false}, 1);
}

static bool make_room(lc_derivation *d, lc_found *f) {
    f->values = lc_arena_take(&d->arena, (d->space.width + (size_t)1) * sizeof *f->values);
    f->visited = lc_arena_take(&d->arena, d->steps.node_count);
    f->needed = lc_arena_take(&d->arena, d->steps.rules.count + (size_t)1);
    return f->values && f->visited && f->needed;
}

bool lc_derivation_init(lc_derivation *d, const lc_grammar *g, uint32_t length, const lc_limits *limits,
                        lc_budget *budget) {
    *d = (lc_derivation){.budget = budget, .limits = limits};
    lc_arena_init(&d->arena, budget);
    lc_linear_init(&d->all, 0, budget);
    if (!lc_steps_make(&d->steps, g, length, budget)) return false;
    lc_count_space_init(&d->space, g, length, d->steps.rules.count);
    d->all.width = d->space.width;
    lc_count_constraints(&d->space, &d->steps, &d->all);
    bool room = make_room(d, &d->found) && make_room(d, &d->tried);
    d->belongs = lc_solver_new(d->space.width, limits);
    d->uncovered = lc_solver_new(d->space.width, limits);
    if (d->all.failed || !room || !d->belongs || !d->uncovered) return false;
    add_rows(d->belongs, &d->all);
    add_rows(d->uncovered, &d->all);
    return true;
}

static void free_lists(lc_derivation *d) {
    for (uint32_t i = 0; i < d->cases.count; i++) lc_vec_free(d->budget, &d->cases.at[i]);
    for (uint32_t i = 0; i < d->clauses.count; i++) lc_vec_free(d->budget, &d->clauses.at[i]);
    lc_vec_free(d->budget, &d->cases);
    lc_vec_free(d->budget, &d->clauses);
    lc_vec_free(d->budget, &d->rows);
}

void lc_derivation_free(lc_derivation *d) {
    lc_solver_free(d->belongs);
    lc_solver_free(d->uncovered);
    free_lists(d);
    lc_linear_free(&d->all);
    lc_steps_free(&d->steps);
    lc_arena_free(&d->arena);
}

/* ---- reachability ---- */

static bool is_used(const lc_derivation *d, uint32_t rule) { return d->tried.values[lc_used(&d->space, rule)] > 0; }

/* Goes as far as rules that are used lead; those that led on are needed.  Nodes that can be visited for nothing are
 * first. */
static void find_visited(lc_derivation *d) {
    memset(d->tried.visited, 0, d->steps.node_count);
    memset(d->tried.needed, 0, d->steps.rules.count);
    d->tried.visited[0] = true;
    for (bool more = true; more;) {
        more = false;
        lc_steps_visit(&d->steps, d->tried.visited);
        for (uint32_t r = 0; r < d->steps.rules.count && !more; r++) {
            const lc_step_rule *rule = &d->steps.rules.at[r];
            if (!is_used(d, r) || !d->tried.visited[rule->left]) continue;
            for (uint32_t i = 0; i < rule->node_count; i++)
                if (!d->tried.visited[rule->nodes[i]])
                    more = d->tried.needed[r] = d->tried.visited[rule->nodes[i]] = true;
        }
    }
}

/* A set of nodes that were used but not reached is left alone or entered from outside it. */
static bool forbid_islands(lc_derivation *d) {
    lc_linear cut;
    lc_linear_init(&cut, d->space.width, d->budget);
    lc_constraint *alone = lc_linear_add(&cut, LC_ROW_AT_LEAST), *entered = lc_linear_add(&cut, LC_ROW_AT_LEAST);
    bool *island = lc_arena_take(&cut.arena, d->steps.node_count);
    bool any = false, good = alone && entered && island;
    if (good) {
        memset(island, 0, d->steps.node_count);
        for (uint32_t r = 0; r < d->steps.rules.count; r++) {
            uint32_t left = d->steps.rules.at[r].left;
            if (is_used(d, r) && !d->tried.visited[left]) any = island[left] = true;
        }
        for (uint32_t r = 0; r < d->steps.rules.count; r++) {
            const lc_step_rule *rule = &d->steps.rules.at[r];
            bool leads = false;
            for (uint32_t i = 0; i < rule->node_count; i++) leads |= island[rule->nodes[i]];
            if (island[rule->left]) alone->at[lc_used(&d->space, r)] = -1;
            else if (leads) entered->at[lc_used(&d->space, r)] = 1;
        }
        entered->constant = -1;
        lc_literal either[] = {{alone, false}, {entered, false}};
        if (any) lc_solver_add(d->belongs, either, 2);
        if (any) lc_solver_add(d->uncovered, either, 2);
    }
    lc_linear_free(&cut);
    return good && any;
}

lc_reply lc_derivation_check(lc_derivation *d, lc_solver *solver, const uint32_t *assumed, uint32_t count) {
    for (;;) {
        lc_reply answer = lc_solver_check(solver, assumed, count);
        if (answer != LC_YES) return answer;
        for (uint32_t i = 0; i < d->space.width; i++) d->tried.values[i] = lc_solver_value(solver, i);
        find_visited(d);
        bool islands = false;
        for (uint32_t r = 0; r < d->steps.rules.count && !islands; r++)
            islands = is_used(d, r) && !d->tried.visited[d->steps.rules.at[r].left];
        if (!islands) {
            lc_found found = d->tried;
            d->tried = d->found;
            d->found = found;
            return LC_YES;
        }
        if (!forbid_islands(d)) return LC_DONT_KNOW;
    }
}

/* ---- atoms ---- */

static void negate(lc_constraint *row) {
    assert(row->kind == LC_ROW_AT_LEAST);
    for (uint32_t i = 0; i < row->width; i++) row->at[i] = -row->at[i];
    row->constant = -row->constant - 1;
}

static uint32_t find_row(const lc_derivation *d, const lc_constraint *row) {
    uint32_t i = 0;
    while (i < d->rows.count && !lc_constraint_equal(d->rows.at[i], row)) i++;
    return i;
}

bool lc_derivation_atom(lc_derivation *d, const lc_constraint *row, lc_atom *out) {
    lc_constraint *own = lc_constraint_copy(&d->arena, row, d->space.counters);
    if (!own) return false;
    (void)lc_constraint_tidy(own);
    *out = (lc_atom){find_row(d, own), false};
    if (out->number < d->rows.count) return true;
    if (own->kind == LC_ROW_AT_LEAST) {
        negate(own);
        *out = (lc_atom){find_row(d, own), true};
        if (out->number < d->rows.count) return true;
        negate(own);
        out->negated = false;
    }
    return lc_push(d->budget, &d->rows, own);
}

lc_literal lc_derivation_literal(const lc_derivation *d, lc_atom a, bool negated) {
    return (lc_literal){d->rows.at[a.number], a.negated != negated};
}
