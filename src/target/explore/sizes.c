#include "target/explore/sizes.h"

#include "target/explore/scenario.h"

/* There is room for the threads, for the calls, and for the texts of its scenarios. */
static bool is_possible(const lct_test *test, lct_size s) {
    static lct_test sized LCT_STATE = {0};
    if (s.threads < 1 || s.threads > LCT_TEST_THREADS || s.calls < 1 || s.calls > LCT_TEST_CALLS) return false;
    sized = *test;
    sized.threads = (int)s.threads;
    sized.calls = (int)s.calls;
    return lct_scenario_longest(&sized) < LCT_SCENARIO_TEXT;
}

/* A thread has at least so many calls: those of the shortest word of the protocol. */
static unsigned least_calls(const lct_test *test) {
    unsigned least = test->protocol.count ? lct_protocol_shortest(&test->protocol) : 1;
    return least && least < (unsigned)test->calls ? least : (unsigned)test->calls;
}

unsigned lct_sizes_of(const lct_test *test, lct_size sizes[LCT_SIZES], unsigned most) {
    const unsigned threads = (unsigned)test->threads, calls = (unsigned)test->calls, least = least_calls(test);
    const lct_size all[LCT_SIZES] = {{threads, least},     {threads, calls},
                                     {threads + 1, least}, {threads, calls + least},
                                     {threads + 1, calls}, {threads + 1, calls + least},
                                     {threads + 2, least}, {threads, calls + 2 * least},
                                     {threads + 2, calls}, {threads + 2, calls + 2 * least}};
    unsigned count = 0;
    for (unsigned i = 0; i < LCT_SIZES && count < most; i++) {
        bool within = false;
        for (unsigned k = 0; k < count; k++) within |= lct_size_has(sizes[k], all[i].threads, all[i].calls);
        if (!within && is_possible(test, all[i])) sizes[count++] = all[i];
    }
    return count;
}
