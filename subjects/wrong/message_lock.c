// expect: failure data-race
/* Two may have it. */
#define TOKENS 2
#include "../objects/message_lock.h"
