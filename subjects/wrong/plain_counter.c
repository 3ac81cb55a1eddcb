// expect: failure data-race
// expect: failure assertion
// options: --no-data-races
/* A plain counter without a lock. */
#define LOCKED 0
#include "../objects/plain_counter.h"
