// expect: ok exhaustive
#include "../objects/own_semaphore.h"
