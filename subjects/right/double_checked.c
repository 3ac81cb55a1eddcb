// expect: ok exhaustive
/* The pointer is atomic. */
#define SLOT long *_Atomic
#include "../objects/double_checked.h"
