// expect: ok exhaustive
/* A ticket lock, by its specification. */
#include "../objects/lock_test.h"
#include "../objects/ticket_lock.h"

static struct ticket_lock ticket;
static void lock(void) { ticket_lock(&ticket); }
static void unlock(void) { ticket_unlock(&ticket); }

LINCE_TEST(lock_ticket) { lock_operations(); }
