// expect: failure data-race
/* Two may have it. */
#define FIRST 2
#include "../objects/named_lock.h"
