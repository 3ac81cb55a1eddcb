/* Objects without state whose operations take a step together in any number: an exact cover (Lawrence and Lowe, section
 * 7.5, where it is shown that from three on this is NP-complete).
 *
 * The candidates are all groups of operations that can have met.  Some of them must be chosen such that every operation
 * that returned, and cannot have done so alone, is in exactly one, and none is in two.  Operations that are in no group
 * together, directly or through other operations, are independent, so each component is solved on its own.
 *
 * A component is searched depth first.  Of the operations that still need a group, one with only one group left comes
 * first; else, among the next few to return, the one with the fewest.  Choosing a group takes away all other groups
 * that share a member with it; if that leaves an operation without any, it is undone.
 */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/sync/candidates.h"

enum { LOOK_AHEAD = 48 }; /* operations among which the one with the fewest groups is chosen */

typedef struct frame {
    uint32_t op;     /* the operation that gets a group here */
    uint32_t next;   /* which of its groups to try next */
    uint32_t chosen; /* the group that is being tried; NO_GROUP: none */
    uint32_t gone;   /* how many groups were gone before */
    uint32_t at;     /* all operations before this place in the component are covered */
    bool is_first;   /* of all that need a group it returns first */
} frame;
#define NO_GROUP UINT32_MAX
#define NO_TWIN  UINT32_MAX

typedef struct covering {
    lc_stateless *s;
    lc_candidates c;
    LC_VEC(uint32_t) left;   /* per operation: how many of its groups are left */
    LC_VEC(bool) covered;    /* per operation */
    LC_VEC(bool) is_gone;    /* per group */
    LC_VEC(bool) is_chosen;  /* per group */
    LC_VEC(uint32_t) gone;   /* groups, in the order in which they went */
    LC_VEC(uint32_t) urgent; /* operations that may have only one left */
    LC_VEC(frame) path;
    LC_VEC(uint32_t) component; /* per operation: another one of its component, or itself */
    LC_VEC(uint32_t) needy;     /* operations that need a group, by component and return */
    LC_VEC(uint32_t) twin;      /* per operation: the next of the same label that returns earlier; or NO_TWIN */
    bool twins_matter;          /* no operation that returned can do without a group */
    uint32_t until;             /* those that return later do not need one */
    uint64_t end;               /* of the allowance */
} covering;

/* ---- components ---- */

static uint32_t leader(covering *v, uint32_t i) {
    uint32_t *up = v->component.at;
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

static int by_component_and_return(const void *a, const void *b, void *context) {
    covering *v = context;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    uint32_t x = leader(v, i), y = leader(v, k);
    if (x != y) return x < y ? -1 : 1;
    return LC_ORDER(v->s->ops.at[i].ends, v->s->ops.at[k].ends);
}

static void find_components(covering *v) {
    uint32_t n = v->s->ops.count;
    for (uint32_t i = 0; i < n; i++) v->component.at[i] = i;
    for (uint32_t g = 0; g < v->c.count; g++)
        for (uint32_t k = v->c.first.at[g] + 1; k < v->c.first.at[g + 1]; k++)
            v->component.at[leader(v, v->c.members.at[k])] = leader(v, v->c.members.at[k - 1]);
    v->needy.count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (v->c.required.at[i]) v->needy.at[v->needy.count++] = i;
    if (v->needy.count) qsort_r(v->needy.at, v->needy.count, sizeof *v->needy.at, by_component_and_return, v);
}

/* ---- twins ---- */

/* In the order of the returns; those that never return, in that of their calls.  `latest` is by label. */
static void list_twins(covering *v, lc_map64 *latest) {
    lc_stateless *s = v->s;
    v->twins_matter = true;
    for (uint32_t i = 0; i < s->ops.count; i++)
        if (s->ops.at[i].ends != LC_NEVER && !v->c.required.at[i]) v->twins_matter = false;
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t place = 0; place < s->part->event_count; place++) {
            uint32_t i = s->note[lc_event_op(s->part->events[place])];
            if (s->ops.at[i].ends != (round ? LC_NEVER : place)) continue;
            v->twin.at[i] = lc_map64_get(latest, s->label.at[i]);
            lc_map64_put(latest, s->label.at[i], i);
        }
}

