// expect: ok
// options: --scenario 'next() | next() | look()'
#define WAKES_IF 2
#include "../objects/call_lock.h"
