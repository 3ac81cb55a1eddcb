/* Generated scenarios against brute force: all of them, none twice, in the order promised; and at random. */
#include "scenario_support.h"
#include "target/explore/balance.h"
#include "target/explore/generate.h"

static void add(long v) { (void)v; }
static void put(int key, int value) { (void)key, (void)value; }
static long take(void) { return 0; }
static bool has(int key) { return key; }

LINCE_TEST(queue) {
    lince_test_op("enq", add, lince_unique);
    lince_test_op("deq", take);
}
LINCE_TEST(three) {
    lince_test_op("size", take);
    lince_test_op("push", add);
    lince_test_op("pop", take);
}
LINCE_TEST(map) {
    lince_test_op("has", has, lince_range(1, 2));
    lince_test_op("put", put, lince_range(1, 2), lince_unique);
}
LINCE_TEST(set) {
    lince_test_op("insert", has, lince_range(-1, 0));
    lince_test_op("remove", has, lince_range(5, 6));
}
LINCE_TEST(counter) { lince_test_op("inc", take); }
LINCE_TEST(enrolled) {
    lince_test_op("sync", take);
    lince_test_op("enrol", take);
    lince_test_op("resign", take);
    lince_test_protocol("enrol sync* resign");
}
LINCE_TEST(locked) {
    lince_test_op("unlock", take);
    lince_test_op("lock", take);
    lince_test_op("try", has, lince_range(1, 2));
    lince_test_protocol("((lock | try)unlock)+");
}
LINCE_TEST(once) {
    lince_test_op("a", take);
    lince_test_op("b", take);
    lince_test_protocol("a? (b a | b b)");
}
static bool try_it(void) { return true; }
LINCE_TEST(trying) {
    lince_test_op("unlock", take);
    lince_test_op("lock", take);
    lince_test_op("try", try_it);
    lince_test_protocol("(lock unlock | try=true unlock | try=false)*");
}
LINCE_TEST(ending) {
    lince_test_op("put", take);
    lince_test_op("get", take);
    lince_test_protocol("(put | get!=NONE)* get=NONE");
}
LINCE_TEST(opened) {
    lince_test_op("open", take);
    lince_test_op("close", take);
    lince_test_op("put", add);
    lince_test_protocol("open put* close");
}
LINCE_TEST(numbered) {
    lince_test_op("man", add, lince_thread_id);
    lince_test_op("woman", put, lince_unique, lince_thread_id);
}
LINCE_TEST(large) {
    lince_test_op("put", put, lince_range(-INT_MAX / 2, INT_MAX), lince_range(-INT_MAX / 2, INT_MAX));
    lince_test_op("has", has, lince_range(0, 99));
}

static lct_generator *g;
static lct_test test; /* a copy, whose size can be changed */
static char error[LCT_SCENARIO_ERROR];

static void use(const char *name, int threads, int calls) {
    const lct_test *t = lct_describe((unsigned)lct_test_find(name));
    assert(!*t->mistakes);
    test = *t;
    test.threads = threads;
    test.calls = calls;
}

/* ---- a set of texts ---- */

static char **texts;
static size_t text_count;

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void keep(const char *text) {
    texts = realloc(texts, (text_count + 1) * sizeof *texts);
    texts[text_count++] = strdup(text);
}

static void forget(void) {
    for (size_t i = 0; i < text_count; i++) free(texts[i]);
    text_count = 0;
}

static size_t distinct(void) {
    size_t kept = 0;
    if (text_count) qsort(texts, text_count, sizeof *texts, by_text);
    for (size_t i = 0; i < text_count; i++)
        if (kept && strcmp(texts[kept - 1], texts[i]) == 0) free(texts[i]);
        else texts[kept++] = texts[i];
    text_count = kept;
    return kept;
}

/* ---- brute force ---- */

typedef struct word {
    int count, kinds[8]; /* numbers of calls in `kinds` below */
} word;

typedef struct kind {
    unsigned op;
    long arguments[2]; /* of ranges */
} kind;

