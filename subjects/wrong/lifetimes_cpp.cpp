// expect: failure use-after-free
/* A pointer to what a thread_local object holds is used after that thread has ended. */
#include <atomic>
#include <lince/test.h>
#include <vector>

static std::atomic<long *> shared{nullptr};

LINCE_TEST(lifetimes) {
    lince_test_thread([] {
        thread_local std::vector<long> mine(3, 7);
        shared = mine.data();
    });
    lince_test_thread([] {
        long *theirs = shared;
        if (theirs) lince_assert(*theirs == 7);
    });
}
