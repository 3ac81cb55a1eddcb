/* The cases of a kernel, see derive.h. */

#include "counting/grammar/derive.h"

enum { MOST_CASES = 400 };

static bool is_allowed(const lc_derivation *d, uint32_t r) {
    const lc_step_rule *rule = &d->steps.rules.at[r];
    if (!d->found.visited[rule->left]) return false;
    for (uint32_t i = 0; i < rule->node_count; i++)
        if (!d->found.visited[rule->nodes[i]]) return false;
    return true;
}

/* The constraints when exactly these nodes may be visited, and are. */
static void constrain(const lc_derivation *d, lc_linear *s) {
    for (uint32_t i = 0; i < d->all.rows.count; i++) {
        lc_constraint *row = lc_constraint_copy(&s->arena, d->all.rows.at[i], s->width);
        if (!row || !lc_push(s->budget, &s->rows, row)) {
            s->failed = true;
            return;
        }
        for (uint32_t r = 0; r < d->steps.rules.count; r++)
            if (!is_allowed(d, r)) row->at[lc_used(&d->space, r)] = 0;
    }
    for (uint32_t r = 0; r < d->steps.rules.count; r++) {
        if (!d->found.needed[r]) continue;
        lc_constraint *row = lc_linear_add(s, LC_ROW_AT_LEAST);
        if (!row) return;
        row->at[lc_used(&d->space, r)] = 1;
        row->constant = -1;
    }
}

static bool add_atom(lc_derivation *d, lc_atoms *to, const lc_constraint *row) {
    lc_atom atom;
    return lc_derivation_atom(d, row, &atom) && lc_push(d->budget, to, atom);
}

static bool add_equation(lc_derivation *d, lc_atoms *to, const lc_constraint *row) {
    lc_constraint *half = lc_constraint_copy(&d->arena, row, row->width);
    if (!half) return false;
    half->kind = LC_ROW_AT_LEAST;
    if (!add_atom(d, to, half)) return false;
    for (uint32_t i = 0; i < half->width; i++) half->at[i] = -half->at[i];
    half->constant = -half->constant;
    return add_atom(d, to, half);
}

static bool add_case(lc_derivation *d, const lc_linear *s) {
    lc_atoms atoms = {0};
    bool good = true;
    for (uint32_t i = 0; i < s->rows.count && good; i++)
        good = s->rows.at[i]->kind == LC_ROW_ZERO ? add_equation(d, &atoms, s->rows.at[i])
                                                  : add_atom(d, &atoms, s->rows.at[i]);
    lc_literal *outside = good ? lc_arena_take(&d->arena, (atoms.count + (size_t)1) * sizeof *outside) : NULL;
    if (!outside || !lc_push(d->budget, &d->cases, atoms)) {
        lc_vec_free(d->budget, &atoms);
        return false;
    }
    for (uint32_t i = 0; i < atoms.count; i++) outside[i] = lc_derivation_literal(d, atoms.at[i], true);
    lc_solver_add(d->uncovered, outside, atoms.count);
    return true;
}

/* For each node, that it is consumed. */
static uint32_t *name_nodes(lc_derivation *d) {
    lc_linear s;
    uint32_t *names = lc_arena_take(&d->arena, d->steps.node_count * sizeof *names);
    lc_linear_init(&s, d->space.width, d->budget);
    for (uint32_t n = 0; names && n < d->steps.node_count; n++) {
        lc_constraint *row = lc_linear_add(&s, LC_ROW_AT_LEAST);
        if (!row) break;
        row->constant = -1;
        for (uint32_t r = 0; r < d->steps.rules.count; r++)
            row->at[lc_used(&d->space, r)] = d->steps.rules.at[r].left == n;
        names[n] = lc_solver_name(d->uncovered, (lc_literal){row, false});
    }
    bool good = !s.failed;
    lc_linear_free(&s);
    return good ? names : NULL;
}

static bool is_consumed(const lc_derivation *d, uint32_t node) {
    for (uint32_t r = 0; r < d->steps.rules.count; r++)
        if (d->steps.rules.at[r].left == node && d->found.values[lc_used(&d->space, r)] > 0) return true;
    return false;
}

/* A history outside all cases with a derivation that visits as many nodes as can be: large cases leave few other
 * cases. */
static lc_reply choose_history(lc_derivation *d, const uint32_t *nodes, uint32_t *assumed) {
    uint32_t count = 0;
    lc_reply reply = lc_derivation_check(d, d->uncovered, NULL, 0);
    for (uint32_t n = 0; n < d->steps.node_count && reply == LC_YES; n++) {
        assumed[count++] = nodes[n];
        if (is_consumed(d, n)) continue;
        lc_reply more = lc_derivation_check(d, d->uncovered, assumed, count);
        if (more == LC_NO) count--;
        else reply = more;
    }
    return reply;
}

bool lc_derive_cases(lc_derivation *d) {
    lc_implication implication = {.limits = d->limits};
    uint32_t *nodes = name_nodes(d), *assumed = lc_arena_take(&d->arena, d->steps.node_count * sizeof *assumed);
    if (!nodes || !assumed || !lc_points_init(&implication.points, &d->arena, d->space.width)) return false;
    for (;;) {
        lc_reply reply = choose_history(d, nodes, assumed);
        if (reply != LC_YES) return reply == LC_NO;
        if (d->cases.count == MOST_CASES) return false;
        lc_linear s;
        bool exact;
        lc_linear_init(&s, d->space.width, d->budget);
        constrain(d, &s);
        lc_linear_project(&s, d->space.counters, d->found.values, lc_drop_implied, &implication, &exact);
        bool good = !s.failed && add_case(d, &s);
        lc_linear_free(&s);
        if (!good) return false;
    }
}
