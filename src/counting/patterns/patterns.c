/* The patterns, in closed form.
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 7.2, where
 * all sets of pairs of intervals are enumerated and those that are bad kept: 2^100 of them for k = 3.  The paper leaves
 * out operations that find nothing to remove, values that no operation removes and operations that have not returned.
 * Here these take part, and only minimal sets are listed, without any search.
 *
 * Steps.  An order of the operations agrees with time iff each operation can be given a step in its interval so that
 * steps never go down along the order.  (Take the largest beginning so far.  It is not beyond the operation's end, or
 * something that comes after it in time would come before it in the order.)  So an operation takes effect in any step
 * of its interval, and those that do so in one step in any order.
 *
 * Why minimal ones are enough.  If there is an order, it remains one when an interval is widened, when an operation
 * that found nothing is left out, and when a value is left out: the other operations meet the same neighbours, and a
 * container that was empty stays so.  Hence the parts of a bad history to be left out, or widened, can be chosen freely
 * as long as it stays bad, and when nothing more can be done a pattern is left.  Conversely a history that contains a
 * pattern, in narrower intervals or with more around it, is bad.
 *
 * Values that stay are removed in step k + 1: after everything else, in the order that the container wants.  So their
 * removal can be widened like any other, and [c, k + 1] in a pattern reads: not removed by an operation called before
 * c.
 *
 * Removals that have not returned may have removed anything that other operations did not, or nothing.  Let the first
 * of them be called in step p.  In a good history each value that no other operation removed left in a step of
 * [p, k + 1]; so if a history with these intervals is bad, then it is bad for every assignment of values to removals.
 * (The converse fails where more values have to go than there are such removals; pending_removals.c tries these out.)
 * Additions that have not returned took place if an operation removed the value; if not, no operation needs them.
 *
 * The patterns.  A value is inside for certain in the steps between, exclusively, the end of its addition and the
 * beginning of its removal: its cover.  Let K = k + 1.
 *
 *   LC_ORPHAN, LC_TWICE   with any intervals
 *   LC_BEFORE_TIME        add [i + 1, K], remove [0, i]
 *   LC_OVERTAKEN (queue)  a: add [0, i], remove [j + 1, K];  b: add [i + 1, K], remove [0, j];  i < j
 *   LC_NOT_EMPTY          empty [s, e]; covers that divide s..e among them: add [0, p - 1], remove [q + 1, K] for p..q
 *   LC_UNNESTED (stack)   covers p..q that divide l..h among them, each of them either
 *                           early: add [0, p - 1], remove [q + 1, h], or
 *                           late:  add [l, p - 1], remove [q + 1, K];
 *                         the first is early, the last is late, there are two at least
 *
 * All are bad.  For the first five this is plain.  In any order of a stack, two values are inside one above the other,
 * or one after the other.  Suppose that two or more lie above no other value, and let t be the step in which the first
 * of these leaves.  A value that came before has left by then, for it lay above the one that leaves, so its cover ends
 * before t; a value that comes afterwards has a cover that begins after t.  So there are covers on both sides of t and
 * none at t, but they fill l..h.  Hence one value lies below all other values.  It comes before the first of them, in
 * step l - 1 at the latest, so it is not late; and it leaves after the last of them, in step h + 1 at the earliest, so
 * it is not early.
 *
 * All are minimal.  In the last two, a step that is taken from a cover is in no other.  As for LC_UNNESTED, a part of
 * the covers, or shrunken ones, can only be bad together if they fill some l'..h' within l..h; the first of them is not
 * late with respect to l', so it is early and h <= h', and likewise l' <= l.  A value that is widened beyond h or l
 * lies below all other values.
 *
 * There are no other patterns.  A bad bag has an LC_NOT_EMPTY, or something wrong with a single value; so has a bad
 * queue, or it has an LC_OVERTAKEN: that is the theorem in check/poly/queue.c, with intervals as wide as they can be.
 * For a stack peel as in check/poly/stack.c: as long as there is a step in no cover, mark the operations whose
 * intervals contain it, and once both operations of a value are marked forget its cover.  If that ends with covers
 * left, let l..h be some that follow each other without a gap, both l - 1 and h + 1 being in none.  None of these
 * values is marked twice, so each was called to come in l or later, or returned leaving in h or earlier.  Choose those
 * that are needed to fill l..h, shrink them until they do not overlap, and widen the rest.
 *
 * So a stack is bad also iff for some l < h each step of l..h is in the cover of a value that came in l or later or
 * left in h or earlier; that needs no enumeration at all, and the same holds for operations that found the container
 * empty (match.c, complete.c).
 */
#include "counting/patterns/patterns.h"

#include <assert.h>

bool lc_container_of(const lc_instance *instance, lc_container *out) {
    *out = instance->is == LINCE_IS_QUEUE ? LC_QUEUE : instance->is == LINCE_IS_STACK ? LC_STACK : LC_BAG;
    return !lc_is_bounded(instance) &&
           (instance->is == LINCE_IS_QUEUE || instance->is == LINCE_IS_STACK || instance->is == LINCE_IS_BAG);
}

