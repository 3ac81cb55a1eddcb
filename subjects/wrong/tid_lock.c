// expect: failure data-race
/* All threads of a process have the same. */
#define MY_NUMBER getpid()
#include "../objects/tid_lock.h"
