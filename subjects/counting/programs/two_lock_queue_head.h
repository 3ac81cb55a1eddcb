/* 2 x 2, k = 1: two values are there, and two threads remove one each. */
#include <lince/test.h>

#include "../../objects/two_lock_queue.h"
#include "../watched.h"
#include <monitors/queue_1.h>

WATCHED_QUEUE(two_lock_queue)

static void setup(void) {
    two_lock_queue_init(&object);
    enq(1);
    enq(2);
}

LINCE_TEST(two_lock_queue_head) {
    lince_test_setup(setup);
    lince_test_thread(deq);
    lince_test_thread(deq);
}
