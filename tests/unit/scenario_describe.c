/* Descriptions of tests: what they say is kept, mistakes are named, operations are called by their type. */
#include <limits.h>

#include "scenario_support.h"

static void nothing(void) {}
static bool yes(void) { return true; }
static void enq(long v) { note("enq %ld", v); }
static long deq(void) { return lince_empty; }
static bool put(int key, int value) { return key == value; }
static long state;

LINCE_TEST(whole) {
    lince_test_op("enq", enq, lince_unique);
    char made_up[16] = "de";
    strcat(made_up, "q");
    lince_test_op(made_up, deq);
    memset(made_up, '?', sizeof made_up - 1);
    lince_test_op("m.put", put, lince_range(1, 3));
    lince_test_size(3, 4);
    lince_test_spec("queue");
    lince_test_criterion("sequential");
    lince_test_setup(nothing);
    lince_test_finally(nothing);
    lince_test_invariant(yes);
    lince_test_scenario("enq(1) | deq()");
    lince_test_thread(nothing);
    lince_test_thread(nothing);
    lince_test_model(&state, sizeof state);
    lince_test_model_op("enq", enq);
    lince_test_model_op("deq", deq);
    lince_test_model_op("m.put", put);
}

LINCE_TEST(least) { lince_test_op("deq", deq); }

LINCE_TEST(exact) {
    lince_test_op("deq", deq);
    lince_test_scenario("deq() | deq()");
}

LINCE_TEST(ranges) {
    lince_test_op("a", enq, lince_range(-5, 1));
    lince_test_op("b", enq, lince_range(4000, 5000));
    lince_test_op("c", enq, lince_range(2, 10));
    lince_test_op("d", enq);
}

LINCE_TEST(all_numbers) { lince_test_op("enq", enq, lince_range(-1, LONG_MAX)); }

/* ---- one mistake each ---- */

LINCE_TEST(twice) {
    lince_test_op("enq", enq);
    lince_test_op("enq", enq);
}
LINCE_TEST(bad_name) { lince_test_op("en q", enq); }
LINCE_TEST(dotted) { lince_test_op("q.", enq); }
LINCE_TEST(no_function) { lince_test_op("enq", (void (*)(long))NULL); }
LINCE_TEST(too_many_described) { lince_test_op("enq", enq, lince_unique, lince_range(1, 2)); }
LINCE_TEST(empty_range) { lince_test_op("enq", enq, lince_range(2, 1)); }
LINCE_TEST(wide_range) { lince_test_op("put", put, lince_range(0, 1), lince_range(0, 1L << 40)); }
LINCE_TEST(symbol_range) { lince_test_op("enq", enq, lince_range(LONG_MIN, 0)); }
LINCE_TEST(no_uniques) {
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("put", put, lince_range(0, INT_MAX), lince_range(0, 0));
}
LINCE_TEST(nothing_at_all) { lince_test_spec("queue"); }
LINCE_TEST(size_alone) { lince_test_size(2, 2); }
LINCE_TEST(balanced_by_none) {
    lince_test_op("op", nothing);
    lince_test_balanced("op", "frob");
}
LINCE_TEST(balanced_by_one) {
    lince_test_op("op", nothing);
    lince_test_balanced("op", "op");
}
LINCE_TEST(threads_beyond) {
    lince_test_op("deq", deq);
    lince_test_size(16, 2);
}
LINCE_TEST(calls_beyond) {
    lince_test_op("deq", deq);
    lince_test_size(2, 65);
}
LINCE_TEST(no_calls) {
    lince_test_op("deq", deq);
    lince_test_size(2, 0);
}
LINCE_TEST(too_long) {
    lince_test_op("an_operation_with_quite_a_long_name", enq);
    lince_test_size(10, 10);
}
LINCE_TEST(spec_twice) {
    lince_test_op("deq", deq);
    lince_test_spec("queue");
    lince_test_spec("stack");
}
LINCE_TEST(setup_twice) {
    lince_test_op("deq", deq);
    lince_test_setup(nothing);
    lince_test_setup(nothing);
}
LINCE_TEST(no_spec) {
    lince_test_op("deq", deq);
    lince_test_spec(NULL);
}
LINCE_TEST(unknown_op) {
    lince_test_op("deq", deq);
    lince_test_scenario("deq() | pop()");
}
LINCE_TEST(wrong_count) {
    lince_test_op("enq", enq);
    lince_test_scenario("enq(1) | enq()");
}
LINCE_TEST(many_threads) {
    for (int i = 0; i < LCT_THREADS; i++) lince_test_thread(nothing);
}
LINCE_TEST(many_ops) {
    char name[16];
    for (int i = 0; i <= LCT_OPS; i++) {
        snprintf(name, sizeof name, "op%d", i);
        lince_test_op(name, deq);
    }
}
LINCE_TEST(many_scenarios) {
    lince_test_op("deq", deq);
    for (int i = 0; i <= LCT_TEST_SCENARIOS; i++) lince_test_scenario("deq()");
}
LINCE_TEST(model_without_state) {
    lince_test_op("deq", deq);
    lince_test_model_op("deq", deq);
}
LINCE_TEST(model_without_ops) {
    lince_test_thread(nothing);
    lince_test_model(&state, sizeof state);
}
LINCE_TEST(model_lacks) {
    lince_test_op("deq", deq);
    lince_test_op("enq", enq);
    lince_test_model(&state, sizeof state);
    lince_test_model_op("deq", deq);
}
LINCE_TEST(model_differs) {
    lince_test_op("put", put);
    lince_test_model(&state, sizeof state);
    lince_test_model_op("put", enq);
}
LINCE_TEST(model_of_nothing) {
    lince_test_op("deq", deq);
    lince_test_model(&state, 0);
    lince_test_model_op("deq", deq);
}

