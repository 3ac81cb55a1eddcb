/* A priority queue for one thread: what it returns when calls come one after another is what one may return. */
#include <assert.h>
#include <lince/test.h>

static long values[32]; /* the least last */
static int count;

static void enq(long value) {
    assert(count < 32);
    int at = count++;
    for (; at && values[at - 1] < value; at--) values[at] = values[at - 1];
    values[at] = value;
}
static long deq(void) { return count ? values[--count] : lince_empty; }

LINCE_TEST(pqueue) {
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
}
