/* The scenarios of a test, one after another: those it writes out, its thread functions, then the generated ones.
 *
 * Every worker asks for them in the same order, so that a number means the same scenario to all of them. */
#include <string.h>

#include "target/explore/generate.h"

typedef struct list {
    const lc_test *test;
    bool only;         /* one scenario, which is in `one` */
    const char *texts; /* those that are left of the chosen ones; NULL: none were chosen */
    uint64_t written;  /* those that are not generated */
    uint64_t given;
    lc_scenario one;
    lc_generator generator;
} list;

static list *now LC_STATE = NULL;

bool lc_scenarios_start(const lc_test *test, const char *only, uint64_t seed, char *error, size_t size) {
    if (!now) now = lc_reserve(sizeof *now);
    now->test = test;
    now->texts = NULL;
    now->only = *only || test->program;
    now->given = 0;
    if (now->only) {
        now->written = 1;
        return lc_scenario_parse(test, *only ? only : "main", &now->one, error, size);
    }
    now->written = test->scenario_count + (test->thread_count > 0);
    if (test->generates) lc_generator_start(&now->generator, test, LC_GENERATE_FITS, LC_GENERATE_RANDOM, seed);
    return true;
}

bool lc_scenarios_choose(const lc_test *test, const char *texts, char *error, size_t size) {
    if (!now) now = lc_reserve(sizeof *now);
    now->test = test;
    now->texts = texts;
    now->only = false;
    now->given = now->written = 0;
    for (; *texts; texts += strlen(texts) + 1, now->written++)
        if (!lc_scenario_parse(test, texts, &now->one, error, size)) return false;
    return true;
}

static const char *next_text(void) {
    const lc_test *test = now->test;
    if (!now->texts) return now->given < test->scenario_count ? test->scenarios[now->given] : "threads";
    const char *text = now->texts;
    now->texts += strlen(text) + 1;
    return text;
}

static const lc_scenario *next_written(void) {
    const lc_test *test = now->test;
    const char *text = next_text();
    char error[LC_SCENARIO_ERROR];
    bool parsed = lc_scenario_parse(test, text, &now->one, error, sizeof error);
    assert(parsed); /* or it would be among the test's mistakes */
    now->given++;
    return parsed ? &now->one : NULL;
}

const lc_scenario *lc_scenarios_next(void) {
    if (now->given < now->written) return now->only ? now->given++, &now->one : next_written();
    return now->test->generates && !now->only && !now->texts ? lc_generator_next(&now->generator) : NULL;
}

lc_scenario_counts lc_scenarios_count(void) {
    lc_scenario_counts counts = {.all = now->written, .given = now->written};
    if (now->only || now->texts || !now->test->generates) return counts;
    const lc_generator *g = &now->generator;
    counts.all = g->all > UINT64_MAX - now->written ? UINT64_MAX : g->all + now->written;
    counts.given += g->fitting + g->random;
    counts.complete = g->complete;
    counts.sampled = g->complete < (unsigned)(now->test->threads * now->test->calls);
    return counts;
}
