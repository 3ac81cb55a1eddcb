/* The online counters against the definition: after every event, A_k of the history so far as a set of pairs, its
 * intervals from its pasts, and their multiset with the labels, all computed anew.
 *
 *     counting [--seed N] [--count N]
 */
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "../weakened.h"
#include "history/counting.h"
#include "orders.h"
#include "share.h"
#include "target/runtime/splitmix.h"

enum { SLOTS = 5, LABELS = 3, MOST = 24, PENDING = 100 /* and above: the labels of what has not returned */ };

static uint64_t next_random(uint64_t *seed) { return lct_splitmix(seed); }
static uint32_t below(uint64_t *seed, uint32_t bound) { return (uint32_t)(next_random(seed) % bound); }

/* A history so far.  Operations that failed are there, because time has passed with them, but are not counted. */
typedef struct world {
    relation order;
    uint64_t returned, failed;
    uint32_t label[MOST];
    int open[SLOTS]; /* operation + 1 */
} world;

static const uint32_t lengths[] = {0, 1, 2, 3, 4, 7, 64};
enum { VIEWS = sizeof lengths / sizeof *lengths };

static uint64_t count_in(const lc_counts *list, uint32_t label, int from, int to) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i].label == label && list->at[i].from == (uint32_t)from && list->at[i].to == (uint32_t)to)
            count += list->at[i].count;
    return count;
}

static bool is_sorted(const lc_counts *list) {
    for (uint32_t i = 1; i < list->count; i++) {
        const lc_count *a = &list->at[i - 1], *b = &list->at[i];
        if (a->label > b->label || (a->label == b->label && a->from > b->from) ||
            (a->label == b->label && a->from == b->from && a->to >= b->to))
            return false;
    }
    return true;
}

/* Is this the multiset of the labels and intervals of A_k?  NULL, or what is wrong. */
static const char *fault_of(const world *w, const lc_counting *c, uint32_t k) {
    static lc_counts list;
    relation weak = relation_weaken(&w->order, (int)k);
    int from[MOST], to[MOST], length = relation_length(&weak);
    uint64_t counted = 0, all = 0;
    if (!lc_counting_list(c, &list)) return "out of memory";
    if (!is_sorted(&list)) return "the list is not sorted";
    if ((int)lc_counting_length(c) != length) return "another length";
    for (int o = 0; o < weak.count; o++) relation_interval(&weak, o, &from[o], &to[o]);
    for (int o = 0; o < weak.count; o++) {
        if (w->failed >> o & 1) continue;
        uint64_t same = 0;
        for (int p = 0; p < weak.count; p++)
            same += !(w->failed >> p & 1) && w->label[p] == w->label[o] && from[p] == from[o] && to[p] == to[o];
        if (count_in(&list, w->label[o], from[o], to[o]) != same) return "another count";
        bool pending = w->label[o] >= PENDING;
        if (lc_counting_get(c, w->label[o], (uint32_t)from[o], (uint32_t)to[o], pending) != same)
            return "another count when asked for it";
        counted++;
    }
    for (uint32_t i = 0; i < list.count; i++) {
        if (!list.at[i].count) return "a counter that is zero is listed";
        all += list.at[i].count;
    }
    return all == counted ? NULL : "more operations than there are";
}

typedef struct tally {
    unsigned events, returns, crashes, fails;
    int longest;
} tally;

static void call(world *w, uint64_t *seed, uint32_t slot, lc_counting *views) {
    int o = w->order.count++;
    w->order.past[o] = w->returned; /* what has returned before it was called */
    w->label[o] = PENDING + below(seed, LABELS);
    w->open[slot] = o + 1;
    for (int v = 0; v < VIEWS; v++) lc_counting_call(&views[v], slot, w->label[o]);
}

static void end(world *w, uint64_t *seed, uint32_t slot, lc_counting *views, bool may_fail, tally *met) {
    int o = w->open[slot] - 1;
    uint32_t how = below(seed, 10), label = w->label[o] - PENDING;
    for (int v = 0; v < VIEWS; v++)
        if (how == 0) lc_counting_crash(&views[v], slot);
        else if (how == 1 && may_fail) lc_counting_fail(&views[v], slot);
        else lc_counting_return(&views[v], slot, label);
    w->open[slot] = 0;
    if (how == 0) {
        met->crashes++;
    } else if (how == 1 && may_fail) {
        met->fails++;
        w->failed |= (uint64_t)1 << o;
    } else {
        met->returns++;
        w->returned |= (uint64_t)1 << o;
        w->label[o] = label;
    }
}

/* One random history; NULL, or what is wrong. */
static const char *run(uint64_t seed, tally *met) {
    world w = {.order = {0}};
    lc_counting views[VIEWS];
    const char *fault = NULL;
    uint32_t ops = 2 + below(&seed, MOST - 1), slots = 1 + below(&seed, SLOTS);
    bool may_fail = below(&seed, 2);
    for (int v = 0; v < VIEWS; v++)
        if (!lc_counting_init(&views[v], lengths[v], NULL)) abort();
    for (uint32_t i = 0; i < 3 * ops && !fault; i++) {
        uint32_t slot = below(&seed, slots);
        if (w.open[slot]) end(&w, &seed, slot, views, may_fail, met);
        else if (w.order.count < (int)ops) call(&w, &seed, slot, views);
        else continue;
        met->events++;
        for (int v = 0; v < VIEWS && !fault; v++) fault = fault_of(&w, &views[v], lengths[v]);
    }
    if (relation_length(&w.order) > met->longest) met->longest = relation_length(&w.order);
    for (int v = 0; v < VIEWS; v++) lc_counting_free(&views[v]);
    return fault;
}

