// models:                          sc         tso        rc11       c11
// expect:                          ok         ok         ok         ok
// expect: RELAXED_DATA             ok         ok         ok         ok
// expect: WEAK=SERVE               data-race  data-race  data-race  data-race
// expect: WEAK=SERVE RELAXED_DATA  ok         ok         assertion  assertion
// expect: WEAK=WAIT                data-race  data-race  data-race  data-race
// expect: WEAK=WAIT RELAXED_DATA   ok         ok         assertion  assertion
/* A ticket lock.
 *
 * SERVE: the next ticket is served by a relaxed store; WAIT: it is awaited by relaxed loads. The next owner does
 * not see the data. Repair: release and acquire. */
#include "critical.h"

enum { NONE, SERVE, WAIT };

static atomic_int tickets, serving;

static void enter(void) {
    int mine = atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, AT(WAIT, acquire)) != mine) {}
    critical_section();
    atomic_store_explicit(&serving, mine + 1, AT(SERVE, release));
}

LINCE_TEST(ticket_lock) {
    lince_test_thread(enter);
    lince_test_thread(enter);
    lince_test_finally(all_counted);
}
