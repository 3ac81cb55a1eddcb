/* A stack for one thread: what it returns when calls come one after another is what a stack may return. */
#include <assert.h>
#include <lince/test.h>

static long values[32];
static int count;

static void push(long value) {
    assert(count < 32);
    values[count++] = value;
}
static long pop(void) { return count ? values[--count] : lince_empty; }

LINCE_TEST(stack) {
    lince_test_op("push", push, lince_unique);
    lince_test_op("pop", pop);
}
