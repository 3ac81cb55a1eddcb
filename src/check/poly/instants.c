#include "check/poly/instants.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"

/* An instant is never greater than the place it comes from, so a number already turned is smaller than any place still
 * to come and is not taken for one. */
uint32_t lc_to_instants(const lc_poly *p, lc_elements *e) {
    uint32_t calls = 0;
    for (uint32_t i = 0; i < e->places; i++) {
        uint32_t note = p->note[lc_event_op(e->part->events[i])];
        bool call = lc_event_what(e->part->events[i]) == LC_INVOKE;
        lc_element *x = lc_element_of(p, e, i);
        if (x) {
            bool called = x->called == i, leaving = x->leaving == i, added = x->added == i, gone = x->gone == i;
            if (called) x->called = calls;
            if (leaving) x->leaving = calls;
            if (added) x->added = calls;
            if (gone) x->gone = calls;
        }
        if (lc_who_is(note) == LC_LOOKS) {
            lc_look *look = &e->looks.at[lc_which(note)];
            if (call) look->called = calls;
            else look->returned = calls;
        } else if (lc_who_is(note) == LC_FINDS_EMPTY) {
            lc_empty *empty = &e->empties.at[lc_which(note)];
            if (call) empty->called = calls;
            else empty->returned = calls;
        }
        calls += call;
    }
    for (uint32_t i = 0; i < e->at.count; i++)
        if (e->at.at[i].gone == e->places) e->at.at[i].gone = calls + 1;
    return calls;
}

/* ---- the tree ---- */

#define BEYOND (INT32_MAX / 2) /* covers of indices that are no instants */

/* Takes the children's minimum up.  The number that a node adds to its instants is thus kept in it and the nodes
 * above.  False: it changes nothing. */
static bool pull(lc_cover_tree *t, uint32_t node) {
    int32_t left = t->least[2 * node], right = t->least[2 * node + 1], least = left < right ? left : right;
    if (!least) return false;
    t->least[2 * node] = left - least;
    t->least[2 * node + 1] = right - least;
    t->least[node] += least;
    return true;
}

bool lc_covers_init(lc_cover_tree *t, const lc_elements *e, uint32_t instants, bool of_all, lc_budget *budget) {
    *t = (lc_cover_tree){.budget = budget, .instants = instants, .size = 1};
    while (t->size < instants) t->size *= 2;
    size_t bytes = 2 * (size_t)t->size * sizeof *t->least;
    t->least = lc_allocate(budget, bytes);
    if (!t->least) return false;
    memset(t->least, 0, bytes);
    int32_t *leaf = t->least + t->size;
    for (uint32_t i = 0; of_all && i < e->at.count; i++) {
        const lc_element *x = &e->at.at[i];
        if (!lc_has_cover(x) || x->added >= instants) continue;
        leaf[x->added]++;
        if (x->leaving < instants) leaf[x->leaving]--;
    }
    for (uint32_t i = 1; i < instants; i++) leaf[i] += leaf[i - 1];
    for (uint32_t i = instants; i < t->size; i++) leaf[i] = BEYOND;
    for (uint32_t node = t->size - 1; node > 0; node--) pull(t, node);
    return true;
}

void lc_covers_free(lc_cover_tree *t) { lc_release(t->budget, t->least, 2 * (size_t)t->size * sizeof *t->least); }

void lc_covers_add(lc_cover_tree *t, uint32_t from, uint32_t to, int32_t more) {
    if (to > t->instants) to = t->instants;
    if (from >= to) return;
    uint32_t first = from + t->size, last = to - 1 + t->size;
    for (uint32_t l = first, r = last + 1; l < r; l /= 2, r /= 2) {
        if (l & 1) t->least[l++] += more;
        if (r & 1) t->least[--r] += more;
    }
    uint32_t l = first / 2, r = last / 2;
    for (; l != r; l /= 2, r /= 2) {
        pull(t, l);
        pull(t, r);
    }
    if (l > 0) pull(t, l); /* the lowest node above the range, or the range itself */
    for (l /= 2; l > 0 && pull(t, l);) l /= 2;
}