static const struct {
    const char *test, *says; /* the one line of its mistakes contains this */
} mistakes[] = {
    {"twice", "operation enq is there already"},
    {"bad_name", "`en q` cannot be the name"},
    {"dotted", "`q.` cannot be the name"},
    {"no_function", "operation enq has no function"},
    {"too_many_described", "operation enq: 2 arguments are described, but its function takes 1"},
    {"empty_range", "operation enq, argument 1: nothing is in the range from 2 to 1"},
    {"wide_range", "operation put, argument 2: the range from 0 to 1099511627776 does not fit an int"},
    {"symbol_range", "argument 1: the numbers below"},
    {"no_uniques", "the ranges leave no numbers for lince_unique"},
    {"nothing_at_all", "it calls nothing"},
    {"size_alone", "lince_test_size without lince_test_op"},
    {"balanced_by_none", "lince_test_balanced: there is no operation frob"},
    {"balanced_by_one", "lince_test_balanced: op cannot both add and remove"},
    {"threads_beyond", "lince_test_size(16, 2): there can be 1 to 15 threads"},
    {"calls_beyond", "lince_test_size(2, 65): a thread can make 1 to 64 calls"},
    {"no_calls", "lince_test_size(2, 0): a thread can make 1 to 64 calls"},
    {"too_long", "characters to write; there can be 4095"},
    {"spec_twice", "lince_test_spec is called twice"},
    {"setup_twice", "lince_test_setup is called twice"},
    {"no_spec", "lince_test_spec is given NULL"},
    {"unknown_op", "scenario `deq() | pop()`: column 9: there is no operation `pop`: the test has deq"},
    {"wrong_count", "scenario `enq(1) | enq()`: column 10: enq takes 1 argument, not 0"},
    {"many_threads", "more than 15 threads"},
    {"many_ops", "operation op64 is one too many: there can be 64"},
    {"many_scenarios", "more than 64 scenarios"},
    {"model_without_state", "lince_test_model_op without lince_test_model"},
    {"model_without_ops", "lince_test_model without lince_test_model_op"},
    {"model_lacks", "the model has no operation enq"},
    {"model_differs", "operation put of the model has other types than the real one"},
    {"model_of_nothing", "the model needs a variable for its state"},
};

static const lct_test *describe(const char *name) {
    int index = lct_test_find(name);
    assert(index >= 0);
    return lct_describe((unsigned)index);
}

static void check_whole(void) {
    const lct_test *t = describe("whole");
    expect(!*t->mistakes, "no mistakes: %s", t->mistakes);
    expect(strcmp(t->name, "whole") == 0 && strstr(t->file, "scenario_describe.c") && t->line > 10, "who it is");
    expect(strcmp(t->spec, "queue") == 0 && strcmp(t->criterion, "sequential") == 0, "specification and criterion");
    expect(t->setup == nothing && t->finally == nothing && t->invariant == yes, "functions");
    expect(t->threads == 3 && t->calls == 4 && t->sized && t->generates, "size");
    expect(t->op_count == 3 && strcmp(t->ops[1].name, "deq") == 0, "names are copied");
    expect(t->ops[0].wide && t->ops[0].count == 1 && t->ops[0].arguments[0].unique, "enq takes a unique long");
    expect(!t->ops[2].wide && t->ops[2].count == 2 && !t->ops[2].arguments[0].unique &&
               t->ops[2].arguments[0].high == 3 && t->ops[2].arguments[1].unique,
           "what is not described is unique");
    expect(t->scenario_count == 1 && t->thread_count == 2, "a scenario and two threads");
    expect(t->model == &state && t->model_count == 3, "a model");
    expect(t->first_unique == 4, "uniques are in no range: from %ld", t->first_unique);
}

static void check_defaults(void) {
    const lct_test *t = describe("least");
    expect(!*t->mistakes && t->threads == 2 && t->calls == 2 && t->generates, "2 threads and 2 calls unless said");
    expect(!t->spec && !t->criterion && !t->setup && !t->finally && !t->invariant && !t->model,
           "nothing is left of the test before");
    t = describe("exact");
    expect(!*t->mistakes && !t->generates, "exact scenarios are not joined by generated ones");
    t = describe("ranges");
    expect(!*t->mistakes && t->first_unique == 5001, "the first gap of ranges that is large enough: %ld",
           t->first_unique);
    t = describe("all_numbers");
    expect(!*t->mistakes, "a range may have all numbers if none is to be unique");
}

