// expect: failure blocked
/* unlock does not release the lock. */
#define LOCK_TRIES
#include "../objects/lock_test.h"
#include "../objects/spin_lock.h"

static struct spin_lock spin;
static void lock(void) { spin_lock(&spin); }
static bool trylock(void) { return spin_trylock(&spin); }
static void unlock(void) { atomic_load(&spin.held); }

LINCE_TEST(lock_spin) { lock_operations(); }
