/* Litmus tests: a few atomic accesses a thread, and an outcome that the memory model allows or forbids.
 *
 *     LITMUS2(mp_rel_acq, put(x, 1, rlx); put(y, 1, rel);,
 *                         a = get(y, acq); b = get(x, rlx);, a == 1 && b == 0)
 *
 * is a test of two threads. The condition behind them is the outcome; it is evaluated when both threads have ended, and
 * an execution where it holds is a failure. All locations are 0 at first. With -DLITMUS_COUNT no outcome is a failure,
 * so that all execution graphs are counted.
 *
 * The same text is C11 and C++11: a .cpp file includes the .c file, and the atomics are std::atomic. */
#ifndef SUBJECTS_LITMUS_H
#define SUBJECTS_LITMUS_H

#include <lince/test.h>

#ifdef __cplusplus
#include <atomic>
using namespace std;
#else
#include <stdatomic.h>
#endif

#define rlx memory_order_relaxed
#define acq memory_order_acquire
#define rel memory_order_release
#define ar  memory_order_acq_rel
#define sc  memory_order_seq_cst

#define get(location, order)             atomic_load_explicit(&location, order)
#define put(location, value, order)      atomic_store_explicit(&location, value, order)
#define add(location, value, order)      atomic_fetch_add_explicit(&location, value, order)
#define exchange(location, value, order) atomic_exchange_explicit(&location, value, order)
#define fence(order)                     atomic_thread_fence(order)
#define last(location)                   atomic_load_explicit(&location, rlx) /* in an outcome: the last write */

static atomic_int x, y, z;
static int a, b, c, d; /* values read; each is written by one thread only */

#ifdef LITMUS_COUNT
static volatile bool judged; /* plain accesses must not be left out by the compiler */
#define LITMUS_FORBID(outcome) (void)(judged = (outcome))
#else
#define LITMUS_FORBID(outcome) lince_assert(!(outcome))
#endif

#define LITMUS_THREAD(name, number, ...)                                                                               \
    static void name##_##number(void) { __VA_ARGS__ }

#define LITMUS_TEST(name, t1, outcome, ...)                                                                            \
    LITMUS_THREAD(name, 1, t1)                                                                                         \
    static void name##_end(void) { LITMUS_FORBID(outcome); }                                                           \
    LINCE_TEST(name) {                                                                                                 \
        lince_test_thread(name##_1);                                                                                   \
        __VA_ARGS__                                                                                                    \
        lince_test_finally(name##_end);                                                                                \
    }

#define LITMUS1(name, t1, outcome) LITMUS_TEST(name, t1, outcome, )
#define LITMUS2(name, t1, t2, outcome)                                                                                 \
    LITMUS_THREAD(name, 2, t2)                                                                                         \
    LITMUS_TEST(name, t1, outcome, lince_test_thread(name##_2);)
#define LITMUS3(name, t1, t2, t3, outcome)                                                                             \
    LITMUS_THREAD(name, 2, t2)                                                                                         \
    LITMUS_THREAD(name, 3, t3)                                                                                         \
    LITMUS_TEST(name, t1, outcome, lince_test_thread(name##_2); lince_test_thread(name##_3);)
#define LITMUS4(name, t1, t2, t3, t4, outcome)                                                                         \
    LITMUS_THREAD(name, 2, t2)                                                                                         \
    LITMUS_THREAD(name, 3, t3)                                                                                         \
    LITMUS_THREAD(name, 4, t4)                                                                                         \
    LITMUS_TEST(name, t1, outcome, lince_test_thread(name##_2); lince_test_thread(name##_3);                           \
                lince_test_thread(name##_4);)

#endif
