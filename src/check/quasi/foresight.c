/* Foresight: a guess at the legal order, for the search to try first.
 *
 * Operations that happened in the middle of their intervals make an order that time allows.  Most objects are nearly in
 * that order.  A relaxed queue hands out elements in another order than it got them, and an addition at the wrong place
 * shows only when the element is removed, much later; so guess better.  Keep which places are additions and which are
 * removals.  The t-th element to pass then takes the t-th place of either kind, and the windows of its two operations
 * leave it a range of turns t.  To give each element a turn of its own is to take, at every turn, of those whose range
 * has begun the one whose range ends first.
 *
 * In a stack, elements that are there together are removed in the reverse of the order in which they were added; where
 * they were not, but were added at nearly the same time, let the one that is removed first be added last.
 *
 * It is only a guess, about the order in which to try; nothing is left out because of it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "check/quasi/elements.h"

/* Places of one kind of operation, in the middle order. */
typedef struct kind {
    uint32_t *among_all; /* ascending, from 1 */
    uint32_t *in_set;
    uint32_t count;
} kind;

typedef struct turns {
    uint32_t first, last;
} turns;

typedef struct guess {
    const lc_quasi_elements *e;
    const uint32_t *most;
    uint32_t *due;
    kind adds, removals;
    turns *ranges;     /* per element */
    uint64_t *sorted;  /* the keys to sort by, and below them the sorted items */
    uint32_t *waiting; /* a heap of elements whose range has begun, the one whose range ends first on top */
    uint32_t waiting_count;
    bool *passed;          /* per element, if additions must not be moved: then time has the last word */
    uint32_t *early;       /* elements that wait for other ones to pass */
    uint32_t set, leading; /* of additions; of its returns, how many first ones have passed */
} guess;

/* ---- the middle order ---- */

/* Twice the middle of an interval, in events; pending operations come last. */
static uint64_t middle_of(const lc_quasi_line *l, uint32_t op, const uint32_t *calls_before) {
    const lc_quasi_op *x = &l->ops.at[op];
    uint64_t call = (uint64_t)op + x->before;
    uint64_t end =
        x->ends == LC_NEVER ? 2 * (uint64_t)(l->ops.count + l->returns.count) : x->ends + calls_before[x->ends];
    return call + end;
}

static void put_in_middle_order(guess *g) {
    const lc_quasi_line *l = g->e->line;
    uint32_t *calls_before = g->waiting, called = 0; /* none waits yet */
    for (uint32_t r = 0; r < l->returns.count; r++) {
        while (called < l->ops.count && l->ops.at[called].before <= r) called++;
        calls_before[r] = called;
    }
    for (uint32_t i = 0; i < l->ops.count; i++) g->sorted[i] = middle_of(l, i, calls_before) << 32 | i;
    if (l->ops.count) qsort(g->sorted, l->ops.count, sizeof *g->sorted, lc_by_u64);
}

static void note_place(kind *k, uint32_t among_all, uint32_t in_set) {
    k->among_all[k->count] = among_all;
    k->in_set[k->count++] = in_set;
}

/* From the middle order to the operations due, and to the places of both kinds. */
static void take_places(guess *g) {
    const lc_quasi_line *l = g->e->line;
    uint32_t counts[LC_FACTOR_SETS] = {0};
    for (uint32_t i = 0; i < l->ops.count; i++) {
        uint32_t op = (uint32_t)g->sorted[i], sets = l->ops.at[op].sets, in_set = 0;
        for (uint32_t d = 0; d < l->set_count; d++)
            if (sets >> d & 1) in_set = ++counts[d];
        g->due[op] = i + 1;
        if (!g->e->fifo && !g->e->lifo) continue;
        if (g->e->added.at[op] != LC_NONE) note_place(&g->adds, i + 1, in_set);
        else if (g->e->removed.at[op] != LC_NONE) note_place(&g->removals, i + 1, in_set);
    }
}

/* ---- turns ---- */