static void test_random(uint64_t seed, uint64_t count) {
    tally met = {0};
    unsigned wrong = 0;
    for (uint64_t i = 0; i < count && wrong < 5; i++) {
        const char *fault = run(seed + i, &met);
        if (!fault) continue;
        printf("# --seed %llu --count 1: %s\n", (unsigned long long)(seed + i), fault);
        wrong++;
    }
    expect(!wrong, "the counters are those of the definition after each of %u events, of %llu histories", met.events,
           (unsigned long long)count);
    expect(count < 100 || (met.longest > 8 && met.returns > count && met.crashes > count / 2 && met.fails > count / 4),
           "%u returns, %u crashes, %u fails, lengths up to %d", met.returns, met.crashes, met.fails, met.longest);
}

/* ---- what was recorded: the same by operation ---- */

static void test_recorded(void) {
    enum { COUNT = 3000, THREADS = 4 };
    static const char *const names[] = {"A", "B", "C", "D"};
    unsigned wrong = 0;
    for (uint64_t number = 1; number <= COUNT; number++) {
        uint64_t seed = number;
        lince_history *h = lince_history_new();
        bool open[THREADS] = {false};
        for (uint32_t i = below(&seed, 40); i > 0; i--) {
            uint32_t t = below(&seed, THREADS), how = below(&seed, 10);
            if (!open[t]) lince_invoke(h, names[t], NULL, "f", NULL, 0, NULL);
            else if (how == 0) lince_fail(h, names[t], NULL);
            else if (how == 1) lince_crash(h, names[t], NULL);
            else lince_return(h, names[t], NULL, 0, NULL);
            open[t] = !open[t];
        }
        relation r = {0}; /* of those that happened */
        int of[MOST_ORDERED];
        for (uint32_t o = 0; o < h->ops.count; o++) {
            if (lc_op_outcome(h, &h->ops.at[o]) == LC_FAIL) continue;
            of[r.count] = (int)o;
            for (int p = 0; p < r.count; p++) {
                const lc_op *before = &h->ops.at[of[p]];
                if (lc_op_outcome(h, before) == LC_RETURN && before->end < h->ops.at[o].call)
                    r.past[r.count] |= (uint64_t)1 << p;
            }
            r.count++;
        }
        for (uint32_t k = 0; k < 6; k++) {
            lc_intervals times;
            relation weak = relation_weaken(&r, (int)k);
            if (!lc_intervals_of(&times, h, NULL)) abort();
            weaken_intervals(&times, k);
            bool same = (int)times.length == relation_length(&weak);
            for (int o = 0; o < r.count && same; o++) {
                int from, to;
                relation_interval(&weak, o, &from, &to);
                lc_interval got = times.at.at[of[o]];
                same = (int)got.from == from && (int)got.to == to;
                for (int p = 0; p < r.count && same; p++) /* lemma 6.2 */
                    same = lc_interval_precedes(times.at.at[of[p]], got) == (weak.past[o] >> p & 1);
            }
            wrong += !same;
            lc_intervals_free(&times);
        }
        lince_history_free(h);
    }
    expect(!wrong, "lemmas 6.2 and 6.5 on %d recorded histories", COUNT);
}

/* ---- space ---- */

static size_t listed_in(const lc_counting *c) {
    size_t listed = 0;
    for (uint32_t i = 0; i <= c->k; i++) listed += c->recent[i].room;
    return listed;
}

/* A counter for each label and interval at most, however long it goes on and whatever happens. */
static void test_space(uint32_t k, bool only_failures) {
    enum { EVENTS = 400000, THREADS = 3 };
    uint64_t seed = k + 1;
    lc_counting c;
    bool open[THREADS] = {false};
    uint32_t label[THREADS] = {0};
    size_t half = 0, half_listed = 0;
    if (!lc_counting_init(&c, k, NULL)) abort();
    lc_counting_call(&c, 0, PENDING);
    lc_counting_return(&c, 0, 0);
    for (uint32_t i = 0; i < EVENTS; i++) {
        uint32_t t = below(&seed, THREADS);
        if (!open[t]) lc_counting_call(&c, t, PENDING + (label[t] = below(&seed, LABELS)));
        else if (only_failures || below(&seed, 50) == 0) lc_counting_fail(&c, t);
        else lc_counting_return(&c, t, label[t]);
        open[t] = !open[t];
        if (i == EVENTS / 2) half = c.cells.count, half_listed = listed_in(&c);
    }
    size_t steps = k + (size_t)2, bound = LABELS * steps * steps + LABELS * steps;
    expect(c.cells.count <= bound && c.cells.count <= half + bound / 8, "k = %u%s: %u counters, %zu at half time", k,
           only_failures ? ", failing" : "", c.cells.count, half);
    expect(listed_in(&c) <= 4 * bound + 64 && listed_in(&c) <= 2 * half_listed + 64, "and %zu places in lists, %zu",
           listed_in(&c), half_listed);
    expect(c.moves <= 2 * (uint64_t)EVENTS, "%.3f moves an event", (double)c.moves / EVENTS);
    lc_counting_free(&c);
}

int main(int argc, char **argv) {
    uint64_t seed = 1, count = 3000;
    for (int i = 1; i + 1 < argc; i += 2)
        *(strcmp(argv[i], "--seed") ? &count : &seed) = strtoull(argv[i + 1], NULL, 10);
    test_random(seed, share_of(count));
    test_recorded();
    for (uint32_t k = 0; k <= 16; k = k ? 4 * k : 1) test_space(k, false);
    test_space(4, true);
    return tap_end();
}