static bool is_in(const covering *v, uint32_t i, uint32_t g) {
    for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++)
        if (v->c.members.at[k] == i) return true;
    return false;
}

/* Has an operation in the group of x, which returns first, a better twin? */
static bool is_outdone(const covering *v, uint32_t x, uint32_t g) {
    const lc_sync_op *ops = v->s->ops.at;
    for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++) {
        uint32_t y = v->c.members.at[k];
        if (y == x) continue;
        for (uint32_t z = v->twin.at[y]; z != NO_TWIN && ops[z].ends > ops[x].ends; z = v->twin.at[z])
            if (!v->covered.at[z] && ops[z].call < ops[x].ends && lc_takes_part(v->s, z) && !is_in(v, z, g))
                return true;
    }
    return false;
}

/* Groups of x worth trying, if it is the first to return; up to a limit. */
static uint32_t count_worthy(const covering *v, uint32_t x, uint32_t limit) {
    uint32_t count = 0;
    for (uint32_t k = v->c.from.at[x]; k < v->c.from.at[x + 1] && count < limit; k++) {
        uint32_t g = v->c.groups.at[k];
        count += !v->is_gone.at[g] && !is_outdone(v, x, g);
    }
    return count;
}

/* ---- choosing and undoing ---- */

static bool is_needed(const covering *v, uint32_t i) {
    return v->c.required.at[i] && !v->covered.at[i] && v->s->ops.at[i].ends <= v->until;
}

/* False: an operation has none left. */
static bool take_away(covering *v, uint32_t g) {
    bool fine = true;
    v->is_gone.at[g] = true;
    v->gone.at[v->gone.count++] = g;
    for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++) {
        uint32_t i = v->c.members.at[k], left = --v->left.at[i];
        if (left > 1 || !is_needed(v, i)) continue;
        if (!left) fine = false;
        else (void)lc_push(v->s->budget, &v->urgent, i);
    }
    return fine;
}

static bool choose(covering *v, uint32_t g) {
    bool fine = true;
    v->is_chosen.at[g] = true;
    for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++) v->covered.at[v->c.members.at[k]] = true;
    for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++) {
        uint32_t i = v->c.members.at[k];
        for (uint32_t l = v->c.from.at[i]; l < v->c.from.at[i + 1]; l++)
            if (!v->is_gone.at[v->c.groups.at[l]] && !take_away(v, v->c.groups.at[l])) fine = false;
    }
    return fine;
}

static void undo(covering *v, frame *f) {
    if (f->chosen == NO_GROUP) return;
    v->urgent.count = 0;
    v->is_chosen.at[f->chosen] = false;
    for (uint32_t k = v->c.first.at[f->chosen]; k < v->c.first.at[f->chosen + 1]; k++)
        v->covered.at[v->c.members.at[k]] = false;
    while (v->gone.count > f->gone) {
        uint32_t g = v->gone.at[--v->gone.count];
        v->is_gone.at[g] = false;
        for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++) v->left.at[v->c.members.at[k]]++;
    }
    f->chosen = NO_GROUP;
}

/* ---- the search ---- */

/* The next operation; moves `at` past those that are covered.  NO_GROUP: no operation needs a group any more. */
static uint32_t who_is_next(covering *v, uint32_t *at, uint32_t end, bool *is_first) {
    *is_first = false;
    while (v->urgent.count) {
        uint32_t i = v->urgent.at[--v->urgent.count];
        if (is_needed(v, i) && v->left.at[i] <= 1) return i;
    }
    while (*at < end && !is_needed(v, v->needy.at[*at])) ++*at;
    uint32_t best = NO_GROUP, seen = 0;
    for (uint32_t k = *at; k < end && seen < LOOK_AHEAD; k++) {
        uint32_t i = v->needy.at[k];
        if (v->s->ops.at[i].ends > v->until) break;
        if (!is_needed(v, i)) continue;
        if (best == NO_GROUP || v->left.at[i] < v->left.at[best]) best = i;
        seen++;
    }
    if (best == NO_GROUP || !v->twins_matter) return best;
    uint32_t first = v->needy.at[*at], fewest = v->left.at[best];
    *is_first = best == first || count_worthy(v, first, fewest + 1) <= fewest;
    return *is_first ? first : best;
}

