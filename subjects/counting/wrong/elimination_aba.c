// expect: failure assertion
// options: --no-data-races
// flags: -I$LINCE_BUILD/tests/subjects
/* B2: a value is popped twice. */
#define ELIMINATION_FREES
#include "../programs/elimination_aba.h"
