/* Shared by the built-in specifications: emitting outcomes, and states that are one number or a row of values. */
#ifndef LC_SPEC_BUILTIN_COMMON_H
#define LC_SPEC_BUILTIN_COMMON_H

#include <lince/spec.h>

#include <assert.h>
#include <inttypes.h>
#include <string.h>

extern const lince_spec lc_spec_bag, lc_spec_cas_register, lc_spec_counter, lc_spec_deque, lc_spec_map, lc_spec_mutex,
    lc_spec_pqueue, lc_spec_queue, lc_spec_register, lc_spec_rwlock, lc_spec_semaphore, lc_spec_set, lc_spec_snzi,
    lc_spec_stack;
/* Objects whose operations wait for each other. */
extern const lince_spec lc_spec_abc, lc_spec_barrier, lc_spec_broadcast, lc_spec_channel, lc_spec_closeable_channel,
    lc_spec_combining_barrier, lc_spec_counter_channel, lc_spec_enrollable_barrier, lc_spec_exchanger,
    lc_spec_filter_channel, lc_spec_men_women, lc_spec_one_family, lc_spec_signal, lc_spec_terminating_queue,
    lc_spec_timeout_channel, lc_spec_timeout_exchanger, lc_spec_two_families;
/* Used in place of the above when a capacity is given. */
extern const lince_spec lc_spec_bounded_queue, lc_spec_bounded_stack;

#define TABLE(rows) .methods = (rows), .method_count = sizeof(rows) / sizeof *(rows)

/* Of a method: the numbers of its arguments and results. */
#define TAKES_AND_RETURNS(args, results)                                                                               \
    .args_min = (args), .args_max = (args), .results_min = (results), .results_max = (results)
/* Of an object that begins without elements, and whose operations take a step two at a time. */
#define MEETING_IN_PAIRS .arity_min = 2, .arity_max = 2, .init = init_no_items

/* The capacity, or the number with which it begins. */
static inline int64_t first_param(const int64_t *params) { return params[0]; }

/* ---- outcomes; a result LINCE_NO_VALUE means that nothing is returned ---- */

static inline const lince_call *only_call(const lince_step *step) {
    assert(step->count == 1);
    return step->calls;
}

static inline void emit(lince_step *step, const void *state, size_t size, lince_value result) {
    lince_results results = {{result}};
    lince_emit(step, state, size, &results);
}

static inline void emit_unchanged(lince_step *step, lince_value result) { emit(step, step->state, step->size, result); }

/* Is it any use to emit an outcome with this result? */
static inline bool may_return(const lince_call *call, lince_value result) {
    return !call->known || call->results[0] == result;
}

/* ---- a state that is one number ---- */

static inline int64_t number(const lince_step *step) {
    assert(step->size == sizeof(int64_t));
    return *(const int64_t *)step->state;
}

static inline void emit_number(lince_step *step, int64_t n, lince_value result) { emit(step, &n, sizeof n, result); }

static inline void init_zero(lince_step *step) { emit_number(step, 0, LINCE_NO_VALUE); }

/* ---- a state that is a row of items, each of one or two values ---- */

static inline const lince_value *items(const lince_step *step) { return step->state; }

static inline size_t item_count(const lince_step *step, size_t width) {
    assert(step->size % (width * sizeof(lince_value)) == 0);
    return step->size / (width * sizeof(lince_value));
}

static inline void init_no_items(lince_step *step) { lince_emit(step, lince_scratch(step, 0), 0, NULL); }

static inline void copy_values(lince_value *to, const lince_value *from, size_t count) {
    if (count) memcpy(to, from, count * sizeof *to); /* an empty state may have no address */
}

/* The row with `gone` items at this position replaced by the `come` items of `others`. */
static inline void emit_spliced(lince_step *step, size_t width, size_t position, size_t gone, const lince_value *others,
                                size_t come, lince_value result) {
    size_t count = item_count(step, width);
    assert(position + gone <= count);
    size_t size = (count - gone + come) * width * sizeof(lince_value);
    lince_value *row = lince_scratch(step, size);
    const lince_value *old = items(step);
    size_t before = position * width, after = (count - position - gone) * width;
    copy_values(row, old, before);
    copy_values(row + before, others, come * width);
    if (after) copy_values(row + before + come * width, old + before + gone * width, after);
    emit(step, row, size, result);
}

static inline void emit_inserted(lince_step *step, size_t width, size_t position, const lince_value *item,
                                 lince_value result) {
    emit_spliced(step, width, position, 0, item, 1, result);
}

static inline void emit_removed(lince_step *step, size_t width, size_t position, lince_value result) {
    emit_spliced(step, width, position, 1, NULL, 0, result);
}

static inline int compare_items(const lince_values *values, const lince_value *a, const lince_value *b, size_t width) {
    for (size_t i = 0; i < width; i++) {
        int order = lince_compare(values, a[i], b[i]);
        if (order) return order;
    }
    return 0;
}

/* Where an item is, or belongs, in a row sorted by the first `sorted_by` values of the items.  The order of content is
 * used rather than that of handles, so that the printed form of a state does not depend on the order of input. */
static inline size_t place_of(const lince_step *step, size_t width, const lince_value *item, size_t sorted_by) {
    const lince_value *row = items(step);
    size_t low = 0, high = item_count(step, width);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_items(step->values, row + middle * width, item, sorted_by) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

static inline void print_row(lince_step *step, lince_text *out, const char *open, const char *close) {
    lince_print(out, "%s", open);
    for (size_t i = 0; i < item_count(step, 1); i++) {
        if (i) lince_print(out, ", ");
        lince_print_value(out, step->values, items(step)[i]);
    }
    lince_print(out, "%s", close);
}

static inline void print_list(lince_step *step, lince_text *out) { print_row(step, out, "[", "]"); }

/* EMPTY means that there is no element, so it cannot be one: a removal that returned it must not have changed anything.
 * Adding it has no step. */
static inline bool can_be_element(lince_value v) { return v != LINCE_EMPTY; }

/* ---- operations that take a step together ---- */

/* Exactly one of each of these rows: they come in that order. */
static inline bool are_two(const lince_step *step, uint32_t first, uint32_t second) {
    return step->count == 2 && step->calls[0].method == first && step->calls[1].method == second;
}

static inline lince_value argument(const lince_step *step, size_t call) { return step->calls[call].args[0]; }

/* They meet, and that changes nothing. */
static inline void emit_meeting(lince_step *step, const lince_results *results) {
    lince_emit(step, step->state, step->size, results);
}

#endif
