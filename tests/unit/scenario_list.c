/* The scenarios of a test: those it writes out, its threads, and those that are made up. */
#include "scenario_support.h"

static char error[LCT_SCENARIO_ERROR];
static void add(long v) { (void)v; }
static long take(void) { return 0; }
static void nothing(void) {}
LINCE_TEST(written) {
    lince_test_op("enq", add);
    lince_test_op("deq", take);
    lince_test_scenario("enq(7)|deq()");
    lince_test_scenario("enq(8); deq()");
    lince_test_thread(nothing);
}
LINCE_TEST(both) {
    lince_test_op("deq", take);
    lince_test_scenario("deq() deq() deq()");
    lince_test_size(1, 2);
}
LINCE_TEST(sampled) {
    lince_test_op("enq", add);
    lince_test_op("deq", take);
    lince_test_size(4, 4);
}

static void list(const char *name, const char *only, const char *wanted) {
    const lct_test *t = lct_describe((unsigned)lct_test_find(name));
    assert(!*t->mistakes);
    char all[4096] = "", text[LCT_SCENARIO_TEXT];
    size_t count = 0;
    bool started = lct_scenarios_start(t, only, 1, error, sizeof error);
    if (started)
        for (const lct_scenario *s; (s = lct_scenarios_next()); count++) {
            lct_scenario_print(t, s, text, sizeof text);
            strcat(strcat(all, text), "\n");
        }
    expect(strcmp(started ? all : error, wanted) == 0, "%s, only `%s`", name, only);
    if (!started) return;
    lct_scenario_counts counts = lct_scenarios_count();
    expect(counts.all == count && counts.given == count && !counts.sampled, "%zu scenarios", count);
}

static void choose(const char *name, const char *texts, size_t wanted) {
    const lct_test *t = lct_describe((unsigned)lct_test_find(name));
    expect(lct_scenarios_choose(t, texts, error, sizeof error), "%s: they make sense", name);
    lct_scenario_counts counts = lct_scenarios_count();
    char text[LCT_SCENARIO_TEXT];
    size_t count = 0;
    bool same = true;
    for (const lct_scenario *s; (s = lct_scenarios_next()); texts += strlen(texts) + 1, count++) {
        lct_scenario_print(t, s, text, sizeof text);
        same &= strcmp(text, texts) == 0;
    }
    expect(same && count == wanted && counts.given == wanted && counts.all == wanted, "%s: %zu chosen", name, count);
}

int main(void) {
    choose("written", "enq(3) | deq()\0threads\0deq()\0", 3);
    choose("both", "deq()\0", 1);
    const lct_test *both = lct_describe((unsigned)lct_test_find("both"));
    expect(!lct_scenarios_choose(both, "deq()\0frob()\0", error, sizeof error) && strstr(error, "frob"), "%s", error);
    list("written", "", "enq(7) | deq()\nenq(8); deq()\nthreads\n");
    list("written", "deq()|deq()", "deq() | deq()\n");
    list("written", "threads", "threads\n");
    list("written", "deq(", "column 5: expected an argument, found the end");
    list("both", "", "deq() deq() deq()\ndeq()\ndeq() deq()\n");
    list("both", "deq()", "deq()\n");

    const lct_test *t = lct_describe((unsigned)lct_test_find("sampled"));
    lct_scenarios_start(t, "", 1, error, sizeof error);
    lct_scenario_counts counts = lct_scenarios_count();
    uint64_t given = 0;
    while (lct_scenarios_next()) given++;
    expect(counts.sampled && counts.given == given && counts.all > given && counts.complete >= 4 &&
               counts.complete < 16,
           "a sample: %llu of %llu, all with up to %u calls", (unsigned long long)given, (unsigned long long)counts.all,
           counts.complete);
    return tap_end();
}
