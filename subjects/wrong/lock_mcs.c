// expect: failure blocked
/* The lock is not handed over to a thread that is about to queue up. */
#define MCS_LOCK_KEEPS
#include "../objects/lock_test.h"
#include "../objects/mcs_lock.h"

static struct mcs_lock mcs;
static struct mcs_node nodes[16];
static void lock(void) { mcs_lock(&mcs, &nodes[lince_thread_number()]); }
static void unlock(void) { mcs_unlock(&mcs, &nodes[lince_thread_number()]); }

LINCE_TEST(lock_mcs) { lock_operations(); }
