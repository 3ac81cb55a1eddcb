/* The text of scenarios: what it means, that it comes back as it was, and where exactly it is wrong. */
#include "scenario_support.h"

static void nothing(void) {}
static void push(long v) { (void)v; }
static long pop(void) { return 0; }
static bool cas(int a, int b) { return a == b; }
static void sum(long a, long b, long c) { (void)a, (void)b, (void)c; }

LINCE_TEST(stack) {
    lince_test_op("push", push);
    lince_test_op("pop", pop);
    lince_test_op("s.cas", cas);
    lince_test_op("sum", sum);
    lince_test_thread(nothing);
    lince_test_thread(nothing);
}

LINCE_TEST(no_threads) { lince_test_op("pop", pop); }
LINCE_TEST(no_ops) { lince_test_thread(nothing); }

static const struct {
    const char *text, *printed; /* NULL: as it was */
    unsigned before, threads, after;
} right[] = {
    {"pop()", NULL, 0, 1, 0},
    {"push(1) | pop()", NULL, 0, 2, 0},
    {"push(1); pop() push(2) | pop()", NULL, 1, 2, 0},
    {"push(1); pop() push(2) | pop(); pop() pop()", NULL, 1, 2, 2},
    {"; pop() | pop(); pop()", NULL, 0, 2, 1},
    {"; pop()", "pop()", 0, 1, 0},
    {"pop(); pop();", "pop(); pop()", 1, 1, 0},
    {"; pop();", "pop()", 0, 1, 0},
    {" push( 1 )pop()|\tpop ( )\n|pop() ", "push(1) pop() | pop() | pop()", 0, 3, 0},
    {"s.cas(-2147483648, 2147483647) | sum(nil, EMPTY, -9223372036854775808)", NULL, 0, 2, 0},
    {"push(true) push(false) push(ok) push(NONE) push(CLOSED)", NULL, 0, 1, 0},
    {"push(-9223372034707292159) push(9223372036854775807) push(-0) push(007)",
     "push(nil) push(9223372036854775807) push(0) push(7)", 0, 1, 0},
    {"threads", NULL, 0, 2, 0},
    {"push(1) push(2); threads; pop()", NULL, 2, 2, 1},
};

static const struct {
    const char *text, *error;
} wrong[] = {
    {"", "column 1: nothing is called"},
    {"  ", "column 3: nothing is called"},
    {"pop", "column 4: expected `(`, found the end"},
    {"pop(", "column 5: expected an argument, found the end"},
    {"pop(,", "column 5: expected an argument, found `,`"},
    {"push(1", "column 7: expected `,` or `)`, found the end"},
    {"push(1 2)", "column 8: expected `,` or `)`, found `2`"},
    {"push(1,)", "column 8: expected an argument, found `)`"},
    {"pop() (", "column 7: expected a call such as `push(1)`, found `(`"},
    {"pop())", "column 6: expected a call such as `push(1)`, found `)`"},
    {"pop() peek()", "column 7: there is no operation `peek`: the test has push, pop, s.cas, sum"},
    {"cas(1, 2)", "column 1: there is no operation `cas`: the test has push, pop, s.cas, sum"},
    {"pop() | push()", "column 9: push takes 1 argument, not 0"},
    {"sum(1, 2, 3, 4)", "column 1: sum takes 3 arguments, not 4"},
    {"pop(1)", "column 1: pop takes 0 arguments, not 1"},
    {"push(x)", "column 6: `x` is no argument: a number of 64 bits, nil, true, false, ok, EMPTY, NONE or CLOSED"},
    {"push(-)", "column 6: `-` is no argument: a number of 64 bits, nil, true, false, ok, EMPTY, NONE or CLOSED"},
    {"push(9223372036854775808)",
     "column 6: `9223372036854775808` is no argument: a number of 64 bits, nil, true, "
     "false, ok, EMPTY, NONE or CLOSED"},
    {"s.cas(1, 2147483648)", "column 10: `2147483648` does not fit the int that s.cas takes"},
    {"s.cas(nil, 1)", "column 7: `nil` does not fit the int that s.cas takes"},
    {"pop() |", "column 8: a thread without calls"},
    {"pop() | | pop()", "column 9: a thread without calls"},
    {"| pop()", "column 1: a thread without calls"},
    {"pop();", "column 7: a thread without calls"},
    {";;", "column 2: a thread without calls"},
    {"pop() | pop(); pop()",
     "column 7: the calls before the first `;` run alone; if these are threads, begin with a `;`"},
    {"; pop(); pop() | pop()", "column 16: the calls after the second `;` run alone"},
    {"pop(); pop(); pop();",
     "column 20: a third `;`: the parts are the calls before, the threads, and the calls after"},
    {"threads | pop()", "column 9: `threads` are all the threads there can be"},
    {"main", "column 1: there is no operation `main`: the test has push, pop, s.cas, sum"},
};

