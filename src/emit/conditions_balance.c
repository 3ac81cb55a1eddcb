/* Objects that are a number, raised and lowered by one: an element of a set is there once or not at all, a mutex is
 * free once or not at all, a semaphore is a number that is never negative.  Some operations report the number: that is
 * a fact, at some moment of their interval.  The beginning is a fact as well.
 *
 * Between two moments the number changes by the amount raised less the amount lowered between them.  All that lies
 * between in any case and has returned must be counted, all that may lie between can be.  So, if the first moment is in
 * [s, t] and the second in [u, v], t < u:
 *     raised inside [t+1, u-1]   <=  second - first + may be lowered in [s, v]
 *     lowered inside [t+1, u-1]  <=  first - second + may be raised in [s, v]
 * A moment about which nothing is known has at least 0 and at most the number's bound, and lies between two steps.
 * A fact holds in some step of its interval, and there it agrees with all that is certain.
 *
 * Not sufficient in all cases: an operation that has not returned is counted on for each pair of moments anew. */
#include <string.h>

#include "emit/conditions.h"

typedef struct moment {
    int from, to;        /* steps in one of which it is; of a boundary, the first after it and the last before it */
    int64_t least, most; /* the number then */
    const lc_formula *unless; /* no operation reports it; NULL: it is certain */
} moment;

typedef struct balance {
    lc_making *making;
    int64_t start, bound; /* UNBOUNDED: none */
    uint32_t of;          /* a class */
} balance;

enum { UNBOUNDED = -1 };
enum { RAISES = 1, LOWERS = 2, SAYS = 4, RETURNED = 8 };

/* The effect of a label on the number, by the role of its method. */
typedef struct meaning {
    lince_role role;
    int does;                  /* if it returned true, or nothing */
    int64_t if_false, if_true; /* the number that returning it reports; -1: none */
} meaning;
static const meaning meanings[] = {
    {LINCE_ROLE_INSERT, RAISES, 1, -1}, {LINCE_ROLE_DELETE, LOWERS, 0, -1},  {LINCE_ROLE_CONTAINS, 0, 0, 1},
    {LINCE_ROLE_LOCK, LOWERS, 0, -1},   {LINCE_ROLE_UNLOCK, RAISES, -1, -1}, {LINCE_ROLE_LOWER, LOWERS, 0, -1},
    {LINCE_ROLE_RAISE, RAISES, -1, -1},
};

static const meaning *meaning_of(const lc_emit_labels *l, uint32_t label) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].role == lc_emit_label_method(l, label)->role) return &meanings[i];
    return NULL;
}

/* `what` is a class and the property that is selected: class << 8 | value << 4 | flags. */
static uint32_t ask(uint32_t class, int flags, int64_t value) {
    return class << 8 | (uint32_t)value << 4 | (uint32_t)flags;
}

static bool selects(const lc_emit_labels *l, uint32_t label, uint32_t what) {
    const lc_emit_label *x = &l->at.at[label];
    const meaning *means = meaning_of(l, label);
    if (!means || (x->argument != LC_NO_CLASS && x->argument != what >> 8)) return false;
    if (what & SAYS) {
        int64_t says = x->outcome == LC_OUT_FALSE ? means->if_false : x->outcome == LC_OUT_TRUE ? means->if_true : -1;
        return says == (int64_t)(what >> 4 & 1);
    }
    if (x->outcome == LC_OUT_FALSE || (what & RETURNED && lc_emit_label_pending(l, label))) return false;
    return means->does & (int)what & (RAISES | LOWERS);
}

/* No more was raised (or lowered) between two moments than is possible. */
static const lc_formula *possible(const balance *b, const moment *first, const moment *second, int raises,
                                  int64_t change) {
    lc_making *m = b->making;
    int other = raises == RAISES ? LOWERS : RAISES;
    lc_sum must = {0}, may = {0};
    lc_sum_add(m, &must, selects, ask(b->of, raises | RETURNED, 0), lc_inside(first->to + 1, second->from - 1));
    lc_sum_add(m, &may, selects, ask(b->of, other, 0), lc_touching(first->from, second->to));
    return lc_sum_at_most(m, &must, -change, &may);
}

static const lc_formula *agree(const balance *b, const moment *first, const moment *second) {
    lc_scope *scope = &b->making->all->scope;
    const lc_formula *all = lc_true(scope, true);
    if (second->most != UNBOUNDED) all = possible(b, first, second, RAISES, second->most - first->least);
    if (first->most == UNBOUNDED) return all;
    const lc_formula *lowered = possible(b, first, second, LOWERS, first->most - second->least);
    return lc_and(scope, (const lc_formula *[]){all, lowered}, 2);
}

