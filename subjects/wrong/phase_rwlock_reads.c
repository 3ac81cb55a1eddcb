// expect: failure deadlock
/* Trying to read ends the phase of writing.  A reader that comes at the same moment waits for that, and is not woken:
 * the lock is free, and it sleeps for ever. */
#define PHASE_RWLOCK_READS
#include "../objects/phase_rwlock_test.h"

LINCE_TEST(phase_rwlock) { phase_rwlock_operations(); }
