#include "counting/patterns/complete.h"

#include <assert.h>
#include <inttypes.h>

#include "base/error.h"

/* ---- the words: statements about a label x and its element ---- */

static lc_subject who(uint32_t x, lc_group group) { return (lc_subject){.number = x, .group = group}; }

static lc_term number(lc_scope *s, int64_t n) { return lc_term_make(s, n, NULL, 0); }

static lc_term total(lc_scope *s, uint32_t x, lc_group group, uint32_t from, uint32_t to) {
    return lc_term_make(s, 0, &(lc_count_of){.times = 1, .total = true, .of = who(x, group), .from = from, .to = to},
                        1);
}

static const lc_formula *some(lc_scope *s, uint32_t x, lc_group group, uint32_t from, uint32_t to) {
    return lc_at_most(s, number(s, 1), total(s, x, group, from, to));
}

/* None of them was called before step c. */
static const lc_formula *none_before(lc_scope *s, uint32_t x, lc_group group, uint32_t c) {
    lc_term late = c <= s->length ? total(s, x, group, c, s->length) : number(s, 0);
    return lc_equal(s, total(s, x, group, 0, s->length), late);
}

static const lc_formula *is(lc_scope *s, lc_predicate p, uint32_t x) {
    return lc_holds(s, p, (lc_subject[]){who(x, LC_ITSELF)});
}

#define AND(s, ...)                                                                                                    \
    lc_and(s, (const lc_formula *[]){__VA_ARGS__}, sizeof(const lc_formula *[]){__VA_ARGS__} / sizeof(lc_formula *))
#define OR(s, ...)                                                                                                     \
    lc_or(s, (const lc_formula *[]){__VA_ARGS__}, sizeof(const lc_formula *[]){__VA_ARGS__} / sizeof(lc_formula *))

typedef LC_VEC(const lc_formula *) parts;

static void put(lc_scope *s, parts *p, const lc_formula *f) { (void)lc_push(s->arena.budget, p, f); }

static const lc_formula *all_of(lc_scope *s, parts *p) {
    const lc_formula *f = lc_exhausted(s->arena.budget) ? NULL : lc_and(s, p->at, p->count);
    lc_vec_free(s->arena.budget, p);
    return f;
}

static const lc_formula *one_of(lc_scope *s, parts *p) {
    const lc_formula *f = lc_exhausted(s->arena.budget) ? NULL : lc_or(s, p->at, p->count);
    lc_vec_free(s->arena.budget, p);
    return f;
}

/* x adds an element that no other operation adds. */
static const lc_formula *adds_alone(lc_scope *s, uint32_t x) {
    return AND(s, is(s, LC_P_adds, x), lc_at_most(s, total(s, x, LC_ADDING, 0, s->length), number(s, 1)));
}

/* An operation that has not returned ends where the history does, so it lies in no interval that something else comes
 * after. */
static const lc_formula *added_within(lc_scope *s, uint32_t x, lc_interval i) {
    uint32_t to = i.to <= s->length ? i.to : s->length;
    return i.from == 0 && to == s->length ? lc_true(s, true) : some(s, x, LC_ITSELF, i.from, to);
}

/* In [c, k + 1] also leaves an element that no operation removes; but then no operation called before c may have
 * removed it unseen. */
static const lc_formula *removed_within(lc_scope *s, uint32_t x, lc_interval i) {
    uint32_t k = s->length;
    if (i.to <= k) return some(s, x, LC_REMOVING, i.from, i.to);
    if (i.from == 0) return lc_true(s, true);
    const lc_formula *unseen = none_before(s, x, LC_TAKING, i.from);
    if (i.from <= k) unseen = OR(s, some(s, x, LC_REMOVING, i.from, k), unseen);
    return AND(s, none_before(s, x, LC_REMOVING, i.from), unseen);
}

static const lc_formula *lifetimes(lc_scope *s, uint32_t x, lc_lifetime stay) {
    return AND(s, added_within(s, x, stay.add), removed_within(s, x, stay.remove));
}