static void require_pair(const balance *b, const moment *first, const moment *second) {
    lc_making *m = b->making;
    const lc_formula *holds = agree(b, first, second);
    if (first->unless) holds = lc_either(m, first->unless, holds);
    if (second->unless) holds = lc_either(m, second->unless, holds);
    lc_require(m, holds);
}

/* Two facts that differ and may be about the same time: something happens meanwhile. */
static void require_change(const balance *b, const moment *one, const moment *two) {
    lc_making *m = b->making;
    lc_count_window window =
        lc_touching(one->from < two->from ? one->from : two->from, one->to > two->to ? one->to : two->to);
    lc_sum nothing = {0}, may = {0};
    lc_sum_add(m, &may, selects, ask(b->of, RAISES | LOWERS, 0), window);
    const lc_formula *holds = lc_sum_at_most(m, &nothing, 1, &may);
    lc_require(m, lc_either(m, lc_either(m, one->unless, two->unless), holds));
}

typedef LC_VEC(moment) moments;

static bool is_set(const balance *b) { return b->making->labels->object == LC_OBJECT_SET; }

static void find_moments(const balance *b, moments *out) {
    lc_making *m = b->making;
    (void)lc_push(NULL, out, (moment){-1, -1, b->start, b->start, NULL});
    for (int i = 1; i <= m->k + 1; i++) /* the boundary before step i, and the end */
        (void)lc_push(NULL, out, (moment){i, i - 1, 0, b->bound, NULL});
    for (int from = 0; from <= m->k; from++)
        for (int to = from; to <= m->k; to++)
            for (int64_t value = 0; value <= 1; value++) {
                const lc_formula *nobody = lc_none(m, selects, ask(b->of, SAYS, value), lc_exactly(from, to));
                if (nobody && nobody->kind == LC_F_TRUE) continue; /* there is no such label */
                if (b->bound == 1 || !is_set(b)) (void)lc_push(NULL, out, (moment){from, to, value, value, nobody});
                else if (value == 1) (void)lc_push(NULL, out, (moment){from, to, 1, UNBOUNDED, nobody});
            }
}

/* A fact agrees, in some step of its interval, with all that is certain. */
static void require_step(const balance *b, const moments *all, const moment *fact) {
    lc_scope *scope = &b->making->all->scope;
    const lc_formula *some = fact->unless;
    for (int step = fact->from; step <= fact->to; step++) {
        moment here = {step, step, fact->least, fact->most, NULL};
        const lc_formula *agrees = lc_true(scope, true);
        for (uint32_t i = 0; i < all->count; i++) {
            const moment *other = &all->at[i];
            if (other->unless) continue;
            const lc_formula *with = other->to < step     ? agree(b, other, &here)
                                     : step < other->from ? agree(b, &here, other)
                                                          : lc_true(scope, true);
            agrees = lc_and(scope, (const lc_formula *[]){agrees, with}, 2);
        }
        some = lc_either(b->making, some, agrees);
    }
    lc_require(b->making, some);
}

static void require_all(const balance *b) {
    moments all = {0};
    find_moments(b, &all);
    for (uint32_t i = 0; i < all.count; i++) {
        const moment *one = &all.at[i];
        if (one->unless) require_step(b, &all, one);
        for (uint32_t j = 0; j < all.count; j++) {
            const moment *two = &all.at[j];
            if (one->unless ? !two->unless : two->unless != NULL) continue; /* done with the fact */
            if (one->to < two->from && i != j) require_pair(b, one, two);
            else if (i < j && one->unless && one->least != two->least && two->to >= one->from)
                require_change(b, one, two);
        }
    }
    lc_vec_free(NULL, &all);
}

void lc_conditions_balance(lc_making *m) {
    const lc_emit_labels *l = m->labels;
    bool set = l->object == LC_OBJECT_SET, semaphore = l->instance->is == LINCE_IS_SEMAPHORE;
    balance b = {.making = m, .start = set ? 0 : semaphore ? l->instance->size : 1, .bound = semaphore ? UNBOUNDED : 1};
    lc_condition_begin(m, set         ? "each_value_is_there_once_or_not_at_all"
                          : semaphore ? "nobody_passes_without_permission"
                                      : "it_is_held_by_one_or_by_nobody");
    for (; b.of < l->classes; b.of++) {
        if (set && b.of == l->values) b.bound = UNBOUNDED; /* of all other values any number may be there */
        require_all(&b);
    }
    lc_condition_end(m);
}
