/* What tests of a queue that says when it is over do. */
#ifndef SUBJECTS_SYNC_TERMINATING_QUEUE_TEST_H
#define SUBJECTS_SYNC_TERMINATING_QUEUE_TEST_H

#include <lince/test.h>

#include "terminating_queue.h"

static struct terminating_queue queue;
static void two(void) { terminating_queue_init(&queue, 2); }
static void four(void) { terminating_queue_init(&queue, 4); }
static void enqueue(long x) { terminating_queue_enqueue(&queue, x); }
static long dequeue(void) {
    long x;
    return terminating_queue_dequeue(&queue, &x) ? x : lince_none;
}

static void terminating_queue_test(void) {
    lince_test_spec("terminating-queue:n=2");
    lince_test_setup(two);
    lince_test_op("enqueue", enqueue);
    lince_test_op("dequeue", dequeue);
    lince_test_scenario("enqueue(1) dequeue() | dequeue()");
    lince_test_scenario("enqueue(1) dequeue() dequeue() | dequeue() dequeue()");
    lince_test_scenario("dequeue() enqueue(1) | dequeue() dequeue()");
    lince_test_scenario("enqueue(1) dequeue() enqueue(2) dequeue() | dequeue() dequeue() dequeue()");
}

/* As a graph is searched: until it is over. */
static void works(void) {
    for (int i = 0; i < 2; i++) {
        long x = 10 * lince_thread_number() + i;
        lince_op_begin("enqueue", x);
        enqueue(x);
        lince_op_end();
    }
    for (long x = 0; x != lince_none;) {
        lince_op_begin("dequeue");
        x = dequeue();
        lince_op_end(x);
    }
}

static void terminating_queue_many(void) {
    lince_test_spec("terminating-queue:n=4");
    lince_test_setup(four);
    for (int i = 0; i < 4; i++) lince_test_thread(works);
}

#endif
