// needs: ck_fifo.h
// expect: ok exhaustive
// expect: violation
// options: --allow data-race --scenario '; enq(1) | enq(2); deq() deq()'
/* Concurrency Kit: the queue of one producer and one consumer, which hands back what was dequeued.  It is no queue for
 * two producers. */
#include <ck_fifo.h>
#include <lince/test.h>
#include <stdlib.h>

static ck_fifo_spsc_t fifo;

static void setup(void) { ck_fifo_spsc_init(&fifo, malloc(sizeof(ck_fifo_spsc_entry_t))); }

static void enq(long value) {
    ck_fifo_spsc_entry_t *entry = ck_fifo_spsc_recycle(&fifo);
    if (!entry) entry = malloc(sizeof *entry);
    ck_fifo_spsc_enqueue(&fifo, entry, (void *)value);
}

static long deq(void) {
    void *value;
    return ck_fifo_spsc_dequeue(&fifo, &value) ? (long)value : lince_empty;
}

LINCE_TEST(ck_fifo_spsc) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1); enq(2) enq(3) enq(4) | deq() deq() deq()");
}
