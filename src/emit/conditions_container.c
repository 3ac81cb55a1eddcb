/* Containers: methods add and remove values, regardless of the order that they keep.
 *
 * For each class of values, and all in steps 0 to i:
 *   each value removed was added:  removed by i  <=  begun to be added by i
 *   EMPTY is returned when nothing is there, in some step s of its interval, and for every set of classes:
 *     added before s  <=  removed from s at the latest, or taken by a removal that has not returned
 *   first in, first out: if by step j a value was removed that cannot have been added by i, then, for every set of
 *     classes, all that was added by i is gone by j:
 *     added by i  <=  begun to be removed by j, or taken
 * Sets of classes matter because each removal that has not returned may have taken one value of any class.
 *
 * For k = 1 this is sufficient.  Let S be the values added in step 0 for certain and neither removed nor taken.  Within
 * a step operations can have any order, so: add in step 0 the values added there for certain, and those that removals
 * of step 0 need besides; remove; add and remove the rest in step 1.  A bag and a stack allow that if the values in S
 * are added first, for they stay at the bottom.  A queue allows it if S is empty, or if all that is removed can be
 * added in step 0, before S.  EMPTY comes first of all where its interval begins with step 0; else S must be empty, and
 * EMPTY comes after all removals, before the values added in step 1 that stay.
 *
 * Last in, first out, which two steps can show, comes from counting/formula/families.h, and for k >= 2 the conditions
 * that are complete for values that do not repeat come from counting/patterns/complete.h.
 *
 * Priorities and the two ends of a deque are not looked at. */
#include <string.h>

#include "counting/formula/families.h"
#include "counting/patterns/complete.h"
#include "emit/conditions.h"

/* Beyond so many classes only the single ones and all together are looked at. */
enum { ALL_SETS_OF = 5 };

static bool has_role(const lc_emit_labels *l, uint32_t label, lince_role role) {
    return lc_emit_label_method(l, label)->role == role;
}

/* `set` is a set of classes. */
static bool within(uint32_t set, uint32_t class) { return class != LC_NO_CLASS && set >> class & 1; }

static bool adds(const lc_emit_labels *l, uint32_t label, uint32_t set) {
    return has_role(l, label, LINCE_ROLE_ADD) && within(set, l->at.at[label].argument);
}
static bool added(const lc_emit_labels *l, uint32_t label, uint32_t set) {
    return adds(l, label, set) && !lc_emit_label_pending(l, label);
}
static bool removed(const lc_emit_labels *l, uint32_t label, uint32_t set) {
    return l->at.at[label].outcome == LC_OUT_VALUE && within(set, l->at.at[label].value);
}
static bool takes(const lc_emit_labels *l, uint32_t label, uint32_t set) {
    (void)set;
    return has_role(l, label, LINCE_ROLE_REMOVE) && lc_emit_label_pending(l, label);
}
static bool removed_or_taken(const lc_emit_labels *l, uint32_t label, uint32_t set) {
    return removed(l, label, set) || takes(l, label, set);
}
static bool found_empty(const lc_emit_labels *l, uint32_t label, uint32_t set) {
    (void)set;
    return l->at.at[label].outcome == LC_OUT_SENTINEL;
}

static uint32_t all_classes(const lc_making *m) { return (1u << m->labels->classes) - 1; }

static bool is_looked_at(const lc_making *m, uint32_t set) {
    return m->labels->classes <= ALL_SETS_OF || (set & (set - 1)) == 0 || set == all_classes(m);
}

/* All that was added by one step for certain may be gone by another. */
static const lc_formula *may_be_gone(lc_making *m, int by, int gone_by) {
    lc_scope *scope = &m->all->scope;
    const lc_formula *all = lc_true(scope, true);
    for (uint32_t set = 1; set <= all_classes(m); set++) {
        if (!is_looked_at(m, set)) continue;
        lc_sum left = {0}, right = {0};
        lc_sum_add(m, &left, added, set, lc_ended(by));
        lc_sum_add(m, &right, removed_or_taken, set, lc_begun(gone_by));
        all = lc_and(scope, (const lc_formula *[]){all, lc_sum_at_most(m, &left, 0, &right)}, 2);
    }
    return all;
}

