#include "counting/formula/summary.h"

#include <stdlib.h>

#include "base/order.h"

void lc_summary_init(lc_summary *d, const lc_counting *counting, const lc_labels *labels, uint32_t copies,
                     lc_budget *budget) {
    *d = (lc_summary){.counting = counting, .labels = labels, .budget = budget, .copies = copies};
    lc_map64_init(&d->numbers, budget);
    lc_intern_init(&d->class_keys, budget);
    lc_intern_init(&d->profiles, budget);
}

void lc_summary_free(lc_summary *d) {
    for (uint32_t i = 0; i < d->classes.count; i++) lc_vec_free(d->budget, &d->classes.at[i].elements);
    lc_map64_free(&d->numbers);
    lc_intern_free(&d->class_keys);
    lc_intern_free(&d->profiles);
    lc_vec_free(d->budget, &d->elements);
    lc_vec_free(d->budget, &d->next);
    lc_vec_free(d->budget, &d->active);
    lc_vec_free(d->budget, &d->others);
    lc_vec_free(d->budget, &d->classes);
    lc_vec_free(d->budget, &d->profile);
    lc_vec_free(d->budget, &d->key);
}

/* ---- active elements ---- */

static void activate(lc_summary *d, uint32_t number) {
    lc_summary_element *e = &d->elements.at[number];
    if (!lc_push(d->budget, &d->active, number)) return;
    if (e->class != LC_NO_CLASS) { /* the last of its class takes its place */
        lc_summary_class *class = &d->classes.at[e->class];
        uint32_t last = class->elements.at[--class->elements.count];
        class->elements.at[e->place] = last;
        d->elements.at[last].place = e->place;
    }
    e->class = LC_NO_CLASS;
    e->place = d->active.count - 1;
}

static uint32_t element_of(lc_summary *d, uint32_t element) {
    uint32_t number = lc_map64_get(&d->numbers, element);
    if (number != LC_NOT_MAPPED) return number;
    number = d->elements.count;
    if (!lc_push(d->budget, &d->elements, (lc_summary_element){LC_NO_LABEL, LC_NO_CLASS, 0})) return LC_NOT_MAPPED;
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
    if (e->class != LC_NO_CLASS) activate(d, number);
}

/* ---- their counts ---- */

enum { OPEN = 0xffff }; /* instead of where it ends */
_Static_assert(LC_MOST_LENGTH < OPEN, "no interval ends there");

static uint64_t interval(uint32_t from, uint32_t to) { return (uint64_t)from << 32 | to; }

static bool is_fixed(uint64_t i) { return i == interval(0, 0) || i == interval(0, OPEN); }

static void count(lc_summary *d, uint64_t interval, uint64_t count, bool *settled) {
    if (!count) return;
    *settled = *settled && is_fixed(interval);
    (void)lc_push(d->budget, &d->profile, (lc_summary_count){interval, count});
}

static void add_to_key(lc_summary *d, uint32_t label, bool *settled) {
    const lc_counting *c = d->counting;
    uint32_t length = lc_counting_length(c);
    d->profile.count = 0;
    for (uint32_t from = 0; from <= length; from++) {
        for (uint32_t to = from; to <= length; to++)
            count(d, interval(from, to), lc_counting_get(c, label, from, to, false), settled);
        count(d, interval(from, OPEN), lc_counting_get(c, label, from, length, true), settled);
    }
    if (!d->profile.count) return;
    uint32_t profile = lc_intern_add(&d->profiles, d->profile.at, d->profile.count * sizeof *d->profile.at);
    (void)lc_push(d->budget, &d->key, (uint64_t)d->labels->facts[label].is << 32 | profile);
}

static uint32_t class_of(lc_summary *d, uint32_t number) {
    bool settled = true;
    d->key.count = 0;
    for (uint32_t label = d->elements.at[number].first; label != LC_NO_LABEL; label = d->next.at[label])
        add_to_key(d, label, &settled);
    if (lc_exhausted(d->budget)) return LC_NOT_INTERNED;
    if (d->key.count > 1) qsort(d->key.at, d->key.count, sizeof *d->key.at, lc_by_u64);
    uint32_t class = lc_intern_add(&d->class_keys, d->key.at, d->key.count * sizeof *d->key.at);
    if (class == d->classes.count && !lc_push(d->budget, &d->classes, ((lc_summary_class){.settled = settled})))
        return LC_NOT_INTERNED;
    return class;
}

static bool join_class(lc_summary *d, uint32_t number) {
    uint32_t class = class_of(d, number);
    if (class == LC_NOT_INTERNED || !lc_push(d->budget, &d->classes.at[class].elements, number)) return false;
    d->elements.at[number].class = class;
    d->elements.at[number].place = d->classes.at[class].elements.count - 1;
    return true;
}

/* In a new step everything that is not settled has another interval. */
static void follow_step(lc_summary *d) {
    if (d->step == d->counting->length) return;
    d->step = d->counting->length;
    for (uint32_t c = 0; c < d->classes.count; c++) {
        lc_summary_class *class = &d->classes.at[c];
        while (!class->settled && class->elements.count && !lc_exhausted(d->budget))
            activate(d, class->elements.at[class->elements.count - 1]);
    }
}

/* ---- listing them ---- */

static void list(lc_summary *d, lc_counts *out, uint32_t label, uint32_t from, uint32_t to, bool ends) {
    uint64_t count = lc_counting_get(d->counting, label, from, to, false);
    if (ends) count += lc_counting_get(d->counting, label, from, to, true);
    if (count) (void)lc_push(d->budget, out, (lc_count){label, from, to, count});
}

static void list_label(lc_summary *d, lc_counts *out, uint32_t label) {
    uint32_t length = lc_counting_length(d->counting);
    for (uint32_t from = 0; from <= length; from++)
        for (uint32_t to = from; to <= length; to++) list(d, out, label, from, to, to == length);
}

/* Of a settled element there is no need to look anywhere else. */
static void list_settled(lc_summary *d, lc_counts *out, uint32_t label) {
    uint32_t length = lc_counting_length(d->counting);
    list(d, out, label, 0, 0, length == 0);
    if (length) list(d, out, label, 0, length, true);
}

static void list_class(lc_summary *d, lc_counts *out, const lc_summary_class *class) {
    for (uint32_t i = 0; i < class->elements.count && i < d->copies; i++) {
        uint32_t label = d->elements.at[class->elements.at[i]].first;
        for (; label != LC_NO_LABEL; label = d->next.at[label])
            (class->settled ? list_settled : list_label)(d, out, label);
    }
}

bool lc_summary_list(lc_summary *d, lc_counts *out) {
    out->count = 0;
    follow_step(d);
    while (d->active.count && !lc_exhausted(d->budget))
        if (join_class(d, d->active.at[d->active.count - 1])) d->active.count--;
    for (uint32_t c = 0; c < d->classes.count; c++) list_class(d, out, &d->classes.at[c]);
    for (uint32_t i = 0; i < d->others.count; i++) list_label(d, out, d->others.at[i]);
    return !lc_exhausted(d->budget);
}
