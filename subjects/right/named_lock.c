// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
#define FIRST 1
#include "../objects/named_lock.h"
