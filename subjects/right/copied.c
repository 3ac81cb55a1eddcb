// expect: ok exhaustive
/* Both hold the lock. */
#define LOCK   pthread_mutex_lock(&lock)
#define UNLOCK pthread_mutex_unlock(&lock)
#include "../objects/copied.h"
