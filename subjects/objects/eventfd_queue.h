/* A queue of one producer and one consumer who asks an eventfd whether there is something, and polls it where it has to
 * wait. */
#include <lince/test.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static long cells[4];
static unsigned head, tail;
static int there;

static void setup(void) { there = eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK); }

static void add(long value) {
    FIRST;
    cells[tail++ % 4] = value;
    THEN;
}

static long try_remove(void) {
    uint64_t one;
    return read(there, &one, sizeof one) == sizeof one ? cells[head++ % 4] : lince_empty;
}

static long must_remove(void) {
    long value;
    while ((value = try_remove()) == lince_empty) poll(&(struct pollfd){.fd = there, .events = POLLIN}, 1, -1);
    return value;
}

LINCE_TEST(eventfd_queue) {
    lince_test_spec("queue");
    lince_test_setup(setup);
    lince_test_op("enq", add);
    lince_test_op("deq", try_remove);
    lince_test_op("take", must_remove);
    lince_test_scenario("enq(1) enq(2) | deq() deq() deq()");
    lince_test_scenario("enq(1) enq(2) | take() deq() take()");
    lince_test_blocking();
}
