/* Bad patterns in histories.
 *
 *     counting_match [OPERATIONS]    all histories of so many operations, more than the test takes time for
 */
#include "counting_support.h"

#include <string.h>

static bool is_listed(void *context, const lc_pattern *p) { /* goes on while it is another one */
    const lc_pattern *wanted = context;
    return p->kind != wanted->kind || p->count != wanted->count || p->empty.from != wanted->empty.from ||
           p->empty.to != wanted->empty.to || memcmp(p->at, wanted->at, p->count * sizeof *p->at) != 0;
}

static bool within(lc_interval narrow, lc_interval wide) { return wide.from <= narrow.from && narrow.to <= wide.to; }

static bool lifetimes_within(lc_lifetime narrow, lc_lifetime wide) {
    return within(narrow.add, wide.add) && within(narrow.remove, wide.remove);
}

/* Is it a pattern, and are its values where it says? */
static bool is_found(lc_container c, const lc_lifetimes *s, const lc_match *m) {
    const lc_pattern *p = &m->pattern;
    if (lc_patterns_each(c, s->k, is_listed, (void *)p)) return false;
    for (uint32_t i = 0; i < p->count; i++) {
        const lc_seen *v = &s->at.at[m->stay[i]];
        if (p->kind <= LC_TWICE ? v->removals <= v->additions : !lifetimes_within(v->stay, p->at[i])) return false;
    }
    lc_interval e = p->kind == LC_NOT_EMPTY ? s->empties.at[m->empty].when : p->empty;
    return p->empty.from <= e.from && e.to <= p->empty.to;
}

/* ---- all small histories ---- */

typedef struct tally {
    lc_container container;
    uint32_t histories, bad, missed, false_alarms, not_found, inexact, inexact_missed, decided_wrong;
    uint32_t by_length[8];
    lc_lifetimes lifetimes;
} tally;

static void compare(void *context, const little *l) {
    tally *t = context;
    lince_history *h = history_of(t->container, l);
    bool good = is_linearizable(t->container, h), matched;
    lc_match m;
    t->histories++;
    t->bad += !good;
    for (uint32_t k = l->length;; k--) {
        t->lifetimes.k = k;
        lifetimes_of_little(&t->lifetimes, l);
        matched = lc_patterns_match(t->container, &t->lifetimes, &m);
        t->false_alarms += matched && good;
        t->not_found += matched && !is_found(t->container, &t->lifetimes, &m);
        if (k == l->length) {
            if (t->lifetimes.exact) t->missed += !good && !matched;
            else t->inexact++, t->inexact_missed += !good && !matched;
            lc_contains answer = lc_patterns_decide(t->container, &t->lifetimes, NULL);
            t->decided_wrong += answer != (good ? LC_CONTAINS_NONE : LC_CONTAINS_SOME);
        }
        t->by_length[k] += matched;
        if (!k) break;
    }
    lince_history_free(h);
}

/* Shapes that are left out of longer histories: they make too many of them. */
enum { STRANGE = ORPHAN | TWICE, UNUSUAL = STRANGE | OPEN };

static void check_all(lc_container c, uint32_t operations) {
    tally t = {.container = c};
    lc_lifetimes_init(&t.lifetimes, LC_MOST_STEPS, NULL);
    for (uint32_t n = 1; n <= operations; n++) all_histories(n, n > 5 ? UNUSUAL : n > 4 ? STRANGE : 0, compare, &t);
    expect(t.missed == 0 && t.bad > 0, "%s: of %u histories of up to %u operations %u are bad, and contain a pattern%s",
           containers[c].name, t.histories, operations, t.bad, t.missed ? " - but not all" : "");
    if (t.missed) printf("# %u are missed\n", t.missed);
    printf("# of %u where somebody may have removed one of several, %u are bad and missed\n", t.inexact,
           t.inexact_missed);
    printf("# found with k = 0, 1, ...:");
    for (uint32_t k = 0; k < operations; k++) printf(" %u", t.by_length[k]);
    printf("\n");
    expect(t.decided_wrong == 0, "all are decided, also where it is open what was removed (%u wrongly)",
           t.decided_wrong);
    expect(t.false_alarms == 0, "none of the others does, whatever is forgotten (%u do)", t.false_alarms);
    expect(t.not_found == 0, "what is found is a pattern, and made of these values (%u are not)", t.not_found);
    lc_lifetimes_free(&t.lifetimes);
}

/* ---- figure 5 ---- */

/* One after the other: push(1), [ push(2), pop => 1, push(3), pop => 2, ... ] pop => n; and pop => EMPTY from [ to ].
 */
static little figure_5(uint32_t n) {
    little l = {0};
    uint32_t t = 0;
    l.at[l.count++] = (little_op){ADD, 1, {t, t}};
    for (uint32_t i = 2; i <= n; i++) {
        t++, l.at[l.count++] = (little_op){ADD, i, {t, t}};
        t++, l.at[l.count++] = (little_op){REMOVE, i - 1, {t, t}};
    }
    uint32_t last = n == 1 ? ++t : t;
    t++, l.at[l.count++] = (little_op){REMOVE, n, {t, t}};
    l.at[l.count++] = (little_op){EMPTY, 0, {1, last}};
    l.length = t;
    return l;
}

