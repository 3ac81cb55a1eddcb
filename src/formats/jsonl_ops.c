/* Operations with time stamps become a history of events.
 *
 * Intervals are closed: where one operation's return and another's call bear the same time they overlap, so at equal
 * times calls come before returns.  Two operations of one process are still ordered there, which the order of events
 * cannot express: such pairs are kept as ties.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/order.h"
#include "formats/jsonl.h"

/* A time of either kind of JSON number, so that comparing is exact: the part before the point and the rest, which has
 * the same sign.  Numbers beyond 64 bits have the largest whole part and themselves as the rest. */
typedef struct stamp {
    int64_t whole;
    double rest;
} stamp;

static const stamp never = {INT64_MAX, INFINITY};

typedef struct moment {
    stamp at;
    uint32_t op; /* number in the order of the lines; in `ends`, after sorting the calls, in that of the calls */
} moment;

struct lc_timed {
    lince_history *history;     /* its operations are in the order of the lines until the end */
    LC_VEC(moment) calls, ends; /* of the same operations; an end is `never` while the operation is pending */
    LC_VEC(uint32_t) last;      /* per thread: an operation + 1 */
};

static int compare_stamps(stamp a, stamp b) {
    if (a.whole != b.whole) return a.whole < b.whole ? -1 : 1;
    return LC_ORDER(a.rest, b.rest);
}

static stamp stamp_of(const json_t *number) {
    if (json_is_integer(number)) return (stamp){json_integer_value(number), 0};
    double d = json_real_value(number);
    if (d >= 0x1p63) return (stamp){INT64_MAX, d};
    if (d < -0x1p63) return (stamp){INT64_MIN, d};
    return (stamp){(int64_t)d, d - (double)(int64_t)d};
}

static double time_of(stamp s) { return fabs(s.rest) >= 1 ? s.rest : (double)s.whole + s.rest; }

lc_timed *lc_timed_new(lince_history *h) {
    lc_timed *t = calloc(1, sizeof *t);
    if (t) t->history = h;
    return t;
}

void lc_timed_free(lc_timed *t) {
    if (!t) return;
    lc_budget *budget = t->history->budget;
    lc_vec_free(budget, &t->calls);
    lc_vec_free(budget, &t->ends);
    lc_vec_free(budget, &t->last);
    free(t);
}

static lince_status read_times(const lc_json *j, const json_t *object, stamp *call, stamp *end) {
    const json_t *call_time = json_object_get(object, "call"), *end_time = json_object_get(object, "return");
    if (json_is_null(end_time)) end_time = NULL;
    if (!json_is_number(call_time) || (end_time && !json_is_number(end_time)))
        return lc_fail_at(j->error, j->file, j->line, "\"call\" and \"return\" must be numbers: the times of the two");
    *call = stamp_of(call_time);
    *end = end_time ? stamp_of(end_time) : never;
    if (compare_stamps(*end, *call) < 0)
        return lc_fail_at(j->error, j->file, j->line, "this operation returns before its call");
    return LINCE_DONE;
}

/* The numbers of names, as lc_history_invoke would give them. */
static bool intern_names(lince_history *h, lc_span thread, lc_span object, lc_span method, lc_op *op) {
    op->thread = lc_intern_add(&h->threads, thread.at, thread.length);
    if (op->thread == LC_NOT_INTERNED) return false;
    while (h->open.count <= op->thread)
        if (!lc_push(h->budget, &h->open, 0)) return false;
    lince_text key = {0};
    lc_text_add(&key, object.at, object.length);
    lc_text_putc(&key, '\0');
    lc_text_add(&key, method.at, method.length);
    op->method = key.cut ? LC_NOT_INTERNED : lc_intern_add(&h->methods, key.at, key.length);
    lc_text_free(&key);
    return op->method != LC_NOT_INTERNED;
}

lince_status lc_timed_add(lc_timed *t, lc_json *j, const json_t *object) {
    lince_history *h = t->history;
    moment call = {.op = h->ops.count}, end = {.op = h->ops.count};
    lc_op op = {.end = LC_NEVER, .call_line = lc_line_number(j->line)};
    lc_span process, object_name, method;
    lince_status status = read_times(j, object, &call.at, &end.at);
    if (status == LINCE_DONE) status = lc_json_process(j, object, &process);
    if (status == LINCE_DONE) status = lc_json_name(j, object, "f", &method);
    if (status == LINCE_DONE) status = lc_json_name(j, object, "object", &object_name);
    if (status == LINCE_DONE && !method.length)
        status = lc_fail_at(j->error, j->file, j->line, "there is no operation, such as \"f\": \"enq\"");
    if (status == LINCE_DONE) status = lc_json_payload(j, json_object_get(object, "args"), &op.args);
    if (status == LINCE_DONE && compare_stamps(end.at, never) != 0) {
        status = lc_json_payload(j, json_object_get(object, "ret"), &op.results);
        op.end_line = op.call_line;
    }
    if (status != LINCE_DONE) return status;
    if (h->ops.count >= LC_MOST_OPS || !intern_names(h, process, object_name, method, &op) ||
        !lc_push(h->budget, &t->calls, call) || !lc_push(h->budget, &t->ends, end) || !lc_push(h->budget, &h->ops, op))
        return LINCE_OUT_OF_MEMORY;
    return LINCE_DONE;
}

