// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
#define REPAIRS second = first, pthread_mutex_consistent(&lock)
#include "../objects/robust.h"
