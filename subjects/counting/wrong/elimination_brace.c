// expect: failure assertion
// flags: -I$LINCE_BUILD/tests/subjects
/* B4: a pop returns what nobody has pushed. */
#define ELIMINATION_CELLS_MISPLACED_BRACE
#include "../programs/elimination_brace.h"
