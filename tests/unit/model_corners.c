/* A test file with models, made for model_plugin.c: everything a model can do, right or wrong. */
#include <assert.h>
#include <lince/test.h>
#include <stdlib.h>
#include <string.h>

static struct { int items[3], count; } bag;
static int number;
static char text[3];
static long two[2];

/* Nondeterministic: any of them. */
static int take(void) {
    if (!bag.count) return (int)lince_empty;
    int n = lince_choose(bag.count), item = bag.items[n];
    bag.items[n] = bag.items[--bag.count];
    bag.items[bag.count] = 0;
    return item;
}
static void put(int item) {
    assert(bag.count < 3); /* not with all its hands full */
    bag.items[bag.count++] = item;
}
/* Two choices, the second one only after some of the first. */
static int pair(void) {
    int first = lince_choose(3);
    return 10 * first + (first == 1 ? lince_choose(2) : 0);
}

/* Waits. */
static void lock(void) {
    while (number) lince_retry();
    number = 1;
}
static void unlock(void) {
    lince_assert(number);
    number = 0;
}

static long sum(long a, long b, long c) { return two[0] = a + b + c; }
static int narrow(int a) { return a; }
static long wide(long a) { return a; }
static bool both(int a, int b) { return a == b; }
static void three(int a, int b, int c) { two[1] = a * 100 + b * 10 + c; }
static long last(void) { return two[1]; }
static int crash(void) { return *(volatile int *)(size_t)(number + 8); }
static void give_up(void) { abort(); }
/* The C library has a function of this name, too. */
int hcreate(size_t size);
int hcreate(size_t size) { return (int)size + 1; }
static int own(void) { return hcreate(41); }

LINCE_TEST(no_model) { lince_test_op("take", take); }

LINCE_TEST(bags) {
    lince_test_spec("queue");
    lince_test_model(&bag, sizeof bag);
    lince_test_model_op("take", take);
    lince_test_model_op("b.put", put);
    lince_test_model_op("pair", pair);
}

LINCE_TEST(locks) {
    number = 1; /* at the start of the program it was 0, and what is here comes before the model */
    number = 0;
    lince_test_model(&number, sizeof number);
    lince_test_model_op("lock", lock);
    lince_test_model_op("unlock", unlock);
}

LINCE_TEST(values) {
    lince_test_model(two, sizeof two);
    lince_test_model_op("sum", sum);
    lince_test_model_op("narrow", narrow);
    lince_test_model_op("wide", wide);
    lince_test_model_op("both", both);
    lince_test_model_op("three", three);
    lince_test_model_op("last", last);
    lince_test_model_op("own", own);
}

LINCE_TEST(_underscore) {
    lince_test_model(text, sizeof text);
    lince_test_model_op("crash", crash);
    lince_test_model_op("give_up", give_up);
}

static void pass(lince_party *p) {
    assert(p[0].args[0] != 13); /* which nobody takes */
    lince_returns(&p[1], p[0].args[0]);
    lince_returns(&p[1], ++number);
}
static void swap(lince_party *p) {
    lince_returns(&p[0], p[1].args[0]);
    lince_returns(&p[1], p[0].args[0] + 100);
}
static void gather(lince_party *p) {
    for (int i = 0; i < p->of; i++) lince_returns(&p[i], p->of + lince_choose(2));
}
static bool nobody_came(long x) { return x < 0; }
LINCE_TEST(meetings) {
    lince_test_model(&number, sizeof number);
    lince_test_model_meet(pass, "send", "receive");
    lince_test_model_meet(swap, "swap", "swap");
    lince_test_model_group(gather, "gather", 2, 3);
    lince_test_model_op("send", nobody_came);
}

LINCE_TEST(twice) {
    lince_test_model(&number, sizeof number);
    lince_test_model_op("lock", lock);
    lince_test_model_op("q.lock", lock);
}

LINCE_TEST(empty) { lince_test_model(&number, sizeof number); }
