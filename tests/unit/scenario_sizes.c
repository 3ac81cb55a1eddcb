/* The sizes of a test that grows: each scenario of a size comes once, in the first size that contains it. */
#include "scenario_support.h"
#include "target/explore/generate.h"
#include "target/explore/sizes.h"

static void add(long v) { (void)v; }
static long take(void) { return 0; }
static bool has(int key) { return key; }

LINCE_TEST(queue) {
    lince_test_op("enq", add, lince_unique);
    lince_test_op("deq", take);
}
LINCE_TEST(set) {
    lince_test_op("insert", has, lince_range(1, 2));
    lince_test_op("clear", take);
}
LINCE_TEST(counter) { lince_test_op("inc", take); }
LINCE_TEST(locked) {
    lince_test_op("unlock", take);
    lince_test_op("lock", take);
    lince_test_protocol("(lock unlock)+");
}
LINCE_TEST(enrolled) {
    lince_test_op("sync", take);
    lince_test_op("enrol", take);
    lince_test_op("resign", take);
    lince_test_protocol("enrol sync* resign");
}

static char **texts;
static size_t count, room;

static void keep(const lct_test *test, const lct_scenario *s) {
    char text[LCT_SCENARIO_TEXT];
    lct_scenario_print(test, s, text, sizeof text);
    if (count == room) texts = realloc(texts, (room = room ? 2 * room : 64) * sizeof *texts);
    texts[count++] = strdup(text);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool is_once(void) {
    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 1; i < count; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0) return false;
    return true;
}

static unsigned busiest(const lct_scenario *s) {
    unsigned calls = 0;
    for (unsigned i = 0; i < s->thread_count; i++)
        if (s->threads[i].count > calls) calls = s->threads[i].count;
    return calls;
}

/* All scenarios of a box, from the generator alone. */
static bool is_whole(const lct_test *t, const lct_size *size) {
    static lct_generator g;
    static lct_test sized;
    size_t wanted = 0;
    char text[LCT_SCENARIO_TEXT];
    sized = *t;
    sized.threads = (int)size->threads;
    sized.calls = (int)size->calls;
    lct_generator_start(&g, &sized, UINT64_MAX, 0, 1);
    for (const lct_scenario *s; (s = lct_generator_next(&g)); wanted++) {
        const char *key = text;
        lct_scenario_print(&sized, s, text, sizeof text);
        if (!bsearch(&key, texts, count, sizeof *texts, by_text)) return false;
    }
    return wanted <= count;
}

static void grow(const char *name, unsigned most, const char *wanted) {
    static lct_test t;
    lct_size sizes[LCT_SIZES];
    char all[400] = "";
    t = *lct_describe((unsigned)lct_test_find(name));
    assert(!*t.mistakes);
    unsigned number = lct_sizes_of(&t, sizes, most);
    bool within = true, anew = true, filled = true;
    for (unsigned i = 0; i < number; i++) {
        sprintf(all + strlen(all), "%s%ux%u", i ? " " : "", sizes[i].threads, sizes[i].calls);
        lct_scenarios_start_size(&t, sizes, i, 1);
        lct_scenario_counts counts = lct_scenarios_count();
        bool first = true;
        for (const lct_scenario *s; (s = lct_scenarios_next()); first = false) {
            within &= lct_size_has(sizes[i], s->thread_count, busiest(s));
            for (unsigned k = 0; k < i; k++) anew &= !lct_size_has(sizes[k], s->thread_count, busiest(s));
            if (first && strcmp(name, "queue") == 0) filled &= (s->before.count > 0) == (i >= LCT_SIZES_USUAL);
            keep(&t, s);
        }
        expect(!counts.sampled && is_once() && is_whole(&t, &sizes[i]), "%s: all %llu of %ux%u are among %zu", name,
               (unsigned long long)counts.all, sizes[i].threads, sizes[i].calls, count);
    }
    expect(strcmp(all, wanted) == 0, "%s: %s", name, all);
    expect(within && anew && filled, "%s: each where it belongs, in larger sizes with a filled object first", name);
    while (count) free(texts[--count]);
}

int main(void) {
    grow("queue", 6, "2x1 2x2 3x1 2x3 3x2 3x3");
    grow("queue", 1, "2x1");
    grow("set", 5, "2x1 2x2 3x1 2x3 3x2");
    grow("counter", LCT_SIZES, "2x1 2x2 3x1 2x3 3x2 3x3 4x1 2x4 4x2 4x4");
    grow("locked", 6, "2x2 2x4 3x2 2x6 3x4 3x6");
    grow("enrolled", 4, "2x2 2x4 3x2 2x6");
    static lct_test large;
    lct_size sizes[LCT_SIZES];
    large = *lct_describe((unsigned)lct_test_find("queue"));
    large.threads = LCT_TEST_THREADS;
    expect(lct_sizes_of(&large, sizes, LCT_SIZES) == 4, "there is no room for more threads");
    large.calls = LCT_TEST_CALLS;
    expect(lct_sizes_of(&large, sizes, LCT_SIZES) == 1, "nor for more calls, or longer texts");
    lct_scenarios_start_size(&large, (lct_size[]){{15, 2}}, 0, 1);
    lct_scenario_counts counts = lct_scenarios_count();
    uint64_t given = 0;
    while (lct_scenarios_next()) given++;
    expect(counts.sampled && given == counts.given && counts.all > given, "a sample of a large size");
    return tap_end();
}
