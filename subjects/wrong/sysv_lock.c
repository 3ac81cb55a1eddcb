// expect: failure deadlock
/* Never gives it back. */
#define FIRST 1
#define GIVE  (void)0
#include "../objects/sysv_lock.h"
