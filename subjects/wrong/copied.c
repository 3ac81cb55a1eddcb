// expect: failure data-race
/* The reader thinks that a look needs no lock. */
#define LOCK   (void)0
#define UNLOCK (void)0
#include "../objects/copied.h"
