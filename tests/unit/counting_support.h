/* Small histories of a container, given by intervals of steps, and what the exact checker says about them. */
#ifndef LC_TESTS_COUNTING_SUPPORT_H
#define LC_TESTS_COUNTING_SUPPORT_H

#include <stdlib.h>

#include <lince/lince.h>

#include "counting/patterns/match.h"
#include "counting_lifetimes.h"
#include "tap.h"

typedef enum what { ADD, REMOVE, EMPTY, OPEN_ADD, OPEN_REMOVE, PEEK } what;

typedef struct little_op {
    what what;
    uint32_t value;
    lc_interval when; /* what is open ends with the history */
} little_op;

enum { MOST_OPS = 64 };
typedef struct little {
    uint32_t count, length;
    little_op at[MOST_OPS];
} little;

static const struct {
    const char *name, *add, *remove;
} containers[] = {
    [LC_BAG] = {"bag", "put", "take"}, [LC_QUEUE] = {"queue", "enq", "deq"}, [LC_STACK] = {"stack", "push", "pop"}};

static inline bool is_open(what w) { return w == OPEN_ADD || w == OPEN_REMOVE; }

__attribute__((unused)) static lince_history *history_of(lc_container c, const little *l) {
    lince_history *h = lince_history_new();
    lince_values *values = lince_history_values(h);
    lince_error error;
    for (uint32_t t = 0; t <= l->length; t++) {
        for (uint32_t phase = 0; phase < 2; phase++) {
            for (uint32_t i = 0; i < l->count; i++) {
                const little_op *o = &l->at[i];
                char thread[3] = {(char)('A' + i % 26), (char)('a' + i / 26), 0};
                bool adds = o->what == ADD || o->what == OPEN_ADD;
                lince_value v = lince_int(values, o->value), result = o->what == EMPTY ? LINCE_EMPTY : v;
                lince_status status = LINCE_DONE;
                if (!phase && o->when.from == t)
                    status = lince_invoke(h, thread, NULL,
                                          adds              ? containers[c].add
                                          : o->what == PEEK ? "peek"
                                                            : containers[c].remove,
                                          &v, adds, &error);
                else if (phase && o->when.to == t && !is_open(o->what))
                    status = lince_return(h, thread, &result, !adds, &error);
                if (status) abort();
            }
        }
    }
    return h;
}

/* What the checker says: the truth. */
static inline bool satisfies(lc_container c, const lince_history *h, lince_criterion criterion, const char *factors) {
    static lince_specs *specs[3];
    lince_error error;
    if (!specs[c] && (!(specs[c] = lince_specs_new()) || lince_specs_add(specs[c], containers[c].name, &error)))
        abort();
    lince_check_options options = {.criterion = criterion, .factors = factors, .no_explanation = true, .jobs = 1};
    lince_result *result;
    if (lince_check(h, specs[c], &options, &result, &error)) abort();
    lince_verdict verdict = lince_result_verdict(result);
    if (verdict == LINCE_VERDICT_UNKNOWN) abort();
    lince_result_free(result);
    return verdict == LINCE_VERDICT_OK;
}
static inline bool is_linearizable(lc_container c, const lince_history *h) {
    return satisfies(c, h, LINCE_LINEARIZABLE, NULL);
}
static inline bool refines(lc_container c, const lince_history *h, uint32_t k) {
    char length[16];
    snprintf(length, sizeof length, "%u", k);
    return satisfies(c, h, LINCE_REFINE, length);
}

/* Stays straight from the intervals. */
__attribute__((unused)) static void lifetimes_of_little(lc_lifetimes *s, const little *l) {
    lifetimes_begin(s);
    uint32_t old = l->length > s->k ? l->length - s->k : 0;
    for (uint32_t i = 0; i < l->count; i++) {
        const little_op *o = &l->at[i];
        uint32_t to = is_open(o->what) ? l->length : o->when.to;
        lc_interval when = {o->when.from > old ? o->when.from - old : 0, to > old ? to - old : 0};
        if (o->what == ADD || o->what == OPEN_ADD) lifetimes_add(s, o->value, when, o->what == ADD, i);
        else if (o->what == REMOVE) lifetimes_remove(s, o->value, when, i);
        else if (o->what == EMPTY) lc_lifetimes_empty(s, when, i);
        else if (o->what == OPEN_REMOVE) s->open[when.from]++;
        else s->partly = true;
    }
    lc_lifetimes_finish(s);
}

