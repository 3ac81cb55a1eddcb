// expect: failure data-race
/* Two may have it. */
#define FIRST 2
#define GIVE  lince_assert(change(1) == 0)
#include "../objects/sysv_lock.h"
