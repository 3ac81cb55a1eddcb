#include "counting/formula/structure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

/* ---- profiles ---- */

static int by_interval(const void *a, const void *b) {
    const lc_profile_part *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return LC_ORDER(x->to, y->to);
}

/* The number of the profile that s->parts hold, which need not be in order. */
static uint32_t profile_of_parts(lc_structure *s) {
    uint32_t n = 0;
    if (s->parts.count > 1) qsort(s->parts.at, s->parts.count, sizeof *s->parts.at, by_interval);
    for (uint32_t i = 0; i < s->parts.count; i++) {
        if (n && by_interval(&s->parts.at[n - 1], &s->parts.at[i]) == 0)
            s->parts.at[n - 1].count += s->parts.at[i].count;
        else s->parts.at[n++] = s->parts.at[i];
    }
    uint32_t number = lc_intern_add(&s->profile_keys, s->parts.at, n * sizeof *s->parts.at);
    s->parts.count = 0;
    if (number == LC_NOT_INTERNED || number < s->profiles.count) return number == LC_NOT_INTERNED ? 0 : number;
    lc_profile p = {.at = lc_intern_get(&s->profile_keys, number)->bytes, .count = n, .least_from = UINT32_MAX};
    for (uint32_t i = 0; i < n; i++) {
        if (p.at[i].from < p.least_from) p.least_from = p.at[i].from;
        if (p.at[i].to > p.greatest_to) p.greatest_to = p.at[i].to;
    }
    return lc_push(s->budget, &s->profiles, p) ? number : 0;
}

static void add_profile(lc_structure *s, uint32_t profile) {
    for (uint32_t i = 0; i < s->profiles.at[profile].count; i++)
        (void)lc_push(s->budget, &s->parts, s->profiles.at[profile].at[i]);
}

/* ---- labels ---- */

static uint32_t sort_of(lc_structure *s, uint32_t is, uint32_t profile) {
    lc_sort sort = {is, profile};
    uint32_t number = lc_intern_add(&s->sort_keys, &sort, sizeof sort);
    if (number == LC_NOT_INTERNED) return 0;
    if (number == s->sorts.count && !lc_push(s->budget, &s->sorts, sort)) return 0;
    return number;
}

/* The list comes by label. */
static bool sort_labels(lc_structure *s, const lc_counts *counts, const lc_labels *labels) {
    for (uint32_t i = 0; i < counts->count && !lc_exhausted(s->budget);) {
        uint32_t label = counts->at[i].label;
        assert(label < labels->count);
        lc_fact fact = labels->facts[label];
        for (; i < counts->count && counts->at[i].label == label; i++) {
            lc_profile_part part = {counts->at[i].from, counts->at[i].to, counts->at[i].count};
            if (lc_fact_is(fact, LC_P_pending)) part.to = s->length;
            assert(part.from <= part.to && part.to <= s->length);
            (void)lc_push(s->budget, &s->parts, part);
        }
        uint32_t profile = profile_of_parts(s);
        (void)lc_push(s->budget, &s->labels, (lc_sorted_label){fact.element, sort_of(s, fact.is, profile), label});
    }
    return !lc_exhausted(s->budget);
}

static int by_element(const void *a, const void *b) {
    const lc_sorted_label *x = a, *y = b;
    if (x->element != y->element) return x->element < y->element ? -1 : 1;
    if (x->sort != y->sort) return x->sort < y->sort ? -1 : 1;
    return LC_ORDER(x->label, y->label);
}

/* ---- elements ---- */

typedef struct naming {
    const uint32_t *named;
    uint32_t count, copies;
    const lc_labels *labels;
} naming;

static bool is_named(const naming *n, uint32_t element) {
    for (uint32_t i = 0; i < n->count; i++)
        if (n->named[i] != LC_NO_LABEL && n->labels->facts[n->named[i]].element == element) return true;
    return false;
}

/* Profiles of all labels of an element that are `what`. */
static uint32_t profile_together(lc_structure *s, lc_predicate what, uint32_t from, uint32_t to) {
    uint32_t only = 0, found = 0;
    for (uint32_t i = from; i < to; i++)
        if (s->sorts.at[s->labels.at[i].sort].is >> what & 1) {
            only = s->sorts.at[s->labels.at[i].sort].profile;
            found++;
        }
    if (found < 2) return only; /* as a rule, and then it is known already */
    for (uint32_t i = from; i < to; i++)
        if (s->sorts.at[s->labels.at[i].sort].is >> what & 1) add_profile(s, s->sorts.at[s->labels.at[i].sort].profile);
    return profile_of_parts(s);
}

/* Its sorts, the two profiles, whether it is about an element, and the element itself if it is to be distinguished. */
typedef LC_VEC(uint32_t) class_key;

static uint32_t class_of_key(lc_structure *s, const class_key *key, lc_element_class class) {
    uint32_t number = lc_intern_add(&s->class_keys, key->at, key->count * sizeof *key->at);
    if (number == LC_NOT_INTERNED) return LC_NOWHERE;
    if (number < s->classes.count) return number;
    class.sorts = lc_intern_get(&s->class_keys, number)->bytes;
    class.first = class.last = UINT32_MAX;
    return lc_push(s->budget, &s->classes, class) ? number : LC_NOWHERE;
}

