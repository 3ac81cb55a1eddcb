/* The scenarios of a test, one after another: those it writes out, its thread functions, then the generated ones.  Or
 * those of one size of a test that grows (sizes.h).
 *
 * Every worker requests them in the same order, so that a number means the same scenario to all of them. */
#include <string.h>

#include "target/explore/generate.h"
#include "target/explore/sizes.h"

typedef struct list {
    const lct_test *test;
    bool only;         /* one scenario, which is in `one` */
    const char *texts; /* those that are left of the chosen ones; NULL: none were chosen */
    uint64_t written;  /* those that are not generated */
    uint64_t given;
    const lct_size *before; /* sizes whose scenarios are left out, */
    unsigned before_count;  /* so many */
    lct_scenario one;
    lct_test sized; /* the test, with the size that is explored */
    lct_generator generator;
} list;

static list *now LCT_STATE = NULL;

static void begin(const lct_test *test) {
    if (!now) now = lct_reserve(sizeof *now);
    now->test = test;
    now->before_count = 0;
}

bool lct_scenarios_start(const lct_test *test, const char *only, uint64_t seed, char *error, size_t size) {
    begin(test);
    now->texts = NULL;
    now->only = *only || test->program;
    now->given = 0;
    if (now->only) {
        now->written = 1;
        return lct_scenario_parse(test, *only ? only : "main", &now->one, error, size);
    }
    now->written = test->scenario_count + (test->thread_count > 0);
    if (test->generates) lct_generator_start(&now->generator, test, LCT_GENERATE_FITS, LCT_GENERATE_RANDOM, seed);
    return true;
}

bool lct_scenarios_choose(const lct_test *test, const char *texts, char *error, size_t size) {
    begin(test);
    now->texts = texts;
    now->only = false;
    now->given = now->written = 0;
    for (; *texts; texts += strlen(texts) + 1, now->written++)
        if (!lct_scenario_parse(test, texts, &now->one, error, size)) return false;
    return true;
}

void lct_scenarios_start_size(const lct_test *test, const lct_size *sizes, unsigned number, uint64_t seed) {
    begin(test);
    now->sized = *test;
    now->sized.threads = (int)sizes[number].threads;
    now->sized.calls = (int)sizes[number].calls;
    now->test = &now->sized;
    now->texts = NULL;
    now->only = false;
    now->given = now->written = 0;
    now->before = sizes;
    now->before_count = number;
    lct_generator_start(&now->generator, &now->sized, LCT_GENERATE_GROWN, LCT_GENERATE_RANDOM, seed);
    /* The usual size is soon complete, and failures that need no calls before the threads are easier to understand. */
    if (number >= LCT_SIZES_USUAL) lct_generator_fill_first(&now->generator);
}

static const char *next_text(void) {
    const lct_test *test = now->test;
    if (!now->texts) return now->given < test->scenario_count ? test->scenarios[now->given] : "threads";
    const char *text = now->texts;
    now->texts += strlen(text) + 1;
    return text;
}

static const lct_scenario *next_written(void) {
    const lct_test *test = now->test;
    const char *text = next_text();
    char error[LCT_SCENARIO_ERROR];
    bool parsed = lct_scenario_parse(test, text, &now->one, error, sizeof error);
    assert(parsed); /* or it would be among the test's mistakes */
    now->given++;
    return parsed ? &now->one : NULL;
}

/* Is it in one of the sizes before? */
static bool was_given(const lct_scenario *s) {
    unsigned calls = 0;
    for (unsigned i = 0; i < s->thread_count; i++)
        if (s->threads[i].count > calls) calls = s->threads[i].count;
    for (unsigned i = 0; i < now->before_count; i++)
        if (lct_size_has(now->before[i], s->thread_count, calls)) return true;
    return false;
}

const lct_scenario *lct_scenarios_next(void) {
    if (now->given < now->written) return now->only ? now->given++, &now->one : next_written();
    if (!now->test->generates || now->only || now->texts) return NULL;
    const lct_scenario *next = lct_generator_next(&now->generator);
    while (next && was_given(next)) next = lct_generator_next(&now->generator);
    return next;
}

lct_scenario_counts lct_scenarios_count(void) {
    lct_scenario_counts counts = {.all = now->written, .given = now->written};
    if (now->only || now->texts || !now->test->generates) return counts;
    const lct_generator *g = &now->generator;
    counts.all = g->all > UINT64_MAX - now->written ? UINT64_MAX : g->all + now->written;
    counts.given += g->fitting + g->random;
    counts.complete = g->complete;
    counts.sampled = g->complete < (unsigned)(now->test->threads * now->test->calls);
    return counts;
}
