#include "logic/summary.h"

#include <assert.h>
#include <stdlib.h>

void lc_summary_init(lc_summary *d, const lc_counting *counting, const lc_labels *labels, uint32_t copies,
                     lc_budget *budget) {
    *d = (lc_summary){.counting = counting, .labels = labels, .budget = budget, .copies = copies};
    lc_map64_init(&d->numbers, budget);
    lc_intern_init(&d->class_keys, budget);
}

void lc_summary_free(lc_summary *d) {
    for (uint32_t i = 0; i < d->classes.count; i++) lc_vec_free(d->budget, &d->classes.at[i]);
    lc_map64_free(&d->numbers);
    lc_intern_free(&d->class_keys);
    lc_vec_free(d->budget, &d->elements);
    lc_vec_free(d->budget, &d->next);
    lc_vec_free(d->budget, &d->active);
    lc_vec_free(d->budget, &d->others);
    lc_vec_free(d->budget, &d->classes);
    lc_vec_free(d->budget, &d->key);
}

/* ---- who is active ---- */

static void activate(lc_summary *d, uint32_t number) {
    lc_summary_element *e = &d->elements.at[number];
    if (!lc_push(d->budget, &d->active, number)) return;
    if (e->class != LC_NOT_SETTLED) { /* the last of its class takes its place */
        lc_summary_class *class = &d->classes.at[e->class];
        uint32_t last = class->at[--class->count];
        class->at[e->place] = last;
        d->elements.at[last].place = e->place;
    }
    e->class = LC_NOT_SETTLED;
    e->place = d->active.count - 1;
}

static uint32_t element_of(lc_summary *d, uint32_t element) {
    uint32_t number = lc_map64_get(&d->numbers, element);
    if (number != LC_NOT_MAPPED) return number;
    number = d->elements.count;
    if (!lc_push(d->budget, &d->elements, (lc_summary_element){LC_NO_LABEL, LC_NOT_SETTLED, 0})) return LC_NOT_MAPPED;
    lc_map64_put(&d->numbers, element, number);
    activate(d, number);
    return number;
}

void lc_summary_touch(lc_summary *d, uint32_t label) {
    while (d->next.count <= label)
        if (!lc_push(d->budget, &d->next, LC_UNLABELLED)) return;
    bool new = d->next.at[label] == LC_UNLABELLED;
    uint32_t element = d->labels->facts[label].element;
    if (element == LINCE_NO_VALUE) {
        if (new &&lc_push(d->budget, &d->others, label)) d->next.at[label] = LC_NO_LABEL;
        return;
    }
    uint32_t number = element_of(d, element);
    if (number == LC_NOT_MAPPED) return;
    lc_summary_element *e = &d->elements.at[number];
    if (new) {
        d->next.at[label] = e->first;
        e->first = label;
    }
    if (e->class != LC_NOT_SETTLED) activate(d, number);
}

/* ---- what they have ---- */

/* Appends a label's counters; returns whether all its operations lie at [0, 0] and have returned. */
static bool list_label(lc_summary *d, lc_counts *out, uint32_t label) {
    const lc_counting *c = d->counting;
    uint32_t length = lc_counting_length(c);
    bool settled = true;
    for (uint32_t from = 0; from <= length; from++)
        for (uint32_t to = from; to <= length; to++) {
            uint64_t done = lc_counting_get(c, label, from, to, false);
            uint64_t open = to == length ? lc_counting_get(c, label, from, to, true) : 0;
            if (!done && !open) continue;
            settled = settled && !open && to == 0;
            (void)lc_push(d->budget, out, (lc_count){label, from, to, done + open});
        }
    return settled;
}

static int by_number(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The counters of a settled element say which class it is in: what its labels are, and how many of each. */
static uint32_t class_of(lc_summary *d, const lc_counts *list, uint32_t from) {
    d->key.count = 0;
    for (uint32_t i = from; i < list->count; i++) {
        assert(list->at[i].count < UINT64_C(1) << 48);
        (void)lc_push(d->budget, &d->key, (uint64_t)d->labels->facts[list->at[i].label].is << 48 | list->at[i].count);
    }
    if (lc_exhausted(d->budget)) return LC_NOT_INTERNED;
    if (d->key.count > 1) qsort(d->key.at, d->key.count, sizeof *d->key.at, by_number);
    uint32_t number = lc_intern_add(&d->class_keys, d->key.at, d->key.count * sizeof *d->key.at);
    if (number == d->classes.count && !lc_push(d->budget, &d->classes, (lc_summary_class){0})) return LC_NOT_INTERNED;
    return number;
}

/* Of a settled element: there is no need to look anywhere else. */
static void list_settled(lc_summary *d, lc_counts *out, uint32_t number) {
    for (uint32_t label = d->elements.at[number].first; label != LC_NO_LABEL; label = d->next.at[label]) {
        uint64_t count = lc_counting_get(d->counting, label, 0, 0, false);
        if (count) (void)lc_push(d->budget, out, (lc_count){label, 0, 0, count});
    }
}

static bool list_element(lc_summary *d, lc_counts *out, uint32_t number) {
    bool settled = true;
    for (uint32_t label = d->elements.at[number].first; label != LC_NO_LABEL; label = d->next.at[label])
        settled = list_label(d, out, label) && settled;
    return settled;
}

/* Element number `at` of the active ones, which is listed from `from` on, is settled. */
static void settle(lc_summary *d, uint32_t at, const lc_counts *list, uint32_t from) {
    uint32_t number = d->active.at[at], class = class_of(d, list, from);
    if (class == LC_NOT_INTERNED || !lc_push(d->budget, &d->classes.at[class], number)) return;
    uint32_t last = d->active.at[--d->active.count];
    d->active.at[at] = last;
    d->elements.at[last].place = at;
    d->elements.at[number].class = class;
    d->elements.at[number].place = d->classes.at[class].count - 1;
}

bool lc_summary_list(lc_summary *d, lc_counts *out) {
    out->count = 0;
    for (uint32_t i = 0; i < d->active.count && !lc_exhausted(d->budget);) {
        uint32_t from = out->count;
        if (list_element(d, out, d->active.at[i])) {
            settle(d, i, out, from);
            out->count = from;
        } else i++;
    }
    for (uint32_t c = 0; c < d->classes.count; c++)
        for (uint32_t i = 0; i < d->classes.at[c].count && i < d->copies; i++)
            list_settled(d, out, d->classes.at[c].at[i]);
    for (uint32_t i = 0; i < d->others.count; i++) (void)list_label(d, out, d->others.at[i]);
    return !lc_exhausted(d->budget);
}
