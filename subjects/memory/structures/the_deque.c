// models:                          sc  tso        rc11       c11
// expect:                          ok  ok         ok         ok
// expect: RELAXED_DATA             ok  ok         ok         ok
// expect: WEAK=TAKE                ok  violation  violation  violation
// expect: WEAK=TAKE RELAXED_DATA   ok  violation  violation  violation
// expect: WEAK=STEAL               ok  violation  violation  violation
// expect: WEAK=STEAL RELAXED_DATA  ok  violation  violation  violation
/* The deque of Cilk-5, whose owner takes the lock only if it meets a thief at the last value; thieves always take
 * it.
 *
 * TAKE, STEAL: no fence between the store to the own end and the look at the other one: a value is taken twice.
 * Repair: the seq_cst fence. */
#include <pthread.h>

#include "weak.h"

enum { NONE, TAKE, STEAL };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_long head, tail;
static DATA(long) slots[2];

static void push_back(long value) {
    long t = atomic_load_explicit(&tail, memory_order_relaxed);
    data_put(slots[t], value);
    atomic_store_explicit(&tail, t + 1, memory_order_release);
}

static long pop_back(void) {
    long t = atomic_load_explicit(&tail, memory_order_relaxed) - 1;
    atomic_store_explicit(&tail, t, memory_order_release);
    FENCE_AT(TAKE, seq_cst);
    if (atomic_load_explicit(&head, memory_order_acquire) <= t) return data_get(slots[t]);
    pthread_mutex_lock(&lock);
    bool left = atomic_load_explicit(&head, memory_order_relaxed) <= t;
    if (!left) atomic_store_explicit(&tail, t + 1, memory_order_release);
    pthread_mutex_unlock(&lock);
    return left ? data_get(slots[t]) : lince_empty;
}

static long pop_front(void) {
    long value = lince_empty;
    pthread_mutex_lock(&lock);
    long h = atomic_load_explicit(&head, memory_order_relaxed);
    atomic_store_explicit(&head, h + 1, memory_order_release);
    FENCE_AT(STEAL, seq_cst);
    if (h < atomic_load_explicit(&tail, memory_order_acquire)) value = data_get(slots[h]);
    else atomic_store_explicit(&head, h, memory_order_release);
    pthread_mutex_unlock(&lock);
    return value;
}

LINCE_TEST(the_deque) {
    lince_test_spec("deque");
    lince_test_op("push_back", push_back, lince_unique);
    lince_test_op("pop_back", pop_back);
    lince_test_op("pop_front", pop_front);
    lince_test_scenario("push_back(1); pop_back() | pop_front()");
    lince_test_scenario("push_back(1) | pop_front()");
}
