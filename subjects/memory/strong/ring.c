// relax: textbook
/* Lamport's ring for one producer and one consumer. */
#include <lince/test.h>
#include <stdatomic.h>

enum { SIZE = 2 };
static long cells[SIZE];
static atomic_ulong head, tail;

static bool enq(long value) {
    unsigned long t = atomic_load(&tail);             // relaxed
    if (t - atomic_load(&head) == SIZE) return false; // acquire
    cells[t % SIZE] = value;
    atomic_store(&tail, t + 1); // release
    return true;
}

static long deq(void) {
    unsigned long h = atomic_load(&head);            // relaxed
    if (h == atomic_load(&tail)) return lince_empty; // acquire
    long value = cells[h % SIZE];
    atomic_store(&head, h + 1); // release
    return value;
}

LINCE_TEST(ring) {
    lince_test_spec("queue:capacity=2");
    lince_test_op("enq", enq);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) enq(2) | deq() deq()");
    lince_test_scenario("enq(1) enq(2); enq(3) | deq() deq() deq()");
}
