// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
#define TOKENS 1
#include "../objects/message_lock.h"
