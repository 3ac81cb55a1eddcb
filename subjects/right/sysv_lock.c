// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
#define FIRST 1
#define GIVE  lince_assert(change(1) == 0)
#include "../objects/sysv_lock.h"
