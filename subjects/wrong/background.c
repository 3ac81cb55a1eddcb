// expect: failure deadlock
/* But who waits for that thread in vain is. */
#define BACKGROUND_ONCE
#include "../objects/background.h"