/* How many of these places are at most `bound`. */
static uint32_t count_up_to(const uint32_t *places, uint32_t count, int64_t bound) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((int64_t)places[middle] <= bound) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The turns that the window of an operation leaves. */
static turns turns_of(const guess *g, uint32_t op, const kind *k) {
    lc_quasi_window w = lc_quasi_window_of(g->e, op, g->most);
    if (w.set == LC_NONE) return (turns){0, LC_NEVER};
    uint32_t upto = count_up_to(k->in_set, k->count, w.high);
    return (turns){count_up_to(k->in_set, k->count, w.low - 1), upto ? upto - 1 : 0};
}

/* An element that is never removed passes after all that are. */
static turns turns_of_element(const guess *g, const lc_quasi_element *x) {
    turns a = turns_of(g, x->add, &g->adds);
    if (x->remove == LC_NONE) return (turns){a.first > g->removals.count ? a.first : g->removals.count, a.last};
    turns r = turns_of(g, x->remove, &g->removals);
    return (turns){a.first > r.first ? a.first : r.first, a.last < r.last ? a.last : r.last};
}

static bool ends_before(const guess *g, uint32_t a, uint32_t b) {
    const turns *x = &g->ranges[a], *y = &g->ranges[b];
    return x->last != y->last ? x->last < y->last : x->first < y->first;
}

static void push_waiting(guess *g, uint32_t element) {
    uint32_t i = g->waiting_count++;
    for (; i && ends_before(g, element, g->waiting[(i - 1) / 2]); i = (i - 1) / 2)
        g->waiting[i] = g->waiting[(i - 1) / 2];
    g->waiting[i] = element;
}

static uint32_t pop_waiting(guess *g) {
    uint32_t top = g->waiting[0], last = g->waiting[--g->waiting_count], i = 0;
    for (uint32_t child; (child = 2 * i + 1) < g->waiting_count; i = child) {
        if (child + 1 < g->waiting_count && ends_before(g, g->waiting[child + 1], g->waiting[child])) child++;
        if (!ends_before(g, g->waiting[child], last)) break;
        g->waiting[i] = g->waiting[child];
    }
    g->waiting[i] = last;
    return top;
}

/* ---- where additions must not be moved ---- */

static void insist_on_time(guess *g, bool *passed, uint32_t *early) {
    const lc_quasi_elements *e = g->e;
    uint32_t set = lc_quasi_window_of(e, e->at.at[0].add, g->most).set;
    if (set == LC_NONE || g->most[set] || !e->one_set || e->removal_sets & 1u << set) return;
    memset(passed, 0, e->at.count * sizeof *passed);
    g->passed = passed;
    g->early = early;
    g->set = set;
}

static void note_passed(guess *g, uint32_t element) {
    if (!g->passed) return;
    const lc_quasi_set *s = &g->e->line->sets[g->set];
    g->passed[element] = true;
    for (; g->leading < s->returns.count; g->leading++) {
        uint32_t other = g->e->added.at[s->returns.at[g->leading]]; /* LC_NONE: it added nothing after all */
        if (other != LC_NONE && !g->passed[other]) return;
    }
}

/* Have all passed that must, as time goes? */
static bool is_ready(const guess *g, uint32_t element) {
    return !g->passed || lc_quasi_range_of(g->e->line, g->e->at.at[element].add, g->set)->earliest <= g->leading + 1;
}

/* Of those that wait the first that is ready; if none is, any. */
static uint32_t next_to_pass(guess *g) {
    uint32_t count = 0, found = LC_NONE;
    while (g->waiting_count && found == LC_NONE) {
        uint32_t element = pop_waiting(g);
        if (is_ready(g, element)) found = element;
        else g->early[count++] = element;
    }
    if (found == LC_NONE) found = g->early[--count];
    while (count) push_waiting(g, g->early[--count]);
    return found;
}

