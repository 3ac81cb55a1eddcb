// relax: textbook
/* The work-stealing deque of Chase and Lev, with an array that does not grow, and the fences of Lê, Pop, Cohen and
 * Zappa Nardelli (Correct and efficient work-stealing for weak memory models, PPoPP 2013). */
#include <lince/test.h>
#include <stdatomic.h>

static atomic_long top, bottom, slots[4];

static void push_back(long value) {
    long b = atomic_load(&bottom);             // relaxed
    atomic_store(&slots[b], value);            // relaxed
    atomic_thread_fence(memory_order_seq_cst); // release
    atomic_store(&bottom, b + 1);              // relaxed
}

static long pop_back(void) {
    long b = atomic_load(&bottom) - 1; // relaxed
    long value = lince_empty;
    atomic_store(&bottom, b);                   // relaxed
    atomic_thread_fence(memory_order_seq_cst);  // seq_cst
    long t = atomic_load(&top);                 // relaxed
    if (t <= b) value = atomic_load(&slots[b]); // relaxed
    if (t < b) return value;
    if (t == b && !atomic_compare_exchange_strong(&top, &t, t + 1)) value = lince_empty; // seq_cst relaxed
    atomic_store(&bottom, b + 1);                                                        // relaxed
    return value;
}

static long pop_front(void) {
    for (;;) {
        long t = atomic_load(&top);                // acquire
        atomic_thread_fence(memory_order_seq_cst); // seq_cst
        long b = atomic_load(&bottom);             // acquire
        if (t >= b) return lince_empty;
        long value = atomic_load(&slots[t]);                               // relaxed
        if (atomic_compare_exchange_strong(&top, &t, t + 1)) return value; // seq_cst relaxed
    }
}

LINCE_TEST(chase_lev) {
    lince_test_spec("deque");
    lince_test_op("push_back", push_back, lince_unique);
    lince_test_op("pop_back", pop_back);
    lince_test_op("pop_front", pop_front);
    lince_test_scenario("push_back(1) | pop_front()");
    lince_test_scenario("push_back(1) push_back(2) pop_back() | pop_front()");
    lince_test_scenario("push_back(1) push_back(2); pop_back() | pop_front() pop_front()");
}
