// expect: failure data-race
// expect: ok exhaustive
// options: --no-data-races
/* The pointer is a plain one. */
#define SLOT long *
#include "../objects/double_checked.h"