__attribute__((unused)) static const lc_instance *one_instance(const void *context, lc_span object) {
    (void)object;
    return context;
}

/* ---- all small histories ---- */

/* What a history is made of: a value that comes and goes, comes and stays, ... and operations without a value. */
static const struct shape {
    uint32_t count;
    what ops[3];
} shapes[] = {
    {2, {ADD, REMOVE}}, {1, {ADD}},    {2, {OPEN_ADD, REMOVE}},    {1, {OPEN_ADD}},
    {1, {EMPTY}},       {1, {REMOVE}}, {3, {ADD, REMOVE, REMOVE}}, {1, {OPEN_REMOVE}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };
enum { OPEN = 1 << 2 | 1 << 3 | 1 << 7, ORPHAN = 1 << 5, TWICE = 1 << 6 }; /* masks of shapes */

typedef void use_little(void *context, const little *);

typedef struct enumeration {
    use_little *use;
    void *context;
    uint32_t skipped; /* mask of shapes that do not occur */
    little l;
    uint32_t group[MOST_OPS]; /* per operation: where the operations of its shape begin */
    uint32_t shape_of[MOST_OPS];
} enumeration;

/* In canonical intervals every step has a call, and before the next one something returns.  Can it still come to that
 * when the first `given` operations have their intervals? */
static inline bool can_be_canonical(const little *l, uint32_t given) {
    uint64_t all = (2ull << l->length) - 1, calls = 1, returns = 1ull << l->length;
    for (uint32_t i = 0; i < given; i++) {
        calls |= 1ull << l->at[i].when.from;
        if (!is_open(l->at[i].what)) returns |= 1ull << l->at[i].when.to;
    }
    uint32_t left = l->count - given;
    return (uint32_t)__builtin_popcountll(all & ~calls) <= left &&
           (uint32_t)__builtin_popcountll(all & ~returns) <= left;
}

/* Values of one shape are interchangeable: only one order of them is made. */
static inline bool in_order(const enumeration *e, uint32_t i) {
    uint32_t begin = e->group[i], size = shapes[e->shape_of[i]].count;
    if (i + 1 != begin + size || begin < size || e->shape_of[begin - 1] != e->shape_of[i]) return true;
    for (uint32_t j = 0; j < size; j++) {
        lc_interval a = e->l.at[begin - size + j].when, b = e->l.at[begin + j].when;
        if (a.from != b.from) return a.from < b.from;
        if (a.to != b.to) return a.to < b.to;
    }
    return true;
}

static inline void assign(enumeration *e, uint32_t i) {
    little *l = &e->l;
    if (!can_be_canonical(l, i)) return;
    if (i == l->count) return e->use(e->context, l);
    for (uint32_t from = 0; from <= l->length; from++) {
        for (uint32_t to = is_open(l->at[i].what) ? l->length : from; to <= l->length; to++) {
            l->at[i].when = (lc_interval){from, to};
            if (in_order(e, i)) assign(e, i + 1);
        }
    }
}

static inline void choose_shapes(enumeration *e, uint32_t shape, uint32_t left, uint32_t value) {
    if (!left)
        for (e->l.length = 0; e->l.length < e->l.count; e->l.length++) assign(e, 0);
    for (; left && shape < SHAPES; shape++) {
        uint32_t size = shapes[shape].count, begin = e->l.count;
        if (size > left || e->skipped >> shape & 1) continue;
        for (uint32_t j = 0; j < size; j++) {
            e->l.at[begin + j] = (little_op){.what = shapes[shape].ops[j], .value = value};
            e->group[begin + j] = begin;
            e->shape_of[begin + j] = shape;
        }
        e->l.count += size;
        choose_shapes(e, shape, left - size, value + 1);
        e->l.count = begin;
    }
}

/* All histories of this many operations, up to names of values, each at least once. */
__attribute__((unused)) static void all_histories(uint32_t operations, uint32_t skipped, use_little *use,
                                                  void *context) {
    enumeration e = {.use = use, .context = context, .skipped = skipped};
    choose_shapes(&e, 0, operations, 1);
}

#endif
