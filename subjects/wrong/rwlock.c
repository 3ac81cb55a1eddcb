// expect: violation
/* Writers take the lock for readers. */
#define WRITER_LOCK pthread_rwlock_rdlock
#include "../objects/pair.h"

LINCE_TEST(rwlock) { pair_test(); }
