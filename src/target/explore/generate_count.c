/* How many scenarios there are, without making them.
 *
 * With `a` different calls there are w = a^n words of n calls, or fewer if the test restricts their order, and (w + m -
 * 1 choose m) multisets of m of them.  Length by length, `ways[t][c]` becomes the number of multisets of t words with c
 * calls in all.  All arithmetic stops at UINT64_MAX, which stands for "or more".
 */
#include <string.h>

#include "target/explore/generate.h"

enum { ENDS = 256 };
__extension__ typedef unsigned __int128 wide;

static uint64_t capped(wide n) { return n > UINT64_MAX ? UINT64_MAX : (uint64_t)n; }
static uint64_t plus(uint64_t a, uint64_t b) { return capped((wide)a + b); }
static uint64_t times(uint64_t a, uint64_t b) { return capped((wide)a * b); }

static uint64_t different_calls(const lct_test_op *op) {
    uint64_t all = 1;
    for (unsigned k = 0; k < op->count; k++) {
        const lince_argument *a = &op->arguments[k];
        if (!a->unique) all = times(all, (uint64_t)a->high - (uint64_t)a->low + 1);
    }
    return all;
}

/* Words that leave a thread at the same places of the protocol.  (Without one, these are none.) */
typedef struct ends {
    unsigned count;
    bool too_many;
    struct {
        lct_course course;
        uint64_t words;
    } at[ENDS];
} ends;

static void add_words(ends *to, const lct_course *course, uint64_t words) {
    unsigned i = 0;
    while (i < to->count && !lct_course_same(&to->at[i].course, course)) i++;
    to->too_many |= i == ENDS;
    if (i == ENDS) return;
    if (i == to->count) {
        to->at[i].course = *course;
        to->at[i].words = 0;
        to->count++;
    }
    to->at[i].words = plus(to->at[i].words, words);
}

/* All beginnings of words become one call longer; how many are words by then. */
static uint64_t lengthen(const lct_test *test, ends *now) {
    ends longer = {.too_many = now->too_many};
    uint64_t all = 0;
    for (unsigned i = 0; i < now->count; i++)
        for (unsigned op = 0; op < test->op_count; op++) {
            lct_course course = now->at[i].course;
            if (!lct_course_step(&test->protocol, &course, op)) continue;
            add_words(&longer, &course, times(now->at[i].words, different_calls(&test->ops[op])));
        }
    for (unsigned i = 0; i < longer.count; i++)
        if (lct_course_may_end(&test->protocol, &longer.at[i].course)) all = plus(all, longer.at[i].words);
    *now = longer;
    return now->too_many ? UINT64_MAX : all;
}

/* many[m]: multisets of m out of w.  Each quotient is exact, unless it has become too many before. */
static void count_multisets(uint64_t w, uint64_t many[LCT_TEST_THREADS + 1]) {
    many[0] = 1;
    for (unsigned m = 1; m <= LCT_TEST_THREADS; m++)
        many[m] = many[m - 1] == UINT64_MAX ? UINT64_MAX : capped((wide)many[m - 1] * plus(w, m - 1) / m);
}

void lct_count_start(lct_generator *g) {
    const unsigned threads = (unsigned)g->test->threads, calls = (unsigned)g->test->calls;
    ends now = {.count = 1, .at = {{lct_course_start(&g->test->protocol), 1}}};
    memset(g->ways, 0, sizeof g->ways);
    g->ways[0][0] = 1;
    memset(g->words, 0, sizeof g->words);
    uint64_t many[LCT_TEST_THREADS + 1];
    for (unsigned length = 1; length <= calls; length++) {
        g->words[length] = lengthen(g->test, &now);
        count_multisets(g->words[length], many);
        /* From above, so that the rows below are still without words of this length. */
        for (unsigned t = threads; t > 0; t--)
            for (unsigned m = 1; m <= t; m++)
                for (unsigned c = m * length; c <= threads * calls; c++)
                    g->ways[t][c] = plus(g->ways[t][c], times(g->ways[t - m][c - m * length], many[m]));
    }
}

static unsigned befores(const lct_generator *g) { return g->adds < 0 ? 1 : 1 + LCT_GENERATE_BEFORE; }

uint64_t lct_count_scenarios(const lct_generator *g, unsigned calls) {
    const unsigned most = (unsigned)(g->test->threads * g->test->calls);
    uint64_t all = 0;
    for (unsigned c = calls ? calls : 1; c <= (calls ? calls : most); c++)
        for (unsigned t = 1; t <= (unsigned)g->test->threads; t++) all = plus(all, g->ways[t][c]);
    return times(all, befores(g));
}

uint64_t lct_count_full(const lct_generator *g) {
    return times(g->ways[g->test->threads][g->test->threads * g->test->calls], befores(g));
}
