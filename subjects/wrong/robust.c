// expect: failure assertion
/* Says that all is well again, and does nothing for it. */
#define REPAIRS pthread_mutex_consistent(&lock)
#include "../objects/robust.h"
