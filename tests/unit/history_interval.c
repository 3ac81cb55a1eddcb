/* Interval orders: the example of the paper, and the definition by sets on random histories. */
#include "history/interval.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

static void invoke(lince_history *h, const char *thread, const char *method) {
    lince_error error;
    if (lince_invoke(h, thread, NULL, method, NULL, 0, &error)) abort();
}

static void back(lince_history *h, const char *thread) {
    lince_error error;
    if (lince_return(h, thread, NULL, 0, &error)) abort();
}

/* Figure 2(b): push(1), then pop => 3 beside pop => 1, push(2), push(3), and pop => EMPTY at the end. */
static void paper_example(void) {
    lince_history *h = lince_history_new();
    invoke(h, "T1", "push1"), back(h, "T1");
    invoke(h, "T1", "pop3");
    invoke(h, "T2", "pop1"), back(h, "T2");
    invoke(h, "T2", "push2"), back(h, "T2");
    invoke(h, "T2", "push3"), back(h, "T2");
    back(h, "T1");
    invoke(h, "T2", "popEMPTY"), back(h, "T2");
    static const lc_interval expected[] = {{0, 0}, {1, 3}, {1, 1}, {2, 2}, {3, 3}, {4, 4}};
    lc_intervals i;
    lc_intervals_of(&i, h, NULL);
    expect(i.length == 4, "the history of figure 2 has length 4");
    expect(i.at.count == 6 && !memcmp(i.at.at, expected, sizeof expected), "and the intervals of example 6.3");
    lc_intervals_free(&i);
    lince_history_free(h);
}

/* ---- the definition, literally: pasts as sets of operations ---- */

typedef uint64_t set;

static bool happened(const lince_history *h, uint32_t o) { return lc_op_outcome(h, &h->ops.at[o]) != LC_FAIL; }

static bool precedes(const lince_history *h, uint32_t a, uint32_t b) {
    return lc_op_outcome(h, &h->ops.at[a]) == LC_RETURN && h->ops.at[a].end < h->ops.at[b].call;
}

static set past(const lince_history *h, uint32_t o) {
    set p = 0;
    for (uint32_t a = 0; a < h->ops.count; a++)
        if (happened(h, a) && precedes(h, a, o)) p |= (set)1 << a;
    return p;
}

/* How many distinct pasts the operations in `of` have. */
static uint32_t distinct_pasts(const lince_history *h, set of) {
    uint32_t count = 0;
    for (uint32_t a = 0; a < h->ops.count; a++) {
        bool seen = !(of >> a & 1);
        for (uint32_t b = 0; b < a && !seen; b++) seen = (of >> b & 1) && past(h, b) == past(h, a);
        count += !seen;
    }
    return count;
}

static bool agrees(const lince_history *h) {
    lc_intervals i;
    lc_intervals_of(&i, h, NULL);
    set all = 0;
    for (uint32_t o = 0; o < h->ops.count; o++)
        if (happened(h, o)) all |= (set)1 << o;
    bool same = i.length == (all ? distinct_pasts(h, all) - 1 : 0);
    for (uint32_t o = 0; o < h->ops.count && same; o++) {
        if (!happened(h, o)) {
            same = lc_interval_none(i.at.at[o]);
            continue;
        }
        /* The paper counts the pasts of the operations before o; but a past smaller than o's may belong only to
         * operations that are still open when o is called, and then its own lemma 6.2 fails.  Count smaller pasts. */
        set smaller = 0, not_after = 0;
        for (uint32_t p = 0; p < h->ops.count; p++) {
            if (!happened(h, p)) continue;
            if (past(h, p) != past(h, o) && (past(h, p) & ~past(h, o)) == 0) smaller |= (set)1 << p;
            if (!precedes(h, o, p)) not_after |= (set)1 << p;
        }
        same = i.at.at[o].from == distinct_pasts(h, smaller) && i.at.at[o].to == distinct_pasts(h, not_after) - 1;
        for (uint32_t p = 0; p < h->ops.count && same; p++)
            if (happened(h, p)) same = lc_interval_precedes(i.at.at[o], i.at.at[p]) == precedes(h, o, p);
    }
    lc_intervals_free(&i);
    return same;
}

static lince_history *random_history(unsigned seed) {
    lince_history *h = lince_history_new();
    static const char *const names[] = {"A", "B", "C", "D"};
    bool open[4] = {false};
    lince_error error;
    srand(seed);
    for (int i = rand() % 24; i > 0; i--) {
        int t = rand() % 4;
        if (!open[t]) invoke(h, names[t], "f");
        else if (rand() % 8 == 0) lince_fail(h, names[t], &error);
        else if (rand() % 8 == 0) lince_crash(h, names[t], &error);
        else back(h, names[t]);
        open[t] = !open[t];
    }
    return h;
}

int main(void) {
    paper_example();
    unsigned wrong = 0;
    for (unsigned seed = 1; seed <= 5000; seed++) {
        lince_history *h = random_history(seed);
        wrong += !agrees(h);
        lince_history_free(h);
    }
    expect(wrong == 0, "5000 random histories have the intervals that the definition gives (%u differ)", wrong);
    return tap_end();
}
