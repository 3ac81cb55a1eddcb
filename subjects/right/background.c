// expect: ok exhaustive
/* A detached thread that waits for work when all others have ended is no deadlock. */
#include "../objects/background.h"