/* ---- one pattern after the other ---- */

/* Removed more often than added: both of the patterns that have no intervals. */
static const lc_formula *removed_too_often(lc_scope *s) {
    uint32_t x = lc_scope_variable(s, "x");
    lc_count_of added = {.times = 1, .total = true, .of = who(x, LC_ADDING), .from = 0, .to = s->length};
    return lc_exists(s, x,
                     AND(s, is(s, LC_P_removes, x),
                         lc_at_most(s, lc_term_make(s, 1, &added, 1), total(s, x, LC_REMOVING, 0, s->length))));
}

typedef struct writing {
    lc_scope *scope;
    parts parts;
} writing;

static const lc_formula *one_pattern(lc_scope *s, const lc_pattern *p) {
    uint32_t variable[LC_MOST_STEPS + 1], count = 0;
    parts all = {0};
    if (p->kind == LC_NOT_EMPTY) {
        uint32_t y = variable[count++] = lc_scope_variable(s, "y");
        put(s, &all, is(s, LC_P_empty, y));
        put(s, &all, some(s, y, LC_ITSELF, p->empty.from, p->empty.to));
    }
    for (uint32_t i = 0; i < p->count; i++) {
        char name[] = {'x', (char)('0' + (i + 1) / 10), (char)('0' + (i + 1) % 10), 0};
        if (i < 9) name[1] = name[2], name[2] = 0;
        uint32_t x = variable[count++] = lc_scope_variable(s, p->count == 1 ? "x" : name);
        put(s, &all, adds_alone(s, x));
        put(s, &all, lifetimes(s, x, p->at[i]));
    }
    const lc_formula *f = all_of(s, &all);
    while (count) f = lc_exists(s, variable[--count], f);
    return f;
}

static bool write_pattern(void *context, const lc_pattern *p) {
    writing *w = context;
    if (p->kind == LC_ORPHAN) put(w->scope, &w->parts, removed_too_often(w->scope));
    else if (p->kind != LC_TWICE) put(w->scope, &w->parts, one_pattern(w->scope, p));
    return !lc_exhausted(w->scope->arena.budget);
}

/* ---- all at once ---- */

static const lc_formula *removed_before_time(lc_scope *s) {
    uint32_t x = lc_scope_variable(s, "x"), end = s->length + 1;
    parts any = {0};
    for (uint32_t i = 0; i + 1 < end; i++) put(s, &any, lifetimes(s, x, (lc_lifetime){{i + 1, end}, {0, i}}));
    return lc_exists(s, x, AND(s, adds_alone(s, x), one_of(s, &any)));
}

static const lc_formula *overtaken(lc_scope *s) {
    uint32_t a = lc_scope_variable(s, "a"), b = lc_scope_variable(s, "b"), end = s->length + 1;
    parts any = {0};
    for (uint32_t i = 0; i + 1 < end; i++)
        for (uint32_t j = i + 1; j < end; j++)
            put(s, &any,
                AND(s, lifetimes(s, a, (lc_lifetime){{0, i}, {j + 1, end}}),
                    lifetimes(s, b, (lc_lifetime){{i + 1, end}, {0, j}})));
    const lc_formula *f = one_of(s, &any);
    return lc_exists(s, a, lc_exists(s, b, AND(s, adds_alone(s, a), adds_alone(s, b), f)));
}

/* Some value is inside in step t; in a stack's case (h is not 0) one that came in l or later, or left in h or earlier.
 */
static const lc_formula *covered(lc_scope *s, uint32_t t, uint32_t l, uint32_t h) {
    uint32_t x = lc_scope_variable(s, "x");
    const lc_formula *which = lc_true(s, true);
    if (h) {
        const lc_formula *early = t < h ? some(s, x, LC_REMOVING, t + 1, h) : lc_true(s, false);
        const lc_formula *late = t > l ? some(s, x, LC_ITSELF, l, t - 1) : lc_true(s, false);
        which = OR(s, early, late);
    }
    return lc_exists(
        s, x, AND(s, adds_alone(s, x), lifetimes(s, x, (lc_lifetime){{0, t - 1}, {t + 1, s->length + 1}}), which));
}

