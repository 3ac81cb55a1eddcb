// expect: failure assertion
/* B3 (push): one value is lost, and the second pop finds nothing. */
#define TREIBER_PUSH_NOT_ATOMIC
#include "../programs/treiber_push.h"
