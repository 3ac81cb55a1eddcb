// expect: ok exhaustive
// options: --strategy dpor --filter enough -- -std=c++20
// expect: ok exhaustive
// options: --strategy dpor --filter tries -- -std=c++20
/* std::counting_semaphore with enough for everybody: nobody waits, and nobody who merely tries is turned away, though
 * they come between each other. */
#include <atomic>
#include <lince/test.h>
#include <semaphore>

static std::counting_semaphore<2> room(2);
static std::atomic<int> inside;

static void visit() {
    room.acquire();
    lince_assert(++inside <= 2);
    inside--;
    room.release();
}

LINCE_TEST(enough) {
    lince_test_thread(visit);
    lince_test_thread(visit);
}

static bool enter() { return room.try_acquire(); }

LINCE_TEST(tries) {
    lince_test_op("enter", enter);
    lince_test_scenario("enter() | enter()");
    lince_test_scenario("enter() | enter() | enter()");
}