static int compare_moments(const void *a, const void *b) {
    const moment *x = a, *y = b;
    int order = compare_stamps(x->at, y->at);
    return order ? order : LC_ORDER(x->op, y->op);
}

/* Sorting is for the rare file that is not in order of the calls already. */
static void sort_moments(moment *at, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (compare_moments(&at[i - 1], &at[i]) > 0) {
            qsort(at, count, sizeof *at, compare_moments);
            return;
        }
}

static bool reset_last(lc_timed *t) {
    lc_budget *budget = t->history->budget;
    t->last.count = 0;
    for (uint32_t i = 0; i < t->history->threads.items.count; i++)
        if (!lc_push(budget, &t->last, 0)) return false;
    return true;
}

/* With the calls sorted and the rest still in the order of the lines: the operations of each process must follow one
 * another.  Where one begins in the very instant the one before it ends they are tied; looking at the last one that
 * returned is enough, because a pending one between them orders nothing. */
static lince_status find_ties(lc_timed *t, lince_error *error) {
    lince_history *h = t->history;
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const lc_op *op = &h->ops.at[t->calls.at[i].op];
        uint32_t *last = &t->last.at[op->thread];
        if (*last) {
            uint32_t before = t->calls.at[*last - 1].op;
            int order = compare_stamps(t->ends.at[before].at, t->calls.at[i].at);
            uint32_t line = op->call_line, other = h->ops.at[before].call_line;
            if (order > 0)
                return lc_fail_at(error, h->file, line > other ? line : other,
                                  "this operation overlaps with the one of line %u, of the same process",
                                  line > other ? other : line);
            if (order == 0 && !lc_push(h->budget, &h->ties, (lc_tie){i, *last - 1})) return LINCE_OUT_OF_MEMORY;
        }
        if (op->results) *last = i + 1;
    }
    return LINCE_DONE;
}

/* Puts the operations in the order of their calls, cycle by cycle of the permutation. */
static void reorder(lc_timed *t) {
    lc_op *ops = t->history->ops.at;
    moment *calls = t->calls.at;
    for (uint32_t i = 0; i < t->calls.count; i++) t->ends.at[calls[i].op].op = i;
    for (uint32_t i = 0; i < t->calls.count; i++) {
        if (calls[i].op == i) continue;
        lc_op first = ops[i];
        uint32_t to = i, from;
        while ((from = calls[to].op) != i) {
            ops[to] = ops[from];
            calls[to].op = to;
            to = from;
        }
        ops[to] = first;
        calls[to].op = to;
    }
}

static bool add_event(lince_history *h, uint32_t op, lc_event_kind kind) {
    uint32_t position = h->events.count;
    if (kind == LC_INVOKE) h->ops.at[op].call = position;
    else h->ops.at[op].end = position;
    return lc_push(h->budget, &h->events, lc_make_event(op, kind));
}

/* A process that calls again has given up on an operation that never returned. */
static bool add_call(lc_timed *t, uint32_t op) {
    lince_history *h = t->history;
    uint32_t *last = &t->last.at[h->ops.at[op].thread];
    if (*last) {
        lc_op *before = &h->ops.at[*last - 1];
        if (!before->results) {
            before->end_line = h->ops.at[op].call_line;
            if (!add_event(h, *last - 1, LC_CRASH)) return false;
        }
    }
    *last = op + 1;
    if (!add_event(h, op, LC_INVOKE)) return false;
    lc_remark_time(h, time_of(t->calls.at[op].at));
    return true;
}

/* Calls and ends, both sorted, as one sequence. */
static bool merge(lc_timed *t) {
    lince_history *h = t->history;
    uint32_t call = 0, end = 0, count = t->calls.count;
    while (end < count) {
        const moment *e = &t->ends.at[end];
        if (call < count && compare_stamps(t->calls.at[call].at, e->at) <= 0) {
            if (!add_call(t, call++)) return false;
        } else {
            bool returned = h->ops.at[e->op].results != LINCE_NO_VALUE;
            if (returned && !add_event(h, e->op, LC_RETURN)) return false;
            if (returned) lc_remark_time(h, time_of(e->at));
            end++;
        }
    }
    assert(call == count);
    for (uint32_t i = 0; i < t->last.count; i++) {
        uint32_t last = t->last.at[i];
        h->open.at[i] = last && !h->ops.at[last - 1].results ? last : 0;
    }
    return true;
}

lince_status lc_timed_finish(lc_timed *t, lince_error *error) {
    lince_history *h = t->history;
    sort_moments(t->calls.at, t->calls.count);
    if (!reset_last(t)) return LINCE_OUT_OF_MEMORY;
    lince_status status = find_ties(t, error);
    if (status != LINCE_DONE) return status;
    reorder(t);
    sort_moments(t->ends.at, t->ends.count);
    return reset_last(t) && lc_reserve(h->budget, &h->events, h->ops.count * 2) && merge(t) ? LINCE_DONE
                                                                                            : LINCE_OUT_OF_MEMORY;
}
