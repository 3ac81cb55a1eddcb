// expect: failure assertion
// flags: -I$LINCE_BUILD/tests/subjects
/* B3 (push): one value is lost, and the second pop finds nothing. */
#define TREIBER_PUSH_NOT_ATOMIC
#include "../programs/treiber_push.h"