static bool must_halt(covering *v) {
    lc_stateless *s = v->s;
    if (s->visited++ >= v->end) s->answer.halt = LC_SPENT;
    else if (lc_exhausted(s->budget)) s->answer.halt = LC_NO_MEMORY;
    else return lc_grouping_stopped(s, s->visited);
    return true;
}

/* The next group of this frame, chosen; false: there is none. */
static bool try_next(covering *v, frame *f) {
    undo(v, f);
    while (f->next < v->c.from.at[f->op + 1]) {
        uint32_t g = v->c.groups.at[f->next++];
        if (v->is_gone.at[g] || (f->is_first && is_outdone(v, f->op, g))) continue;
        f->chosen = g;
        f->gone = v->gone.count;
        if (choose(v, g)) return true;
        undo(v, f);
    }
    return false;
}

static void undo_all(covering *v, uint32_t depth) {
    while (v->path.count > depth) undo(v, &v->path.at[--v->path.count]);
}

/* The operations needy[from...end) are a component. */
static lc_outcome solve(covering *v, uint32_t from, uint32_t end) {
    uint32_t at = from;
    v->path.count = v->urgent.count = v->gone.count = 0;
    bool is_first;
    for (uint32_t who; (who = who_is_next(v, &at, end, &is_first)) != NO_GROUP;) {
        if (must_halt(v)) {
            undo_all(v, 0);
            return LC_HALTED;
        }
        if (!lc_push(v->s->budget, &v->path,
                     (frame){.op = who, .next = v->c.from.at[who], .chosen = NO_GROUP, .at = at, .is_first = is_first}))
            continue; /* which must_halt notices */
        while (v->path.count && !try_next(v, &v->path.at[v->path.count - 1])) v->path.count--;
        if (!v->path.count) return LC_VIOLATED;
        at = v->path.at[v->path.count - 1].at;
    }
    return LC_HOLDS;
}

/* ---- all of them ---- */

static bool make_room(covering *v) {
    lc_stateless *s = v->s;
    uint32_t n = s->ops.count + 1, groups = v->c.count + 1;
    if (!lc_reserve(s->budget, &v->left, n) || !lc_reserve(s->budget, &v->covered, n) ||
        !lc_reserve(s->budget, &v->component, n) || !lc_reserve(s->budget, &v->twin, n) ||
        !lc_reserve(s->budget, &v->needy, n) || !lc_reserve(s->budget, &v->is_gone, groups) ||
        !lc_reserve(s->budget, &v->is_chosen, groups) || !lc_reserve(s->budget, &v->gone, groups))
        return false;
    memset(v->covered.at, 0, n * sizeof *v->covered.at);
    memset(v->is_gone.at, 0, groups * sizeof *v->is_gone.at);
    memset(v->is_chosen.at, 0, groups * sizeof *v->is_chosen.at);
    for (uint32_t i = 0; i < s->ops.count; i++) v->left.at[i] = v->c.from.at[i + 1] - v->c.from.at[i];
    return true;
}

/* The first return of a component that cannot be explained together with those before; earlier, if that takes too long
 * to find out.  It is known that all of them together cannot. */
