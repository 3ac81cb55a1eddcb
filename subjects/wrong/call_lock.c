// expect: failure deadlock
/* Wakes nobody where somebody waits. */
#define WAKES_IF 1
#include "../objects/call_lock.h"
