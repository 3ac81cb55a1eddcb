/* A queue for one thread: what it returns when calls come one after another is what a queue may return. */
#include <assert.h>
#include <lince/test.h>

static long values[32];
static int first, end;

static void enq(long value) {
    assert(end < 32);
    values[end++] = value;
}
static long deq(void) { return first < end ? values[first++] : lince_empty; }

LINCE_TEST(queue) {
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
}