static uint32_t first_to_fail(covering *v, uint32_t from, uint32_t end) {
    uint32_t low = from, high = end - 1; /* it is in low...high */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        v->until = v->s->ops.at[v->needy.at[middle]].ends;
        lc_outcome outcome = solve(v, from, end);
        undo_all(v, 0);
        if (outcome == LC_HALTED) break;
        if (outcome == LC_VIOLATED) high = middle;
        else low = middle + 1;
    }
    v->until = LC_NEVER - 1;
    return v->needy.at[low];
}

static lc_outcome solve_all(covering *v) {
    lc_outcome outcome = LC_HOLDS;
    uint32_t first = NO_GROUP;
    for (uint32_t from = 0, end; from < v->needy.count; from = end) {
        uint32_t who = leader(v, v->needy.at[from]);
        for (end = from + 1; end < v->needy.count && leader(v, v->needy.at[end]) == who;) end++;
        lc_outcome part = solve(v, from, end);
        if (part == LC_HOLDS) continue;
        if (part == LC_HALTED && v->s->answer.halt != LC_SPENT) return LC_HALTED;
        uint32_t culprit = part == LC_VIOLATED ? first_to_fail(v, from, end) : v->needy.at[from];
        if (first == NO_GROUP || v->s->ops.at[culprit].ends < v->s->ops.at[first].ends) first = culprit;
        if (outcome != LC_VIOLATED) outcome = part;
    }
    return outcome == LC_VIOLATED ? lc_fails_at(v->s, first) : outcome;
}

static uint32_t group_of(const covering *v, uint32_t i) {
    for (uint32_t k = v->c.from.at[i]; v->covered.at[i] && k < v->c.from.at[i + 1]; k++)
        if (v->is_chosen.at[v->c.groups.at[k]]) return v->c.groups.at[k];
    return NO_GROUP;
}

static bool is_called_last(const covering *v, uint32_t i, uint32_t g) {
    for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++)
        if (v->c.members.at[k] > i) return false;
    return true;
}

/* In the order of the last calls. */
static lc_outcome conclude_cover(covering *v) {
    lc_stateless *s = v->s;
    lc_sync_answer *a = &s->answer;
    for (uint32_t i = 0; i < s->ops.count; i++) {
        uint32_t g = group_of(v, i);
        if (g == NO_GROUP ? s->ops.at[i].ends == LC_NEVER : !is_called_last(v, i, g)) continue;
        if (g == NO_GROUP) (void)lc_push(s->budget, &a->met, s->ops.at[i].op);
        else
            for (uint32_t k = v->c.first.at[g]; k < v->c.first.at[g + 1]; k++)
                (void)lc_push(s->budget, &a->met, s->ops.at[v->c.members.at[k]].op);
        (void)lc_push(s->budget, &a->ends, a->met.count);
    }
    return LC_HOLDS;
}

lc_outcome lc_cover(lc_stateless *s) {
    covering v = {.s = s, .until = LC_NEVER - 1};
    v.end = lc_allowance(s->visited, s->meter.allowance);
    lc_outcome outcome = lc_candidates_find(&v.c, s);
    if (outcome == LC_HOLDS && !make_room(&v)) outcome = lc_halt_grouping(s, LC_NO_MEMORY);
    if (outcome == LC_HOLDS) {
        lc_map64 latest;
        lc_map64_init(&latest, s->budget);
        list_twins(&v, &latest);
        lc_map64_free(&latest);
        find_components(&v);
        outcome = solve_all(&v);
    }
    if (outcome == LC_HOLDS) outcome = conclude_cover(&v);
    lc_candidates_free(&v.c, s->budget);
    lc_vec_free(s->budget, &v.left);
    lc_vec_free(s->budget, &v.covered);
    lc_vec_free(s->budget, &v.is_gone);
    lc_vec_free(s->budget, &v.is_chosen);
    lc_vec_free(s->budget, &v.gone);
    lc_vec_free(s->budget, &v.urgent);
    lc_vec_free(s->budget, &v.path);
    lc_vec_free(s->budget, &v.component);
    lc_vec_free(s->budget, &v.needy);
    lc_vec_free(s->budget, &v.twin);
    return outcome;
}