/* A range of instants to look in, from either side. */
typedef struct range {
    uint32_t from, to;
    bool last;
} range;

/* In the subtree of a node that holds the instants from `low` until before `high`; `above` is the sum of the nodes
 * above. */
static uint32_t gap_below(const lc_cover_tree *t, uint32_t node, uint32_t low, uint32_t high, const range *in,
                          int32_t above) {
    above += t->least[node];
    if (high <= in->from || in->to <= low || above > 0) return LC_NEVER;
    if (high - low == 1) return low;
    uint32_t middle = low + (high - low) / 2;
    for (int i = 0; i < 2; i++) {
        bool right = in->last != (i == 1);
        uint32_t found = gap_below(t, 2 * node + right, right ? middle : low, right ? high : middle, in, above);
        if (found != LC_NEVER) return found;
    }
    return LC_NEVER;
}

static uint32_t find_gap(const lc_cover_tree *t, uint32_t from, uint32_t to, bool last) {
    range in = {from, to < t->instants ? to : t->instants, last};
    return in.from < in.to ? gap_below(t, 1, 0, t->size, &in, 0) : LC_NEVER;
}

uint32_t lc_covers_gap(const lc_cover_tree *t, uint32_t from, uint32_t to) { return find_gap(t, from, to, false); }
uint32_t lc_covers_last_gap(const lc_cover_tree *t, uint32_t from, uint32_t to) { return find_gap(t, from, to, true); }

/* ---- sets ---- */

bool lc_instants_init(lc_instant_set *s, uint32_t count, lc_budget *budget) {
    *s = (lc_instant_set){.budget = budget};
    for (size_t bits = count ? count : 1;; bits = lc_word_count(bits)) {
        assert(s->levels < LC_INSTANT_LEVELS);
        s->start[s->levels++] = s->word_count;
        s->word_count += lc_word_count(bits);
        if (bits <= 64) break;
    }
    s->words = lc_allocate(budget, s->word_count * sizeof *s->words);
    if (s->words) memset(s->words, 0, s->word_count * sizeof *s->words);
    return s->words;
}

void lc_instants_free(lc_instant_set *s) { lc_release(s->budget, s->words, s->word_count * sizeof *s->words); }

void lc_instants_put(lc_instant_set *s, uint32_t instant) {
    for (uint32_t level = 0; level < s->levels; level++, instant /= 64) lc_set_bit(s->words + s->start[level], instant);
}

/* From a bit of a level down to the instant it stands for: the last one below it, or the first. */
static uint32_t descend(const lc_instant_set *s, uint32_t level, uint32_t bit, bool last) {
    while (level-- > 0) {
        uint64_t word = s->words[s->start[level] + bit];
        bit = bit * 64 + (last ? 63 - (uint32_t)__builtin_clzll(word) : lc_lowest(word));
    }
    return bit;
}

uint32_t lc_instants_until(const lc_instant_set *s, uint32_t instant) {
    uint64_t bit = (uint64_t)instant + 1; /* before which we look */
    for (uint32_t level = 0; level < s->levels && bit; level++, bit /= 64) {
        uint64_t word = bit % 64 ? s->words[s->start[level] + bit / 64] & (((uint64_t)1 << bit % 64) - 1) : 0;
        if (word) return descend(s, level, (uint32_t)(bit / 64 * 64) + 63 - (uint32_t)__builtin_clzll(word), true);
    }
    return LC_NEVER;
}

uint32_t lc_instants_from(const lc_instant_set *s, uint32_t instant) {
    uint64_t bit = instant; /* from which we look */
    for (uint32_t level = 0; level < s->levels; level++, bit = bit / 64 + 1) {
        size_t end = level + 1 < s->levels ? s->start[level + 1] : s->word_count;
        if (s->start[level] + bit / 64 >= end) return LC_NEVER;
        uint64_t word = s->words[s->start[level] + bit / 64] & ~(((uint64_t)1 << bit % 64) - 1);
        if (word) return descend(s, level, (uint32_t)(bit / 64 * 64) + lc_lowest(word), false);
    }
    return LC_NEVER;
}
