// expect: ok exhaustive
/* A plain counter under a lock. */
#define LOCKED 1
#include "../objects/plain_counter.h"
