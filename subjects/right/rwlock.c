// expect: ok exhaustive
// options: --strategy dpor
/* A reader-writer lock. */
#define WRITER_LOCK pthread_rwlock_wrlock
#include "../objects/pair.h"

LINCE_TEST(rwlock) { pair_test(); }
