// expect: failure assertion
// flags: -I$LINCE_BUILD/tests/subjects
/* B5: a pop finds nothing though something is there. */
#define ELIMINATION_NO_ASSIGNMENT
#include "../programs/elimination_assignment.h"
