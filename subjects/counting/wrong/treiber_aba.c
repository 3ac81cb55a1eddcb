// expect: failure assertion
// options: --no-data-races
/* B2: a value is popped twice. */
#define TREIBER_FREES
#include "../programs/treiber_aba.h"
