/* A group is found when the last of its members is called: then all of them are open.  Nothing is gained by groups in
 * which no operation needs to be explained.
 *
 * In groups.c equal operations stand for each other, because there an operation that is not used now is used later.
 * Here no operation has been used yet, and one that looks as good may be needed by one that returned long ago: all are
 * listed. */
#define _GNU_SOURCE /* qsort_r */
#include "check/sync/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/sync/groups.h"

typedef struct finding {
    lc_stateless *s;
    lc_candidates *c;
    lc_groups groups;
    LC_VEC(uint32_t) open;
    uint64_t most, most_tried; /* members of all groups; sets of operations to look at */
} finding;

void lc_candidates_free(lc_candidates *c, lc_budget *budget) {
    lc_vec_free(budget, &c->members);
    lc_vec_free(budget, &c->first);
    lc_vec_free(budget, &c->groups);
    lc_vec_free(budget, &c->from);
    lc_vec_free(budget, &c->required);
}

/* Is called now and then while groups are tried. */
static bool must_halt(void *context) {
    finding *f = context;
    lc_stateless *s = f->s;
    s->answer.halt = lc_halt_now(s->budget, &s->meter.limits);
    return s->answer.halt != LC_GO_ON || f->groups.tried > f->most_tried;
}

static bool note_group(void *context, const uint32_t *group, uint32_t count, lc_next next) {
    finding *f = context;
    lc_candidates *c = f->c;
    bool of_use = false;
    (void)next;
    for (uint32_t k = 0; k < count && !of_use; k++) of_use = c->required.at[f->groups.open.at[group[k]].op];
    if (!of_use) return true;
    if (c->members.count + count > f->most) return false;
    for (uint32_t k = 0; k < count; k++)
        if (!lc_push(f->s->budget, &c->members, f->groups.open.at[group[k]].op)) return false;
    c->count++;
    return lc_push(f->s->budget, &c->first, c->members.count);
}

static lc_outcome too_many(lc_stateless *s) {
    return lc_not_for_me(s, "there are too many groups of operations that could have met");
}

/* Groups with i, which is called now, among those that are open. */
static lc_outcome is_called(finding *f, uint32_t i) {
    lc_stateless *s = f->s;
    if (!lc_push(s->budget, &f->open, i)) return lc_halt_grouping(s, LC_NO_MEMORY);
    f->groups.open.count = 0;
    for (uint32_t k = 0; k < f->open.count; k++) {
        uint32_t op = f->open.at[k];
        lc_open_op open = {.label = s->label.at[op],
                           .row = lc_row_of(s->binding, s->ops.at[op].op),
                           .ends = s->ops.at[op].ends,
                           .op = op};
        if (!lc_push(s->budget, &f->groups.open, open)) return lc_halt_grouping(s, LC_NO_MEMORY);
    }
    lc_groups_ready(&f->groups);
    uint32_t with = 0;
    while (f->groups.open.at[with].op != i) with++;
    if (lc_groups_find(&f->groups, s->state, with, LC_NOBODY, note_group, f)) return LC_HOLDS;
    if (lc_exhausted(s->budget)) return lc_halt_grouping(s, LC_NO_MEMORY);
    return s->answer.halt != LC_GO_ON ? LC_HALTED : too_many(s);
}

static void returns(finding *f, uint32_t i) {
    uint32_t k = 0;
    while (f->open.at[k] != i) k++;
    f->open.at[k] = f->open.at[--f->open.count];
}

static lc_outcome find_groups(finding *f) {
    lc_stateless *s = f->s;
    lc_outcome outcome = LC_HOLDS;
    for (uint32_t place = 0, called = 0; place < s->part->event_count && outcome == LC_HOLDS; place++) {
        lc_event e = s->part->events[place];
        if (lc_grouping_stopped(s, place)) return LC_HALTED;
        if (lc_event_what(e) == LC_RETURN) {
            uint32_t i = s->note[lc_event_op(e)];
            if (!lc_takes_part(s, i)) continue;
            returns(f, i);
        } else {
            uint32_t i = called++;
            if (lc_takes_part(s, i)) outcome = is_called(f, i);
        }
    }
    return outcome;
}

