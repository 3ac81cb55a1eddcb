// needs: urcu/rculfqueue.h
// expect: ok exhaustive
// options: --filter kept
// expect: failure use-after-free
// options: --allow data-race --filter freed
/* liburcu: the lock-free queue.  Nodes that are kept for ever need no RCU; those that are freed at once would. */
#define _LGPL_SOURCE /* what is small is in the headers, and compiled with the test */
#include <lince/test.h>
#include <stdlib.h>
#include <urcu/rculfqueue.h>
typedef struct item {
    struct cds_lfq_node_rcu node; /* at the start */
    long value;
} item;
static struct cds_lfq_queue_rcu queue;
static bool frees;
static void later(struct rcu_head *head, void (*free_it)(struct rcu_head *)) { (void)head, (void)free_it; }
static void setup(void) { cds_lfq_init_rcu(&queue, later); }
static void enq(long value) {
    item *i = malloc(sizeof *i);
    i->value = value;
    cds_lfq_node_init_rcu(&i->node);
    cds_lfq_enqueue_rcu(&queue, &i->node);
}
static long deq(void) {
    item *i = (item *)cds_lfq_dequeue_rcu(&queue);
    long value = i ? i->value : lince_empty;
    if (frees) free(i);
    return value;
}
static void test(void) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", deq);
    lince_test_scenario("enq(1); enq(2) deq() | deq()");
}
LINCE_TEST(kept) { test(); }
LINCE_TEST(freed) { test(), frees = true; }