static lct_scenario *s;
static char error[LCT_SCENARIO_ERROR], printed[LCT_SCENARIO_TEXT + 64];

static const lct_test *describe(const char *name) {
    const lct_test *t = lct_describe((unsigned)lct_test_find(name));
    assert(!*t->mistakes);
    return t;
}

static void check_right(const lct_test *t) {
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const char *text = right[i].text, *as = right[i].printed ? right[i].printed : text;
        bool parsed = lct_scenario_parse(t, text, s, error, sizeof error);
        expect(parsed, "%zu is right%s%s", i, parsed ? "" : ": ", parsed ? "" : error);
        if (!parsed) continue;
        size_t length = lct_scenario_print(t, s, printed, sizeof printed);
        expect(strcmp(printed, as) == 0 && length == strlen(as), "%s", printed);
        expect(s->before.count == right[i].before && s->thread_count == right[i].threads &&
                   s->after.count == right[i].after,
               "%u before, %u threads, %u after", s->before.count, s->thread_count, s->after.count);
        expect(lct_scenario_parse(t, printed, s, error, sizeof error), "it can be read again");
    }
    lct_scenario_parse(t, "push(5); s.cas(6, -7) | pop(); sum(1, 2, EMPTY)", s, error, sizeof error);
    expect(s->before.calls[0].op == 0 && s->before.calls[0].arguments[0] == 5 && s->threads[0].count == 1 &&
               s->threads[0].calls[0].op == 2 && s->threads[0].calls[0].arguments[1] == -7 &&
               s->threads[1].calls[0].op == 1 && s->after.calls[0].arguments[2] == lince_empty,
           "operations and arguments");
}

static void check_wrong(const lct_test *t) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bool parsed = lct_scenario_parse(t, wrong[i].text, s, error, sizeof error);
        expect(!parsed && strcmp(error, wrong[i].error) == 0, "`%s`: %s", wrong[i].text, parsed ? "taken" : error);
    }
    char tiny[20];
    lct_scenario_parse(t, "pop() peek()", s, tiny, sizeof tiny);
    expect(strcmp(tiny, "column 7: there is ") == 0, "an error that is cut: %s", tiny);
}

static void repeat(char *text, const char *what, int count, const char *between) {
    *text = 0;
    for (int i = 0; i < count; i++) {
        if (i) strcat(text, between);
        strcat(text, what);
    }
}

