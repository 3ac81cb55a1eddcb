// expect: failure assertion
// options: --no-data-races
// flags: -I$LINCE_BUILD/tests/subjects
/* B2: a value is popped twice. */
#define TREIBER_FREES
#include "../programs/treiber_aba.h"
