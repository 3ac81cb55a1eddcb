// expect: failure blocked
// expect: ok exhaustive
// options: --allow blocked
#define OWN_SEMAPHORE_ONCE
#include "../objects/own_semaphore.h"