/* All that was removed by one step may have been added by another. */
static const lc_formula *may_be_added(lc_making *m, int removed_by, int by) {
    lc_scope *scope = &m->all->scope;
    const lc_formula *all = lc_true(scope, true);
    for (uint32_t c = 0; c < m->labels->classes; c++) {
        lc_sum left = {0}, right = {0};
        lc_sum_add(m, &left, removed, 1u << c, lc_ended(removed_by));
        lc_sum_add(m, &right, adds, 1u << c, lc_begun(by));
        all = lc_and(scope, (const lc_formula *[]){all, lc_sum_at_most(m, &left, 0, &right)}, 2);
    }
    return all;
}

static void empty_when_empty(lc_making *m, int from, int to) {
    const lc_formula *some = lc_none(m, found_empty, 0, lc_exactly(from, to));
    for (int s = from; s <= to; s++) some = lc_either(m, some, may_be_gone(m, s - 1, s));
    lc_require(m, some);
}

/* The formula of the logic for stacks: where it holds something is wrong.  It takes two steps to see. */
static const lc_formula *last_in_first_out(lc_making *m) {
    uint32_t count;
    const lc_family *const *families = lc_families_of(m->labels->instance, &count);
    for (uint32_t i = 0; i < count; i++) {
        const lc_formula *wrong = NULL;
        lince_error error = {0};
        if (strcmp(families[i]->name, "Psi_lv") != 0) continue;
        (void)lc_family_formula(&wrong, families[i], &m->all->scope, m->labels->instance, NULL, &error);
        return lc_not(&m->all->scope, wrong);
    }
    return lc_true(&m->all->scope, true);
}

/* Of values that were added once, nothing else can be wrong in k steps. */
static const lc_formula *no_pattern(lc_making *m) {
    lc_scope *scope = &m->all->scope;
    lc_container container;
    if (!lc_container_of(m->labels->instance, &container)) return lc_true(scope, true);
    return lc_not(scope, lc_complete_formula(scope, container, LC_BY_STEPS));
}

void lc_conditions_container(lc_making *m) {
    const lince_spec *spec = m->labels->instance->spec;
    bool fifo = spec->traits & LINCE_FIFO, any = m->labels->instance->is == LINCE_IS_BAG;
    lc_condition_begin(m, "what_is_removed_was_added");
    for (int i = 0; i <= m->k; i++) lc_require(m, may_be_added(m, i, i));
    lc_condition_end(m);
    lc_condition_begin(m, "it_is_empty_when_EMPTY_is_returned");
    for (int from = 1; from <= m->k; from++) /* in step 0 it is empty to begin with */
        for (int to = from; to <= m->k; to++) empty_when_empty(m, from, to);
    lc_condition_end(m);
    lc_condition_begin(m, "first_in_first_out");
    for (int i = 0; fifo && i < m->k; i++)
        for (int j = i + 1; j <= m->k; j++) lc_require(m, lc_either(m, may_be_added(m, j, i), may_be_gone(m, i, j)));
    lc_condition_end(m);
    lc_condition_begin(m, "last_in_first_out");
    if (spec->traits & LINCE_LIFO && m->k >= 2) lc_require(m, last_in_first_out(m));
    lc_condition_end(m);
    lc_condition_begin(m, "some_order_explains_it");
    m->extra = true;
    if (m->k >= 2) lc_require(m, no_pattern(m));
    lc_condition_end(m);
    m->all->exact = m->k <= 1 && m->labels->classes <= ALL_SETS_OF && (fifo || any || spec->traits & LINCE_LIFO);
}