static const lc_formula *not_empty(lc_scope *s) {
    uint32_t y = lc_scope_variable(s, "y"), k = s->length;
    parts any = {0}, step = {0};
    for (uint32_t t = 0; t <= k; t++) put(s, &step, t ? covered(s, t, 0, 0) : lc_true(s, false));
    for (uint32_t first = 1; first <= k && !lc_exhausted(s->arena.budget); first++)
        for (uint32_t last = first; last <= k; last++)
            put(s, &any, AND(s, some(s, y, LC_ITSELF, first, last), lc_and(s, step.at + first, last - first + 1)));
    lc_vec_free(s->arena.budget, &step);
    const lc_formula *f = one_of(s, &any);
    return lc_exists(s, y, AND(s, is(s, LC_P_empty, y), f));
}

static const lc_formula *unnested(lc_scope *s) {
    parts any = {0};
    for (uint32_t l = 1; l < s->length; l++)
        for (uint32_t h = l + 1; h <= s->length; h++) {
            parts all = {0};
            for (uint32_t t = l; t <= h; t++) put(s, &all, covered(s, t, l, h));
            put(s, &any, all_of(s, &all));
        }
    return one_of(s, &any);
}

const lc_formula *lc_complete_formula(lc_scope *s, lc_container container, lc_complete_form form) {
    assert(s->length <= LC_MOST_STEPS);
    writing w = {.scope = s};
    if (form == LC_BY_PATTERNS) {
        (void)lc_patterns_each(container, s->length, write_pattern, &w);
    } else {
        put(s, &w.parts, removed_too_often(s));
        put(s, &w.parts, removed_before_time(s));
        if (container == LC_QUEUE) put(s, &w.parts, overtaken(s));
        put(s, &w.parts, not_empty(s));
        if (container == LC_STACK) put(s, &w.parts, unnested(s));
    }
    return one_of(s, &w.parts);
}

/* ---- as families ---- */

enum { MOST_PATTERNS = 100000 }; /* more than a person would read */

static lince_status make(const lc_formula **out, lc_scope *s, const lc_instance *instance, lc_complete_form form,
                         lince_error *error) {
    lc_container container;
    bool known = lc_container_of(instance, &container);
    assert(known);
    (void)known;
    if (s->length > LC_MOST_STEPS)
        return lc_fail(error, "complete formulas are for lengths up to %u, not %u; use a smaller k", LC_MOST_STEPS,
                       s->length);
    uint64_t count = lc_patterns_count(container, s->length);
    if (form == LC_BY_PATTERNS && count > MOST_PATTERNS)
        return lc_fail(error, "there are %" PRIu64 " patterns for k = %u; use a smaller k, or --complete", count,
                       s->length);
    *out = lc_complete_formula(s, container, form);
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status make_by_steps(const lc_formula **out, lc_scope *s, const lc_instance *instance,
                                  const lc_limits *limits, lince_error *error) {
    (void)limits;
    return make(out, s, instance, LC_BY_STEPS, error);
}

static lince_status make_by_patterns(const lc_formula **out, lc_scope *s, const lc_instance *instance,
                                     const lc_limits *limits, lince_error *error) {
    (void)limits;
    return make(out, s, instance, LC_BY_PATTERNS, error);
}

const lc_family *lc_complete_family(const lc_instance *instance, lc_complete_form form) {
    static const lc_family families[] = {
        [LC_BY_STEPS] = {.name = "Psi", .meaning = "no order explains it", .make = make_by_steps},
        [LC_BY_PATTERNS] = {.name = "Psi", .meaning = "it contains a bad pattern", .make = make_by_patterns},
    };
    lc_container container;
    return lc_container_of(instance, &container) ? &families[form] : NULL;
}