/* ---- listing them ---- */

typedef struct listing {
    uint32_t end; /* k + 1 */
    lc_pattern_visit *visit;
    void *context;
    lc_pattern pattern;
} listing;

static bool give(listing *l, lc_pattern_kind kind, uint32_t count) {
    l->pattern.kind = kind;
    l->pattern.count = count;
    return l->visit(l->context, &l->pattern);
}

static bool list_single(listing *l) {
    lc_interval any = {0, l->end};
    l->pattern.at[0] = (lc_lifetime){LC_NO_INTERVAL, any};
    if (!give(l, LC_ORPHAN, 1)) return false;
    l->pattern.at[0] = (lc_lifetime){any, any};
    if (!give(l, LC_TWICE, 1)) return false;
    for (uint32_t i = 0; i + 1 < l->end; i++) {
        l->pattern.at[0] = (lc_lifetime){{i + 1, l->end}, {0, i}};
        if (!give(l, LC_BEFORE_TIME, 1)) return false;
    }
    return true;
}

static bool list_overtaken(listing *l) {
    for (uint32_t i = 0; i + 1 < l->end; i++) {
        for (uint32_t j = i + 1; j < l->end; j++) {
            l->pattern.at[0] = (lc_lifetime){{0, i}, {j + 1, l->end}};
            l->pattern.at[1] = (lc_lifetime){{i + 1, l->end}, {0, j}};
            if (!give(l, LC_OVERTAKEN, 2)) return false;
        }
    }
    return true;
}

/* The next cover begins at p. */
static bool divide_empty(listing *l, uint32_t count, uint32_t p) {
    uint32_t last = l->pattern.empty.to;
    if (p > last) return give(l, LC_NOT_EMPTY, count);
    for (uint32_t q = last; q >= p; q--) {
        l->pattern.at[count] = (lc_lifetime){{0, p - 1}, {q + 1, l->end}};
        if (!divide_empty(l, count + 1, q + 1)) return false;
    }
    return true;
}

static bool list_not_empty(listing *l) {
    for (uint32_t span = 1; span < l->end; span++) {
        for (uint32_t s = 1; s + span <= l->end; s++) {
            l->pattern.empty = (lc_interval){s, s + span - 1};
            if (!divide_empty(l, 0, s)) return false;
        }
    }
    l->pattern.empty = LC_NO_INTERVAL;
    return true;
}

static bool divide_stack(listing *l, lc_interval all, uint32_t count, uint32_t p) {
    for (uint32_t q = p; q < all.to; q++) {
        l->pattern.at[count] = (lc_lifetime){{0, p - 1}, {q + 1, all.to}};
        if (!divide_stack(l, all, count + 1, q + 1)) return false;
    }
    for (uint32_t q = p; q <= all.to && count; q++) {
        l->pattern.at[count] = (lc_lifetime){{all.from, p - 1}, {q + 1, l->end}};
        if (q == all.to ? !give(l, LC_UNNESTED, count + 1) : !divide_stack(l, all, count + 1, q + 1)) return false;
    }
    return true;
}

static bool list_unnested(listing *l) {
    for (uint32_t span = 2; span < l->end; span++)
        for (uint32_t s = 1; s + span <= l->end; s++)
            if (!divide_stack(l, (lc_interval){s, s + span - 1}, 0, s)) return false;
    return true;
}

bool lc_patterns_each(lc_container container, uint32_t k, lc_pattern_visit *visit, void *context) {
    assert(k <= LC_MOST_STEPS);
    listing l = {.end = k + 1, .visit = visit, .context = context, .pattern.empty = LC_NO_INTERVAL};
    return list_single(&l) && (container != LC_QUEUE || list_overtaken(&l)) && list_not_empty(&l) &&
           (container != LC_STACK || list_unnested(&l));
}

/* ---- counting them ---- */

static uint64_t plus(uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }
static uint64_t times(uint64_t a, uint64_t b) { return a && b > UINT64_MAX / a ? UINT64_MAX : a * b; }

uint64_t lc_patterns_count(lc_container container, uint32_t k) {
    uint64_t count = 2 + k, two = 1, three = 1; /* powers of span - 1 */
    if (container == LC_QUEUE) count += (uint64_t)k * (k + 1) / 2;
    for (uint32_t span = 1; span <= k; span++, two = times(two, 2), three = times(three, 3)) {
        count = plus(count, times(k - span + 1, two)); /* ways to divide a span */
        /* The same with two kinds of covers but for the first and the last, and two covers at least. */
        if (container == LC_STACK)
            count = three == UINT64_MAX ? UINT64_MAX : plus(count, times(k - span + 1, (three - 1) / 2));
    }
    return count;
}
