// models:              sc    tso   rc11       c11
// expect:              ok:8  ok:8  ok:8       ok:8
// expect: WEAK=RELACQ  ok:8  ok:8  assertion  assertion
/* Two producers with a queue each, of one value, and two consumers that look at both queues, in either order. A
 * consumer that finds a value in the first queue and none in the second one infers that the first value came first.
 *
 * RELACQ: the flags are release stores and acquire loads: the consumers infer opposite orders (IRIW). x86 does not
 * show it. Repair: seq_cst. */
#include "weak.h"

enum { NONE, RELACQ };

static atomic_bool full[2];
static bool came_first[2]; /* as the consumer sees it that looks there first */

static void produce(int queue) {
    atomic_store_explicit(&full[queue], true, WEAK == RELACQ ? memory_order_release : memory_order_seq_cst);
}
static void consume(int queue) {
    memory_order order = WEAK == RELACQ ? memory_order_acquire : memory_order_seq_cst;
    came_first[queue] = atomic_load_explicit(&full[queue], order) && !atomic_load_explicit(&full[1 - queue], order);
}
static void produce_first(void) { produce(0); }
static void produce_second(void) { produce(1); }
static void consume_first(void) { consume(0); }
static void consume_second(void) { consume(1); }

static void consumers_agree(void) { lince_assert(!came_first[0] || !came_first[1]); }

LINCE_TEST(two_queues) {
    lince_test_thread(produce_first);
    lince_test_thread(produce_second);
    lince_test_thread(consume_first);
    lince_test_thread(consume_second);
    lince_test_finally(consumers_agree);
}
