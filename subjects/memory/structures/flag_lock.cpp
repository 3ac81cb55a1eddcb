// models:                          sc         tso        rc11       c11
// expect:                          ok         ok         ok         ok
// expect: RELAXED_DATA             ok         ok         ok         ok
// expect: WEAK=TAKE                data-race  data-race  data-race  data-race
// expect: WEAK=TAKE RELAXED_DATA   ok         ok         assertion  assertion
// expect: WEAK=CLEAR               data-race  data-race  data-race  data-race
// expect: WEAK=CLEAR RELAXED_DATA  ok         ok         assertion  assertion
/* An atomic flag as a lock.
 *
 * TAKE: the flag is taken, CLEAR: it is cleared by a relaxed operation: the next owner does not see the data.
 * Repair: acquire, release. */
#include "critical.h"

enum { NONE, TAKE, CLEAR };

static atomic_flag taken = ATOMIC_FLAG_INIT;

static void enter() {
    while (taken.test_and_set(AT(TAKE, acquire))) {}
    critical_section();
    taken.clear(AT(CLEAR, release));
}

LINCE_TEST(flag_lock) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(all_counted);
}
