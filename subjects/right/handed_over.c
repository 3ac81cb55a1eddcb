// expect: ok exhaustive
/* Written before it is said to be there. */
#define INSIDE 1
#include "../objects/handed_over.h"
