// expect: failure deadlock
/* Trying to write wipes out the mark that a reader sleeps: nobody wakes it when the writer is done. */
#define PHASE_RWLOCK_WRITES
#include "../objects/phase_rwlock_test.h"

LINCE_TEST(phase_rwlock) { phase_rwlock_operations(); }
