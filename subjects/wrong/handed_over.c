// expect: failure data-race
// expect: ok exhaustive
// options: --no-data-races
/* Written after the signal. */
#define INSIDE 0
#include "../objects/handed_over.h"
