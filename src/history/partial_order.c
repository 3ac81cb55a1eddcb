#include "history/partial_order.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/order.h"

/* How many operations of its thread precede each. */
static bool number_operations(lince_history *h) {
    LC_VEC(uint32_t) calls = {0}; /* per thread, so far */
    bool fine = true;
    for (uint32_t i = 0; i < h->threads.items.count && fine; i++) fine = lc_push(h->budget, &calls, 0);
    for (uint32_t i = 0; i < h->ops.count && fine; i++)
        fine = lc_push(h->budget, &h->order.nth, calls.at[h->ops.at[i].thread]++);
    lc_vec_free(h->budget, &calls);
    return fine;
}

static bool add_rows(lince_history *h) {
    size_t cells = (size_t)h->ops.count * h->threads.items.count;
    if (!cells) return true;
    if (cells > UINT32_MAX || !lc_reserve(h->budget, &h->order.before, (uint32_t)cells)) return false;
    h->order.before.count = (uint32_t)cells;
    memset(h->order.before.at, 0, cells * sizeof *h->order.before.at);
    return true;
}

bool lc_history_set_order(lince_history *h, const uint8_t *before) {
    assert(!h->order.threads);
    if (!number_operations(h) || !add_rows(h)) return false;
    for (uint32_t i = 0; i < h->order.before.count; i++) h->order.before.at[i] = before[i];
    h->order.threads = h->threads.items.count;
    return true;
}

/* ---- by edges ---- */

lince_status lc_history_begin_order(lince_history *h, uint32_t line, lince_error *error) {
    if (h->events.count)
        return lc_fail_at(error, h->file, line, "a partial order must be declared before the first event");
    h->order.declared = true;
    return LINCE_DONE;
}

static lince_status find_thread(const lince_history *h, uint32_t line, lc_order_place place, uint32_t *thread,
                                lince_error *error) {
    *thread = lc_intern_find(&h->threads, place.thread.at, place.thread.length);
    if (*thread != LC_NOT_INTERNED && place.number) return LINCE_DONE;
    return lc_fail_at(error, h->file, line,
                      place.number ? "thread %.*s has no operation so far"
                                   : "operations of thread %.*s are numbered from 1",
                      (int)place.thread.length, place.thread.at);
}

lince_status lc_history_add_before(lince_history *h, uint32_t line, lc_order_place first, lc_order_place second,
                                   lince_error *error) {
    lc_order_edge e = {.line = line, .first = first.number, .second = second.number};
    if (!h->order.declared)
        return lc_fail_at(error, h->file, line,
                          "the history has the order of its lines: a partial order must be declared before the first "
                          "event");
    lince_status status = find_thread(h, line, first, &e.first_thread, error);
    if (status == LINCE_DONE) status = find_thread(h, line, second, &e.second_thread, error);
    if (status != LINCE_DONE) return status;
    return lc_push(h->budget, &h->order.edges, e) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* The operations, thread by thread; those of a thread begin at `from`. */
typedef struct directory {
    lc_budget *budget;
    LC_VEC(uint32_t) from, ops;
} directory;

static void free_directory(directory *d) {
    lc_vec_free(d->budget, &d->from);
    lc_vec_free(d->budget, &d->ops);
}

static bool make_directory(directory *d, const lince_history *h, lc_budget *budget) {
    uint32_t threads = h->threads.items.count;
    *d = (directory){.budget = budget};
    for (uint32_t t = 0; t <= threads; t++)
        if (!lc_push(budget, &d->from, 0)) return false;
    for (uint32_t i = 0; i < h->ops.count; i++) d->from.at[h->ops.at[i].thread + 1]++;
    for (uint32_t t = 0; t < threads; t++) d->from.at[t + 1] += d->from.at[t];
    for (uint32_t i = 0; i < h->ops.count; i++)
        if (!lc_push(budget, &d->ops, 0)) return false;
    for (uint32_t i = 0; i < h->ops.count; i++) d->ops.at[d->from.at[h->ops.at[i].thread] + h->order.nth.at[i]] = i;
    return true;
}

/* The operation with this number, from 1; LC_NEVER: there is none. */
static uint32_t look_up(const directory *d, uint32_t thread, uint32_t number) {
    uint32_t at = d->from.at[thread] + (number - 1);
    return number - 1 < d->from.at[thread + 1] - d->from.at[thread] ? d->ops.at[at] : LC_NEVER;
}

static lince_status no_operation(const lince_history *h, const lc_order_edge *e, uint32_t thread, uint32_t number,
                                 lince_error *error) {
    const lc_interned *name = lc_intern_get(&h->threads, thread);
    return lc_fail_at(error, h->file, e->line, "thread %.*s has no operation %u", (int)name->size,
                      (const char *)name->bytes, number);
}

static lince_status contradicts(const lince_history *h, const lc_order_edge *e, uint32_t first, uint32_t second,
                                lince_error *error) {
    lince_text a = {0}, b = {0};
    lc_op_print(&a, h, &h->ops.at[first]);
    lc_op_print(&b, h, &h->ops.at[second]);
    lince_status status = lc_fail_at(error, h->file, e->line,
                                     "%s has not returned when %s is called (line %u): lines must be in an order that "
                                     "the partial order permits",
                                     lc_text(&a), lc_text(&b), h->ops.at[second].call_line);
    lc_text_free(&a);
    lc_text_free(&b);
    return status;
}

/* From now on `first` and `second` are operations of the history. */
static lince_status resolve(lince_history *h, const directory *d, lc_order_edge *e, lince_error *error) {
    uint32_t first = look_up(d, e->first_thread, e->first), second = look_up(d, e->second_thread, e->second);
    if (first == LC_NEVER) return no_operation(h, e, e->first_thread, e->first, error);
    if (second == LC_NEVER) return no_operation(h, e, e->second_thread, e->second, error);
    if (!lc_event_precedes(h, first, second)) return contradicts(h, e, first, second, error);
    e->first = first;
    e->second = second;
    return LINCE_DONE;
}

static int by_second(const void *a, const void *b) {
    const lc_order_edge *x = a, *y = b;
    return LC_ORDER(x->second, y->second);
}

static uint32_t *row_of(lince_history *h, uint32_t op) { return &h->order.before.at[(size_t)op * h->order.threads]; }

static void add_past(lince_history *h, uint32_t op, uint32_t of) {
    uint32_t *to = row_of(h, op);
    const uint32_t *from = row_of(h, of);
    for (uint32_t t = 0; t < h->order.threads; t++)
        if (to[t] < from[t]) to[t] = from[t];
}

bool lc_history_add_client(lince_history *h, uint32_t first, uint32_t second) {
    uint32_t thread = h->ops.at[first].thread, number = h->order.nth.at[first] + 1;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        bool later = h->ops.at[i].thread == h->ops.at[second].thread && h->order.nth.at[i] >= h->order.nth.at[second];
        if (!later && !lc_comes_before(h, second, i)) continue;
        add_past(h, i, first);
        if (row_of(h, i)[thread] < number) row_of(h, i)[thread] = number;
    }
    return lc_push(h->budget, &h->order.clients, (lc_tie){second, first});
}

