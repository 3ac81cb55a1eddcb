// expect: ok exhaustive
/* A reader-writer lock in which those who sleep are always woken. */
#include "../objects/phase_rwlock_test.h"

LINCE_TEST(phase_rwlock) { phase_rwlock_operations(); }