/* One element after the other takes its turn, and with it the places. */
static void take_turns(guess *g) {
    const lc_quasi_elements *e = g->e;
    uint32_t next = 0, removed = 0;
    for (uint32_t i = 0; i < e->at.count; i++) {
        g->ranges[i] = turns_of_element(g, &e->at.at[i]);
        g->sorted[i] = (uint64_t)g->ranges[i].first << 32 | i;
    }
    qsort(g->sorted, e->at.count, sizeof *g->sorted, lc_by_u64);
    g->waiting_count = 0;
    for (uint32_t t = 0; t < e->at.count; t++) {
        while (next < e->at.count && (g->sorted[next] >> 32 <= t || !g->waiting_count))
            push_waiting(g, (uint32_t)g->sorted[next++]);
        uint32_t element = next_to_pass(g);
        const lc_quasi_element *x = &e->at.at[element];
        note_passed(g, element);
        g->due[x->add] = g->adds.among_all[t];
        if (x->remove != LC_NONE && removed < g->removals.count) g->due[x->remove] = g->removals.among_all[removed++];
    }
}

/* ---- stacks ---- */

/* When an element is removed, in the middle order; never: after all the rest. */
static uint32_t removed_at(const guess *g, uint32_t element) {
    uint32_t remove = g->e->at.at[element].remove;
    return remove == LC_NONE ? LC_NEVER : g->due[remove];
}

/* Of two elements that are in a stack together and removed in the order they were added, either the additions are
 * exchanged or the removals: those that are nearer to each other.  Removals are the search's own business. */
static bool add_later(const guess *g, uint32_t u, uint32_t v, uint32_t u_added, uint32_t v_added) {
    uint32_t u_removed = removed_at(g, u), v_removed = removed_at(g, v);
    uint32_t set = lc_quasi_window_of(g->e, g->e->at.at[u].add, g->most).set;
    uint32_t apart = v_added - u_added;
    return u_removed < v_removed && u_removed > v_added && apart <= v_removed - u_removed &&
           (set == LC_NONE || apart <= 2 * (uint64_t)g->most[set]);
}

static void turn_round(guess *g) {
    const lc_quasi_elements *e = g->e;
    uint32_t *order = g->waiting, count = 0;
    for (uint32_t i = 0; i < e->line->ops.count; i++) {
        uint32_t element = e->added.at[(uint32_t)g->sorted[i]];
        if (element == LC_NONE) continue;
        uint32_t t = count++;
        for (; t && add_later(g, order[t - 1], element, g->adds.among_all[t - 1], g->adds.among_all[count - 1]); t--)
            order[t] = order[t - 1];
        order[t] = element;
    }
    for (uint32_t t = 0; t < count; t++) g->due[e->at.at[order[t]].add] = g->adds.among_all[t];
}

/* ---- the whole ---- */

bool lc_quasi_foresee(const lc_quasi_elements *e, const uint32_t *most, uint32_t *due) {
    uint32_t count = e->line->ops.count;
    enum { WORDS = 12 }; /* of 32 bits an operation: all of the below */
    size_t bytes = ((size_t)count + 1) * WORDS * sizeof(uint32_t);
    char *room = lc_allocate(e->budget, bytes);
    if (!room) return false;
    guess g = {.e = e, .most = most, .due = due};
    g.sorted = (uint64_t *)room;
    g.ranges = (turns *)(g.sorted + count + 1);
    g.waiting = (uint32_t *)(g.ranges + count + 1);
    g.adds = (kind){g.waiting + count + 1, g.waiting + 2 * (count + 1), 0};
    g.removals = (kind){g.waiting + 3 * (count + 1), g.waiting + 4 * (count + 1), 0};
    uint32_t *early = g.waiting + 5 * ((size_t)count + 1);
    if (e->fifo && e->at.count) insist_on_time(&g, (bool *)(early + count + 1), early);
    put_in_middle_order(&g);
    take_places(&g);
    if (e->fifo && e->at.count) take_turns(&g);
    if (e->lifo) turn_round(&g);
    lc_release(e->budget, room, bytes);
    return true;
}
