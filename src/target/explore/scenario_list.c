/* The scenarios of a test, one after another: those it writes out, its thread functions, then the generated ones.
 *
 * Every worker requests them in the same order, so that a number means the same scenario to all of them. */
#include <string.h>

#include "target/explore/generate.h"

typedef struct list {
    const lct_test *test;
    bool only;         /* one scenario, which is in `one` */
    const char *texts; /* those that are left of the chosen ones; NULL: none were chosen */
    uint64_t written;  /* those that are not generated */
    uint64_t given;
    lct_scenario one;
    lct_generator generator;
} list;

static list *now LCT_STATE = NULL;

bool lct_scenarios_start(const lct_test *test, const char *only, uint64_t seed, char *error, size_t size) {
    if (!now) now = lct_reserve(sizeof *now);
    now->test = test;
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
    if (!now) now = lct_reserve(sizeof *now);
    now->test = test;
    now->texts = texts;
    now->only = false;
    now->given = now->written = 0;
    for (; *texts; texts += strlen(texts) + 1, now->written++)
        if (!lct_scenario_parse(test, texts, &now->one, error, size)) return false;
    return true;
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

const lct_scenario *lct_scenarios_next(void) {
    if (now->given < now->written) return now->only ? now->given++, &now->one : next_written();
    return now->test->generates && !now->only && !now->texts ? lct_generator_next(&now->generator) : NULL;
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
