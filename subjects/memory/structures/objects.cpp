// models:                sc         tso        rc11       c11
// flags: -std=c++20
// expect:                ok         ok         ok         ok
// expect: REF       ok         ok         ok         ok
// expect: REF WEAK=FLAG  ok    ok         assertion  assertion
// expect: REF WEAK=PLAIN  data-race  data-race  data-race  data-race
// expect: LOCAL     ok         ok         ok         ok
// expect: LOCAL WEAK=FLAG  data-race  data-race  data-race  data-race
/* Atomics of the library: a shared pointer that threads exchange, references to plain variables (REF), and variables of
 * one thread that another one looks at (LOCAL).
 *
 * FLAG: the flag is stored with a relaxed order.  PLAIN: one of the accesses is plain. */
#include <atomic>
#include <memory>

#include "weak.h"

enum { NONE, FLAG, PLAIN };

#if !defined REF && !defined LOCAL
static std::atomic<std::shared_ptr<int>> current;

static void one() { current.store(std::make_shared<int>(1)); }
static void other() {
    std::shared_ptr<int> seen = current.load();
    lince_assert(!seen || *seen == 1);
}
static void finally_() { current.store(nullptr); }
#elif defined REF
static int variable;
static std::atomic<int> flag;

static void one() {
    if (WEAK == PLAIN) variable = 1;
    else std::atomic_ref<int>(variable).store(1, std::memory_order_relaxed);
    flag.store(1, WEAK == PLAIN ? std::memory_order_relaxed : AT(FLAG, release));
}
static void other() {
    if (flag.load(std::memory_order_acquire))
        lince_assert(std::atomic_ref<int>(variable).load(std::memory_order_relaxed) == 1);
}
static void finally_() {}
#else
static thread_local int variable;
static std::atomic<int *> where;

static void one() {
    variable = 1;
    where.store(&variable, AT(FLAG, release));
    while (where.load(std::memory_order_acquire)) {
    }
}
static void other() {
    int *at;
    while (!(at = where.load(std::memory_order_acquire))) {
    }
    lince_assert(*at == 1);
    where.store(nullptr, std::memory_order_release);
}
static void finally_() {}
#endif

LINCE_TEST(objects) {
    lince_test_thread(one);
    lince_test_thread(other);
    lince_test_finally(finally_);
}
