/* A first test: is this queue correct when two threads use it?
 *
 *     $ lince test queue.c
 *     queue.c: queue: ok — linearizable as a queue: ... all interleavings of 3x1 and 2x3 threads x calls, ...
 *
 * The queue is Michael and Scott's.  The test below it names the operations and the specification; Lince generates the
 * calls and the interruptions, of more and more threads and calls until ten seconds of processor time are spent. */
#include <lince/test.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* ---- the code to test: usually in a file of its own ---------------------------------------------------------------
 */

struct node {
    long value;
    _Atomic(struct node *) next;
};

struct queue {
    _Atomic(struct node *) head, tail; /* the first node is a dummy */
};

static void queue_init(struct queue *q) {
    struct node *dummy = calloc(1, sizeof *dummy);
    atomic_store(&q->head, dummy);
    atomic_store(&q->tail, dummy);
}

static void queue_enq(struct queue *q, long value) {
    struct node *node = calloc(1, sizeof *node);
    node->value = value;
    for (;;) {
        struct node *tail = atomic_load(&q->tail), *next = NULL;
        bool added = atomic_compare_exchange_strong(&tail->next, &next, node);
        atomic_compare_exchange_strong(&q->tail, &tail, added ? node : next); /* the tail may be behind: help */
        if (added) return;
    }
}

static bool queue_deq(struct queue *q, long *value) {
    struct node *head = atomic_load(&q->head), *next;
    do {
        next = atomic_load(&head->next);
        if (!next) return false;
        *value = next->value;
    } while (!atomic_compare_exchange_strong(&q->head, &head, next));
    return true;
}

/* ---- the test -----------------------------------------------------------------------------------------------------
 */

static struct queue q;
static void setup(void) { queue_init(&q); }
static void enq(long v) { queue_enq(&q, v); }
static long deq(void) {
    long v;
    return queue_deq(&q, &v) ? v : lince_empty;
}

LINCE_TEST(queue) {
    lince_test_spec("queue");                /* see `lince specs` */
    lince_test_setup(setup);                 /* before each execution */
    lince_test_op("enq", enq, lince_unique); /* every value is another one */
    lince_test_op("deq", deq);
}
