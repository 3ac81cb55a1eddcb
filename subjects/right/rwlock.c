// expect: ok exhaustive
// options: --strategy dpor
// expect: ok exhaustive
// options: --strategy dpor --history-edges --retry off --scenario 'write(0); write(1) | read() | read()'
// histories: 8
// expect: ok exhaustive
// options: --strategy exhaustive --retry off --scenario 'write(0); write(1) | read() | read()'
// histories: 8
/* A reader-writer lock. */
#define WRITER_LOCK pthread_rwlock_wrlock
#include "../objects/pair.h"

LINCE_TEST(rwlock) { pair_test(); }
