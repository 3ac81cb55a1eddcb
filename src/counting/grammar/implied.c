/* Which constraints follow from the rest. */
#include <assert.h>

#include "counting/grammar/derive.h"

bool lc_points_init(lc_points *p, lc_arena *arena, uint32_t width) {
    *p = (lc_points){.width = width};
    p->at = lc_arena_take(arena, (size_t)LC_MOST_POINTS * (width + 1) * sizeof *p->at);
    return p->at;
}

void lc_points_add(lc_points *p, const lc_solver *solver) {
    for (uint32_t i = 0; i < p->width; i++) p->at[(size_t)p->next * p->width + i] = lc_solver_value(solver, i);
    p->next = (p->next + 1) % LC_MOST_POINTS;
    if (p->count < LC_MOST_POINTS) p->count++;
}

/* Those before `kept` and those behind `row` hold of it, `row` does not. */
static bool shows(const lc_linear *s, uint32_t kept, uint32_t row, const int64_t *point) {
    if (lc_constraint_holds(s->rows.at[row], point)) return false;
    for (uint32_t j = 0; j < s->rows.count; j++)
        if ((j < kept || j > row) && !lc_constraint_holds(s->rows.at[j], point)) return false;
    return true;
}

static bool some_point_shows(const lc_linear *s, uint32_t kept, uint32_t row, const lc_points *points) {
    for (uint32_t i = 0; i < points->count; i++)
        if (shows(s, kept, row, lc_point(points, i))) return true;
    return false;
}

void lc_drop_implied(lc_linear *s, void *context) {
    lc_implication *implication = context;
    uint32_t count = s->rows.count, kept = 0;
    size_t size = 3 * (count + (size_t)1) * sizeof(uint32_t);
    lc_solver *solver = lc_solver_new(s->width, implication->limits);
    uint32_t *holds = lc_allocate(s->budget, size), *fails = holds + count, *assumed = fails + count;
    bool good = solver && holds;
    assert(implication->points.width == s->width);
    for (uint32_t i = 0; i < count && good; i++) {
        holds[i] = lc_solver_name(solver, (lc_literal){s->rows.at[i], false});
        fails[i] = lc_solver_name(solver, (lc_literal){s->rows.at[i], true});
    }
    for (uint32_t i = 0; i < count && good; i++) { /* those before `kept` stay, those from `i` on are not known yet */
        bool stays = s->rows.at[i]->kind != LC_ROW_AT_LEAST || some_point_shows(s, kept, i, &implication->points);
        if (!stays) {
            uint32_t n = 0;
            for (uint32_t j = 0; j < count; j++)
                if (j < kept || j > i) assumed[n++] = holds[j];
            assumed[n++] = fails[i];
            lc_reply answer = lc_solver_check(solver, assumed, n);
            good = answer != LC_DONT_KNOW;
            stays = answer == LC_YES;
            if (stays) lc_points_add(&implication->points, solver);
        }
        if (!stays) continue;
        s->rows.at[kept] = s->rows.at[i];
        holds[kept++] = holds[i];
    }
    if (good) s->rows.count = kept;
    else s->failed = true;
    lc_release(s->budget, holds, holds ? size : 0);
    lc_solver_free(solver);
}
