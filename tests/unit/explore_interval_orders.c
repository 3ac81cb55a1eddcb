/* The histories of equivalent schedules against brute force: random steps of which some depend on each other, and all
 * orders of them that keep the order of dependent ones.  Each of the histories listed is that of such an order, none
 * comes twice, and each such order has no more order among its operations than one of them. */
#include "target/explore/interval_orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "target/runtime/assert.h"

enum { THREADS = 3, OPS = 6, STEPS = 9, PLACES = 3, HISTORIES = 1 << 14 };

_Noreturn void lct_bug(const char *condition, const char *file, unsigned line) {
    printf("Bail out! %s:%u: %s\n", file, line, condition);
    abort();
}

typedef struct step {
    uint32_t thread, op, place;
    bool writes;
} step;

static struct {
    uint32_t steps, ops;
    step at[STEPS];
    uint32_t first[OPS], last[OPS];
    bool returned[OPS];
    uint32_t before[STEPS]; /* a bit for each step that has to come before, closed */
} e;

typedef uint64_t order; /* a bit for each pair of operations, the first of which ends before the second begins */

static struct {
    order at[HISTORIES];
    uint32_t count;
    bool cut;
} all, listed;

static uint32_t below(uint32_t bound) { return (uint32_t)rand() % bound; }

/* ---- making ---- */

static bool depends(const step *a, const step *b) {
    return a->thread == b->thread || (a->place && a->place == b->place && (a->writes || b->writes));
}

/* Operations are numbered in the order of their first steps. */
static void make(void) {
    uint32_t op_of[THREADS], left[THREADS] = {0};
    memset(&e, 0, sizeof e);
    bool closed[THREADS] = {false};
    for (e.steps = 0; e.steps < STEPS; e.steps++) {
        uint32_t t = below(THREADS);
        if (!left[t] && (e.ops == OPS || closed[t])) break;
        if (!left[t]) {
            op_of[t] = e.ops++;
            left[t] = 1 + below(3);
            e.first[op_of[t]] = e.steps;
        }
        e.at[e.steps] = (step){.thread = t, .op = op_of[t], .place = below(PLACES + 1), .writes = below(2)};
        e.last[op_of[t]] = e.steps;
        if (!--left[t]) e.returned[op_of[t]] = below(8) > 0, closed[t] = !e.returned[op_of[t]];
    }
    for (uint32_t i = 0; i < e.steps; i++)
        for (uint32_t k = 0; k < i; k++)
            if (depends(&e.at[k], &e.at[i])) e.before[i] |= e.before[k] | 1u << k;
}

/* ---- by brute force ---- */

static void add(order o) {
    for (uint32_t i = 0; i < all.count; i++)
        if (all.at[i] == o) return;
    all.cut |= all.count == HISTORIES;
    if (!all.cut) all.at[all.count++] = o;
}

static void try_all(uint32_t done, uint32_t ended, order o) {
    if (done == (1u << e.steps) - 1) add(o);
    for (uint32_t i = 0; i < e.steps; i++) {
        const step *s = &e.at[i];
        if (done >> i & 1 || e.before[i] & ~done) continue;
        order more = 0;
        if (e.first[s->op] == i) more = (order)ended << s->op * OPS;
        bool ends = e.last[s->op] == i && e.returned[s->op];
        try_all(done | 1u << i, ended | (ends ? 1u << s->op : 0), o | more);
    }
}

/* ---- listing ---- */

static bool take(void *context, const lct_interval_point *points, uint32_t count) {
    uint32_t ended = 0, begun = 0;
    order o = 0;
    (void)context;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t op = points[i].operation, bit = 1u << op;
        if (points[i].ends != (begun >> op & 1) || ended & bit)
            lct_bug("an operation begins, then ends", __FILE__, __LINE__);
        if (points[i].ends) ended |= bit;
        else begun |= bit, o |= (order)ended << op * OPS;
    }
    listed.cut |= listed.count == HISTORIES || begun != (1u << e.ops) - 1;
    if (!listed.cut) listed.at[listed.count++] = o;
    return true;
}

static lct_intervals intervals(void) {
    lct_intervals in = {.count = e.ops};
    for (uint32_t a = 0; a < e.ops; a++) {
        if (!e.returned[a]) continue;
        in.returned |= (uint64_t)1 << a;
        in.begun[a] |= (uint64_t)1 << a;
        for (uint32_t b = 0; b < e.ops; b++) {
            if (e.first[b] == e.last[a] || e.before[e.last[a]] >> e.first[b] & 1) in.begun[a] |= (uint64_t)1 << b;
            if (e.before[e.first[b]] >> e.last[a] & 1) in.ended[b] |= (uint64_t)1 << a;
        }
    }
    return in;
}

static bool is_among(order o) {
    for (uint32_t i = 0; i < all.count; i++)
        if (all.at[i] == o) return true;
    return false;
}

static bool is_covered(order o) {
    for (uint32_t i = 0; i < listed.count; i++)
        if (!(o & ~listed.at[i])) return true;
    return false;
}

static bool agree(void) {
    bool good = !listed.cut && !all.cut;
    for (uint32_t i = 0; i < listed.count; i++) {
        good &= is_among(listed.at[i]);
        for (uint32_t k = 0; k < i; k++) good &= listed.at[i] != listed.at[k];
    }
    for (uint32_t i = 0; i < all.count; i++) good &= is_covered(all.at[i]);
    return good;
}

static void check_limit(void) {
    static const lct_intervals free = {.count = 3, .returned = 7, .begun = {1, 2, 4}};
    listed.count = 0;
    e.ops = 3;
    expect(lct_interval_orders(&free, 6, take, NULL) && listed.count == 6, "three operations that nothing orders");
    listed.count = 0;
    expect(!lct_interval_orders(&free, 5, take, NULL) && listed.count == 5, "no more histories than there may be");
}

int main(int argc, char **argv) {
    uint32_t turns = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 4000, differ = 0, several = 0;
    uint64_t histories = 0, kept = 0;
    srand(argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1);
    for (uint32_t i = 0; i < turns; i++) {
        make();
        all.count = listed.count = 0;
        all.cut = listed.cut = false;
        try_all(0, 0, 0);
        lct_intervals in = intervals();
        bool done = lct_interval_orders(&in, HISTORIES, take, NULL);
        differ += !done || !agree();
        several += listed.count > 1;
        histories += all.count;
        kept += listed.count;
    }
    expect(!differ && several > turns / 4,
           "%u executions, %u with several histories: %llu in all, %llu listed; %u differ", turns, several,
           (unsigned long long)histories, (unsigned long long)kept, differ);
    check_limit();
    return tap_end();
}
