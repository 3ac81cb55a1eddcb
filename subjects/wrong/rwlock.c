// expect: failure data-race
// expect: violation
// options: --no-data-races
/* Writers take the lock for readers. */
#define WRITER_LOCK pthread_rwlock_rdlock
#include "../objects/pair.h"

LINCE_TEST(rwlock) { pair_test(); }
