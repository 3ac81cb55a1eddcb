// expect: ok exhaustive
// options: --strategy dpor
/* A ticket lock. */
#include "../objects/ticket_lock.h"

static struct ticket_lock lock;
static void enter(void) { ticket_lock(&lock); }
static void leave(void) { ticket_unlock(&lock); }

#include "../objects/guarded_counter.h"

LINCE_TEST(ticket_lock) {
    guarded_counter_operations();
    lince_test_scenario("fetch_add(1) fetch_add(1) | fetch_add(1)");
    lince_test_scenario("fetch_add(1) | fetch_add(1) | fetch_add(1)");
}
