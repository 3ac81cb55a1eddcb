// expect: failure assertion
/* Repairs what was left, and does not say so: from then on nobody gets the lock. */
#define REPAIRS second = first
#include "../objects/robust.h"
