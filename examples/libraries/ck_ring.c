// needs: ck_ring.h
// expect: ok exhaustive
// options: --filter spsc
// expect: violation
// options: --memory auto --filter spsc
// expect: ok exhaustive
// options: --memory tso --filter spsc --scenario 'enq(1) enq(2) | deq() deq()'
// expect: ok exhaustive
// options: --filter spmc
// expect: ok exhaustive
// options: --filter mpmc
// expect: violation
// options: --allow data-race --filter spsc --scenario '; enq(1) | enq(2); deq() deq()'
// expect: violation
// options: --filter mpmc --scenario 'enq(1) enq(2); enq(3) | enq(4) deq() deq() deq()'
/* Concurrency Kit: the ring, for one or several producers and consumers.  It has room for one less than its size.
 *
 * Under x86's memory model the answers `full` and `empty` may both be out of date: the producer finds the ring full and
 * the consumer finds it empty, and no order of the two explains both.  With room for all values it is linearizable. */
#include <ck_ring.h>
#include <lince/test.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static void setup(void) { ck_ring_init(&ring, 4); }

#define RING(kind, scenario)                                                                                           \
    static bool enq_##kind(long value) { return ck_ring_enqueue_##kind(&ring, buffer, (void *)value); }                \
    static long deq_##kind(void) {                                                                                     \
        void *value;                                                                                                   \
        return ck_ring_dequeue_##kind(&ring, buffer, &value) ? (long)value : lince_empty;                              \
    }                                                                                                                  \
    LINCE_TEST(kind) {                                                                                                 \
        lince_test_spec("queue:capacity=3");                                                                           \
        lince_test_setup(setup);                                                                                       \
        lince_test_op("enq", enq_##kind, lince_unique);                                                                \
        lince_test_op("deq", deq_##kind);                                                                              \
        lince_test_scenario(scenario);                                                                                 \
    }

RING(spsc, "enq(1) enq(2) enq(3) enq(4) | deq() deq() deq()")
RING(spmc, "enq(1); enq(2) enq(3) | deq() | deq()")
RING(mpmc, "enq(1); enq(2) | enq(3) | deq() deq()")
