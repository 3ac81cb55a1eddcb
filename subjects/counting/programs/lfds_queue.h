/* 2 x 2, k = 1: two threads add a value and remove one. */
#include <lince/test.h>

#include "../../objects/lfds_queue.h"
#include "../watched.h"
#include <monitors/queue_1.h>

WATCHED_QUEUE(lfds_queue)

static void setup(void) { lfds_queue_init(&object); }
static void first(void) {
    enq(1);
    deq();
}
static void second(void) {
    enq(2);
    deq();
}

LINCE_TEST(lfds_queue) {
    lince_test_setup(setup);
    lince_test_thread(first);
    lince_test_thread(second);
}
