// expect: failure data-race
/* What compare-and-swap is told to expect belongs to all: where it fails it writes there, and nothing orders that. */
#define GUESS static
#include "../objects/guess.h"
