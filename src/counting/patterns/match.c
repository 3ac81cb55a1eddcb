/* See patterns.c for why these are all.  Values that are added more than once are left out, as leaving out a value
 * makes nothing bad; so are those without a cover where covers are required. */
#include "counting/patterns/match.h"

#include <assert.h>

typedef uint64_t steps; /* the bits 0 to k + 1 */

static steps range(uint32_t from, uint32_t to) {
    assert(from <= to && to <= LC_MOST_STEPS + 1);
    return (~(steps)0 >> (63 - to)) & (~(steps)0 << from);
}

static bool contains(steps all, steps some) { return (some & ~all) == 0; }

static bool counts(const lc_seen *v) { return v->additions == 1 && v->removals <= 1; }

static steps cover(const lc_seen *v) {
    uint32_t from = v->stay.add.to + 1, to = v->stay.remove.from;
    return counts(v) && from < to ? range(from, to - 1) : 0;
}

/* ---- one value ---- */

static bool match_single(const lc_lifetimes *s, lc_match *found) {
    for (uint32_t i = 0; i < s->at.count; i++) {
        const lc_seen *v = &s->at.at[i];
        bool too_often = v->removals > v->additions;
        if (!too_often && !(counts(v) && v->stay.remove.to < v->stay.add.from)) continue;
        if (!found) return true;
        lc_interval any = {0, s->k + 1}, before = {0, v->stay.remove.to}, after = {v->stay.remove.to + 1, s->k + 1};
        *found = (lc_match){.pattern = {.empty = LC_NO_INTERVAL, .count = 1}, .stay = {i}};
        found->pattern.kind = !too_often ? LC_BEFORE_TIME : v->additions ? LC_TWICE : LC_ORPHAN;
        found->pattern.at[0] =
            !too_often ? (lc_lifetime){after, before} : (lc_lifetime){v->additions ? any : LC_NO_INTERVAL, any};
        return true;
    }
    return false;
}

/* ---- queues ---- */

/* Of those that were added by each step, who leaves last? */
static bool match_overtaken(const lc_lifetimes *s, lc_match *found) {
    uint32_t last[LC_MOST_STEPS + 2], end = s->k + 1; /* numbers of stays + 1, 0: none */
    for (uint32_t t = 0; t <= end; t++) last[t] = 0;
    for (uint32_t i = 0; i < s->at.count; i++) {
        const lc_seen *v = &s->at.at[i];
        uint32_t *l = &last[counts(v) ? v->stay.add.to : 0];
        if (counts(v) && (!*l || s->at.at[*l - 1].stay.remove.from < v->stay.remove.from)) *l = i + 1;
    }
    for (uint32_t t = 1; t <= end; t++)
        if (last[t - 1] &&
            (!last[t] || s->at.at[last[t] - 1].stay.remove.from < s->at.at[last[t - 1] - 1].stay.remove.from))
            last[t] = last[t - 1];
    for (uint32_t i = 0; i < s->at.count; i++) {
        const lc_lifetime *b = &s->at.at[i].stay;
        uint32_t before = counts(&s->at.at[i]) && b->add.from ? last[b->add.from - 1] : 0;
        if (!before || s->at.at[before - 1].stay.remove.from <= b->remove.to) continue;
        const lc_lifetime *a = &s->at.at[before - 1].stay;
        if (found)
            *found = (lc_match){.pattern = {.kind = LC_OVERTAKEN,
                                            .empty = LC_NO_INTERVAL,
                                            .count = 2,
                                            .at = {{{0, a->add.to}, {b->remove.to + 1, end}},
                                                   {{a->add.to + 1, end}, {0, b->remove.to}}}},
                                .stay = {before - 1, i}};
        return true;
    }
    return false;
}

/* ---- covers ---- */

typedef bool eligible(const lc_lifetime *, lc_interval all);

static bool anybody(const lc_lifetime *s, lc_interval all) { return (void)s, (void)all, true; }
static bool early(const lc_lifetime *s, lc_interval all) { return s->remove.to <= all.to; }
static bool early_or_late(const lc_lifetime *s, lc_interval all) { return early(s, all) || s->add.from >= all.from; }

/* The fewest covers that fill `all`: each time the one that goes furthest.  None of them can be left out, because a
 * cover that comes later and contains the step of an earlier one would have been taken then. */
static void fill(const lc_lifetimes *s, lc_interval all, eligible *may, lc_match *found) {
    lc_pattern *p = &found->pattern;
    p->count = 0;
    for (uint32_t t = all.from, next; t <= all.to; t = next) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < s->at.count; i++) {
            const lc_seen *v = &s->at.at[i];
            if (!(cover(v) >> t & 1) || !may(&v->stay, all)) continue;
            if (best == UINT32_MAX || s->at.at[best].stay.remove.from < v->stay.remove.from) best = i;
        }
        assert(best != UINT32_MAX);
        const lc_lifetime *b = &s->at.at[best].stay;
        next = b->remove.from <= all.to ? b->remove.from : all.to + 1;
        lc_interval whole = {may == early_or_late && !early(b, all) ? all.from : 0,
                             may == early_or_late && early(b, all) ? all.to : s->k + 1};
        p->at[p->count] = (lc_lifetime){{whole.from, t - 1}, {next, whole.to}};
        found->stay[p->count++] = best;
    }
}

static bool match_not_empty(const lc_lifetimes *s, lc_match *found) {
    steps covered = 0;
    for (uint32_t i = 0; i < s->at.count; i++) covered |= cover(&s->at.at[i]);
    for (uint32_t i = 0; i < s->empties.count; i++) {
        lc_interval when = s->empties.at[i].when;
        if (!contains(covered, range(when.from, when.to))) continue;
        if (found) {
            *found = (lc_match){.pattern = {.kind = LC_NOT_EMPTY, .empty = when}, .empty = i};
            fill(s, when, anybody, found);
        }
        return true;
    }
    return false;
}

/* ---- stacks ---- */

static bool match_unnested(const lc_lifetimes *s, lc_match *found) {
    steps came[LC_MOST_STEPS + 2] = {0},
                               left[LC_MOST_STEPS + 2] = {0}; /* covered by values that came in a step or later, ... */
    uint32_t end = s->k + 1;
    for (uint32_t i = 0; i < s->at.count; i++) {
        steps c = cover(&s->at.at[i]);
        if (!c) continue;
        came[s->at.at[i].stay.add.from] |= c;
        left[s->at.at[i].stay.remove.to] |= c;
    }
    for (uint32_t t = 1; t <= end; t++) {
        came[end - t] |= came[end - t + 1];
        left[t] |= left[t - 1];
    }
    for (uint32_t span = 2; span <= s->k; span++) {
        for (uint32_t l = 1, h; (h = l + span - 1) <= s->k; l++) {
            if (!contains(came[l] | left[h], range(l, h))) continue;
            if (found) {
                *found = (lc_match){.pattern = {.kind = LC_UNNESTED, .empty = LC_NO_INTERVAL}};
                fill(s, (lc_interval){l, h}, early_or_late, found);
            }
            return true;
        }
    }
    return false;
}

bool lc_patterns_match(lc_container container, const lc_lifetimes *s, lc_match *found) {
    return match_single(s, found) || (container == LC_QUEUE && match_overtaken(s, found)) ||
           match_not_empty(s, found) || (container == LC_STACK && match_unnested(s, found));
}
