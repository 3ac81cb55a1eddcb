// needs: dpdk/rte_ring.h
// flags: -I/usr/include/dpdk -I/usr/include/x86_64-linux-gnu/dpdk -march=corei7
// expect: ok exhaustive
// options: --memory rc11 --filter single
// expect: failure data-race
// options: --memory rc11 --filter many
/* DPDK 22.11: the ring with the atomics of the compiler, as on Arm.  It is right for one producer and one consumer.
 *
 * Producers that come later wait until the earlier ones have moved the tail, but they wait with relaxed loads.  So by
 * the letter of C11 the tail that the last one stores publishes its own cells, and not the cells before. */
#define RTE_USE_C11_MEM_MODEL 1
#include <lince/test.h>
#include <rte_ring.h>
#include <stdlib.h>

enum { CELLS = 4 };
static struct rte_ring *ring;

static void setup(enum rte_ring_sync_type type) {
    ring = calloc(1, sizeof *ring + CELLS * sizeof(void *));
    ring->size = CELLS, ring->mask = CELLS - 1, ring->capacity = CELLS - 1;
    ring->prod.sync_type = ring->cons.sync_type = type;
}
static void setup_single(void) { setup(RTE_RING_SYNC_ST); }
static void setup_many(void) { setup(RTE_RING_SYNC_MT); }
static void enq(long value) { rte_ring_enqueue(ring, (void *)value); }
static long deq(void) {
    void *value;
    return rte_ring_dequeue(ring, &value) ? lince_empty : (long)value;
}

#define RING(name, scenario)                                                                                           \
    LINCE_TEST(name) {                                                                                                 \
        lince_test_spec("queue");                                                                                      \
        lince_test_setup(setup_##name);                                                                                \
        lince_test_op("enq", enq, lince_unique);                                                                       \
        lince_test_op("deq", deq);                                                                                     \
        lince_test_scenario(scenario);                                                                                 \
    }
RING(single, "enq(1) enq(2) | deq() deq()")
RING(many, "enq(1) | enq(2) | deq() deq()")
