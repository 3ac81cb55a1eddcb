/* 2 x 2, k = 1: two threads add a value each, then both are removed. */
#include <lince/test.h>

#include "../../objects/two_lock_queue.h"
#include "../watched.h"
#include <monitors/queue_1.h>

WATCHED_QUEUE(two_lock_queue)

static void setup(void) { two_lock_queue_init(&object); }
static void first(void) { enq(1); }
static void second(void) { enq(2); }
static void finally(void) {
    deq();
    deq();
}

LINCE_TEST(two_lock_queue_tail) {
    lince_test_setup(setup);
    lince_test_thread(first);
    lince_test_thread(second);
    lince_test_finally(finally);
}
