/* A strict partial order is one of intervals iff the pasts of its elements are linearly ordered by inclusion.  Then the
 * sequence is: for each past, from the smallest to the largest, the returns of its operations that are not there yet,
 * and the calls of the operations that have it.  A return stands before a call iff its operation is in the past of the
 * other one. */
#include "tester/driver/message_order.h"

#include <assert.h>
#include <stdlib.h>

#include "base/order.h"

typedef lcd_msg_call call;

static const lcd_msg_event *event_of(const lcd_msg_history *h, const call *c) { return &h->events[c->call]; }

/* The operations, in the order of their calls.  False: out of memory. */
static bool list_calls(lcd_msg_room *room, const lcd_msg_history *h) {
    uint32_t counts[UINT8_MAX + 1] = {0}, open[UINT8_MAX + 1];
    room->calls.count = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t thread = h->events[i].thread;
        if (h->events[i].is_return) {
            room->calls.at[open[thread]].end = i;
            continue;
        }
        open[thread] = room->calls.count;
        call c = {.call = i,
                  .end = LC_NEVER,
                  .nth = counts[thread]++,
                  .before = h->before + (size_t)room->calls.count * h->order_threads};
        for (uint32_t t = 0; t < h->order_threads; t++) c.past += c.before[t];
        if (!lc_push(NULL, &room->calls, c)) return false;
    }
    return true;
}

/* The n-th operation of a thread; NULL: it has no such operation. */
static const call *find_call(const lcd_msg_room *room, const lcd_msg_history *h, uint32_t thread, uint32_t nth) {
    for (uint32_t i = 0; i < room->calls.count; i++)
        if (room->calls.at[i].nth == nth && event_of(h, &room->calls.at[i])->thread == thread)
            return &room->calls.at[i];
    return NULL;
}

static bool includes(const uint8_t *larger, const uint8_t *smaller, uint32_t threads) {
    for (uint32_t t = 0; t < threads; t++)
        if (smaller[t] > larger[t]) return false;
    return true;
}

/* Of each thread the last operation before this one has returned when it is called, and its past is in this one's. With
 * the thread's own operations that makes the order transitive, and free of cycles. */
static bool is_sound(const lcd_msg_room *room, const lcd_msg_history *h, const call *c) {
    uint32_t own = event_of(h, c)->thread;
    if (own >= h->order_threads || c->before[own] != c->nth) return false;
    for (uint32_t t = 0; t < h->order_threads; t++) {
        if (!c->before[t]) continue;
        const call *last = find_call(room, h, t, c->before[t] - 1u);
        if (!last || last->end >= c->call || !includes(c->before, last->before, h->order_threads)) return false;
    }
    return true;
}

static int by_past(const void *a, const void *b) {
    const call *x = a, *y = b;
    return x->past != y->past ? LC_ORDER(x->past, y->past) : LC_ORDER(x->call, y->call);
}

static bool are_intervals(const lcd_msg_room *room, const lcd_msg_history *h) {
    for (uint32_t i = 1; i < room->calls.count; i++)
        if (!includes(room->calls.at[i].before, room->calls.at[i - 1].before, h->order_threads)) return false;
    return true;
}

/* The returns of the operations up to the `until` of each thread, NULL: all of them, that are not there yet. */
static bool put_returns(lcd_msg_room *room, const lcd_msg_history *h, const uint8_t *until, uint32_t *returned) {
    for (uint32_t t = 0; t < h->order_threads; t++)
        for (const call *c; !until || returned[t] < until[t]; returned[t]++) {
            c = find_call(room, h, t, returned[t]);
            if (!c || c->end == LC_NEVER) break;
            if (!lc_push(NULL, &room->spare, h->events[c->end])) return false;
        }
    return true;
}

/* The calls are by their pasts. */
static bool put_in_sequence(lcd_msg_room *room, lcd_msg_history *h) {
    uint32_t returned[UINT8_MAX + 1] = {0};
    room->spare.count = 0;
    for (uint32_t i = 0; i < room->calls.count; i++)
        if (!put_returns(room, h, room->calls.at[i].before, returned) ||
            !lc_push(NULL, &room->spare, *event_of(h, &room->calls.at[i])))
            return false;
    if (!put_returns(room, h, NULL, returned)) return false;
    assert(room->spare.count == h->event_count);
    h->events = room->spare.at;
    h->order_threads = 0;
    h->before = NULL;
    return true;
}

bool lcd_msg_settle_order(lcd_msg_room *room, lcd_msg_history *h) {
    if (!list_calls(room, h)) {
        room->cut = true;
        return false;
    }
    for (uint32_t i = 0; i < room->calls.count; i++)
        if (!is_sound(room, h, &room->calls.at[i])) return false;
    if (room->calls.count) qsort(room->calls.at, room->calls.count, sizeof *room->calls.at, by_past);
    if (h->links || !are_intervals(room, h)) return true;
    room->cut |= !put_in_sequence(room, h);
    return !room->cut;
}
