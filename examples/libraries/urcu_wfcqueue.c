// needs: urcu/wfcqueue.h
// expect: ok exhaustive
// options: --filter locked
// expect: violation
// options: --allow data-race --filter unlocked
/* liburcu: the queue whose enqueue never waits.  Those who dequeue must keep out of each other's way, by its lock or
 * otherwise; and if they do not, values come twice. */
#define _LGPL_SOURCE /* what is small is in the headers, and compiled with the test */
#include <lince/test.h>
#include <stdlib.h>
#include <urcu/wfcqueue.h>

typedef struct item {
    struct cds_wfcq_node node; /* at the start */
    long value;
} item;
static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static void setup(void) { cds_wfcq_init(&head, &tail); }

static void enq(long value) {
    item *i = malloc(sizeof *i);
    i->value = value;
    cds_wfcq_node_init(&i->node);
    cds_wfcq_enqueue(&head, &tail, &i->node);
}
static long value_of(struct cds_wfcq_node *node) { return node ? ((item *)node)->value : lince_empty; }
static long deq(void) { return value_of(cds_wfcq_dequeue_blocking(&head, &tail)); }
static long deq_unlocked(void) { return value_of(__cds_wfcq_dequeue_blocking(&head, &tail)); }

static void test(long (*remove)(void)) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("enq", enq, lince_unique);
    lince_test_op("deq", remove);
    lince_test_scenario("enq(1); enq(2) deq() | deq()");
}
LINCE_TEST(locked) { test(deq); }
LINCE_TEST(unlocked) { test(deq_unlocked); }
