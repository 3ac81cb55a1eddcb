// expect: ok exhaustive
/* Volatile variables count as relaxed atomics, as in the kernel; fences order what is around them. */
#include <lince/test.h>
#include <stdatomic.h>

static volatile int flag;
static long message;

static void send(void) {
    message = 42;
    atomic_thread_fence(memory_order_release);
    flag = 1;
}

static void receive(void) {
    if (!flag) return;
    atomic_thread_fence(memory_order_acquire);
    lince_assert(message == 42);
}

LINCE_TEST(volatile_flag) {
    lince_test_thread(send);
    lince_test_thread(receive);
}