/* All before an operation was called earlier, so that its row is complete. */
static void close_rows(lince_history *h, const directory *d) {
    uint32_t edge = 0;
    h->order.threads = h->threads.items.count;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        uint32_t thread = h->ops.at[i].thread, nth = h->order.nth.at[i];
        if (nth) add_past(h, i, look_up(d, thread, nth));
        row_of(h, i)[thread] = nth;
        for (; edge < h->order.edges.count && h->order.edges.at[edge].second == i; edge++) {
            uint32_t first = h->order.edges.at[edge].first, number = h->order.nth.at[first] + 1;
            uint32_t *last = &row_of(h, i)[h->ops.at[first].thread];
            if (*last < number) *last = number;
            add_past(h, i, first);
        }
    }
}

lince_status lc_history_settle_order(lince_history *h, lince_error *error) {
    directory d = {.budget = h->budget};
    if (!h->order.declared) return LINCE_DONE;
    assert(!h->order.threads);
    bool fine = number_operations(h) && add_rows(h) && make_directory(&d, h, h->budget);
    lince_status status = fine ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < h->order.edges.count && status == LINCE_DONE; i++)
        status = resolve(h, &d, &h->order.edges.at[i], error);
    if (status == LINCE_DONE) {
        if (h->order.edges.count) qsort(h->order.edges.at, h->order.edges.count, sizeof *h->order.edges.at, by_second);
        close_rows(h, &d);
    }
    free_directory(&d);
    lc_vec_free(h->budget, &h->order.edges);
    return status;
}

/* ---- orders of intervals ---- */

/* An order is one of intervals iff the pasts of its operations are linearly ordered by inclusion (message_order.c). */
typedef struct sequence {
    lc_budget *budget;
    LC_VEC(uint32_t) ops;    /* by their pasts */
    LC_VEC(uint32_t) number; /* of each there */
    LC_VEC(lc_op) moved;
    LC_VEC(lc_event) events;
} sequence;

static uint64_t size_of_past(const lince_history *h, uint32_t op) {
    uint64_t size = 0;
    for (uint32_t t = 0; t < h->order.threads; t++) size += h->order.before.at[(size_t)op * h->order.threads + t];
    return size;
}

static bool comes_first(const lince_history *h, uint32_t a, uint32_t b) {
    uint64_t x = size_of_past(h, a), y = size_of_past(h, b);
    return x != y ? x < y : a < b;
}

/* By insertion: operations mostly stand so. */
static bool sort_by_past(sequence *s, const lince_history *h) {
    for (uint32_t i = 0; i < h->ops.count; i++) {
        uint32_t at = s->ops.count;
        if (!lc_push(s->budget, &s->ops, i) || !lc_push(s->budget, &s->number, 0)) return false;
        for (; at && comes_first(h, i, s->ops.at[at - 1]); at--) s->ops.at[at] = s->ops.at[at - 1];
        s->ops.at[at] = i;
    }
    for (uint32_t i = 0; i < s->ops.count; i++) s->number.at[s->ops.at[i]] = i;
    return true;
}

