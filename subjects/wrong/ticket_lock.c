// expect: failure spinning
/* Two threads draw the same ticket, and one of them comes when it has been served already. */
#define TICKET_LOCK_TWO_STEPS
#include "../objects/ticket_lock.h"

static struct ticket_lock lock;
static void enter(void) { ticket_lock(&lock); }
static void leave(void) { ticket_unlock(&lock); }

#include "../objects/guarded_counter.h"

LINCE_TEST(ticket_lock) {
    guarded_counter_operations();
    lince_test_scenario("fetch_add(1) | fetch_add(1)");
}