/* Groups of which the last return comes first are in front: they take no operation that another one needs later. */
static bool list_by_operation(lc_stateless *s, lc_candidates *c) {
    uint32_t n = s->ops.count;
    if (!lc_reserve(s->budget, &c->from, n + 2) || !lc_reserve(s->budget, &c->groups, c->members.count + 1))
        return false;
    uint32_t *from = c->from.at;
    memset(from, 0, (n + 2) * sizeof *from);
    for (uint32_t k = 0; k < c->members.count; k++) from[c->members.at[k] + 2]++;
    for (uint32_t i = 0; i < n; i++) from[i + 2] += from[i + 1];
    for (uint32_t g = 0; g < c->count; g++) /* from[i + 1] goes from the beginning of its list to the end */
        for (uint32_t k = c->first.at[g]; k < c->first.at[g + 1]; k++) c->groups.at[from[c->members.at[k] + 1]++] = g;
    c->from.count = n + 1;
    c->groups.count = c->members.count;
    return true;
}

static uint32_t last_return(const lc_stateless *s, const lc_candidates *c, uint32_t g) {
    uint32_t last = 0;
    for (uint32_t k = c->first.at[g]; k < c->first.at[g + 1]; k++) {
        uint32_t ends = s->ops.at[c->members.at[k]].ends;
        if (ends > last) last = ends;
    }
    return last;
}

static int by_last_return(const void *a, const void *b, void *last) {
    uint32_t x = ((const uint32_t *)last)[*(const uint32_t *)a], y = ((const uint32_t *)last)[*(const uint32_t *)b];
    return LC_ORDER(x, y);
}

static bool sort_lists(lc_stateless *s, lc_candidates *c) {
    size_t size = ((size_t)c->count + 1) * sizeof(uint32_t);
    uint32_t *last = lc_allocate(s->budget, size);
    if (!last) return false;
    for (uint32_t g = 0; g < c->count; g++) last[g] = last_return(s, c, g);
    for (uint32_t i = 0; i < s->ops.count; i++) {
        uint32_t count = c->from.at[i + 1] - c->from.at[i];
        if (count > 1) qsort_r(c->groups.at + c->from.at[i], count, sizeof *last, by_last_return, last);
    }
    lc_release(s->budget, last, size);
    return true;
}

lc_outcome lc_candidates_find(lc_candidates *c, lc_stateless *s) {
    enum { AT_LEAST = 1 << 18, EACH = 64, TRIED_AT_LEAST = 1 << 21 };
    *c = (lc_candidates){.count = 0};
    if (!lc_query_specification(s) || !lc_reserve(s->budget, &c->required, s->ops.count + 1) ||
        !lc_push(s->budget, &c->first, 0))
        return lc_halt_grouping(s, LC_NO_MEMORY);
    for (uint32_t i = 0; i < s->ops.count; i++)
        c->required.at[i] = s->ops.at[i].ends != LC_NEVER && !lc_steps_alone(s, i);
    finding f = {.s = s, .c = c, .most = AT_LEAST, .most_tried = TRIED_AT_LEAST};
    f.most += (uint64_t)EACH * s->ops.count;
    f.most_tried += (uint64_t)EACH * s->ops.count;
    f.groups = (lc_groups){.space = &s->space,
                           .least = s->least,
                           .most = s->most,
                           .no_symmetry = true,
                           .must_halt = must_halt,
                           .halt_context = &f};
    lc_outcome outcome = find_groups(&f);
    lc_groups_free(&f.groups);
    lc_vec_free(s->budget, &f.open);
    if (outcome == LC_HOLDS && !(list_by_operation(s, c) && sort_lists(s, c))) return lc_halt_grouping(s, LC_NO_MEMORY);
    return outcome;
}