static void note_element(lc_structure *s, lc_element_class *c, uint32_t copies, uint32_t from, uint32_t to) {
    if (c->count++ >= copies) return;
    if (!lc_push(s->budget, &s->elements, (lc_class_element){from, to - from, UINT32_MAX})) return;
    uint32_t number = s->elements.count - 1;
    if (c->first == UINT32_MAX) c->first = number;
    else s->elements.at[c->last].next = number;
    c->last = number;
}

/* The labels from `from` to `to` are those of one element, or one label that is about none. */
static void classify(lc_structure *s, const naming *n, class_key *key, uint32_t from, uint32_t to) {
    uint32_t element = s->labels.at[from].element;
    key->count = 0;
    for (uint32_t i = from; i < to; i++)
        if (i == from || s->labels.at[i].sort != s->labels.at[i - 1].sort)
            (void)lc_push(s->budget, key, s->labels.at[i].sort);
    lc_element_class class = {.sort_count = key->count, .about_element = element != LINCE_NO_VALUE};
    if (class.about_element) {
        class.adding = profile_together(s, LC_P_adds, from, to);
        class.removing = profile_together(s, LC_P_removes, from, to);
    }
    bool named = class.about_element && is_named(n, element);
    (void)lc_push(s->budget, key, class.adding);
    (void)lc_push(s->budget, key, class.removing);
    (void)lc_push(s->budget, key, class.about_element);
    if (named) (void)lc_push(s->budget, key, element);
    if (lc_exhausted(s->budget)) return;
    uint32_t number = class_of_key(s, key, class);
    if (number == LC_NOWHERE) return;
    uint32_t copy = s->classes.at[number].count;
    note_element(s, &s->classes.at[number], n->copies, from, to);
    for (uint32_t i = from; i < to; i++)
        for (uint32_t j = 0; j < n->count; j++)
            if (n->named[j] == s->labels.at[i].label)
                s->named.at[j] = (lc_label_spot){number, class.about_element ? copy : 0, s->labels.at[i].sort};
}

static bool classify_all(lc_structure *s, const naming *n) {
    class_key key = {0};
    for (uint32_t i = 0; i < s->labels.count && !lc_exhausted(s->budget);) {
        uint32_t end = i + 1, element = s->labels.at[i].element;
        while (element != LINCE_NO_VALUE && end < s->labels.count && s->labels.at[end].element == element) end++;
        classify(s, n, &key, i, end);
        i = end;
    }
    lc_vec_free(s->budget, &key);
    return !lc_exhausted(s->budget);
}

bool lc_structure_init(lc_structure *s, const lc_counts *counts, const lc_labels *labels, uint32_t length,
                       const uint32_t *named, uint32_t named_count, uint32_t copies, lc_budget *budget) {
    *s = (lc_structure){.budget = budget, .length = length};
    lc_intern_init(&s->profile_keys, budget);
    lc_intern_init(&s->sort_keys, budget);
    lc_intern_init(&s->class_keys, budget);
    (void)profile_of_parts(s);
    for (uint32_t i = 0; i < named_count; i++) (void)lc_push(budget, &s->named, (lc_label_spot){LC_NOWHERE, 0, 0});
    if (lc_exhausted(budget) || !sort_labels(s, counts, labels)) return false;
    if (s->labels.count) qsort(s->labels.at, s->labels.count, sizeof *s->labels.at, by_element);
    naming n = {named, named_count, copies ? copies : 1, labels};
    if (!classify_all(s, &n)) return false;
    for (uint32_t i = 0; i < s->labels.count && s->labels.at[i].element == LINCE_NO_VALUE; i++)
        if (s->sorts.at[s->labels.at[i].sort].is >> LC_P_takes & 1)
            add_profile(s, s->sorts.at[s->labels.at[i].sort].profile);
    s->taking = profile_of_parts(s);
    return !lc_exhausted(budget);
}

void lc_structure_free(lc_structure *s) {
    lc_intern_free(&s->profile_keys);
    lc_intern_free(&s->sort_keys);
    lc_intern_free(&s->class_keys);
    lc_vec_free(s->budget, &s->profiles);
    lc_vec_free(s->budget, &s->sorts);
    lc_vec_free(s->budget, &s->classes);
    lc_vec_free(s->budget, &s->elements);
    lc_vec_free(s->budget, &s->labels);
    lc_vec_free(s->budget, &s->named);
    lc_vec_free(s->budget, &s->parts);
}

uint32_t lc_structure_label(const lc_structure *s, lc_label_spot spot) {
    uint32_t element = s->classes.at[spot.class].first;
    for (uint32_t i = 0; i < spot.copy; i++) element = s->elements.at[element].next;
    const lc_class_element *e = &s->elements.at[element];
    for (uint32_t i = 0; i < e->label_count; i++)
        if (s->labels.at[e->labels + i].sort == spot.sort) return s->labels.at[e->labels + i].label;
    assert(false);
    return LC_NO_LABEL;
}