static bool are_intervals(const sequence *s, const lince_history *h) {
    for (uint32_t i = 0; i < s->ops.count; i++) {
        lc_event_kind end = lc_op_outcome(h, &h->ops.at[i]);
        if (end != LC_INVOKE && end != LC_RETURN) return false;
        for (uint32_t t = 0; i && t < h->order.threads; t++)
            if (h->order.before.at[(size_t)s->ops.at[i - 1] * h->order.threads + t] >
                h->order.before.at[(size_t)s->ops.at[i] * h->order.threads + t])
                return false;
    }
    return true;
}

static bool add_event(sequence *s, uint32_t number, lc_event_kind kind) {
    lc_op *op = &s->moved.at[number];
    if (kind == LC_INVOKE) op->call = s->events.count;
    else op->end = s->events.count;
    return lc_push(s->budget, &s->events, lc_make_event(number, kind));
}

/* The returns that come before this operation, LC_NEVER: all, and are not there yet. */
static bool add_returns(sequence *s, const lince_history *h, uint32_t before) {
    for (uint32_t i = 0; i < s->moved.count; i++) {
        uint32_t op = s->ops.at[i];
        if (s->moved.at[i].end != LC_NEVER || lc_op_outcome(h, &h->ops.at[op]) != LC_RETURN) continue;
        if ((before == LC_NEVER || lc_comes_before(h, op, before)) && !add_event(s, i, LC_RETURN)) return false;
    }
    return true;
}

static bool put_in_sequence(sequence *s, const lince_history *h) {
    for (uint32_t i = 0; i < s->ops.count; i++) {
        lc_op op = h->ops.at[s->ops.at[i]];
        op.end = LC_NEVER;
        if (!add_returns(s, h, s->ops.at[i]) || !lc_push(s->budget, &s->moved, op) || !add_event(s, i, LC_INVOKE))
            return false;
    }
    return add_returns(s, h, LC_NEVER);
}

static void take_over(lince_history *h, const sequence *s) {
    memcpy(h->ops.at, s->moved.at, h->ops.count * sizeof *h->ops.at);
    memcpy(h->events.at, s->events.at, h->events.count * sizeof *h->events.at);
    for (uint32_t i = 0; i < h->order.clients.count; i++) {
        lc_tie *c = &h->order.clients.at[i];
        *c = (lc_tie){s->number.at[c->op], s->number.at[c->before]};
    }
    for (uint32_t t = 0; t < h->open.count; t++)
        if (h->open.at[t]) h->open.at[t] = s->number.at[h->open.at[t] - 1] + 1;
    h->order.threads = 0;
    lc_vec_free(h->budget, &h->order.before);
    lc_vec_free(h->budget, &h->order.nth);
    lc_vec_free(h->budget, &h->order.links);
}

bool lc_history_become_intervals(lince_history *h) {
    sequence s = {.budget = h->budget};
    bool fine = !h->order.threads || sort_by_past(&s, h);
    if (fine && h->order.threads && are_intervals(&s, h)) {
        fine = put_in_sequence(&s, h);
        assert(!fine || (s.moved.count == h->ops.count && s.events.count == h->events.count));
        if (fine) take_over(h, &s);
    }
    lc_vec_free(s.budget, &s.ops);
    lc_vec_free(s.budget, &s.number);
    lc_vec_free(s.budget, &s.moved);
    lc_vec_free(s.budget, &s.events);
    return fine;
}

/* ---- the edges of an order ---- */

/* The last operation of this thread that comes before another one; LC_NEVER: none. */
static uint32_t last_before(const lince_history *h, const directory *d, uint32_t thread, uint32_t op) {
    uint32_t count = h->order.before.at[(size_t)op * h->order.threads + thread];
    while (count && !lc_comes_before(h, look_up(d, thread, count), op)) count--;
    return count ? look_up(d, thread, count) : LC_NEVER;
}

/* Does this order follow from the one that the operation before the second one in its thread has, or from another
 * thread's operation between the two? */
static bool follows(const lince_history *h, const directory *d, uint32_t first, uint32_t second) {
    uint32_t thread = h->ops.at[second].thread, nth = h->order.nth.at[second];
    if (nth && lc_comes_before(h, first, look_up(d, thread, nth))) return true;
    for (uint32_t t = 0; t < h->order.threads; t++) {
        uint32_t between = t == thread || t == h->ops.at[first].thread ? LC_NEVER : last_before(h, d, t, second);
        if (between != LC_NEVER && lc_comes_before(h, first, between)) return true;
    }
    return false;
}

bool lc_history_edges(const lince_history *h, lc_edge_visit *visit, void *context) {
    directory d;
    if (!h->order.threads) return true;
    bool fine = make_directory(&d, h, NULL);
    for (uint32_t i = 0; i < h->ops.count && fine; i++)
        for (uint32_t t = 0; t < h->order.threads && fine; t++) {
            uint32_t first = t == h->ops.at[i].thread ? LC_NEVER : last_before(h, &d, t, i);
            if (first != LC_NEVER && !follows(h, &d, first, i)) fine = visit(context, first, i);
        }
    free_directory(&d);
    return fine;
}