/* The same with as little order as it takes: push(i + 2) beside pop => i. */
static little figure_5_weaker(uint32_t n) {
    little l = {.length = n + 1};
    for (uint32_t i = 1; i <= n; i++) {
        l.at[l.count++] = (little_op){ADD, i, {i - 1, i - 1}};
        l.at[l.count++] = (little_op){REMOVE, i, {i + 1, i + 1}};
    }
    l.at[l.count++] = (little_op){EMPTY, 0, {1, n}};
    return l;
}

/* What the formula of the paper asks for: one value that is inside all the time. */
static bool one_covers(const lc_lifetimes *s) {
    lc_interval e = s->empties.at[0].when;
    for (uint32_t i = 0; i < s->at.count; i++)
        if (s->at.at[i].stay.add.to < e.from && e.to < s->at.at[i].stay.remove.from) return true;
    return false;
}

static void check_figure_5(void) {
    bool bad = true, seen = true, as_long = true, weaker_seen = true, paper = true, n_values = true, early = true;
    lc_lifetimes s;
    lc_lifetimes_init(&s, LC_MOST_STEPS, NULL);
    for (uint32_t n = 1; n <= 20; n++) {
        little l = figure_5(n), w = figure_5_weaker(n);
        for (lc_container c = LC_BAG; c <= LC_STACK; c++) {
            lince_history *h = history_of(c, &l), *g = history_of(c, &w);
            bad = bad && !is_linearizable(c, h) && !is_linearizable(c, g);
            lince_history_free(h);
            lince_history_free(g);
        }
        lc_match m;
        s.k = l.length;
        lifetimes_of_little(&s, &l);
        seen = seen && l.length == (n == 1 ? 2 : 2 * n - 1) && lc_patterns_match(LC_QUEUE, &s, &m);
        n_values = n_values && m.pattern.kind == LC_NOT_EMPTY && m.pattern.count == n;
        paper = paper && one_covers(&s) == (n == 1);
        for (s.k = 0; s.k < l.length; s.k++) {
            lifetimes_of_little(&s, &l);
            as_long = as_long && !lc_patterns_match(LC_QUEUE, &s, NULL);
        }
        for (s.k = 0; s.k <= n + 1; s.k++) {
            lifetimes_of_little(&s, &w);
            weaker_seen = weaker_seen && lc_patterns_match(LC_QUEUE, &s, NULL) == (s.k == n + 1);
        }
        /* As soon as EMPTY has returned, before the last removal. */
        uint32_t last = l.at[l.count - 1].when.to;
        l.length = last, l.at[l.count - 2] = l.at[l.count - 1], l.count--;
        w.length = n, w.at[w.count - 2] = w.at[w.count - 1], w.count--;
        for (s.k = 0; s.k <= last; s.k++) {
            lifetimes_of_little(&s, &l);
            early = early && lc_patterns_match(LC_QUEUE, &s, NULL) == (s.k == last);
            if (s.k > n) continue;
            lifetimes_of_little(&s, &w);
            early = early && lc_patterns_match(LC_QUEUE, &s, NULL) == (s.k == n);
        }
        early = early && last == (n == 1 ? 1 : 2 * n - 2);
    }
    lc_lifetimes_free(&s);
    expect(bad, "the histories h(n) of figure 5 are bad, n = 1 to 20");
    expect(seen && n_values, "they contain a pattern of n values of length 2n - 1 (2 for n = 1)");
    expect(paper, "no value alone is inside all the time, unless n = 1");
    expect(as_long, "with fewer steps nothing is seen");
    expect(early, "one step less when EMPTY has just returned: 2n - 2 (1 for n = 1), or n with less order");
    expect(weaker_seen, "with push(i + 2) beside pop => i, length n + 1 is what it takes");
}

/* ---- what is left out ---- */

/* Two values are inside and one may have been taken; with the second one gone, the rest may be right. */
static void check_left_out(void) {
    little l = {
        .length = 3,
        .count = 5,
        .at = {{ADD, 1, {0, 0}}, {OPEN_REMOVE, 0, {1, 3}}, {PEEK, 1, {2, 2}}, {EMPTY, 0, {3, 3}}, {ADD, 2, {1, 1}}}};
    lc_match m;
    lc_lifetimes s;
    lc_lifetimes_init(&s, l.length, NULL);
    lifetimes_of_little(&s, &l);
    expect(!lc_patterns_match(LC_QUEUE, &s, NULL) && lc_patterns_decide(LC_QUEUE, &s, &m) == LC_CONTAINS_SOME,
           "a peek does not keep the rest from being bad");
    expect(m.pattern.count == 0 && m.pattern.kind == LC_NOT_EMPTY, "it takes more than one pattern to see that");
    l.count--;
    lifetimes_of_little(&s, &l);
    expect(lc_patterns_decide(LC_QUEUE, &s, &m) == LC_CONTAINS_UNKNOWN, "and nothing is said about a peek");
    lc_lifetimes_free(&s);
}

#ifdef __SANITIZE_ADDRESS__
enum { OPERATIONS = 5 }; /* it takes ten times as long */
#else
enum { OPERATIONS = 6 };
#endif

int main(int argc, char **argv) {
    uint32_t operations = argc > 1 ? (uint32_t)atoi(argv[1]) : OPERATIONS;
    for (lc_container c = LC_BAG; c <= LC_STACK; c++) check_all(c, operations);
    check_figure_5();
    check_left_out();
    return tap_end();
}