static kind kinds[16];
static int kind_count;
static word words[4096];
static int word_count;

static void find_kinds(void) {
    kind_count = 0;
    for (unsigned op = 0; op < test.op_count; op++) {
        const lct_test_op *o = &test.ops[op];
        bool first = o->count > 0 && !o->arguments[0].unique;
        assert(o->count < 2 || o->arguments[1].unique);
        for (long a = first ? o->arguments[0].low : 0; a <= (first ? o->arguments[0].high : 0); a++)
            kinds[kind_count++] = (kind){op, {a, 0}};
    }
}

/* A thread that tries, with these results of its attempts, a bit each: does it end without the lock, and with no call
 * left out? */
static bool ends_free(const char *text, unsigned results, bool *whole) {
    bool held = false;
    *whole = true;
    for (const char *c = text; *c; c++) {
        if ((*c == 'u') != held) *whole = false; /* it is left out */
        else if (*c == 't') held = results & 1u << (c - text);
        else held = *c == 'l';
    }
    return !held;
}

static bool tries_in_order(const char *text) {
    bool some = false;
    for (unsigned results = 0; results < 1u << strlen(text); results++) {
        bool whole;
        if (!ends_free(text, results, &whole)) return false;
        some |= whole;
    }
    return some;
}

/* The protocols above once more, in another way. */
static bool is_in_order(const word *w) {
    char text[9] = "";
    for (int i = 0; i < w->count; i++) text[i] = *test.ops[kinds[w->kinds[i]].op].name;
    size_t length = strlen(text);
    if (!strcmp(test.name, "enrolled"))
        return *text == 'e' && length > 1 && strspn(text + 1, "s") == length - 2 && text[length - 1] == 'r';
    if (!strcmp(test.name, "opened"))
        return *text == 'o' && length > 1 && strspn(text + 1, "p") == length - 2 && text[length - 1] == 'c';
    if (!strcmp(test.name, "locked")) {
        for (int i = 0; i < w->count; i++)
            if ((text[i] == 'u') != (i % 2 == 1)) return false;
        return length % 2 == 0;
    }
    if (!strcmp(test.name, "once"))
        return !strcmp(text, "aba") || !strcmp(text, "abb") || !strcmp(text, "ba") || !strcmp(text, "bb");
    if (!strcmp(test.name, "trying")) return tries_in_order(text);
    if (!strcmp(test.name, "ending")) return text[length - 1] == 'g'; /* with a result that is NONE it ends */
    return true;
}

static void find_words(void) {
    word_count = 0;
    for (int count = 1; count <= test.calls; count++) {
        int all = 1;
        for (int i = 0; i < count; i++) all *= kind_count;
        for (int n = 0; n < all; n++) {
            word *w = &words[word_count++];
            assert(word_count < 4096);
            w->count = count;
            for (int i = 0, rest = n; i < count; i++, rest /= kind_count) w->kinds[i] = rest % kind_count;
            word_count -= !is_in_order(w);
        }
    }
}

static size_t put_kind(char *at, const kind *k, long *unique, const long *forced) {
    const lct_test_op *op = &test.ops[k->op];
    size_t length = (size_t)sprintf(at, "%s(", op->name);
    for (unsigned i = 0; i < op->count; i++) {
        long value = op->arguments[i].unique ? (*unique)++ : forced ? *forced : k->arguments[i];
        length += (size_t)sprintf(at + length, "%s%ld", i ? ", " : "", value);
    }
    return length + (size_t)sprintf(at + length, ")");
}

