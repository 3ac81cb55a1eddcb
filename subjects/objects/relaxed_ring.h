/* A ring for one producer and one consumer (Lamport 1983).  PUBLISH is the order in which an index is given on. */
#include <lince/test.h>
#include <stdatomic.h>

enum { SLOTS = 2 };
static long slots[SLOTS];
static atomic_uint head, tail;

static bool put(long value) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t - atomic_load_explicit(&head, memory_order_acquire) == SLOTS) return false;
    slots[t % SLOTS] = value;
    atomic_store_explicit(&tail, t + 1, PUBLISH);
    return true;
}

static long get(void) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h == atomic_load_explicit(&tail, memory_order_acquire)) return lince_empty;
    long value = slots[h % SLOTS];
    atomic_store_explicit(&head, h + 1, PUBLISH);
    return value;
}

static void enq(long value) {
    if (!put(value)) lince_assert(!"there is room for all");
}

LINCE_TEST(relaxed_ring) {
    lince_test_spec("queue");
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", get);
    lince_test_scenario("enq(1) enq(2) | deq() deq()");
}
