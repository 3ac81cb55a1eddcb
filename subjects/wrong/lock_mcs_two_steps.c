// expect: failure blocked
/* Two threads take themselves for the first, and one waits for the other for ever. */
#define MCS_LOCK_TWO_STEPS
#include "../objects/lock_test.h"
#include "../objects/mcs_lock.h"

static struct mcs_lock mcs;
static struct mcs_node nodes[16];
static void lock(void) { mcs_lock(&mcs, &nodes[lince_thread_number()]); }
static void unlock(void) { mcs_unlock(&mcs, &nodes[lince_thread_number()]); }

LINCE_TEST(lock_mcs) { lock_operations(); }