/* Of all orders of the threads the one whose text is the smallest. */
static void canonical(int before, int count, const int *chosen, char *best) {
    int order[4] = {0, 1, 2, 3}, adds = -1;
    for (unsigned op = test.op_count; op-- > 0;)
        for (unsigned i = 0; i < test.ops[op].count; i++)
            if (test.ops[op].arguments[i].unique) adds = (int)op;
    bool first = true;
    static const int orders[24][4] = {
        {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}, {1, 0, 2, 3}, {1, 0, 3, 2},
        {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0}, {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0},
        {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
    for (int p = 0; p < 24; p++) {
        memcpy(order, orders[p], sizeof order);
        bool usable = true;
        for (int i = 0; i < count; i++) usable &= order[i] < count;
        if (!usable) continue;
        char text[1024];
        size_t length = 0;
        long unique = test.first_unique;
        for (int i = 0; i < before; i++) {
            long key = test.ops[adds].arguments[0].low + i;
            if (i) text[length++] = ' ';
            length += put_kind(text + length, &(kind){(unsigned)adds, {0, 0}}, &unique, &key);
        }
        if (before) length += (size_t)sprintf(text + length, "; ");
        for (int i = 0; i < count; i++) {
            const word *w = &words[chosen[order[i]]];
            if (i) length += (size_t)sprintf(text + length, " | ");
            for (int k = 0; k < w->count; k++) {
                if (k) text[length++] = ' ';
                length += put_kind(text + length, &kinds[w->kinds[k]], &unique, NULL);
            }
        }
        text[length] = 0;
        if (first || strcmp(text, best) < 0) strcpy(best, text);
        first = false;
    }
}

static void all_choices(int before, int count) {
    int chosen[4] = {0}, last;
    assert(count <= 4);
    do {
        char text[1024];
        canonical(before, count, chosen, text);
        keep(text);
        for (last = count - 1; last >= 0 && ++chosen[last] == word_count; last--) chosen[last] = 0;
    } while (last >= 0);
}

static size_t brute_force(bool adds) {
    forget();
    find_kinds();
    find_words();
    for (int before = 0; before <= (adds ? 2 : 0); before++)
        for (int threads = 1; threads <= test.threads; threads++) all_choices(before, threads);
    return distinct();
}

/* The same for a scenario that was generated: its threads found among the words. */
static bool canonical_of(const lct_scenario *s, char *text) {
    int chosen[4];
    for (unsigned i = 0; i < s->thread_count; i++) {
        for (chosen[i] = 0; chosen[i] < word_count; chosen[i]++) {
            const word *w = &words[chosen[i]];
            bool same = (unsigned)w->count == s->threads[i].count;
            for (int k = 0; same && k < w->count; k++) {
                const kind *wanted = &kinds[w->kinds[k]];
                const lct_scenario_call *call = &s->threads[i].calls[k];
                const lct_test_op *op = &test.ops[call->op];
                same = call->op == wanted->op &&
                       (!op->count || op->arguments[0].unique || call->arguments[0] == wanted->arguments[0]);
            }
            if (same) break;
        }
        if (chosen[i] == word_count) return false;
    }
    canonical((int)s->before.count, (int)s->thread_count, chosen, text);
    return true;
}

/* ---- comparing ---- */

static unsigned calls_of(const lct_scenario *s) {
    unsigned calls = 0;
    for (unsigned i = 0; i < s->thread_count; i++) calls += s->threads[i].count;
    return calls;
}

/* Uniques are 1, 2, 3, ... from the first on as they are read. */
static bool numbered(const lct_scenario *s) {
    long next = test.first_unique;
    for (int p = -1; p < (int)s->thread_count; p++) {
        const lct_scenario_part *part = p < 0 ? &s->before : &s->threads[p];
        for (unsigned i = 0; i < part->count; i++) {
            const lct_test_op *op = &test.ops[part->calls[i].op];
            for (unsigned k = 0; k < op->count; k++)
                if (op->arguments[k].unique && part->calls[i].arguments[k] != next++) return false;
        }
    }
    return true;
}

static bool round_trips(const lct_scenario *s, char *text, size_t size) {
    static lct_scenario again;
    char printed[LCT_SCENARIO_TEXT];
    if (lct_scenario_print(&test, s, text, size) > lct_scenario_longest(&test)) return false;
    if (!lct_scenario_parse(&test, text, &again, error, sizeof error)) return false;
    lct_scenario_print(&test, &again, printed, sizeof printed);
    bool same = again.thread_count == s->thread_count && again.before.count == s->before.count && !again.after.count;
    for (unsigned i = 0; same && i < s->thread_count; i++) same = again.threads[i].count == s->threads[i].count;
    return same && strcmp(text, printed) == 0;
}

static void compare(const char *name, int threads, int calls, bool adds) {
    use(name, threads, calls);
    size_t wanted = brute_force(adds);
    char **found = texts;
    texts = NULL;
    text_count = 0;

    lct_generator_start(g, &test, UINT64_MAX, 0, 1);
    expect(g->all == wanted && g->fitting == wanted && !g->random && g->complete == (unsigned)(threads * calls),
           "%s, %d x %d: %zu scenarios by brute force, %llu counted", name, threads, calls, wanted,
           (unsigned long long)g->all);
    size_t given = 0, unknown = 0, unordered = 0, unnumbered = 0, broken = 0;
    unsigned last_calls = 0, last_threads = 0, last_before = 0;
    bool last_mixed = true;
    const lct_scenario *s;
    while ((s = lct_generator_next(g))) {
        char text[LCT_SCENARIO_TEXT];
        broken += !round_trips(s, text, sizeof text);
        unnumbered += !numbered(s);
        if (canonical_of(s, text)) keep(text);
        else unknown++;
        bool mixed = lct_scenario_mixed(&test, s);
        unsigned size = calls_of(s);
        bool ordered = size > last_calls;
        if (size == last_calls)
            ordered = last_mixed > mixed ||
                      (last_mixed == mixed && (s->thread_count > last_threads ||
                                               (s->thread_count == last_threads && s->before.count >= last_before)));
        unordered += !ordered;
        last_calls = size;
        last_mixed = mixed;
        last_threads = s->thread_count;
        last_before = s->before.count;
        given++;
    }
    expect(given == wanted && !unknown && distinct() == wanted, "all are given, none twice: %zu", given);
    size_t differ = 0;
    for (size_t i = 0; i < wanted && i < text_count; i++) differ += strcmp(found[i], texts[i]) != 0;
    expect(!differ, "they are the same");
    expect(!broken, "their texts can be read again");
    expect(!unnumbered, "unique values are numbered as they occur");
    expect(!unordered, "smaller ones and mixed ones first");
    expect(!lct_generator_next(g), "and that was all");
    for (size_t i = 0; i < wanted; i++) free(found[i]);
    free(found);
    forget();
}

static void check_first(void) {
    static const char *const first[] = {
        "enq(1)",
        "deq()",
        "enq(1); enq(2)",
        "enq(1); deq()",
        "enq(1) enq(2); enq(3)",
        "enq(1) enq(2); deq()",
        "enq(1) | enq(2)",
        "enq(1) | deq()",
        "enq(1); enq(2) | enq(3)",
        "enq(1); enq(2) | deq()",
        "enq(1); deq() | deq()",
    };
    use("queue", 2, 2);
    lct_generator_start(g, &test, LCT_GENERATE_FITS, LCT_GENERATE_RANDOM, 0);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        char text[LCT_SCENARIO_TEXT];
        lct_scenario_print(&test, lct_generator_next(g), text, sizeof text);
        expect(strcmp(text, first[i]) == 0, "%zu: %s", i + 1, text);
    }
    use("map", 2, 2);
    lct_generator_start(g, &test, LCT_GENERATE_FITS, LCT_GENERATE_RANDOM, 0);
    const lct_scenario *s = lct_generator_next(g);
    while (s && s->before.count < 2) s = lct_generator_next(g);
    expect(s && s->before.calls[0].arguments[0] == 1 && s->before.calls[1].arguments[0] == 2 &&
               s->before.calls[0].arguments[1] == 3 && s->before.calls[1].arguments[1] == 4,
           "before: two different keys, and values that are no keys");
}

/* ---- large sizes ---- */

/* Different not only as they are written, but whatever the order of their threads. */
static void check_symmetry(const char *name, int threads, int calls) {
    use(name, threads, calls);
    find_kinds();
    find_words();
    lct_generator_start(g, &test, 0, 1000, 5);
    size_t given = 0;
    for (const lct_scenario *s; (s = lct_generator_next(g)); given++) {
        char text[LCT_SCENARIO_TEXT];
        if (canonical_of(s, text)) keep(text);
    }
    expect(given == g->random && distinct() == given, "%s, %d x %d: %zu at random, distinct up to symmetry", name,
           threads, calls, given);
    forget();
}

static void check_random(const char *name, int threads, int calls, size_t limit, size_t wanted) {
    use(name, threads, calls);
    lct_generator_start(g, &test, limit, wanted, 42);
    expect(g->all > limit && g->fitting <= limit && g->random == wanted, "%s, %d x %d: %llu in order, %llu at random",
           name, threads, calls, (unsigned long long)g->fitting, (unsigned long long)g->random);
    size_t given = 0, wrong = 0, broken = 0, unnumbered = 0;
    bool first = true, second = false;
    static char first_random[LCT_SCENARIO_TEXT], text[LCT_SCENARIO_TEXT];
    const lct_scenario *s;
    while ((s = lct_generator_next(g))) {
        bool random = given++ >= g->fitting;
        if (!random) wrong += calls_of(s) > g->complete;
        else {
            wrong += s->thread_count != (unsigned)threads || s->before.count > 2;
            for (unsigned i = 0; i < s->thread_count; i++) wrong += s->threads[i].count != (unsigned)calls;
        }
        broken += !round_trips(s, text, sizeof text);
        unnumbered += !numbered(s);
        keep(text);
        if (random && first) strcpy(first_random, text);
        first &= !random;
    }
    expect(given == g->fitting + g->random && distinct() == given, "%zu given, all distinct", given);
    expect(!wrong, "the random ones have full size");
    expect(!broken && !unnumbered, "their texts can be read again, their values are unique");

    /* Again, and with another seed. */
    for (uint64_t seed = 42; seed <= 43; seed++) {
        size_t missing = 0;
        lct_generator_start(g, &test, limit, wanted, seed);
        while ((s = lct_generator_next(g))) {
            lct_scenario_print(&test, s, text, sizeof text);
            char *key = text;
            if (g->given == g->fitting + 1) second = strcmp(text, first_random) == 0;
            missing += !bsearch(&key, texts, text_count, sizeof *texts, by_text);
        }
        if (seed == 42) expect(!missing && second, "the same seed gives the same ones");
        else expect(missing > wanted / 3, "another seed gives others: %zu", missing);
    }
    forget();
}

static void check_counts(void) {
    use("counter", 15, 64);
    lct_generator_start(g, &test, 2000, 1000, 7);
    /* Partitions into at most 15 parts of at most 64: (79 choose 15), without the empty one. */
    uint64_t wanted = 1;
    for (unsigned i = 1; i <= 15; i++) wanted = wanted * (64 + i) / i;
    expect(g->all == wanted - 1, "counter, 15 x 64: %llu", (unsigned long long)g->all);
    expect(g->random == 1, "there is one of full size: %llu", (unsigned long long)g->random);
    while (lct_generator_next(g)) {}
    expect(g->given == g->fitting + 1, "and it comes last");

    use("queue", 15, 64);
    lct_generator_start(g, &test, 2000, 1000, 7);
    expect(g->all == UINT64_MAX && g->fitting == 750 && g->complete == 5 && g->random == 1000,
           "queue, 15 x 64: more than can be counted; %llu with up to %u calls", (unsigned long long)g->fitting,
           g->complete);
    use("large", 3, 3);
    lct_generator_start(g, &test, 2000, 1000, 7);
    expect(g->all == UINT64_MAX && g->fitting == 0 && g->complete == 0 && g->random == 1000,
           "wide ranges: nothing fits");
}

/* As many, and each removes as often as it adds. */
static void check_balanced(const char *name, int threads, int calls, uint64_t fits, uint64_t random) {
    use(name, threads, calls);
    test.balanced = true;
    lct_generator_start(g, &test, fits, random, 3);
    size_t given = 0, uneven = 0, unnumbered = 0, broken = 0;
    unsigned adds, removes;
    const lct_scenario *s;
    while ((s = lct_generator_next(g))) {
        static lct_scenario again;
        char text[LCT_SCENARIO_TEXT];
        size_t length = lct_scenario_print(&test, s, text, sizeof text);
        given++;
        uneven += !lct_balance_count(&test, s, &adds, &removes) || adds != removes;
        broken += length >= sizeof text || !lct_scenario_parse(&test, text, &again, error, sizeof error);
        unnumbered += !numbered(s);
        keep(text);
    }
    size_t wanted = g->fitting + g->random, different = distinct();
    expect(given == wanted && different == given, "%s, %d x %d, balanced: %zu of %zu, %zu of them different", name,
           threads, calls, given, wanted, different);
    expect(!broken && !unnumbered && !uneven, "%zu are not balanced", uneven);
    forget();
}

/* Two threads add something. */
static void check_room(unsigned each, unsigned removed) {
    static lct_scenario s;
    use("queue", 2, 64);
    s = (lct_scenario){.thread_count = 2};
    lct_generate_adds(&test, test.adding, &s.threads[0], each);
    lct_generate_adds(&test, test.adding, &s.threads[1], each);
    lct_balance_complete(&test, &s);
    expect(!s.before.count && s.after.count == removed, "%u added, %u removed", 2 * each, s.after.count);
}

static void check_roles(const char *name, int adding, int removing) {
    const lct_test *t = lct_describe((unsigned)lct_test_find(name));
    expect(t->adding == adding && t->removing == removing && !t->balanced, "%s: %d adds and %d removes", name,
           t->adding, t->removing);
    lct_describe_balanced();
    expect(t->balanced == (adding >= 0 && removing >= 0), "it can be balanced if there are both");
}

/* Who a thread is: its place, also where others take part of the numbers. */
static void check_numbered(void) {
    char text[1024];
    const lct_scenario *s;
    bool right = true;
    unsigned count = 0;
    use("numbered", 3, 2);
    expect(test.first_unique > LCT_TEST_THREADS, "unique numbers are none of a thread");
    lct_generator_start(g, &test, UINT64_MAX, 0, 0);
    for (; (s = lct_generator_next(g)); count++)
        for (unsigned i = 0; i < s->thread_count; i++)
            for (unsigned k = 0; k < s->threads[i].count; k++) {
                const lct_scenario_call *call = &s->threads[i].calls[k];
                right &= call->arguments[call->op == 1] == (int64_t)i + 1;
                right &= !call->op || call->arguments[0] >= test.first_unique;
            }
    expect(count > 20 && right, "threads have their numbers in %u scenarios", count);
    lct_generator_start(g, &test, UINT64_MAX, 0, 0);
    s = lct_generator_next(g);
    lct_scenario_print(&test, s, text, sizeof text);
    expect(g->adds == 1, "what takes nothing but the thread's number does not add: %s", text);
}

/* Nobody runs alone before the threads where operations meet, and there is one more than it takes. */
static void check_meeting(void) {
    const lct_test *t = lct_describe((unsigned)lct_test_find("queue"));
    lct_describe_meeting(2);
    expect(t->blocking && t->threads == 3 && t->calls == 2, "two meet: %d threads, %d calls", t->threads, t->calls);
    bool alone = false;
    const lct_scenario *s;
    lct_generator_start(g, t, UINT64_MAX, 0, 0);
    while ((s = lct_generator_next(g))) alone |= s->before.count > 0;
    expect(!alone, "nothing is called before the threads");
    t = lct_describe((unsigned)lct_test_find("queue"));
    lct_describe_meeting(12);
    expect(t->threads == 12 && t->calls == 1, "twelve meet: %d threads, %d calls", t->threads, t->calls);
    t = lct_describe((unsigned)lct_test_find("queue"));
    lct_describe_meeting(1);
    expect(t->blocking && t->threads == 2, "nobody meets: %d threads", t->threads);
}

/* At random, too, threads keep to the order. */
static void check_random_order(const char *name, int calls) {
    const lct_scenario *s;
    bool right = true;
    unsigned count = 0;
    use(name, 4, calls);
    lct_generator_start(g, &test, 10, 200, 7);
    for (; (s = lct_generator_next(g)); count++) right &= !lct_scenario_breaks(&test, s);
    expect(count > 10 && right, "%s: %u scenarios keep to the order", name, count);
}

static int find_letter(const void *letters, const char *name, size_t length) {
    const char *at = length == 1 ? strchr(letters, *name) : NULL;
    return at ? (int)(at - (const char *)letters) : -1;
}

static void check_wrong_protocol(const char *text, const char *why) {
    lct_protocol protocol;
    bool right = lct_protocol_parse(&protocol, text, find_letter, "abc", error, sizeof error);
    expect(!right && strstr(error, why), "`%s`: %s", text, error);
}

static void check_protocols(void) {
    check_wrong_protocol("", "column 1: expected more");
    check_wrong_protocol("a (b", "expected `)`");
    check_wrong_protocol("a b)", "column 4: a `)` too many");
    check_wrong_protocol("a d", "column 3: there is no operation d");
    check_wrong_protocol("a | | b", "column 5: expected the name of an operation, found `|`");
    check_wrong_protocol("*", "found `*`");
    check_wrong_protocol("a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a", "more than 32 names");
    check_wrong_protocol("((((((((((((((((((((((((((((((((((a", "more than 32 parentheses");
    compare("enrolled", 1, 4, false);
    compare("enrolled", 3, 4, false);
    compare("locked", 2, 4, false);
    compare("once", 3, 5, false); /* there are no words of four */
    compare("trying", 2, 5, false);
    compare("ending", 2, 3, false);
    compare("opened", 2, 4, false); /* before the threads, `put` alone is not allowed */
    check_wrong_protocol("a=b", "column 1: `b` is no result");
    check_wrong_protocol("a!=", "column 1: `` is no result");
    check_wrong_protocol("d=1", "there is no operation d");
    check_random_order("enrolled", 6);
    check_random_order("locked", 6);
    check_random_order("trying", 5);
    use("once", 2, 4);
    lct_generator_start(g, &test, 1, 100, 1);
    expect(!g->random, "what cannot be that long is not drawn");
}

int main(void) {
    g = calloc(1, sizeof *g);
    check_numbered();
    check_meeting();
    check_protocols();
    check_roles("queue", 0, 1);
    check_roles("three", 1, 2); /* size() gives a number, too, but pop says what it does */
    check_roles("map", 1, -1);
    check_roles("set", -1, -1);
    check_roles("counter", -1, 0);
    check_balanced("queue", 2, 2, UINT64_MAX, 0);
    check_balanced("queue", 3, 2, UINT64_MAX, 0);
    check_balanced("three", 2, 3, UINT64_MAX, 0);
    check_balanced("queue", 4, 6, 500, 500);
    check_room(30, 60);
    check_room(33, 0);
    compare("queue", 1, 1, true);
    compare("queue", 2, 2, true);
    compare("queue", 2, 4, true);
    compare("queue", 3, 2, true);
    compare("queue", 4, 2, true);
    compare("three", 3, 2, true);
    compare("map", 2, 3, true);
    compare("map", 3, 1, true);
    compare("set", 2, 2, false);
    compare("set", 3, 2, false);
    compare("counter", 4, 4, false);
    check_first();
    check_random("queue", 3, 3, 2000, 180); /* half of 3 x (10 choose 3) */
    check_random("queue", 4, 4, 2000, 1000);
    check_random("large", 3, 2, 2000, 1000);
    check_random("three", 15, 10, 500, 100);
    check_symmetry("queue", 3, 3);
    check_symmetry("three", 3, 4);
    check_symmetry("map", 4, 2);
    check_counts();
    free(g);
    free(texts);
    return tap_end();
}
