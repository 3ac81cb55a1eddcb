// models:               sc         tso        rc11       c11
// flags: -std=c++20
// expect:               ok         ok         ok         ok
// expect: TWO           ok         ok         ok         ok
// expect: RELAXED       ok         ok         ok         ok
// expect: WEAK=WAIT     data-race  data-race  data-race  data-race
// expect: EARLY         deadlock   deadlock   deadlock   deadlock
/* std::atomic::wait: a call of notify behind a store wakes the threads that have not seen that store, even a relaxed
 * one.
 *
 * WAIT: a relaxed wait orders nothing: the wake-up is no synchronization.  EARLY: the call comes before the store. */
#include "weak.h"

enum { NONE, WAIT };

static std::atomic<int> flag;
#ifndef RELAXED
static int content;
#endif

static void waiter() {
    flag.wait(0, AT(WAIT, acquire));
#ifndef RELAXED
    lince_assert(content == 7);
#endif
}

static void notifier() {
#ifdef EARLY
    flag.notify_all();
#endif
#ifdef RELAXED
    flag.store(1, std::memory_order_relaxed);
#else
    content = 7;
    flag.store(1, std::memory_order_release);
#endif
#ifndef EARLY
    flag.notify_all();
#endif
}

LINCE_TEST(atomic_wait) {
    lince_test_thread(waiter);
#ifdef TWO
    lince_test_thread(waiter);
#endif
    lince_test_thread(notifier);
}
