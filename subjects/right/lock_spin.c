// expect: ok exhaustive
/* A spin lock, by its specification: threads wait in a loop. */
#define LOCK_TRIES
#include "../objects/lock_test.h"
#include "../objects/spin_lock.h"

static struct spin_lock spin;
static void lock(void) { spin_lock(&spin); }
static bool trylock(void) { return spin_trylock(&spin); }
static void unlock(void) { spin_unlock(&spin); }

LINCE_TEST(lock_spin) { lock_operations(); }