static void check_limits(const lct_test *t) {
    static char text[3 * LCT_SCENARIO_TEXT];
    repeat(text, "pop()", LCT_TEST_THREADS, "|");
    expect(lct_scenario_parse(t, text, s, error, sizeof error) && s->thread_count == LCT_TEST_THREADS, "15 threads");
    repeat(text, "pop()", LCT_TEST_THREADS + 1, "|");
    expect(!lct_scenario_parse(t, text, s, error, sizeof error) &&
               strcmp(error, "column 91: one thread too many: there can be 15") == 0,
           "16 threads: %s", error);
    repeat(text, "pop()", LCT_TEST_CALLS, " ");
    expect(lct_scenario_parse(t, text, s, error, sizeof error) && s->threads[0].count == LCT_TEST_CALLS, "64 calls");
    repeat(text, "pop()", LCT_TEST_CALLS + 1, " ");
    expect(!lct_scenario_parse(t, text, s, error, sizeof error) &&
               strcmp(error, "column 385: one call too many: there can be 64 of one thread") == 0,
           "65 calls: %s", error);
    /* Without blanks it is short enough; but the text it is replayed by is not. */
    char thread[LCT_SCENARIO_TEXT];
    repeat(thread, "pop()", LCT_TEST_CALLS, "");
    repeat(text, thread, 12, "|");
    expect(strlen(text) < LCT_SCENARIO_TEXT && !lct_scenario_parse(t, text, s, error, sizeof error) &&
               strcmp(error, "column 3852: the scenario is too long: there can be 4095 characters") == 0,
           "too long: %s", error);
    repeat(text, thread, 10, "|");
    expect(lct_scenario_parse(t, text, s, error, sizeof error), "not too long");
    memset(printed, 'x', sizeof printed);
    size_t length = lct_scenario_print(t, s, printed, 12);
    expect(strcmp(printed, "pop() pop()") == 0 && printed[12] == 'x' && length == 10 * 64 * 6 - 10 + 9 * 3,
           "printing into too little room: %zu", length);
}

static void check_names(void) {
    for (int i = 1; i < LCT_SYMBOLS; i++) {
        const char *name = lct_symbol_name(lince_symbol_value(i));
        int64_t value = 0;
        expect(name && lct_symbol_find(name, strlen(name), &value) && value == lince_symbol_value(i), "symbol %d", i);
    }
    int64_t value;
    expect(strcmp(lct_symbol_name(lince_empty), "EMPTY") == 0 && strcmp(lct_symbol_name(lince_false), "false") == 0,
           "as in a history");
    expect(!lct_symbol_name(LONG_MIN) && !lct_symbol_name(lince_symbol_value(LCT_SYMBOLS)) && !lct_symbol_name(0) &&
               !lct_symbol_find("", 0, &value) && !lct_symbol_find("ni", 2, &value),
           "what is no symbol");
}

/* Texts put together at random: what is taken can be printed and read again, the rest is wrong in a place it has. */
static void check_any(const lct_test *t) {
    static const char *const pieces[] = {"push", "pop", "s.cas", "sum", "threads", "main", "(",     "()",
                                         "(1)",  ")",   ", ",    "1",   "-7",      "nil",  "EMPTY", "99999999999",
                                         " ",    ";",   "|",     "\t",  "x",       "\xff", "(2, 3)"};
    const size_t count = sizeof pieces / sizeof *pieces;
    uint32_t random = 1;
    size_t taken = 0, bad = 0;
    for (int round = 0; round < 200000; round++) {
        char text[256] = "", again[LCT_SCENARIO_TEXT];
        random = random * 1103515245 + 12345;
        for (unsigned n = 1 + (random >> 16) % 10; n > 0; n--) {
            random = random * 1103515245 + 12345;
            strcat(text, pieces[(random >> 16) % count]);
        }
        if (!lct_scenario_parse(t, text, s, error, sizeof error)) {
            unsigned column = 0;
            bad += sscanf(error, "column %u: ", &column) != 1 || column < 1 || column > strlen(text) + 1;
            continue;
        }
        taken++;
        lct_scenario_print(t, s, printed, sizeof printed);
        bad += !lct_scenario_parse(t, printed, s, error, sizeof error);
        lct_scenario_print(t, s, again, sizeof again);
        bad += strcmp(printed, again) != 0;
    }
    expect(taken > 100 && !bad, "at random: %zu taken, %zu of all not as they should", taken, bad);
}

int main(void) {
    s = calloc(1, sizeof *s);
    const lct_test *t = describe("stack");
    check_right(t);
    check_wrong(t);
    check_limits(t);
    check_any(t);
    check_names();
    t = describe("no_threads");
    expect(!lct_scenario_parse(t, "threads", s, error, sizeof error) &&
               strcmp(error, "column 1: the test has no lince_test_thread") == 0,
           "%s", error);
    t = describe("no_ops");
    expect(!lct_scenario_parse(t, "pop()", s, error, sizeof error) &&
               strcmp(error, "column 1: there is no operation `pop`: the test declares none") == 0,
           "%s", error);
    free(s);
    return tap_end();
}
