// needs: ck_fifo.h
// expect: violation
/* Concurrency Kit 0.7.1: the queue of several producers and consumers says EMPTY though it never was.
 *
 * A dequeue reads the head, and falls asleep.  The head's node is dequeued, handed back and enqueued again, as the last
 * one.  Now it is the tail as well and has no successor, which looks like an empty queue; that the head has moved on is
 * not looked at (later versions do). */
#include <ck_fifo.h>
#include <lince/test.h>
#include <stdlib.h>

static ck_fifo_mpmc_t fifo;
static __thread ck_fifo_mpmc_entry_t *spare; /* what the thread dequeued last serves for the next enqueue */

static void setup(void) { ck_fifo_mpmc_init(&fifo, malloc(sizeof(ck_fifo_mpmc_entry_t))); }

static void enq(long value) {
    ck_fifo_mpmc_entry_t *entry = spare ? spare : malloc(sizeof *entry);
    spare = NULL;
    ck_fifo_mpmc_enqueue(&fifo, entry, (void *)value);
}

static long deq(void) {
    void *value;
    return ck_fifo_mpmc_dequeue(&fifo, &value, &spare) ? (long)value : lince_empty;
}

LINCE_TEST(ck_fifo_mpmc) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1) enq(2); deq() enq(3) | deq()");
}