static void check_mistakes(void) {
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const lct_test *t = describe(mistakes[i].test);
        char prefix[512];
        size_t length = (size_t)snprintf(prefix, sizeof prefix, "%s:%d: test %s: ", t->file, t->line, t->name);
        expect(strncmp(t->mistakes, prefix, length) == 0 && strstr(t->mistakes, mistakes[i].says) &&
                   !strchr(t->mistakes, '\n'),
               "%s: %s", mistakes[i].test, *t->mistakes ? t->mistakes + length : "no mistake");
    }
}

/* ---- calling ---- */

#define FUNCTIONS(R, r, ...)                                                                                           \
    static R r##_0(void) {                                                                                             \
        note("0");                                                                                                     \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    static R r##_i1(int a) {                                                                                           \
        note("i%d", a);                                                                                                \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    static R r##_i2(int a, int b) {                                                                                    \
        note("i%d,%d", a, b);                                                                                          \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    static R r##_i3(int a, int b, int c) {                                                                             \
        note("i%d,%d,%d", a, b, c);                                                                                    \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    static R r##_l1(long a) {                                                                                          \
        note("l%ld", a);                                                                                               \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    static R r##_l2(long a, long b) {                                                                                  \
        note("l%ld,%ld", a, b);                                                                                        \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    static R r##_l3(long a, long b, long c) {                                                                          \
        note("l%ld,%ld,%ld", a, b, c);                                                                                 \
        __VA_ARGS__;                                                                                                   \
    }

FUNCTIONS(void, none, return )
FUNCTIONS(bool, truth, return recorded[0] != '0')
FUNCTIONS(int, number, return -7)
FUNCTIONS(long, large, return 1L << 40)

static void try_call(const char *what, void (*function)(void), int shape, const char *called, unsigned count,
                     int64_t result) {
    lct_signature s = lct_signature_of(shape);
    lct_test_op op = {
        .function = function, .result = s.result, .wide = s.wide, .count = s.count, .texts = s.texts, .out = s.out};
    unsigned got = 9;
    *recorded = 0;
    int64_t value = lct_call_op(&op, (int64_t[]){-1, 2, 3}, &got);
    expect(strcmp(recorded, called) == 0 && got == count && (!count || value == result), "%s: %s, %u: %lld", what,
           recorded, got, (long long)value);
}

#define TRY(f, called, count, result) try_call(#f, (void (*)(void))(f), lince_shape(f), called, count, result)
#define TRY_ALL(r, count, result0, result)                                                                             \
    TRY(r##_0, "0", count, result0);                                                                                   \
    TRY(r##_i1, "i-1", count, result);                                                                                 \
    TRY(r##_i2, "i-1,2", count, result);                                                                               \
    TRY(r##_i3, "i-1,2,3", count, result);                                                                             \
    TRY(r##_l1, "l-1", count, result);                                                                                 \
    TRY(r##_l2, "l-1,2", count, result);                                                                               \
    TRY(r##_l3, "l-1,2,3", count, result)

static void check_calls(void) {
    TRY_ALL(none, 0, 0, 0);
    TRY_ALL(truth, 1, lince_false, lince_true);
    TRY_ALL(number, 1, -7, -7);
    TRY_ALL(large, 1, 1L << 40, 1L << 40);
}

/* ---- the program as a whole, at last, since these mistakes stay ---- */

static void check_registry(void) {
    expect(lct_test_find("nobody") == -1, "there is no such test");
    lince_test_register("least", "other.c", 7, nothing);
    const lct_test *t = describe("least");
    expect(strstr(t->mistakes, "the test at other.c:7 has the same name") != NULL, "two of one name");

    lince_test_spec("queue");
    t = describe("exact");
    expect(strstr(t->mistakes, "lince_test_spec is called outside of LINCE_TEST") != NULL, "a stray description");
    lct_m.in_code = true;
    if (!setjmp(failed)) lince_test_size(1, 1);
    lct_m.in_code = false;
    expect(strstr(failure, "lince_test_size is called outside of LINCE_TEST") != NULL, "in an execution: %s", failure);

    unsigned before = lct_test_count();
    for (unsigned i = before; i < LCT_TESTS; i++) lince_test_register("another", "other.c", 8, nothing);
    t = describe("exact");
    expect(lct_test_count() == LCT_TESTS && !strstr(t->mistakes, "more than"), "as many tests as there can be");
    lince_test_register("one_more", "other.c", 9, nothing);
    t = describe("exact");
    expect(lct_test_count() == LCT_TESTS && strstr(t->mistakes, "more than 512 tests"), "one test too many");
    expect(strchr(t->mistakes, '\n') && strstr(strchr(t->mistakes, '\n'), "outside of LINCE_TEST"),
           "one line a mistake");
}

int main(void) {
    expect(lct_test_count() == 5 + sizeof mistakes / sizeof *mistakes, "%u tests", lct_test_count());
    check_whole();
    check_defaults();
    check_mistakes();
    check_calls();
    check_registry();
    return tap_end();
}
