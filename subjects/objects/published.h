/* A message that is handed over: written, then said to be there.  PUBLISH is the order of saying so. */
#include <lince/test.h>
#include <stdatomic.h>

static long message;
static atomic_bool there;

static void send(void) {
    message = 42;
    atomic_store_explicit(&there, true, PUBLISH);
}

static void receive(void) {
    if (atomic_load_explicit(&there, memory_order_acquire)) lince_assert(message == 42);
}

LINCE_TEST(published) {
    lince_test_thread(send);
    lince_test_thread(receive);
}
