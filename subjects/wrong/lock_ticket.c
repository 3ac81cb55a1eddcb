// expect: failure blocked
/* Two threads draw the same ticket, and one of them comes when it has been served already. */
#define TICKET_LOCK_TWO_STEPS
#include "../objects/lock_test.h"
#include "../objects/ticket_lock.h"

static struct ticket_lock ticket;
static void lock(void) { ticket_lock(&ticket); }
static void unlock(void) { ticket_unlock(&ticket); }

LINCE_TEST(lock_ticket) { lock_operations(); }
