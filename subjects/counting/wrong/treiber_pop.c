// expect: failure assertion
// flags: -I$LINCE_BUILD/tests/subjects
/* B3 (pop): both threads pop the same value. */
#define TREIBER_POP_NOT_ATOMIC
#include "../programs/treiber_pop.h"
