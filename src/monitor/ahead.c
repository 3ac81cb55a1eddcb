/* The checker for objects with a small state: a frontier, or one for each key.
 *
 * An operation can take effect before it returns, and then its result must be known.  So events are looked at a little
 * later than they come: a call only when its operation has ended.  An operation that takes too long is not waited for.
 * It may then have any result, and what it returns in the end is not compared, which can miss something but never
 * accuses anybody.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map64.h"
#include "monitor/frontier.h"

enum { MOST_WAITING = 1 << 14, MANY = 1024 };

/* An operation one of whose events waits for its turn. */
typedef struct held {
    lc_watched op;
    bool impatient; /* its call was looked at before it ended */
    bool over;      /* both events have been looked at */
} held;

typedef struct turn {
    uint64_t op; /* number of the operation, counted from the beginning */
    bool call;
} turn;

typedef struct ahead {
    lc_watch *watch;
    lc_frontiers shared;
    LC_VEC(lc_frontier) at;
    lc_map64 of_key;
    bool adrift; /* so is every frontier that begins */
    LC_VEC(turn) queue;
    uint32_t next; /* in the queue */
    LC_VEC(held) held;
    uint64_t first;           /* number of the first operation that is held */
    LC_VEC(uint64_t) of_slot; /* number of its open operation + 1, or 0 */
} ahead;

static void *make(lc_watch *watch) {
    ahead *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->watch = watch;
    lc_frontiers_init(&a->shared, watch);
    lc_map64_init(&a->of_key, &watch->budget);
    return a;
}

static void forget(ahead *a) {
    for (uint32_t i = 0; i < a->at.count; i++) lc_frontier_free(&a->shared, &a->at.at[i]);
    lc_vec_free(&a->watch->budget, &a->at);
    lc_map64_free(&a->of_key);
    a->first += a->held.count;
    a->queue.count = a->next = a->held.count = 0;
    for (uint32_t i = 0; i < a->of_slot.count; i++) a->of_slot.at[i] = 0;
    lc_frontiers_free(&a->shared); /* with all states */
    lc_frontiers_init(&a->shared, a->watch);
}

static void free_ahead(void *state) {
    ahead *a = state;
    lc_budget *budget = &a->watch->budget;
    forget(a);
    lc_frontiers_free(&a->shared);
    lc_vec_free(budget, &a->queue);
    lc_vec_free(budget, &a->held);
    lc_vec_free(budget, &a->of_slot);
    free(a);
}

/* ---- looking at events ---- */

static lince_value key_of(const ahead *a, const lc_watched *op) {
    uint8_t key = a->watch->instance->spec->methods[op->method].key;
    size_t count;
    const lince_value *items = lc_payload_items(a->watch->values, &op->args, &count);
    return key && key <= count ? items[key - 1] : LINCE_NO_VALUE;
}

static lc_frontier *frontier_of(ahead *a, const lc_watched *op) {
    lince_value key = key_of(a, op);
    uint32_t number = lc_map64_get(&a->of_key, key);
    if (number != LC_NOT_MAPPED) return &a->at.at[number];
    if (!lc_push(&a->watch->budget, &a->at, (lc_frontier){.key = key, .adrift = a->adrift})) return NULL;
    lc_map64_put(&a->of_key, key, a->at.count - 1);
    lc_frontier_begin(&a->shared, &a->at.at[a->at.count - 1]);
    return &a->at.at[a->at.count - 1];
}

static void look(ahead *a, held *h, bool call) {
    lc_frontier *x = frontier_of(a, &h->op);
    if (!x) return;
    if (call) {
        h->impatient = h->op.fortune == LC_IS_OPEN;
        if (h->op.fortune != LC_HAS_FAILED) lc_frontier_call(&a->shared, x, &h->op, h->impatient);
        return;
    }
    h->over = true;
    switch (h->op.fortune) {
    case LC_HAS_RETURNED: lc_frontier_return(&a->shared, x, &h->op); break;
    case LC_HAS_CRASHED:
        lc_frontier_crash(x);
        a->watch->covered.exactly++;
        break;
    case LC_HAS_FAILED:
        if (h->impatient) lc_frontier_fail(x, &h->op);
        break;
    case LC_IS_OPEN: break;
    }
}

static void shorten(ahead *a) {
    uint32_t over = 0;
    if (a->next < MANY) return;
    memmove(a->queue.at, a->queue.at + a->next, (a->queue.count - a->next) * sizeof *a->queue.at);
    a->queue.count -= a->next;
    a->next = 0;
    while (over < a->held.count && a->held.at[over].over) over++;
    memmove(a->held.at, a->held.at + over, (a->held.count - over) * sizeof *a->held.at);
    a->held.count -= over;
    a->first += over;
    lc_frontiers_tidy(&a->shared, a->at.at, a->at.count);
}

/* All that need not wait any longer; in a hurry nothing waits. */
static void proceed(ahead *a, bool hurry) {
    while (a->next < a->queue.count && !lc_watch_is_violated(a->watch)) {
        turn t = a->queue.at[a->next];
        held *h = &a->held.at[t.op - a->first];
        bool patient = !hurry && a->queue.count - a->next < MOST_WAITING;
        if (t.call && h->op.fortune == LC_IS_OPEN && patient) break;
        a->next++;
        look(a, h, t.call);
    }
    shorten(a);
}

/* ---- events ---- */

static bool call(void *state, const lc_watched *x) {
    ahead *a = state;
    lc_budget *budget = &a->watch->budget;
    while (a->of_slot.count <= x->slot)
        if (!lc_push(budget, &a->of_slot, 0)) return true;
    a->of_slot.at[x->slot] = 0;
    uint64_t number = a->first + a->held.count;
    if (!lc_reserve(budget, &a->queue, a->queue.count + 2) || !lc_push(budget, &a->held, (held){.op = *x})) return true;
    a->queue.at[a->queue.count++] = (turn){number, true};
    a->of_slot.at[x->slot] = number + 1;
    return true;
}

static void end(void *state, const lc_watched *x) {
    ahead *a = state;
    uint64_t number = x->slot < a->of_slot.count ? a->of_slot.at[x->slot] : 0;
    if (!number) return; /* memory is out */
    a->of_slot.at[x->slot] = 0;
    a->held.at[number - 1 - a->first].op = *x;
    if (lc_push(&a->watch->budget, &a->queue, (turn){number - 1, false})) proceed(a, false);
}

static void gap(void *state) {
    ahead *a = state;
    proceed(a, true);
    forget(a);
    a->adrift = true;
}

static void reset(void *state) {
    ahead *a = state;
    forget(a);
    a->adrift = false;
}

static void flush(void *state) { proceed(state, true); }

/* States hold values, and nobody knows where. */
static bool renew(void *state, const lc_renewal *to) {
    (void)state, (void)to;
    return false;
}

const lc_checker lc_by_frontier = {make, free_ahead, call, end, gap, reset, flush, renew};
